// X-Robots-Tag of a transfer of libcurl's that has ended. Private: users of this library need not have libcurl's
// headers.
#pragma once

#include <curl/curl.h>

#include <string>

#include "crawler_adapter/robots_header.h"

namespace pith::crawl {

// In the form of captured pages; of a redirected transfer those of the last answer.
inline std::string robots_of(CURL* curl) {
  std::string robots;
  curl_header* header = nullptr;
  for (std::size_t i = 0; curl_easy_header(curl, "X-Robots-Tag", i, CURLH_HEADER, -1, &header) == CURLHE_OK; ++i)
    add_robots_value(robots, header->value);
  return robots;
}

}  // namespace pith::crawl
