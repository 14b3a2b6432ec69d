#include "indexer_adapter/documents/fragment.h"

#include "core/text/url.h"
#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/words/detail/tokeniser.h"

namespace pith::index {
namespace {

constexpr std::size_t max_fragment_words = 8;

}  // namespace

std::string anchor_fragment(std::string_view anchor) {
  constexpr std::string_view plain = "!$&'()*+,;=:@/?";
  std::string out = "#";
  for (const char c : anchor)
    out += plain.find(c) != plain.npos ? std::string(1, c) : c == '~' ? "%7E" : url_escaped({&c, 1});
  return out;
}

std::string text_fragment(std::string_view anchor, std::wstring_view text) {
  text = text.substr(0, text.find(L'\n'));
  Tokeniser words(text);
  Token word;
  std::size_t begin = 0, end = 0;
  for (std::size_t count = 0; count < max_fragment_words && words.next(word); ++count) {
    if (count == 0) begin = word.begin;
    end = word.end;
  }
  std::string out = anchor.empty() ? std::string() : anchor_fragment(anchor);
  if (end == 0) return out;
  if (out.empty()) out = "#";
  out += ":~:text=";
  for (const char c : url_escaped(to_utf8(text.substr(begin, end - begin)))) {
    // "-" separates the context of the text from it.
    if (c == '-')
      out += "%2D";
    else
      out += c;
  }
  return out;
}

std::string text_fragment(std::string_view anchor, std::string_view utf8) {
  return text_fragment(anchor, to_wide(std::string(utf8.substr(0, utf8.find('\n')))));
}

}  // namespace pith::index
