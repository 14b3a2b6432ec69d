// What of a query snippets look for.
#pragma once

#include <string>
#include <vector>

namespace pith::index {

// Tests on a word of a text: any of these makes it match.
struct WordTest {
  std::vector<std::wstring> folded;        // the word is one of these
  std::wstring lower;                      // the word has the same stem as this one; empty: no stems
  std::wstring pattern;                    // the word fits it, with QueryNode's wildcards; empty: no pattern
  std::vector<std::wstring> respelt = {};  // or one of these: the folded word in other spellings (letters.h)
  std::wstring as_signed = {};             // or, if it has a sign (written_forms.h), it is this one
};

// Words that must be side by side; usually one.
using WordTests = std::vector<WordTest>;

// A word or phrase of a query.
struct SnippetPattern {
  WordTests words;
  std::vector<WordTests> synonyms = {};  // or any of these
};

}  // namespace pith::index
