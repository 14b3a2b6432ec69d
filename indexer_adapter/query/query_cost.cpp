#include "indexer_adapter/query/query_cost.h"

#include <algorithm>
#include <cstddef>

#include "core/text/ascii.h"
#include "indexer_adapter/query/query_syntax.h"
#include "indexer_adapter/words/detail/tokeniser.h"

namespace pith::index {
namespace {

// As measured on 20,000 pages of 500 words.
constexpr unsigned phrase_word = 2, range = 4, fuzzy_word = 6, long_prefix = 3, short_prefix = 8, url_pattern = 10,
                   like_page = 10, explained_hits = 2, shown_hits = 10, skipped_hits = 1000;
constexpr unsigned letters_of_long_prefix = 3;

unsigned words_in(const QueryNode& node) { return static_cast<unsigned>(tokenise(node.text).size()); }

// "foo-ba*" means foo and ba*.
unsigned pattern_cost(const QueryNode& node) {
  if (node.field != nullptr && node.field->kind == FieldKind::keyword) return url_pattern;
  unsigned cost = 0, letters = 0;
  bool counted = false;  // the part being read
  for (const wchar_t c : node.text) {
    const bool wildcard = c == QueryNode::any_run || c == QueryNode::any_one;
    if (wildcard && !counted) cost += letters < letters_of_long_prefix ? short_prefix : long_prefix;
    counted = wildcard || (counted && is_word_character(c));
    letters = is_word_character(c) ? letters + 1 : 0;
    cost += letters == 1 && !counted;
  }
  return cost;
}

unsigned cost_of(const QueryNode& node) {
  switch (node.kind) {
    case QueryNode::Kind::everything:
      return 1;
    case QueryNode::Kind::word:  // "foo-bar" is a phrase, and a line of Han or Thai is many words
    case QueryNode::Kind::phrase:
      if (node.field != nullptr && node.field->kind != FieldKind::text) return 1;
      return words_in(node) == 1 ? 1 : phrase_word * words_in(node);
    case QueryNode::Kind::pattern:
      return pattern_cost(node);
    case QueryNode::Kind::fuzzy:
      return fuzzy_word;
    case QueryNode::Kind::range:
      return range;
    case QueryNode::Kind::all_of:
    case QueryNode::Kind::any_of:
    case QueryNode::Kind::none_of:
    case QueryNode::Kind::most_of:
      break;
  }
  unsigned sum = 0;
  for (const QueryNode& child : node.children) sum += cost_of(child);
  return sum;
}

}  // namespace

unsigned cost_of(const Query& query, const QueryLimits& limits) {
  unsigned cost = 0;
  if (!trim_ascii(query.text).empty()) {
    const FieldInfo* const field = find_field(query.field);
    const auto tree = parse_query(read_query(query.text, field, limits).text, field, limits);
    if (!tree) return 0;
    cost += cost_of(*tree);
  }
  if (!query.like.empty()) cost += like_page;
  if (!query.after.empty() || !query.before.empty()) cost += range;
  if (query.facets) ++cost;
  const std::size_t shown = std::min(query.limit, max_hits), skipped = std::min(query.offset, max_hits);
  if (query.explain) cost += static_cast<unsigned>(shown / explained_hits);
  return cost + static_cast<unsigned>(shown / shown_hits + skipped / skipped_hits);
}

}  // namespace pith::index
