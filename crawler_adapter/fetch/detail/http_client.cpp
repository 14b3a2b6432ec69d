#include "crawler_adapter/fetch/detail/http_client.h"

#include <curl/curl.h>
#include <sys/socket.h>

#include <algorithm>
#include <new>
#include <string_view>
#include <utility>

#include "crawler_adapter/fetch/detail/address_check.h"
#include "crawler_adapter/fetch/detail/curl_error.h"
#include "crawler_adapter/fetch/detail/transfer_robots.h"

namespace pith::crawl {
namespace {

// Unwanted bodies are read up to here, so that the connection can be reused; beyond this, it is closed.
constexpr std::size_t dropped_max_bytes = 64 * 1024;
// Received bytes are counted a little later than they are decompressed: by up to one of libcurl's buffers.
constexpr std::size_t ratio_slack_bytes = 16 * 1024;

// One request; libcurl's callbacks get a pointer to it.
struct Transfer {
  CURL* curl;
  const HttpOptions& options;
  const HttpClient::Wanted& wanted;
  std::size_t max_body_bytes;
  HttpClient::Overlong overlong;

  std::string body = {};
  std::size_t header_bytes = 0, dropped_bytes = 0;
  bool decided = false, keep = false;   // about the body
  bool enough = false;                  // stopped by us, and the answer is valid
  std::optional<Refusal> failure = {};  // stopped by us, and it is not
  std::string refused = {};             // the last address that we did not connect to, and why

  std::size_t fail(FetchReason reason, std::string words) {
    failure = {reason, std::move(words)};
    return CURL_WRITEFUNC_ERROR;
  }
  std::size_t take_body(const char* data, std::size_t size);
};

int status_of(CURL* curl) {
  long status = 0;
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  return static_cast<int>(status);
}

// The value without the line end that libcurl 7.88 leaves in empty ones.
std::string header_of(CURL* curl, const char* name) {
  curl_header* header = nullptr;
  if (curl_easy_header(curl, name, 0, CURLH_HEADER, -1, &header) != CURLHE_OK) return {};
  const std::string_view value = header->value;
  return std::string(value.substr(0, value.find_first_of("\r\n")));
}

std::size_t Transfer::take_body(const char* data, std::size_t size) {
  if (!decided) keep = wanted(status_of(curl), header_of(curl, "Content-Type"));
  decided = true;
  if (!keep) {
    dropped_bytes += size;
    enough = dropped_bytes > dropped_max_bytes;
    return enough ? CURL_WRITEFUNC_ERROR : size;
  }
  if (size > max_body_bytes - body.size()) {
    if (overlong == HttpClient::Overlong::failure)
      return fail(FetchReason::too_large, "larger than " + std::to_string(max_body_bytes) + " bytes");
    body.append(data, max_body_bytes - body.size());
    enough = true;
    return CURL_WRITEFUNC_ERROR;
  }
  body.append(data, size);
  curl_off_t received = 0;
  curl_easy_getinfo(curl, CURLINFO_SIZE_DOWNLOAD_T, &received);
  if (body.size() / options.max_ratio > static_cast<std::size_t>(received) + ratio_slack_bytes)
    return fail(FetchReason::decompression_ratio,
                "unpacks to over " + std::to_string(options.max_ratio) + " times its size");
  return size;
}

std::size_t on_body(char* data, std::size_t size, std::size_t count, void* transfer) {
  return static_cast<Transfer*>(transfer)->take_body(data, size * count);
}

std::size_t on_header(char*, std::size_t size, std::size_t count, void* pointer) {
  auto& transfer = *static_cast<Transfer*>(pointer);
  transfer.header_bytes += size * count;
  if (transfer.header_bytes <= transfer.options.max_header_bytes) return size * count;
  return transfer.fail(FetchReason::headers_too_large,
                       "headers of over " + std::to_string(transfer.options.max_header_bytes) + " bytes");
}

// Every connection starts here, with its final address: nothing can change between this check and the connection.
curl_socket_t on_socket(void* pointer, curlsocktype, curl_sockaddr* address) {
  auto& transfer = *static_cast<Transfer*>(pointer);
  const AddressKind kind = address_kind(&address->addr, address->addrlen);
  if (!permits(transfer.options.addresses, kind)) {
    transfer.refused = address_text(&address->addr, address->addrlen) + " is a " + name_of(kind) +
                       " address, to which no page may make Pith connect";
    return CURL_SOCKET_BAD;
  }
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// Called about once a second.
int on_progress(void* pointer, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return *static_cast<Transfer*>(pointer)->options.stop ? 1 : 0;
}

FetchReason failure_of(CURLcode code) {
  switch (code) {
    case CURLE_ABORTED_BY_CALLBACK:
      return FetchReason::interrupted;
    case CURLE_COULDNT_RESOLVE_HOST:
      return FetchReason::dns_failed;
    case CURLE_COULDNT_CONNECT:
      return FetchReason::connect_failed;
    case CURLE_OPERATION_TIMEDOUT:
      return FetchReason::timeout;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
      return FetchReason::tls_failed;
    default:
      return FetchReason::transfer_failed;
  }
}

struct Free {
  void operator()(CURL* curl) const { curl_easy_cleanup(curl); }
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};

}  // namespace

struct HttpClient::Impl {
  HttpOptions options;
  std::unique_ptr<curl_slist, Free> resolve;  // must outlive the handle
  std::unique_ptr<CURL, Free> curl;

  void prepare(const std::string& url, Transfer& transfer, char* message) {
    const auto set = [this](CURLoption option, auto value) { curl_easy_setopt(curl.get(), option, value); };
    curl_easy_reset(curl.get());  // keeps connections and resolved names
    set(CURLOPT_URL, url.c_str());
    set(CURLOPT_PATH_AS_IS, 1L);  // the path must be sent exactly as it was checked against robots.txt
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
    set(CURLOPT_FOLLOWLOCATION, 0L);
    set(CURLOPT_PROXY, "");
    set(CURLOPT_RESOLVE, resolve.get());
    set(CURLOPT_OPENSOCKETFUNCTION, on_socket);
    set(CURLOPT_OPENSOCKETDATA, &transfer);
    set(CURLOPT_CONNECTTIMEOUT_MS, options.connect_timeout_ms);
    set(CURLOPT_TIMEOUT_MS, options.timeout_ms);
    set(CURLOPT_ACCEPT_ENCODING, "");  // everything that libcurl can decompress: gzip, deflate, br
    set(CURLOPT_USERAGENT, options.user_agent.c_str());
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_ERRORBUFFER, message);
    set(CURLOPT_HEADERFUNCTION, on_header);
    set(CURLOPT_HEADERDATA, &transfer);
    set(CURLOPT_WRITEFUNCTION, on_body);
    set(CURLOPT_WRITEDATA, &transfer);
    if (!options.verify) {
      set(CURLOPT_SSL_VERIFYPEER, 0L);
      set(CURLOPT_SSL_VERIFYHOST, 0L);
    }
    if (!options.stop) return;
    set(CURLOPT_QUICK_EXIT, 1L);  // waits for no name server
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_XFERINFOFUNCTION, on_progress);
    set(CURLOPT_XFERINFODATA, &transfer);
  }
};

HttpClient::HttpClient(HttpOptions options) : impl_(std::make_unique<Impl>()) {
  static const CURLcode ready = curl_global_init(CURL_GLOBAL_DEFAULT);
  impl_->options = std::move(options);
  impl_->options.max_ratio = std::max<std::size_t>(impl_->options.max_ratio, 1);
  for (const std::string& entry : impl_->options.resolve) {
    curl_slist* longer = curl_slist_append(impl_->resolve.get(), entry.c_str());
    if (!longer) throw std::bad_alloc();
    static_cast<void>(impl_->resolve.release());
    impl_->resolve.reset(longer);
  }
  if (ready == CURLE_OK) impl_->curl.reset(curl_easy_init());
}

HttpClient::HttpClient(HttpClient&&) noexcept = default;
HttpClient& HttpClient::operator=(HttpClient&&) noexcept = default;
HttpClient::~HttpClient() = default;

HttpAnswer HttpClient::get(const std::string& url, const Wanted& wanted) {
  return get(url, wanted, impl_->options.max_body_bytes);
}

HttpAnswer HttpClient::get(const std::string& url, const Wanted& wanted, std::size_t max_body_bytes,
                           Overlong overlong) {
  HttpAnswer answer;
  CURL* const curl = impl_->curl.get();
  if (!curl) {
    answer.failure = {FetchReason::transfer_failed, url + ": libcurl could not be set up"};
    return answer;
  }
  Transfer transfer{.curl = curl,
                    .options = impl_->options,
                    .wanted = wanted,
                    .max_body_bytes = max_body_bytes,
                    .overlong = overlong};
  char message[CURL_ERROR_SIZE] = "";
  impl_->prepare(url, transfer, message);
  const CURLcode result = curl_easy_perform(curl);
  curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, nullptr);

  if (result == CURLE_OK || transfer.enough) {
    answer.status = status_of(curl);
    answer.content_type = header_of(curl, "Content-Type");
    answer.etag = header_of(curl, "ETag");
    answer.last_modified = header_of(curl, "Last-Modified");
    answer.location = header_of(curl, "Location");
    answer.robots = robots_of(curl);
    curl_off_t retry_after = 0;
    curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &retry_after);
    answer.retry_after_seconds = static_cast<long>(retry_after);
    answer.body = std::move(transfer.body);
  } else if (transfer.failure) {
    answer.failure = {transfer.failure->reason, url + ": " + transfer.failure->message};
  } else if (result == CURLE_COULDNT_CONNECT && !transfer.refused.empty()) {
    answer.failure = {FetchReason::private_address, url + ": " + transfer.refused};
  } else {
    answer.failure = {failure_of(result), url + ": " + curl_error(result, message)};
  }
  return answer;
}

}  // namespace pith::crawl
