#include "indexer_adapter/hits/detail/score_explanation.h"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

#include "indexer_adapter/lucene/detail/text.h"

namespace pith::index {
namespace {

// Lucene's, without parts that add nothing.
Explanation explanation_of(const Lucene::ExplanationPtr& lucene) {
  Explanation explanation{lucene->getValue(), to_utf8(lucene->getDescription()), {}};
  if (explanation.text.ends_with(':')) explanation.text.pop_back();
  if (const auto details = lucene->getDetails())
    for (const auto& detail : details)
      if (detail->getValue() != 0) explanation.parts.push_back(explanation_of(detail));
  if (explanation.text == "sum of" && explanation.parts.size() == 1) return std::move(explanation.parts.front());
  return explanation;
}

}  // namespace

Explanation explain_score(const FoundDocument& found, const BuiltQuery& query, const TitleMatch& titles,
                          const IndexView& view, const PageBoosts& boosts) {
  if (!query.scored) return {0, "the query only filters pages", {}};
  if (found.bet != 0 && found.score == 0) return {0, "best bet without the query's words", {}};
  const auto& searcher = view.searcher();
  Explanation words = explanation_of(searcher->explain(query.query->weight(searcher), found.document));
  const Segment& segment = view.segments()[view.segment_of(found.document)];
  const auto at = static_cast<std::size_t>(found.document - segment.first_document);
  const double recency = boosts.recency(segment, at), depth = boosts.depth(segment, at);
  const double title = titles.boost(segment, at), links = boosts.links(segment, at);
  if (recency == 1 && depth == 1 && title == 1 && links == 1) return words;
  Explanation all{found.score, "product of", {std::move(words)}};
  if (recency != 1) all.parts.push_back({recency, "recency (search.recency)", {}});
  if (depth != 1) all.parts.push_back({depth, "place in the site (search.depth)", {}});
  if (links != 1)
    all.parts.push_back(
        {links, fmt::format("pages that link to it: {} (search.links)", boosts.linking(segment, at)), {}});
  if (title != 1) all.parts.push_back({title, "title like the query (search.title)", {}});
  return all;
}

}  // namespace pith::index
