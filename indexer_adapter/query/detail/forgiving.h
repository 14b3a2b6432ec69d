// What a search looks for when too few pages have all of its words.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "indexer_adapter/query/detail/hints.h"
#include "indexer_adapter/query/detail/query_builder.h"

namespace pith::index {

struct Forgiven {
  QueryNode tree;                  // the query, with Kind::most_of in place of the words that a page may lack
  std::vector<QueryNode> words;    // the children of most_of
  std::vector<std::string> names;  // of each, as the user wrote it
  std::vector<std::string> notes;  // what was changed: a line each, for people
};

// Makes function words ("the", "and") optional that stand in the query by themselves, unless it has no others: they
// only count for the score. `languages`: of the pages.
void free_function_words(QueryNode& tree, std::span<const std::string> languages);

// A page may lack words that stand in the query by themselves. It may not lack phrases, patterns, excluded words,
// alternatives, words with a field of their own, or words that the user insists on: "+word", "a AND b".
//   - Of a run of Han or Thai, a page may lack some of the words.
//   - A Korean word also stands for itself without its particle (particles.h).
//   - A symbol that no page has ("str.join", "dry-run") is replaced by its parts, all of them, anywhere in the page.
//   - A word that no page has is replaced by two words that some page has side by side, or by the only word that is
//     spelled nearly like it, unless a menu or footer has it; or else left out. What replaces a word finds pages within
//     the restrictions.
//   - A compound also stands for its parts, where the index has both: "badrumsrenovering" for "badrum" and
//     "renovering"; two words for their compound, if the index has it (compounds.h).
// Nothing if that leaves the query as it was. Throws what `count` throws.
std::optional<Forgiven> forgive(const QueryNode& tree, const QueryContext& context, const CountPages& count);

}  // namespace pith::index
