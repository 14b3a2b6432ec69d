// What a Searcher is asked.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pith::index {

enum class Order : std::uint8_t {
  relevance,  // newest, if the query only filters pages: site:example.org
  newest,     // by date of publication; pages without one come last in both orders
  oldest,
};

inline constexpr std::array<std::string_view, 3> order_names = {"relevance", "newest", "oldest"};  // in Order's order
constexpr std::string_view name_of(Order order) { return order_names[static_cast<std::size_t>(order)]; }
std::optional<Order> order_of(std::string_view name);

struct Query {
  std::string text =
      {};  // may be empty where site, host, lang, after, before or like is given: all such pages, newest first
  std::string site = {};    // only pages of this site, or of this host if no site is called so
  std::string host = {};    // only pages of this host: docs.example.org, 127.0.0.1:8802, *.example.org
  std::string lang = {};    // only pages in this language, and words by its stems
  std::string field = {};   // where to search words without a field; empty: the fields with a boost
  std::string after = {};   // only pages published in this year, month or day, or later: 2024, 2024-05, 2024-05-31
  std::string before = {};  // only pages published before it
  std::string like = {};    // only pages that share words with the page of this URL, most similar first
  bool templates = false;   // search the documents of sites' templates instead of pages
  Order order = Order::relevance;
  bool facets = false;
  bool explain = false;
  bool ranking_alone = false;  // hits have but URL, score and best_bet, and are found in a fraction of the time
  std::size_t offset = 0;
  std::size_t limit = 10;  // 0: count only
};

struct QueryLimits {
  std::size_t max_bytes = 2000;
  unsigned max_depth = 20;     // of parentheses
  unsigned max_clauses = 100;  // words and phrases
};

inline constexpr std::size_t max_hits = 10'000;  // offset + limit
inline constexpr std::size_t hits_in_time = 100;

}  // namespace pith::index
