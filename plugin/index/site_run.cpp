#include "plugin/index/site_run.h"

#include <utility>

namespace pith::pipeline {

SiteRun::SiteRun(const config::Config& config, const IndexHooks& hooks, const crawl::CacheOptions& cache_options,
                 crawl::CacheLedger cache)
    : settings(config.settings()),
      hooks(hooks),
      cache_options(cache_options),
      cache(std::move(cache)),
      setups(config) {}

Result<std::unique_ptr<SiteRun>> SiteRun::open(const config::Config& config, const IndexHooks& hooks,
                                               const crawl::CacheOptions& cache) {
  auto ledger = crawl::CacheLedger::open_existing(cache);
  if (!ledger) return ledger.error();
  return std::unique_ptr<SiteRun>(new SiteRun(config, hooks, cache, *std::move(ledger)));
}

std::optional<Error> SiteRun::choose(const IndexScope& scope) {
  auto found = sites_in_scope(cache, setups.digest(), scope);
  if (!found) return found.error();
  sites = *std::move(found);
  progress.sites = sites.size();
  return std::nullopt;
}

Result<std::vector<EmptySite>> SiteRun::extract(const std::vector<std::string>& sites, PoolOptions options,
                                                const Sink& sink) {
  options.threads = extraction_threads(settings);
  options.stop = hooks.stop;
  return extract_sites(open_cached_sites(cache_options, setups), setups, sites, options, [&](PoolResult&& result) {
    auto error = sink(std::move(result));
    if (!error) report();
    return error;
  });
}

}  // namespace pith::pipeline
