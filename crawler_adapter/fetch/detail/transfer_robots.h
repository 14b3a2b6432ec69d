// X-Robots-Tag of a completed libcurl transfer. Private, so that users of this library do not need libcurl's headers.
#pragma once

#include <curl/curl.h>

#include <string>

#include "crawler_adapter/page/robots_header.h"

namespace pith::crawl {

// In the form used for captured pages; for a redirected transfer, the values of the last answer.
inline std::string robots_of(CURL* curl) {
  std::string robots;
  curl_header* header = nullptr;
  for (std::size_t i = 0; curl_easy_header(curl, "X-Robots-Tag", i, CURLH_HEADER, -1, &header) == CURLHE_OK; ++i)
    add_robots_value(robots, header->value);
  return robots;
}

}  // namespace pith::crawl
