// Queries, requests, rules, and what an index has stored of a page.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "indexer_adapter/hits/detail/place.h"
#include "indexer_adapter/hits/detail/sections.h"
#include "indexer_adapter/hits/detail/snippet.h"
#include "indexer_adapter/hits/searcher.h"
#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/query/detail/deadline.h"
#include "indexer_adapter/query/query_syntax.h"
#include "indexer_adapter/query/rule_file.h"
#include "plugin/cluster/document_lines.h"
#include "plugin/measure/query_file.h"
#include "plugin/serve/request_head.h"
#include "tests/cost/readers.h"
#include "tests/fuzz/small_index.h"

namespace pith::cost {
namespace {

void search(std::string_view bytes) {
  static const index::Searcher searcher = std::move(*index::Searcher::open(fuzz::small_index(), {.timeout = 60}));
  [[maybe_unused]] const auto hits = searcher.search({.text = std::string(bytes), .facets = true, .explain = true});
}

void suggest(std::string_view bytes) {
  static const index::Searcher searcher = std::move(*index::Searcher::open(fuzz::small_index(), {.timeout = 60}));
  [[maybe_unused]] const auto found = searcher.suggest({.text = std::string(bytes)});
}

void read_request(std::string_view bytes) { http::read_head("GET /" + std::string(bytes) + "\r\n\r\n"); }

void read_rules(std::string_view bytes) {
  [[maybe_unused]] const auto synonyms = index::parse_synonyms(bytes, "x");
  [[maybe_unused]] const auto bets = index::parse_best_bets(bytes, "x");
  [[maybe_unused]] const auto queries = measure::parse_query_file(bytes, "x");
}

void make_snippet(std::string_view bytes) {
  const std::wstring content = index::to_wide(sanitize_utf8(bytes));
  const auto word = [](const std::wstring& text) {
    return index::WordTests{{.folded = {text}, .lower = {}, .pattern = {}}};
  };
  index::WordTests phrase = word(L"a");
  phrase.push_back(word(L"b").front());
  index::WordTests pattern{{.folded = {}, .lower = {}, .pattern = L"a\1b\1c\1d"}};
  index::make_snippet(content, {{word(L"a")}, {word(L"word")}, {phrase}, {pattern}}, nullptr, index::Deadline(0));
}

void read_structure(std::string_view bytes) {
  static const std::wstring content(100'000, L'a');
  std::vector<index::PatternMatch> matches;
  for (std::uint32_t at = 0; at < content.size(); at += 50) matches.push_back({at, at + 1, matches.size() % 2});
  const std::vector<double> weights = {1, 2};
  index::place_of(bytes, 1 << 30, index::Deadline(0));
  index::answering_part({content, bytes, matches, {}}, weights, index::Deadline(0));
}

void read_line(std::string_view bytes) { [[maybe_unused]] const auto document = map::read_document_line(bytes); }

}  // namespace

std::vector<Reader> search_readers() {
  return {{"query", search, 2000},     {"suggestion", suggest, 2000}, {"request", read_request, 256 << 10},
          {"rules", read_rules},       {"snippet", make_snippet},     {"structure", read_structure},
          {"document line", read_line}};
}

}  // namespace pith::cost
