// HTML text under construction, in which only the program's own words can be markup.
//
//   Html html;
//   html << "<a href=\"" << url << "\">" << title << "</a>";
//
// Literals of the program are put out as they are; every other text, whatever it holds, is escaped: for text and for
// attributes in double quotes. There is no way around it, so what a page of the index says is never markup.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

#include "core/text/bidi.h"
#include "core/text/html_escape.h"

namespace pith::http {

// A string literal of the program: nothing that is made at run time becomes one.
class Markup {
 public:
  template <std::size_t size>
  consteval Markup(const char (&literal)[size]) : text_(literal, size - 1) {}
  std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

class Html {
 public:
  Html& operator<<(Markup markup) {
    text_ += markup.text();
    return *this;
  }
  Html& operator<<(const Html& part) {
    text_ += part.text_;
    return *this;
  }
  template <typename Text>
  requires std::same_as<Text, std::string> || std::same_as<Text, std::string_view> Html& operator<<(const Text& text) {
    append_escaped(text_, text);
    return *this;
  }

  const std::string& str() const { return text_; }

 private:
  std::string text_;
};

// Text of somebody else's beside text of ours: whatever directions it has, it reorders nothing but itself. Not needed
// where it is all that a block holds.
inline Html isolated(std::string_view text) { return Html() << "<bdi>" << closed_bidi(text) << "</bdi>"; }

}  // namespace pith::http
