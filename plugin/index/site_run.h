// Extracts the pages of the sites in scope and hands each result to a sink: `pith index`, its dry run, `pith measure`.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "config/load.h"
#include "core/base/result.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "plugin/index/index_hooks.h"
#include "plugin/index/index_scope.h"
#include "plugin/site/extraction_pool.h"
#include "plugin/site/site_setup.h"

namespace pith::pipeline {

// Not thread-safe. `config` and `hooks` outlive it.
class SiteRun {
 public:
  // `cache`: perhaps for reading only. Errors: those of CacheLedger.
  static Result<std::unique_ptr<SiteRun>> open(const config::Config& config, const IndexHooks& hooks,
                                               const crawl::CacheOptions& cache);
  SiteRun(const SiteRun&) = delete;
  SiteRun& operator=(const SiteRun&) = delete;

  // Sets `sites`. Errors: those of sites_in_scope.
  std::optional<Error> choose(const IndexScope& scope);

  // As extract_sites, with the run's threads and stop; after each result, progress is reported.
  Result<std::vector<EmptySite>> extract(const std::vector<std::string>& sites, PoolOptions options, const Sink& sink);

  void report() const {
    if (hooks.progress) hooks.progress(progress);
  }
  bool is_stopped() const { return hooks.stop && *hooks.stop; }

  const config::Settings& settings;
  const IndexHooks& hooks;
  const crawl::CacheOptions cache_options;
  crawl::CacheLedger cache;
  Setups setups;
  std::vector<std::string> sites = {};  // in scope
  IndexProgress progress = {};

 private:
  SiteRun(const config::Config& config, const IndexHooks& hooks, const crawl::CacheOptions& cache_options,
          crawl::CacheLedger cache);
};

}  // namespace pith::pipeline
