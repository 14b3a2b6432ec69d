#include "indexer_adapter/export/http_session.h"

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <optional>
#include <string_view>

#include "core/text/encoding.h"
#include "core/text/url.h"
#include "core/text/white_space.h"
#include "indexer_adapter/export/export_errors.h"

namespace pith::sinks {
namespace {

constexpr std::size_t max_answer_bytes = 64 << 20;
constexpr std::size_t excerpt_bytes = 300;

struct Free {
  void operator()(CURL* curl) const { curl_easy_cleanup(curl); }
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using Headers = std::unique_ptr<curl_slist, Free>;

void append(Headers& headers, const std::string& line) {
  curl_slist* longer = curl_slist_append(headers.get(), line.c_str());
  if (!longer) throw std::bad_alloc();
  static_cast<void>(headers.release());
  headers.reset(longer);
}

std::size_t on_body(char* data, std::size_t size, std::size_t count, void* pointer) {
  auto& body = *static_cast<std::string*>(pointer);
  if (size * count > max_answer_bytes - body.size()) return CURL_WRITEFUNC_ERROR;
  body.append(data, size * count);
  return size * count;
}

int on_progress(void* stop, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return *static_cast<const std::atomic<bool>*>(stop) ? 1 : 0;
}

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

// Anything before an "@" of the authority may be a password, so the URL is not repeated then.
Result<std::string> server_url(const std::string& text) {
  if (text.empty())
    return Error{"usage",
                 "--url is missing: the server's address, such as http://127.0.0.1:9200 or http://127.0.0.1:8983"};
  const std::size_t scheme = text.find("://"), begin = scheme == std::string::npos ? 0 : scheme + 3;
  if (text.substr(begin, text.find_first_of("/?#", begin) - begin).find('@') != std::string::npos)
    return Error{"usage",
                 "--url: holds a user or a password, which others can see on a command line; set PITH_SINK_USER "
                 "and PITH_SINK_PASSWORD in the environment instead"};
  if (text.find_first_of("?#") != std::string::npos)
    return Error{"usage", "--url: must end with the host, the port or a path, without \"?\" and \"#\""};
  const auto url = parse_url(text);
  if (!url) return Error{"usage", "--url " + text + ": not an http or https URL such as http://127.0.0.1:9200"};
  std::string out = url->str();
  while (out.ends_with('/')) out.pop_back();
  return out;
}

std::optional<Error> check(const Credentials& credentials, const char* api_key_scheme) {
  const auto& [user, password, api_key] = credentials;
  if (has_control(user) || has_control(password) || has_control(api_key))
    return Error{"usage",
                 "PITH_SINK_USER, PITH_SINK_PASSWORD, PITH_SINK_API_KEY: one of them holds a control character"};
  if (user.empty() != password.empty() || user.find(':') != std::string::npos)
    return Error{"usage", "PITH_SINK_USER and PITH_SINK_PASSWORD: both or none must be set, the user without \":\""};
  if (!api_key.empty() && !user.empty())
    return Error{"usage", "PITH_SINK_API_KEY and PITH_SINK_USER: only one of them can be used"};
  if (!api_key.empty() && !api_key_scheme)
    return Error{"usage", "PITH_SINK_API_KEY: this server only accepts PITH_SINK_USER and PITH_SINK_PASSWORD"};
  return std::nullopt;
}

bool is_tls_failure(CURLcode code) {
  return code == CURLE_SSL_CONNECT_ERROR || code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CIPHER ||
         code == CURLE_SSL_CACERT_BADFILE;
}

}  // namespace

struct HttpSession::Impl {
  std::string url, path;
  SinkOptions options;
  std::string authorization;  // a header line; empty: none
  std::unique_ptr<CURL, Free> curl;

  Headers prepare(const HttpRequest& request, const std::string& target, std::string& body, char* message) {
    const auto set = [this](CURLoption option, auto value) { curl_easy_setopt(curl.get(), option, value); };
    curl_easy_reset(curl.get());  // keeps connections
    set(CURLOPT_URL, target.c_str());
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_FOLLOWLOCATION, 0L);
    set(CURLOPT_SSL_VERIFYPEER, 1L);
    set(CURLOPT_SSL_VERIFYHOST, 2L);
    set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(options.connect_timeout.count()));
    set(CURLOPT_TIMEOUT_MS,
        static_cast<long>((request.timeout.count() > 0 ? request.timeout : options.request_timeout).count()));
    set(CURLOPT_USERAGENT, "pith");
    set(CURLOPT_ERRORBUFFER, message);
    set(CURLOPT_WRITEFUNCTION, on_body);
    set(CURLOPT_WRITEDATA, &body);
    if (options.stop) {
      set(CURLOPT_NOPROGRESS, 0L);
      set(CURLOPT_XFERINFOFUNCTION, on_progress);
      set(CURLOPT_XFERINFODATA, const_cast<std::atomic<bool>*>(options.stop));
    }
    if (!options.credentials.user.empty()) {
      set(CURLOPT_HTTPAUTH, CURLAUTH_BASIC);
      set(CURLOPT_USERNAME, options.credentials.user.c_str());
      set(CURLOPT_PASSWORD, options.credentials.password.c_str());
    }
    Headers headers;
    if (!authorization.empty()) append(headers, authorization);
    append(headers, "Accept: application/json");
    append(headers, "Expect:");  // libcurl would wait a second for servers that do not support it
    const std::string_view method = request.method;
    if (method == "HEAD") {
      set(CURLOPT_NOBODY, 1L);
    } else if (method != "GET") {
      append(headers, std::string("Content-Type: ") + request.content_type);
      set(CURLOPT_CUSTOMREQUEST, request.method);
      set(CURLOPT_POSTFIELDS, request.body.c_str());
      set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
    }
    set(CURLOPT_HTTPHEADER, headers.get());
    return headers;
  }

  // One try. `again`: whether another one may help; `asked`: after how many seconds, if the server says so.
  Result<HttpAnswer> exchange(const HttpRequest& request, bool& again, long& asked) {
    HttpAnswer answer;
    const std::string target = url + request.target;
    const std::string where = std::string(request.method) + " " + target;
    char message[CURL_ERROR_SIZE] = "";
    const Headers headers = prepare(request, target, answer.body, message);
    const CURLcode code = curl_easy_perform(curl.get());
    curl_easy_setopt(curl.get(), CURLOPT_ERRORBUFFER, nullptr);
    again = false;
    if (options.stop && *options.stop) return Error{code::stopped, "interrupted"};
    if (code != CURLE_OK) {
      const std::string why = message[0] ? message : curl_easy_strerror(code);
      if (is_tls_failure(code)) return Error{"tls_failed", where + ": " + why};
      if (code == CURLE_WRITE_ERROR) return Error{"bad_answer", where + ": the answer is larger than 64 MB"};
      if (code == CURLE_COULDNT_RESOLVE_HOST) return Error{"unreachable", where + ": " + why};
      again = true;
      return Error{"unreachable", where + ": " + why};
    }
    long status = 0;
    curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &status);
    answer.status = static_cast<int>(status);
    const auto failure = [&](const char* error, const std::string& advice) {
      return Error{error, fmt::format("{}: the server answers {}{}", where, status, advice)};
    };
    if (status == 429 || status == 502 || status == 503 || status == 504) {
      curl_off_t seconds = 0;
      curl_easy_getinfo(curl.get(), CURLINFO_RETRY_AFTER, &seconds);
      asked = static_cast<long>(seconds);
      again = true;
      return failure("busy", answer.body.empty() ? "" : ": " + excerpt(answer.body));
    }
    if (status == 401 || status == 403)
      return failure("unauthorised",
                     "; credentials come from PITH_SINK_USER and PITH_SINK_PASSWORD, or PITH_SINK_API_KEY");
    if (status >= 300 && status < 400) {
      const char* location = nullptr;
      curl_easy_getinfo(curl.get(), CURLINFO_REDIRECT_URL, &location);
      return failure("redirected", location ? ", a redirect to " + excerpt(location) +
                                                  ", which is not followed; is that "
                                                  "the --url to give?"
                                            : ", a redirect, which is not followed");
    }
    return answer;
  }
};

HttpSession::HttpSession(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
HttpSession::HttpSession(HttpSession&&) noexcept = default;
HttpSession& HttpSession::operator=(HttpSession&&) noexcept = default;
HttpSession::~HttpSession() = default;

Result<HttpSession> HttpSession::open(const SinkOptions& options, const char* api_key_scheme) {
  static const CURLcode ready = curl_global_init(CURL_GLOBAL_DEFAULT);
  auto url = server_url(options.url);
  if (!url) return url.error();
  if (auto error = check(options.credentials, api_key_scheme)) return *error;
  auto impl = std::make_unique<Impl>();
  impl->path = parse_url(*url)->path;
  while (impl->path.ends_with('/')) impl->path.pop_back();
  impl->url = std::move(*url);
  impl->options = options;
  if (!options.credentials.api_key.empty())
    impl->authorization = std::string("Authorization: ") + api_key_scheme + " " + options.credentials.api_key;
  if (ready == CURLE_OK) impl->curl.reset(curl_easy_init());
  if (!impl->curl) return Error{"unreachable", impl->url + ": libcurl could not be set up"};
  return HttpSession(std::move(impl));
}

const std::string& HttpSession::path() const { return impl_->path; }
const std::string& HttpSession::url() const { return impl_->url; }

Backoff HttpSession::backoff() const { return {impl_->options.retry, impl_->options.stop, impl_->options.waiting}; }

Result<HttpAnswer> HttpSession::ask(const HttpRequest& request, Backoff& backoff) {
  while (true) {
    bool again = false;
    long asked = 0;
    auto answer = impl_->exchange(request, again, asked);
    if (answer || !again) return answer;
    if (auto error = backoff.wait(answer.error(), asked)) return *error;
  }
}

Result<HttpAnswer> HttpSession::ask(const HttpRequest& request) {
  Backoff tries = backoff();
  return ask(request, tries);
}

std::string excerpt(const std::string& text) {
  const std::string_view part = cut_utf8(text, excerpt_bytes);
  std::string line = sanitize_utf8(part);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  return part.size() < text.size() ? line + "…" : line;
}

}  // namespace pith::sinks
