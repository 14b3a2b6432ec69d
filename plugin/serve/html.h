// HTML under construction, in which only the program's own words can be markup.
//
//   Html html;
//   html << "<a href=\"" << url << "\">" << title << "</a>";
//
// The program's literals are written unchanged; every other text, whatever it holds, is escaped for text and for
// attributes in double quotes. There is no way around it, so text from an indexed page is never markup.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

#include "core/text/bidi.h"
#include "core/text/html_escape.h"

namespace pith::http {

// A string literal of the program: nothing made at run time can become one.
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

// Foreign text beside text of ours: its bidi controls reorder only itself. Not needed if it fills a whole block.
inline Html isolated(std::string_view text) { return Html() << "<bdi>" << closed_bidi(text) << "</bdi>"; }

}  // namespace pith::http
