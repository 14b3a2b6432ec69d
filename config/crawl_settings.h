// The settings of one crawl.
#pragma once

#include <span>
#include <string>

#include "config/load.h"
#include "core/base/result.h"

namespace pith::config {

// `config` as it applies to a crawl that begins at these URLs: the keys of `crawl:` have, at the top level, the values
// for the URLs' hosts. Invalid URLs are ignored. A crawler takes one value of a key for all hosts of
// a crawl: error "sites_differ", which names the key and two hosts, if hosts of the URLs have different ones.
Result<Config> for_crawl(Config config, std::span<const std::string> urls);

}  // namespace pith::config
