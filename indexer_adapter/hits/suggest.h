// Titles and headings that a reader may be about to type: search as you type.
#pragma once

#include <cstddef>
#include <string>

namespace pith::index {

inline constexpr std::size_t max_suggestions = 20;
inline constexpr std::size_t max_suggest_bytes = 200;  // of the text
inline constexpr std::size_t max_suggest_words = 8;

struct SuggestQuery {
  std::string text = {};  // whole words, and the beginning of the last one; operators mean nothing
  std::string site = {};  // only pages of this site, or of this host if no site is called so
  std::size_t limit = 8;  // max_suggestions at most
};

struct Suggestion {
  std::string text;  // of the title or heading; long ones are cut
  bool heading = false;
  std::string title;  // of its page
  std::string url;    // of its page
  std::string link;   // the URL, with the fragment of the heading
};

}  // namespace pith::index
