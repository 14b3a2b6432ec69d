#include "indexer_adapter/query/detail/best_bets.h"

#include <algorithm>
#include <string_view>

#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/words/detail/tokeniser.h"

namespace pith::index {
namespace {

using Kind = QueryNode::Kind;

void add_words(std::wstring& key, std::wstring_view text) {
  for (const Token& token : tokenise(text)) key += token.folded + L' ';
}

// False if there is more than words.
bool add_words(std::wstring& key, const QueryNode& node) {
  if (node.kind == Kind::all_of)
    return std::ranges::all_of(node.children, [&](const QueryNode& child) { return add_words(key, child); });
  if ((node.kind != Kind::word && node.kind != Kind::phrase) || node.field != nullptr) return false;
  add_words(key, node.text);
  return true;
}

}  // namespace

BetTable::BetTable(const std::vector<Rule>& rules) {
  for (const Rule& rule : rules)
    for (const std::string& query : rule.left) {
      std::wstring key;
      add_words(key, to_wide(query));
      std::vector<std::string>& pages = pages_[key];
      for (const std::string& page : rule.right)
        if (pages.size() < max_best_bets && std::ranges::find(pages, page) == pages.end()) pages.push_back(page);
    }
}

std::vector<std::string> BetTable::pages(const QueryNode& tree) const {
  std::wstring key;
  if (!add_words(key, tree)) return {};
  const auto found = pages_.find(key);
  return found == pages_.end() ? std::vector<std::string>() : found->second;
}

FoundBets find_best_bets(const std::vector<std::string>& pages, const std::vector<Restriction>& restrictions,
                         const QueryContext& context) {
  FoundBets bets;
  const IndexView& view = context.leaves.view();
  const auto any = Lucene::newLucene<Lucene::BooleanQuery>();
  for (const std::string& page : pages) {
    QueryNode node;
    node.kind = Kind::word;
    node.field = &info_of(Field::url);
    node.text = to_wide(page);
    const auto built = build_query(all_of(node, restrictions), context);
    if (!built) continue;
    const auto weight = built->query->weight(view.searcher());
    for (const Segment& segment : view.segments()) {
      const auto scorer = weight->scorer(segment.reader, true, false);
      if (!scorer || scorer->nextDoc() == Lucene::DocIdSetIterator::NO_MORE_DOCS) continue;
      bets.documents.push_back(segment.first_document + scorer->docID());
      any->add(built->query, Lucene::BooleanClause::SHOULD);
      break;
    }
  }
  bets.query = any;
  return bets;
}

}  // namespace pith::index
