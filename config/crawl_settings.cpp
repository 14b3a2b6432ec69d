#include "config/crawl_settings.h"

#include <optional>

#include "config/detail/write_value.h"
#include "config/host_pattern.h"
#include "core/text/url.h"

namespace pith::config {

Result<Config> for_crawl(Config config, std::span<const std::string> urls) {
  std::string first_host;
  std::optional<Settings> first;
  for (const std::string& text : urls) {
    const auto url = parse_url(text);
    if (!url) continue;
    const std::string host = host_with_port(*url);
    Settings settings = config.for_host(host);
    for (const Key& key : keys()) {
      if (!first || !key.per_site || !key.path.starts_with("crawl.") || get(*first, key) == get(settings, key))
        continue;
      return Error{"sites_differ", std::string(key.path) + " is " + to_yaml(key, get(*first, key)) + " for " +
                                       first_host + " and " + to_yaml(key, get(settings, key)) + " for " + host +
                                       " (sites:); crawl them one after the other"};
    }
    if (first) continue;
    first_host = host;
    first = std::move(settings);
  }
  if (first) config.settings_.crawl = std::move(first->crawl);
  return config;
}

}  // namespace pith::config
