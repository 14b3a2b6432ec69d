// A query with the pages that answer it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "indexer_adapter/documents/field_map.h"

namespace pith::measure {

enum class QueryKind : std::uint8_t {
  title,    // the title of a page
  heading,  // a heading of a page
  phrase,   // rare words of a sentence of a page
  menu,     // the text of a link that most pages of a site have; answered by where it leads
  user,     // from the user's file
};
inline constexpr std::array generated_kinds = {QueryKind::title, QueryKind::heading, QueryKind::phrase,
                                               QueryKind::menu};

// "title", "heading", ...
std::string_view name_of(QueryKind kind);
// How queries of the kind are made and scored, in one sentence.
std::string_view meaning_of(QueryKind kind);
// What pages lack from which no query of the kind can be made.
std::string_view why_none(QueryKind kind);
// Fields excluded in both indexes: those that the query was made from.
std::span<const index::Field> left_out(QueryKind kind);

struct RelevantPage {
  std::string url;  // normalised
  int grade = 1;
};

struct TestQuery {
  QueryKind kind = QueryKind::user;
  std::string text = {};
  std::string site = {};  // search only this site; empty: all
  std::vector<RelevantPage> relevant = {};
  std::vector<std::string> irrelevant = {};  // judged not to answer it; normalised
};

}  // namespace pith::measure
