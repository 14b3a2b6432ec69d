// Files of synonyms and best bets, and searches by them.
//
// Input: a file. Each of its lines is also asked for. The file is read as synonyms, and as best bets.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/url.h"
#include "indexer_adapter/hits/searcher.h"
#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/query/detail/synonyms.h"
#include "indexer_adapter/query/rule_file.h"
#include "indexer_adapter/query/rules.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/small_index.h"

using namespace pith;
using namespace pith::fuzz;
using namespace pith::index;

namespace {

constexpr std::size_t asked = 8;  // lines

std::string escaped(const std::string& term) {
  std::string out;
  for (const char c : term) {
    if (static_cast<unsigned char>(c) < 0x80) out += '\\';
    out += c;
  }
  return out;
}

std::string written(const std::vector<Rule>& rules) {
  std::string text;
  for (const Rule& rule : rules) {
    for (const auto* side : {&rule.left, &rule.right}) {
      if (side == &rule.right && !side->empty()) text += " => ";
      for (const std::string& term : *side) text += (&term == &side->front() ? "" : ", ") + escaped(term);
    }
    text += " ,\n";  // white space at the end of a line does not count, even escaped
  }
  return text;
}

void check_rules(const std::vector<Rule>& rules, bool best_bets) {
  require(rules.size() <= max_rules, "rules are bounded");
  for (const Rule& rule : rules) {
    require(!rule.left.empty() && rule.left.size() + rule.right.size() <= max_rule_terms, "terms are bounded");
    require(rule.left.size() > 1 || !rule.right.empty(), "a rule says something");
    require(!best_bets || !rule.right.empty(), "a best bet has a page");
    if (best_bets)
      for (const std::string& page : rule.right) {
        const auto url = parse_url(page);
        require(url && url->str() == page, "pages are normalised URLs", page);
      }
  }
}

void check_tree(const QueryNode& node, std::size_t& given) {
  given += node.synonyms.size();
  require(node.synonyms.empty() || node.kind == QueryNode::Kind::word, "only words have synonyms");
  require(!node.replaced || !node.synonyms.empty(), "what is replaced has something in its place");
  for (const QueryNode& child : node.children) check_tree(child, given);
}

void search(const Searcher& searcher, const std::string& query, const Rules& rules) {
  const auto hits = searcher.search({.text = query, .facets = true, .explain = true}, rules);
  if (!hits) {
    require(hits.error().code.starts_with("query_") && hits.error().code != "query_timeout", "an error is the query's",
            hits.error().message);
    return;
  }
  require(hits->complete <= hits->total && hits->total <= small_pages.size(), "as many hits as there are");
  bool bets = true;
  for (const Hit& hit : hits->hits) {
    require(bets || !hit.best_bet, "best bets come first");
    bets = hit.best_bet;
    require(std::isfinite(hit.score), "scores are numbers");
    require(std::abs(hit.explanation.value - hit.score) <= 1e-4 * (1 + std::abs(hit.score)), "the sum is the score");
    for (const Piece& piece : hit.snippet) require_utf8(piece.text, "snippets are UTF-8");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = view_of(data, size);
  static const Searcher searcher = std::move(*Searcher::open(small_index(), {.timeout = 3}));
  std::vector<Rule> synonyms, best_bets;
  for (const bool bets : {false, true}) {
    const auto parse = [&](std::string_view file) {
      return bets ? parse_best_bets(file, "x.txt") : parse_synonyms(file, "x.txt");
    };
    const auto rules = parse(text);
    if (!rules) {
      require(rules.error().code == "rules" && rules.error().message.starts_with("x.txt:"), "an error names the file");
      require_printable(rules.error().message);
      continue;
    }
    check_rules(*rules, bets);
    const auto again = parse(written(*rules));
    require(again && written(*again) == written(*rules), "what was read, written, reads the same", written(*rules));
    (bets ? best_bets : synonyms) = *rules;
  }
  const Rules rules = Rules::make(synonyms, best_bets);
  std::string_view rest = text;
  for (std::size_t line = 0; line < asked && !rest.empty(); ++line) {
    const std::string query(take_until(rest, '\n'));
    if (rules.synonyms)
      if (auto tree = parse_query(query)) {
        std::size_t given = 0;
        add_synonyms(*tree, *rules.synonyms, {"en", "de", "ru"});
        check_tree(*tree, given);
        require(given <= max_synonyms, "synonyms are bounded");
      }
    search(searcher, query, rules);
  }
  return 0;
}
