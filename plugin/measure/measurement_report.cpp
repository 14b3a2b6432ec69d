#include "plugin/measure/measurement_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <tuple>

#include "core/text/number.h"
#include "plugin/measure/html_page.h"
#include "plugin/measure/measurement_summary.h"
#include "plugin/measure/svg_plot.h"

namespace pith::measure {
namespace {

using eval::Table;
using Json = nlohmann::ordered_json;

std::string number(double value, bool is_share) {
  return is_share ? fmt::format("{:.3f}", value) : fmt::format("{:.1f}", value);
}

std::string difference(double value, bool is_share) {
  return is_share ? fmt::format("{:+.3f}", value) : fmt::format("{:+.1f}", value);
}

std::string times(double before, double after) { return before > 0 ? fmt::format("× {:.2f}", after / before) : "–"; }

std::string queries(std::size_t count) { return count == 1 ? "1 query" : fmt::format("{} queries", count); }

Table index_table(const Measurement& m) {
  const TwoIndexes& i = m.indexes;
  Table table{.title = fmt::format("Two indexes of {}, {}", counted(i.documents, "page"), counted(i.sites, "site")),
              .header = {"", "whole page", "main content", "ratio"}};
  const auto row = [&](const char* name, double whole, double main, auto&& shown) {
    table.rows.push_back({name, shown(whole), shown(main), times(whole, main)});
  };
  const auto count = [](double v) { return fmt::format("{:.0f}", v); };
  const auto milliseconds = [](double v) { return fmt::format("{:.2f}", v); };
  row("words of content", static_cast<double>(i.whole.words), static_cast<double>(i.main.words), count);
  row("index, MB", static_cast<double>(i.whole.bytes) / 1e6, static_cast<double>(i.main.bytes) / 1e6,
      [](double v) { return fmt::format("{:.1f}", v); });
  for (const auto& [name, p] : {std::pair("query time, median, ms", 0.5), std::pair("query time, p95, ms", 0.95)})
    row(name, time_quantile(m, &QueryOutcome::whole, p), time_quantile(m, &QueryOutcome::main, p), milliseconds);
  return table;
}

bool same(const eval::Interval& a, const eval::Interval& b) {
  return a.mean == b.mean && a.low == b.low && a.high == b.high;
}

// If the excluded fields change no query, the same queries with them say nothing new.
bool says_nothing(const FigureSummary& all_fields, const FigureSummary& mrr) {
  return same(all_fields.whole, mrr.whole) && same(all_fields.main, mrr.main) &&
         same(all_fields.difference, mrr.difference);
}

Table kind_table(const KindSummary& kind) {
  Table table{.title = fmt::format("{}: {}", name_of(kind.kind), queries(kind.queries)),
              .header = {"", "whole page", "main content", "difference", "95 % interval"},
              .note = fmt::format("{}.", meaning_of(kind.kind))};
  for (std::size_t f = 0; f < figures().size(); ++f) {
    const auto& [name, of, share] = figures()[f];
    const auto& [whole, main, gain] = kind.figures[f];
    if (f == judged && !kind.has_irrelevant) continue;
    if (f == mrr_all_fields && says_nothing(kind.figures[f], kind.figures[mrr])) continue;
    table.rows.push_back(
        {std::string(name), number(whole.mean, share), number(main.mean, share), difference(gain.mean, share),
         kind.queries == 1 ? "–"  // a single query gives no interval
                           : fmt::format("{} to {}", difference(gain.low, share), difference(gain.high, share))});
    if (f == hits_per_query)
      table.rows.push_back({"hits, median", number(kind.whole_median_hits, false), number(kind.main_median_hits, false),
                            difference(kind.main_median_hits - kind.whole_median_hits, false), ""});
  }
  return table;
}

std::string rank_of(const Answer& answer) {
  return answer.found ? fmt::format("{:.6g}", std::round(answer.scores.rank * 10) / 10) : "none";
}

Table query_table(std::string title, const std::vector<const QueryOutcome*>& outcomes) {
  Table table{.title = std::move(title), .header = {"query", "kind", "rank", "hits", "answer"}};
  for (const QueryOutcome* o : outcomes) {
    const auto& relevant = o->query.relevant;
    table.rows.push_back(
        {o->query.text, std::string(name_of(o->query.kind)),
         fmt::format("{} → {}", rank_of(o->whole), rank_of(o->main)),
         fmt::format("{} → {}", o->whole.hits, o->main.hits),
         relevant.front().url + (relevant.size() > 1 ? fmt::format(" +{}", relevant.size() - 1) : "")});
  }
  return table;
}

std::vector<Table> winners_and_losers(const Measurement& m, std::size_t shown) {
  const auto all = changed(m);
  const auto gain = [](const QueryOutcome* o) {
    return o->main.scores.reciprocal_rank > o->whole.scores.reciprocal_rank;
  };
  std::vector<const QueryOutcome*> gained, lost;
  for (const QueryOutcome* o : all) (gain(o) ? gained : lost).push_back(o);
  std::reverse(lost.begin(), lost.end());
  const std::size_t total = m.outcomes.size();
  std::vector<Table> out;
  for (const auto& [name, list] : {std::pair("Gained", &gained), std::pair("Lost", &lost)}) {
    if (list->empty()) continue;
    auto title = fmt::format("{}: {} of {}", name, list->size(), queries(total));
    if (list->size() > shown) title += fmt::format("; the {} with the largest change", shown);
    list->resize(std::min(list->size(), shown));
    out.push_back(query_table(std::move(title), *list));
  }
  return out;
}

Json to_json(const eval::Interval& interval) {
  return {{"mean", interval.mean}, {"low", interval.low}, {"high", interval.high}};
}

Json to_json(const Answer& a) {
  return {{"hits", a.hits},
          {"found", a.found},
          {"rank", a.scores.rank},
          {"reciprocal_rank", a.scores.reciprocal_rank},
          {"reciprocal_rank_all_fields", a.reciprocal_rank_all_fields},
          {"success_1", a.scores.success_1},
          {"ndcg_10", a.scores.ndcg_10},
          {"precision_10", a.scores.precision_10},
          {"judged_10", a.scores.judged_10},
          {"milliseconds", a.milliseconds}};
}

Json to_json(const IndexFigures& index, const Measurement& m, Answer QueryOutcome::*side) {
  return {{"bytes", index.bytes},
          {"words", index.words},
          {"p50_milliseconds", time_quantile(m, side, 0.5)},
          {"p95_milliseconds", time_quantile(m, side, 0.95)}};
}

}  // namespace

std::vector<std::string> preface(const Measurement& m) {
  std::vector<std::string> out;
  out.push_back(
      "The same pages, analysers and ranking; the left index holds all that a reader sees, the right one only main "
      "content.");
  out.push_back(
      fmt::format("Differences are means over queries, with 95 % bootstrap intervals clustered by {}; an interval "
                  "without zero is a difference that the choice of queries does not explain.",
                  is_clustered_by_site(m) ? "the site of the answer" : "the page that is the answer"));
  out.push_back(
      "Hits with the same score count as if in any order. If one page is the answer, precision@10 cannot exceed 0.1.");
  if (m.indexes.evicted > 0)
    out.push_back(fmt::format("{} left the page cache while this read it, and {} in neither index.",
                              counted(m.indexes.evicted, "page"), m.indexes.evicted == 1 ? "is" : "are"));
  if (!m.unknown_pages.empty())
    out.push_back(fmt::format("{} that should be found {} not indexed and count as not found, for example {}.",
                              counted(m.unknown_pages.size(), "page"), m.unknown_pages.size() == 1 ? "is" : "are",
                              m.unknown_pages.front()));
  if (m.queries_left_out > 0)
    out.push_back(fmt::format("{} left out, because no indexed page answers {}.", queries(m.queries_left_out),
                              m.queries_left_out == 1 ? "it" : "them"));
  for (const QueryKind kind : m.empty_kinds)
    out.push_back(fmt::format("No query of the kind {}: {}.", name_of(kind), why_none(kind)));
  return out;
}

std::vector<Table> report_tables(const Measurement& m, const ReportOptions& options) {
  std::vector<Table> out = {index_table(m)};
  for (const KindSummary& kind : by_kind(m)) out.push_back(kind_table(kind));
  for (Table& table : winners_and_losers(m, options.shown)) out.push_back(std::move(table));
  return out;
}

std::string report_json(const Measurement& m, const ReportOptions& options) {
  Json kinds = Json::array(), asked = Json::array(), empty_kinds = Json::array();
  for (const QueryKind kind : m.empty_kinds) empty_kinds.push_back(name_of(kind));
  for (const KindSummary& kind : by_kind(m)) {
    Json values = Json::object();
    for (std::size_t f = 0; f < figures().size(); ++f)
      if (f != judged || kind.has_irrelevant)
        values[std::string(figures()[f].name)] = {{"whole", to_json(kind.figures[f].whole)},
                                                  {"main", to_json(kind.figures[f].main)},
                                                  {"difference", to_json(kind.figures[f].difference)}};
    kinds.push_back({{"kind", name_of(kind.kind)}, {"queries", kind.queries}, {"figures", values}});
  }
  for (const QueryOutcome& o : m.outcomes) {
    Json relevant = Json::array();
    for (const RelevantPage& page : o.query.relevant) relevant.push_back({{"url", page.url}, {"grade", page.grade}});
    asked.push_back({{"query", o.query.text},
                     {"kind", name_of(o.query.kind)},
                     {"site", o.query.site},
                     {"relevant", relevant},
                     {"whole", to_json(o.whole)},
                     {"main", to_json(o.main)}});
  }
  const Json out = {{"title", options.title},
                    {"documents", m.indexes.documents},
                    {"sites", m.indexes.sites},
                    {"evicted", m.indexes.evicted},
                    {"whole", to_json(m.indexes.whole, m, &QueryOutcome::whole)},
                    {"main", to_json(m.indexes.main, m, &QueryOutcome::main)},
                    {"clustered_by_site", is_clustered_by_site(m)},
                    {"kinds", kinds},
                    {"unknown_pages", m.unknown_pages},
                    {"queries_left_out", m.queries_left_out},
                    {"empty_kinds", empty_kinds},
                    {"queries", asked},
                    {"stopped", m.stopped}};
  return out.dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string report_html(const Measurement& m, const ReportOptions& options) {
  std::string body = "<h1>" + eval::escape_html(options.title) + "</h1>\n";
  for (const std::string& line : preface(m)) body += "<p class=\"note\">" + eval::escape_html(line) + "</p>\n";
  const auto kinds = by_kind(m);
  for (const auto& [f, heading, full] : {std::tuple(mrr, "Mean reciprocal rank of the first page that answers", 1.0),
                                         std::tuple(found, "Queries whose answer is found at all", 1.0),
                                         std::tuple(hits_per_query, "Share of all pages that a query finds",
                                                    static_cast<double>(m.indexes.documents))}) {
    const auto scaled = [full = full](const eval::Interval& i) {
      return eval::Interval{i.mean / full, i.low / full, i.high / full, i.by_page};
    };
    std::vector<eval::Bar> bars;
    for (const KindSummary& kind : kinds) {
      bars.push_back({fmt::format("{}, main content", name_of(kind.kind)), scaled(kind.figures[f].main)});
      bars.push_back({fmt::format("{}, whole page", name_of(kind.kind)), scaled(kind.figures[f].whole), true});
    }
    body += fmt::format("<h2>{}</h2>\n", heading) + eval::bar_chart(heading, std::move(bars));
  }
  for (const Table& table : report_tables(m, options))
    body += (table.header.front() == "query" ? "<div class=\"wide words\">" : "<div class=\"wide\">") +
            eval::to_html(table) + "</div>\n";
  return eval::html_page(options.title, body);
}

}  // namespace pith::measure
