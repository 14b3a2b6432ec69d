#include "crawler_adapter/fetch/fetch.h"

#include <curl/curl.h>

#include <memory>
#include <utility>

#include "core/text/url.h"
#include "crawler_adapter/fetch/detail/curl_error.h"
#include "crawler_adapter/fetch/detail/transfer_robots.h"
#include "crawler_adapter/page/crawl_errors.h"
#include "crawler_adapter/page/http_message.h"

namespace pith::crawl {
namespace {

struct Body {
  std::string bytes;
  std::size_t max_bytes;
  bool too_large = false;
};

std::size_t append(char* data, std::size_t size, std::size_t count, void* body_pointer) {
  auto& body = *static_cast<Body*>(body_pointer);
  if (body.bytes.size() + size * count > body.max_bytes) {
    body.too_large = true;
    return 0;  // makes libcurl abort the transfer
  }
  body.bytes.append(data, size * count);
  return size * count;
}

// A user's URL may contain a password: it is sent, but never shown.
std::string without_credentials(const std::string& url) {
  const auto parsed = parse_url(url);
  return parsed ? parsed->str() : "the page";
}

}  // namespace

Result<FetchedPage> fetch(const std::string& url, const FetchOptions& options) {
  const std::string name = without_credentials(url);
  static const CURLcode ready = curl_global_init(CURL_GLOBAL_DEFAULT);
  const std::unique_ptr<CURL, void (*)(CURL*)> curl(curl_easy_init(), curl_easy_cleanup);
  if (ready != CURLE_OK || !curl) return Error{"fetch", name + ": libcurl could not be set up"};
  Body body{.bytes = {}, .max_bytes = options.max_bytes};
  char message[CURL_ERROR_SIZE] = "";
  const auto set = [&](CURLoption option, auto value) { curl_easy_setopt(curl.get(), option, value); };
  set(CURLOPT_URL, url.c_str());
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
  set(CURLOPT_FOLLOWLOCATION, 1L);
  set(CURLOPT_MAXREDIRS, 10L);
  set(CURLOPT_TIMEOUT, options.timeout_seconds);
  set(CURLOPT_ACCEPT_ENCODING, "");
  set(CURLOPT_USERAGENT, options.user_agent.c_str());
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_ERRORBUFFER, message);
  set(CURLOPT_WRITEFUNCTION, append);
  set(CURLOPT_WRITEDATA, &body);
  const CURLcode result = curl_easy_perform(curl.get());
  if (body.too_large)
    return Error{code::too_large,
                 name + ": larger than " + std::to_string(options.max_bytes) + " bytes (cache.page_max_bytes)"};
  if (result != CURLE_OK) return Error{"fetch", name + ": " + curl_error(result, message)};

  FetchedPage page;
  long status = 0;
  const char *effective = nullptr, *type = nullptr;
  curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &status);
  curl_easy_getinfo(curl.get(), CURLINFO_EFFECTIVE_URL, &effective);
  curl_easy_getinfo(curl.get(), CURLINFO_CONTENT_TYPE, &type);
  page.status = static_cast<int>(status);
  page.url = without_credentials(effective ? effective : url);
  if (type) {
    ContentType split = split_content_type(type);
    page.content_type = std::move(split.type);
    page.charset = std::move(split.charset);
  }
  page.robots = robots_of(curl.get());
  page.body = std::move(body.bytes);
  return page;
}

}  // namespace pith::crawl
