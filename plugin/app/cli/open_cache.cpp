#include "plugin/app/cli/open_cache.h"

#include "crawler_adapter/error_codes.h"
#include "plugin/capture/options.h"

namespace pith::cli {

std::optional<crawl::PageCache> open_cache(Context& context) {
  const auto config = context.load();
  if (!config) {
    context.fail(config.error());
    return std::nullopt;
  }
  crawl::CacheOptions options = capture::cache_options(config->settings());
  auto cache = crawl::PageCache::open_existing(options);
  if (!cache && cache.error().code == crawl::code::not_writable) {
    options.read_only = true;
    cache = crawl::PageCache::open_existing(options);
  }
  if (!cache) {
    context.fail(cache.error());
    return std::nullopt;
  }
  return std::move(*cache);
}

}  // namespace pith::cli
