#include "plugin/cluster/map_run.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "core/base/keyed_hash.h"
#include "core/text/site_area.h"
#include "crawler_adapter/cache/captured_record.h"
#include "crawler_adapter/cache/site_sample.h"
#include "plugin/capture/options.h"
#include "plugin/cluster/site_mapper.h"
#include "plugin/cluster/site_records.h"

namespace pith::map {
namespace {

class MapRun {
 public:
  MapRun(const config::Config& config, const MapRequest& request, const MapHooks& hooks)
      : request_(request),
        hooks_(hooks),
        options_(capture::cache_options(config.settings())),
        records_(request.memory / 2, request.stage == Stage::whole),
        mapper_(config, request, hooks, summary_, [&] { report(); }) {}

  std::optional<Error> read() {
    RecordHooks reading;
    reading.page = [&](crawl::CapturedPage page) { return add(std::move(page)); };
    reading.progress = [&](const ingest::Report& now) {
      read_now_ = now.records;
      report();
    };
    reading.ended = [&](const ingest::Report& report) {
      read_now_ = 0;
      summary_.records += report.records;
      for (const auto& [reason, count] : report.left_out) summary_.left_out[reason] += count;
      summary_.losses += report.losses;
    };
    reading.lost = hooks_.lost;
    return read_records(request_.sources, options_, hooks_.stop, reading);
  }

  std::optional<Error> end() {
    auto error = stopped() ? std::nullopt : end_site();
    summary_.stopped = stopped();  // perhaps in the midst of the last site
    return error;
  }

  MapSummary take_summary() { return std::move(summary_); }

 private:
  bool stopped() const { return hooks_.stop && *hooks_.stop; }

  std::optional<Error> add(crawl::CapturedPage page) {
    crawl::CapturedRecord known = crawl::record_of(page, options_);
    if (known.site == crawl::no_site) {  // among those of any site
      if (bad_.insert(crawl::hash_url(known.url)).second) return mapper_.write_bad(page, known);
      ++summary_.again;
      return std::nullopt;
    }
    if (known.site != site_) {
      if (auto error = end_site()) return error;
      if (ended_.contains(crawl::hash_url(known.site)))
        return Error{"not_sorted", known.url + ": other sites have come since the last page of " + known.site +
                                       "; sort the records by site, as `pith shuffle` does"};
      site_ = known.site;
    }
    if (request_.stage == Stage::learn && !may_teach(known)) {
      ++summary_.counts.pages;
      return std::nullopt;
    }
    if (request_.stage != Stage::piece && records_.is_full(known.url, options_.site_max_urls)) {
      ++summary_.left_out["site_full"];
      return std::nullopt;
    }
    return records_.add(std::move(page), std::move(known));
  }

  // Even a site of no page has a model; for that, one record will do.
  bool may_teach(const crawl::CapturedRecord& known) {
    if (records_.empty() || records_.has(known.url)) return true;
    return known.state == crawl::PageState::pending && filters_[area_of(known.url)].may_have(known.url);
  }

  std::optional<Error> end_site() {
    if (site_.empty()) return std::nullopt;
    auto error = records_.empty() ? std::nullopt : mapper_.map(site_, records_);
    summary_.again += records_.again();
    ended_.insert(crawl::hash_url(site_));
    records_.clear();
    filters_.clear();
    report();
    return error;
  }

  void report() const {
    if (!hooks_.progress) return;
    MapSummary so_far = summary_;
    so_far.records += read_now_;
    hooks_.progress(so_far);
  }

  const MapRequest& request_;
  const MapHooks& hooks_;
  const crawl::CacheOptions options_;
  MapSummary summary_;
  std::int64_t read_now_ = 0;  // records of the source being read
  std::string site_;
  SiteRecords records_;
  std::map<std::string, crawl::SampleFilter> filters_;  // by area, of the stage `learn`
  SiteMapper mapper_;
  KeyedSet<std::uint64_t> ended_;  // hashes of sites
  KeyedSet<std::uint64_t> bad_;    // hashes of invalid URLs
};

}  // namespace

Result<MapSummary> run_map(const config::Config& config, const MapRequest& request, const MapHooks& hooks) {
  MapRun run(config, request, hooks);
  if (const std::string head = request.format->head(); request.stage == Stage::whole && !head.empty())
    if (auto error = hooks.write(head)) return *error;
  if (auto error = run.read()) return *error;
  if (auto error = run.end()) return *error;
  return run.take_summary();
}

}  // namespace pith::map
