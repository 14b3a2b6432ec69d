// What libcurl says of a transfer that failed.
#pragma once

#include <curl/curl.h>

#include <string>

namespace pith::crawl {

// `message`: what it wrote into CURLOPT_ERRORBUFFER, maybe "".
inline std::string curl_error(CURLcode code, const char* message) {
  const std::string what = *message != '\0' ? message : curl_easy_strerror(code);
  if (code != CURLE_SSL_CONNECT_ERROR) return what;
  return "no connection by TLS (" + what + "); perhaps the server speaks plain http: begin the URL with http://";
}

}  // namespace pith::crawl
