#include "plugin/measure/measurement.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace pith::measure {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t first_look = 100, last_look = 1000;  // hits to search for relevant pages

// One index, with one searcher per set of excluded fields.
class Index {
 public:
  Index(std::string path, index::SearcherOptions options) : path_(std::move(path)), options_(std::move(options)) {
    options_.timeout = 0;  // a slow machine changes only the times
    if (!options_.boosts.empty()) return;
    for (const index::FieldInfo& info : index::fields())
      if (info.boost > 0) options_.boosts.emplace(info.name, info.boost);
  }

  Result<Answer> ask(const TestQuery& query) {
    const auto searcher = without(query.kind), all_fields = without(QueryKind::user);
    if (!searcher) return searcher.error();
    if (!all_fields) return all_fields.error();
    Answer answer;
    if (auto error = rank(**searcher, query, answer)) return *error;
    answer.reciprocal_rank_all_fields = answer.scores.reciprocal_rank;
    if (!left_out(query.kind).empty()) {
      Answer other;
      if (auto error = rank(**all_fields, query, other)) return *error;
      answer.reciprocal_rank_all_fields = other.scores.reciprocal_rank;
    }
    const auto begun = Clock::now();
    const auto timed = (*searcher)->search({.text = query.text, .site = query.site});
    answer.milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - begun).count();
    if (!timed) return timed.error();
    return answer;
  }

 private:
  // Fills in what follows from the order of the hits.
  static std::optional<Error> rank(const index::Searcher& searcher, const TestQuery& query, Answer& answer) {
    std::vector<RankedHit> hits;
    for (const auto& [offset, limit] :
         {std::pair(std::size_t{0}, first_look), std::pair(first_look, last_look - first_look)}) {
      const auto found = searcher.search(
          {.text = query.text, .site = query.site, .ranking_alone = true, .offset = offset, .limit = limit});
      if (!found) return Error{found.error().code, "\"" + query.text + "\": " + found.error().message};
      answer.hits = found->complete;
      for (const index::Hit& hit : found->hits) {
        const bool partial = hits.size() >= found->complete;
        hits.push_back({hit.score, grade_of(query, hit.url), is_judged(query, hit.url), partial});
        answer.found |= hits.back().grade > 0;
      }
      if (is_settled(hits) || found->total <= first_look) break;
    }
    std::vector<int> relevant;
    for (const RelevantPage& page : query.relevant) relevant.push_back(page.grade);
    answer.scores = scores_of(hits, std::move(relevant));
    return std::nullopt;
  }

  static int grade_of(const TestQuery& query, const std::string& url) {
    for (const RelevantPage& page : query.relevant)
      if (page.url == url) return page.grade;
    return 0;
  }

  static bool is_judged(const TestQuery& query, const std::string& url) {
    return grade_of(query, url) > 0 ||
           std::find(query.irrelevant.begin(), query.irrelevant.end(), url) != query.irrelevant.end();
  }

  Result<const index::Searcher*> without(QueryKind kind) {
    auto known = searchers_.find(kind);
    if (known == searchers_.end()) {
      index::SearcherOptions options = options_;
      // Set to 0, not erased: without any boosts a searcher uses the schema's.
      for (const index::Field field : left_out(kind)) options.boosts[std::string(index::info_of(field).name)] = 0;
      auto opened = index::Searcher::open(path_, options);
      if (!opened)
        return Error{opened.error().code,
                     "queries of kind " + std::string(name_of(kind)) + ": " + opened.error().message};
      known = searchers_.emplace(kind, std::move(*opened)).first;
    }
    return &known->second;
  }

  const std::string path_;
  index::SearcherOptions options_;
  std::map<QueryKind, index::Searcher> searchers_;
};

// Judged pages under the URL that finds them.
void place(const TwoIndexes& indexes, TestQuery& query, std::set<std::string>& unknown_pages) {
  std::vector<RelevantPage> placed;
  std::set<std::string> unknown;
  for (RelevantPage& page : query.relevant) {
    std::string url = indexes.place_of(page.url);
    if (url.empty()) {
      unknown.insert(page.url);
      url = page.url;
    }
    const auto same =
        std::find_if(placed.begin(), placed.end(), [&](const RelevantPage& other) { return other.url == url; });
    if (same == placed.end())
      placed.push_back({std::move(url), page.grade});
    else
      same->grade = std::max(same->grade, page.grade);
  }
  if (unknown.size() == placed.size()) placed.clear();
  unknown_pages.merge(unknown);
  query.relevant = std::move(placed);
  for (std::string& url : query.irrelevant) url = indexes.place_of(url);
}

}  // namespace

Result<Measurement> measure(TwoIndexes indexes, std::vector<TestQuery> queries, const index::SearcherOptions& options,
                            const MeasureHooks& hooks) {
  Measurement out;
  out.indexes = std::move(indexes);
  std::set<std::string> unknown_pages;  // each once, however many queries name it
  Index whole(out.indexes.whole.path, options), main(out.indexes.main.path, options);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (hooks.stop && *hooks.stop) {
      out.stopped = true;
      break;
    }
    TestQuery& query = queries[i];
    place(out.indexes, query, unknown_pages);
    if (query.relevant.empty()) {
      ++out.queries_left_out;
      continue;
    }
    const auto of_whole = whole.ask(query);
    if (!of_whole) return of_whole.error();
    const auto of_main = main.ask(query);
    if (!of_main) return of_main.error();
    out.outcomes.push_back({std::move(query), *of_whole, *of_main});
    if (hooks.progress) hooks.progress(i + 1, queries.size());
  }
  out.unknown_pages.assign(unknown_pages.begin(), unknown_pages.end());
  return out;
}

}  // namespace pith::measure
