#include "indexer_adapter/query/detail/restriction.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/query/detail/query_date.h"
#include "indexer_adapter/words/detail/tokeniser.h"

namespace pith::index {
namespace {

QueryNode leaf_node(QueryNode::Kind kind, Field field) {
  QueryNode node;
  node.kind = kind;
  node.field = &info_of(field);
  return node;
}

}  // namespace

Result<std::vector<Restriction>> restrictions_of(const Query& query) {
  std::vector<Restriction> restrictions;
  for (const auto& [name, date] : {std::pair("after", &query.after), std::pair("before", &query.before)})
    if (!date->empty() && !is_query_date(*date)) return wrong_request("query_field", wrong_date(name, *date));
  for (const auto& [name, value, field] :
       {std::tuple("site", &query.site, Field::site), std::tuple("host", &query.host, Field::host),
        std::tuple("lang", &query.lang, Field::lang)}) {
    if (value->empty()) continue;
    QueryNode node = leaf_node(QueryNode::Kind::word, field);
    node.text = lower(to_wide(*value));
    std::string shown = to_utf8(node.text);
    if (field == Field::host && node.text.find(L'*') != std::wstring::npos) {
      node.kind = QueryNode::Kind::pattern;
      std::ranges::replace(node.text, L'*', QueryNode::any_run);
    }
    restrictions.push_back({name, std::move(shown), std::move(node)});
  }
  if (!query.after.empty() || !query.before.empty()) {
    QueryNode node = leaf_node(QueryNode::Kind::range, Field::published);
    node.low = to_wide(query.after);
    node.high = to_wide(query.before);
    node.high_included = false;
    restrictions.push_back({"date", "", std::move(node)});
  }
  return restrictions;
}

QueryNode all_of(QueryNode node, const std::vector<Restriction>& restrictions) {
  if (restrictions.empty()) return node;
  QueryNode all;
  all.kind = QueryNode::Kind::all_of;
  all.children.push_back(std::move(node));
  for (const Restriction& restriction : restrictions) all.children.push_back(restriction.node);
  return all;
}

}  // namespace pith::index
