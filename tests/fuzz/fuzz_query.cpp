// Query strings: parsing, and searching a small index in all ways.
//
// Input: the query. Its last byte chooses how it is searched.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "indexer_adapter/hits/searcher.h"
#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/query/query_syntax.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/small_index.h"

using namespace pith;
using namespace pith::fuzz;
using namespace pith::index;

namespace {

struct Tally {
  std::size_t leaves = 0;
};

void check_tree(const QueryNode& node, std::size_t characters, unsigned depth, Tally& tally) {
  require(depth <= 2 * QueryLimits{}.max_depth + 2, "a query is as deep as allowed");
  require(std::isfinite(node.boost) && node.boost >= 0, "boosts are numbers");
  using enum QueryNode::Kind;
  const bool inner = node.kind == all_of || node.kind == any_of || node.kind == none_of;
  require(inner || node.children.empty(), "leaves have no children");
  require(node.kind != none_of || node.children.size() == 1, "a negation has one child");
  if (!inner) {
    ++tally.leaves;
    require(node.begin <= node.end && node.end <= characters, "a leaf stands in the query");
  }
  for (const QueryNode& child : node.children) check_tree(child, characters, depth + 1, tally);
}

Query query_of(std::string_view text, unsigned choice) {
  Query query{.text = std::string(text)};
  switch (choice % 8) {
    case 1:
      query.facets = query.explain = true;
      break;
    case 2:
      query.order = Order::newest;
      break;
    case 3:
      query.field = "title";
      break;
    case 4:
      query.lang = "de";
      break;
    case 5:
      query.templates = true;
      break;
    case 6:
      query = {.site = query.text, .after = query.text, .before = query.text};
      break;
    case 7:
      query = {.text = query.text, .like = "https://b.example/0"};
      break;
    default:
      break;
  }
  query.offset = choice / 8 % 4;
  query.limit = choice / 32;
  return query;
}

void check_hits(const Query& query, const Hits& hits) {
  require(hits.hits.size() <= query.limit && hits.hits.size() <= hits.total && hits.total <= small_pages.size() + 1,
          "as many hits as there are");
  for (const Hit& hit : hits.hits) {
    require(!hit.url.empty() || query.templates, "a hit has a URL");
    require(std::isfinite(hit.score), "scores are numbers");
    if (query.explain)
      require(std::abs(hit.explanation.value - hit.score) <= 1e-4 * (1 + std::abs(hit.score)), "the sum is the score");
    for (const Piece& piece : hit.snippet) require_utf8(piece.text, "snippets are UTF-8");
  }
  for (const std::string& hint : hits.hints) require_utf8(hint, "hints are UTF-8");
  if (!hits.suggestion.empty())
    require(parse_query(hits.suggestion).ok(), "what is suggested is a query", hits.suggestion);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = view_of(data, size);
  const auto tree = parse_query(bytes);
  if (tree) {
    Tally tally;
    check_tree(*tree, to_wide(bytes).size(), 0, tally);
    require(tally.leaves <= QueryLimits{}.max_clauses, "a query has as many clauses as allowed");
    require(bytes.size() <= QueryLimits{}.max_bytes && is_valid_utf8(bytes), "a query is bounded and UTF-8");
  } else {
    require(tree.error().code.starts_with("query_"), "an error is the query's", tree.error().code);
    require_printable(tree.error().message);
  }

  static const Searcher searcher = std::move(*Searcher::open(small_index(), {.timeout = 3}));
  const Query query = query_of(bytes, choice_of(bytes));
  const auto hits = searcher.search(query);
  if (hits) {
    check_hits(query, *hits);
  } else {
    require(hits.error().code.starts_with("query_") && hits.error().code != "query_timeout", "an error is the query's",
            hits.error().message);
    require_printable(hits.error().message);
  }
  const ReadQuery read = read_query(bytes);
  require(read.text == bytes || parse_query(read.text).ok(), "what is read is a query", read.text);
  if (!parse_query(read.text) && !query.text.empty()) require(!hits, "what does not parse is not searched");
  return 0;
}
