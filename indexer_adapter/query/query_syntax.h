// The query language, as a tree; knows nothing of Lucene++.
//
//   a b            both words, or most of them if few pages have both (SearcherOptions::enough)
//   a AND b, a && b, +a    insists                a OR b, a || b     either
//   -a, NOT a      without
//   "a b"          these words, side by side, exactly     "a b"~3   not more than 3 words apart. Also “a b”, «a b»
//   conf*, w*ld, h?t   any ending, any letters, any one letter; not as first character. "?" at the end of a word is
//                  a question mark
//   fox~           and words spelled alike
//   (a OR b) c     grouping; AND binds tighter than OR
//   title:a, title:(a b), url:https://example.org/*   one field, see field_map.h
//   host:docs.example.org, host:127.0.0.1:8802, host:*.example.org   pages by the host of their URL
//   published:[2024 TO 2024-06], confidence:{0.5 TO *]    ranges; "{" and "}" exclude the end itself
//   after:2024-05, before:2024      published from May 2024 on, published before 2024
//   title:a^3      counts threefold              \*   the character itself       *   every page
//
// AND, OR, NOT and TO are operators only in capitals. A colon after anything but a field name is text ("https://x",
// "std::vector"); after a misspelt field name ("titel:a") it is an error.
//
// Why not Lucene++'s QueryParser: 20,000 nested parentheses overflow its stack. It takes whatever precedes a colon for
// a field, so "http://x" searches a field "http", "titel:a" finds nothing and "std::vector" is an error. With all words
// wanted, it reads "a b OR c" as "a, and b or c if there are any". Its messages list the tokens of its grammar.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "indexer_adapter/documents/field_map.h"
#include "indexer_adapter/query/query.h"

namespace pith::index {

struct QueryNode {
  enum class Kind : std::uint8_t {
    everything,
    word,     // text
    pattern,  // text with any_run and any_one
    fuzzy,    // text
    phrase,   // text, slop
    range,    // low, high: empty for no bound
    all_of,   // children
    any_of,   // children
    none_of,  // one child
    most_of,  // children: those that are rare count more. Never parsed
  };
  static constexpr wchar_t any_run = 1, any_one = 2;  // control characters do not otherwise occur in the text

  Kind kind = Kind::everything;
  const FieldInfo* field = nullptr;  // of leaves; nullptr: the fields searched by default
  std::wstring text;                 // in NFC, escapes resolved
  std::wstring low, high;
  bool low_included = true, high_included = true;
  unsigned slop = 0;
  double boost = 1;
  bool required = false;               // of words: the user insists on it, "+a" or "a AND b"
  bool optional = false;               // of children of all_of: only for the score. Never parsed
  unsigned at_least = 1;               // of any_of: how many children a page must have
  std::uint32_t begin = 0, end = 0;    // of leaves: characters of the query in NFC
  std::vector<std::wstring> synonyms;  // of words: each counts for it, too, but less. Never parsed
  bool replaced = false;               // of words: only their synonyms are wanted. Never parsed
  std::vector<QueryNode> children;
};

inline constexpr unsigned max_wildcards = 4;  // in one word

// Any bytes give a tree within these bounds, or an Error whose message names the position (characters in NFC, from 1)
// and what to do; codes query_empty, query_too_long, query_too_deep, query_too_many_clauses, query_wildcard,
// query_field, query_syntax, query_encoding. `field`: where to search words without a field; nullptr for the default.
Result<QueryNode> parse_query(std::string_view text, const FieldInfo* field = nullptr, const QueryLimits& limits = {});

// What a query is searched as that somebody has typed in a hurry.
struct ReadQuery {
  std::string text;
  std::vector<std::string> notes;  // what that leaves out or changes: a line each, for people
};

// A text that breaks the syntax (an unclosed quote, OR without a word after it, before: with a word instead of a
// date) or has a wildcard where none can be becomes its words. With any other error, or without words, it stays as it
// is.
ReadQuery read_query(std::string_view text, const FieldInfo* field = nullptr, const QueryLimits& limits = {});

// For a query that begins with the operator NOT ("NOT NULL constraint"): the same with NOT as a word. Else nullopt.
std::optional<std::string> with_not_as_word(std::string_view text);

}  // namespace pith::index
