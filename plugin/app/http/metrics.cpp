#include "plugin/app/http/metrics.h"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

namespace pith::http {
namespace {

using prometheus::BuildCounter;
using prometheus::BuildGauge;
using prometheus::BuildHistogram;

const prometheus::Histogram::BucketBoundaries seconds_buckets = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
                                                                 0.1,   0.25,   0.5,   1,    2.5,   5};

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

void Metrics::set_index(std::size_t pages, std::uint64_t commit, std::uint64_t reopened) {
  impl_->pages.Set(static_cast<double>(pages));
  impl_->commit.Set(static_cast<double>(commit));
  impl_->reopened.Set(static_cast<double>(reopened));
}

std::string Metrics::text() const { return prometheus::TextSerializer().Serialize(impl_->registry.Collect()); }

}  // namespace pith::http
