// One page out of the cache together with its siblings, as the indexer would see it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "config/load.h"
#include "core/result.h"
#include "crawler_adapter/page_cache.h"

namespace pith::pipeline {

struct PageBytes {
  std::string url;      // normalised
  std::string charset;  // of the HTTP header
  std::string robots;   // X-Robots-Tag
  std::string body;
};

struct PageWithSiblings {
  PageBytes page;
  std::vector<PageBytes> siblings;  // best first
};

// nullopt if the cache has no such page, or there is no cache. Redirects are followed.
Result<std::optional<PageWithSiblings>> load_page(const config::Config& config, const std::string& normalised_url);

}  // namespace pith::pipeline
