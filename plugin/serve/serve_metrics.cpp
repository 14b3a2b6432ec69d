#include "plugin/serve/serve_metrics.h"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <map>
#include <mutex>
#include <vector>

namespace pith::http {
namespace {

using prometheus::BuildCounter;
using prometheus::BuildGauge;
using prometheus::BuildHistogram;

const prometheus::Histogram::BucketBoundaries seconds_buckets = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
                                                                 0.1,   0.25,   0.5,   1,    2.5,   5};

// Gauges that come and go with their labels.
class LabelledGauges {
 public:
  explicit LabelledGauges(prometheus::Family<prometheus::Gauge>& family) : family_(family) {}

  void set(const std::string& label, const std::map<std::string, std::int64_t>& values) {
    clear();
    for (const auto& [name, value] : values) add({{label, name}}, value);
  }
  void set(std::int64_t value) {
    clear();
    add({}, value);
  }
  void clear() {
    for (prometheus::Gauge* gauge : gauges_) family_.Remove(gauge);
    gauges_.clear();
  }

 private:
  void add(const std::map<std::string, std::string>& labels, std::int64_t value) {
    gauges_.push_back(&family_.Add(labels));
    gauges_.back()->Set(static_cast<double>(value));
  }

  prometheus::Family<prometheus::Gauge>& family_;
  std::vector<prometheus::Gauge*> gauges_;
};

}  // namespace

struct Metrics::Impl {
  prometheus::Registry registry;
  prometheus::Family<prometheus::Counter>& requests = BuildCounter()
                                                          .Name("pith_http_requests_total")
                                                          .Help("Requests answered, by route and status.")
                                                          .Register(registry);
  prometheus::Family<prometheus::Histogram>& request_seconds =
      BuildHistogram().Name("pith_http_request_seconds").Help("Time to answer a request, by route.").Register(registry);
  prometheus::Family<prometheus::Counter>& refusals =
      BuildCounter()
          .Name("pith_http_refused_total")
          .Help("Connections refused before there was a request to route, by status.")
          .Register(registry);
  prometheus::Family<prometheus::Counter>& searches =
      BuildCounter().Name("pith_searches_total").Help("Searches, by outcome.").Register(registry);
  prometheus::Family<prometheus::Counter>& search_errors =
      BuildCounter().Name("pith_search_errors_total").Help("Searches that were errors, by reason.").Register(registry);
  prometheus::Histogram& search_seconds = BuildHistogram()
                                              .Name("pith_search_seconds")
                                              .Help("Time that searches took in the index.")
                                              .Register(registry)
                                              .Add({}, seconds_buckets);
  prometheus::Family<prometheus::Counter>& suggestions =
      BuildCounter().Name("pith_suggestions_total").Help("Requests for suggestions, by outcome.").Register(registry);
  prometheus::Histogram& suggestion_seconds = BuildHistogram()
                                                  .Name("pith_suggestion_seconds")
                                                  .Help("Time that suggestions took in the index.")
                                                  .Register(registry)
                                                  .Add({}, seconds_buckets);
  prometheus::Gauge& connections =
      BuildGauge().Name("pith_http_connections").Help("Open connections.").Register(registry).Add({});
  prometheus::Counter& closed =
      BuildCounter()
          .Name("pith_http_connections_closed_total")
          .Help("Connections closed to make room for others (serve.connections), or for their answers.")
          .Register(registry)
          .Add({});
  prometheus::Counter& log_errors = BuildCounter()
                                        .Name("pith_search_log_errors_total")
                                        .Help("Queries that could not be written to search.log.")
                                        .Register(registry)
                                        .Add({});
  prometheus::Gauge& broken_rules = BuildGauge()
                                        .Name("pith_search_rules_broken")
                                        .Help(
                                            "Files of search.synonyms and search.best_bets that are wrong; what they "
                                            "said before stays in effect.")
                                        .Register(registry)
                                        .Add({});
  prometheus::Gauge& pages =
      BuildGauge().Name("pith_index_pages").Help("Pages in the index.").Register(registry).Add({});
  prometheus::Gauge& commit =
      BuildGauge().Name("pith_index_commit").Help("Number of the commit that is served.").Register(registry).Add({});
  prometheus::Gauge& reopened =
      BuildGauge().Name("pith_index_reopened").Help("New commits seen since the start.").Register(registry).Add({});
  prometheus::Gauge& committed = BuildGauge()
                                     .Name("pith_index_commit_timestamp_seconds")
                                     .Help("When the commit that is served was made.")
                                     .Register(registry)
                                     .Add({});
  prometheus::Gauge& readable =
      BuildGauge()
          .Name("pith_index_readable")
          .Help("1: the index can be opened; 0: it is missing or damaged, or a file cannot be read.")
          .Register(registry)
          .Add({});
  prometheus::Family<prometheus::Gauge>& disk_bytes = BuildGauge()
                                                          .Name("pith_disk_bytes")
                                                          .Help("Size of the file system of the cache, or the index.")
                                                          .Register(registry);
  prometheus::Family<prometheus::Gauge>& disk_free =
      BuildGauge().Name("pith_disk_free_bytes").Help("What is free of it for Pith.").Register(registry);

  std::mutex mutex;  // guards what follows, and the registry while it changes
  LabelledGauges index_time{BuildGauge()
                                .Name("pith_last_index_timestamp_seconds")
                                .Help("When `pith index` ended last, by itself, in a crawl or in an ingest.")
                                .Register(registry)};
  LabelledGauges cache_pages{BuildGauge()
                                 .Name("pith_cache_pages")
                                 .Help("Pages in the page cache by state, as of the last `pith index`.")
                                 .Register(registry)};
  LabelledGauges skipped{BuildGauge()
                             .Name("pith_cache_skipped_pages")
                             .Help("Pages that are not indexed, by reason, as of the last `pith index`.")
                             .Register(registry)};
  LabelledGauges redesigned{BuildGauge()
                                .Name("pith_site_redesigned_timestamp_seconds")
                                .Help("When a site was last seen to have a new template; the latest 100 sites.")
                                .Register(registry)};
  LabelledGauges held{
      BuildGauge()
          .Name("pith_site_held_pages")
          .Help("Pages that a crawl did not find, and that stay since most were missing; the 100 sites with most.")
          .Register(registry)};
  LabelledGauges doctor_time{BuildGauge()
                                 .Name("pith_last_doctor_timestamp_seconds")
                                 .Help("When `pith doctor` ended last.")
                                 .Register(registry)};
  LabelledGauges damaged{BuildGauge()
                             .Name("pith_damage_found")
                             .Help("Damaged pages, records and files that the last `pith doctor` found and left.")
                             .Register(registry)};
};

Metrics::Metrics() : impl_(std::make_unique<Impl>()) {}
Metrics::~Metrics() = default;

void Metrics::answered(std::string_view route, int status, double seconds) {
  impl_->requests.Add({{"route", std::string(route)}, {"status", std::to_string(status)}}).Increment();
  impl_->request_seconds.Add({{"route", std::string(route)}}, seconds_buckets).Observe(seconds);
}

void Metrics::refused(int status) { impl_->refusals.Add({{"status", std::to_string(status)}}).Increment(); }

void Metrics::searched(std::string_view outcome, double seconds) {
  impl_->searches.Add({{"outcome", std::string(outcome)}}).Increment();
  impl_->search_seconds.Observe(seconds);
}

void Metrics::suggested(bool ok, double seconds) {
  impl_->suggestions.Add({{"outcome", ok ? "ok" : "error"}}).Increment();
  impl_->suggestion_seconds.Observe(seconds);
}

void Metrics::search_failed(std::string_view code) {
  impl_->search_errors.Add({{"reason", std::string(code)}}).Increment();
}

void Metrics::log_failed() { impl_->log_errors.Increment(); }
void Metrics::set_broken_rules(std::size_t files) { impl_->broken_rules.Set(static_cast<double>(files)); }
void Metrics::closed_connection() { impl_->closed.Increment(); }
void Metrics::set_connections(std::size_t count) { impl_->connections.Set(static_cast<double>(count)); }

void Metrics::set_index(std::size_t pages, std::uint64_t commit, std::uint64_t reopened, double committed) {
  impl_->pages.Set(static_cast<double>(pages));
  impl_->commit.Set(static_cast<double>(commit));
  impl_->reopened.Set(static_cast<double>(reopened));
  impl_->committed.Set(committed);
}

void Metrics::set_index_readable(bool readable) { impl_->readable.Set(readable ? 1 : 0); }

void Metrics::set_disk(std::string_view what, std::uintmax_t bytes, std::uintmax_t free) {
  impl_->disk_bytes.Add({{"of", std::string(what)}}).Set(static_cast<double>(bytes));
  impl_->disk_free.Add({{"of", std::string(what)}}).Set(static_cast<double>(free));
}

void Metrics::set_last_runs(const std::optional<pipeline::LastIndexing>& indexing,
                            const std::optional<pipeline::LastDiagnosis>& diagnosis) {
  const std::lock_guard lock(impl_->mutex);
  for (auto* gauges : {&impl_->index_time, &impl_->cache_pages, &impl_->skipped, &impl_->redesigned, &impl_->held,
                       &impl_->doctor_time, &impl_->damaged})
    gauges->clear();
  if (indexing) {
    impl_->index_time.set(indexing->time);
    impl_->cache_pages.set("state", indexing->pages);
    impl_->skipped.set("reason", indexing->skipped);
    impl_->redesigned.set("site", indexing->redesigned);
    impl_->held.set("site", indexing->held);
  }
  if (diagnosis) {
    impl_->doctor_time.set(diagnosis->time);
    impl_->damaged.set(diagnosis->damaged);
  }
}

std::string Metrics::text() const {
  const std::lock_guard lock(impl_->mutex);
  return prometheus::TextSerializer().Serialize(impl_->registry.Collect());
}

}  // namespace pith::http
