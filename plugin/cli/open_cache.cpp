#include "plugin/cli/open_cache.h"

#include "crawler_adapter/page/crawl_errors.h"
#include "plugin/capture/options.h"

namespace pith::cli {

std::optional<crawl::CacheLedger> open_cache(Context& context) {
  const auto config = context.load();
  if (!config) {
    context.fail(config.error());
    return std::nullopt;
  }
  crawl::CacheOptions options = capture::cache_options(config->settings());
  auto cache = crawl::CacheLedger::open_existing(options);
  if (!cache && cache.error().code == crawl::code::not_writable) {
    options.read_only = true;
    cache = crawl::CacheLedger::open_existing(options);
  }
  if (!cache) {
    context.fail(cache.error());
    return std::nullopt;
  }
  return std::move(*cache);
}

}  // namespace pith::cli
