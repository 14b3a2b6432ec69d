#include "crawler_adapter/page/readable_words.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include "core/text/ascii.h"

namespace pith::crawl {
namespace {

constexpr std::array<std::string_view, 5> unread = {"script", "style", "noscript", "template", "title"};

class WordReader {
 public:
  // Leaves out words that the sorted set has.
  explicit WordReader(WordSet without) : without_(std::move(without)) {}

  void add(char c) {
    if (!is_alphanumeric_ascii(c) && !is_beyond_ascii(c)) return end();
    hash_ = (hash_ ^ static_cast<unsigned char>(lower_ascii(c))) * prime;
    const bool is_digit = is_digit_ascii(c);
    changes_ += length_ > 0 && is_digit != was_digit_;
    was_digit_ = is_digit;
    window_ = window_ << 8 | static_cast<unsigned char>(c);
    ++length_;
    if (length_ == longest || (length_ >= shortest && is_beyond_ascii(c) && is_boundary())) end();
  }
  void end() {
    if (length_ > 0 && changes_ < token && !std::ranges::binary_search(without_, hash_)) {
      words_.push_back(hash_);
      pairs_.push_back((last_ ^ hash_) * prime + hash_);
      last_ = hash_;
    }
    hash_ = basis;
    length_ = changes_ = 0;
  }
  bool is_full() const { return words_.size() >= most; }
  WordSet words() {
    end();
    return set_of(std::move(words_));
  }
  WordSet pairs() {
    end();
    return set_of(std::move(pairs_));
  }

 private:
  static constexpr std::size_t most = 65'536, shortest = 6, longest = 24, token = 3;
  static constexpr std::uint32_t basis = 2'166'136'261, prime = 16'777'619;  // of FNV-1a

  // The last three bytes decide, whatever the text began with.
  bool is_boundary() const { return (window_ << 8) * 2'654'435'761u >> 28 == 0; }
  static WordSet set_of(WordSet all) {
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  const WordSet without_;
  WordSet words_, pairs_;
  std::uint32_t hash_ = basis, last_ = 0, window_ = 0;
  std::size_t length_ = 0, changes_ = 0;  // between letters and digits
  bool was_digit_ = false;
};

// Whether an element's tag of this name is here.
bool is_named(std::string_view tag, std::string_view name) {
  if (tag.size() < name.size() || !equals_ignoring_case(tag.substr(0, name.size()), name)) return false;
  return tag.size() == name.size() || ascii_spaces.find(tag[name.size()]) != ascii_spaces.npos ||
         tag[name.size()] == '>' || tag[name.size()] == '/';
}

std::size_t behind_tag(std::string_view html, std::size_t at) {
  return std::min(html.find('>', at), html.size() - 1) + 1;
}

// The position behind the element's end tag, or the end.
std::size_t behind_element(std::string_view html, std::size_t at, std::string_view name) {
  for (at = html.find("</", at); at != html.npos; at = html.find("</", at + 2))
    if (is_named(html.substr(at + 2), name)) return behind_tag(html, at);
  return html.size();
}

// "<!-->" is one, too, and "--!>" an end.
std::size_t behind_comment(std::string_view html, std::size_t at) {
  for (at = html.find("--", at + 2); at != html.npos; at = html.find("--", at + 1)) {
    const std::string_view rest = html.substr(at + 2);
    if (rest.starts_with('>')) return at + 3;
    if (rest.starts_with("!>")) return at + 4;
  }
  return html.size();
}

// Of a <template> that browsers show.
bool is_shadow_root(std::string_view tag) { return is_named(tag, "template") && tag.find("shadowroot") != tag.npos; }

// The position behind what begins with "<" here. As in SVG, "<title/>" is a whole element.
std::size_t behind_markup(std::string_view html, std::size_t at) {
  if (html.substr(at).starts_with("<!--")) return behind_comment(html, at);
  const std::size_t end = behind_tag(html, at);
  const std::string_view tag = html.substr(at + 1, end - at - 1);
  if (tag.ends_with("/>") || is_shadow_root(tag)) return end;
  for (const std::string_view name : unread)
    if (is_named(tag, name)) return behind_element(html, end, name);
  return end;
}

WordSet words_of(std::string_view text) {
  WordReader words({});
  for (const char c : text) words.add(c);
  return words.words();
}

}  // namespace

WordSet readable_words(std::string_view html, std::string_view url) {
  constexpr std::size_t beginning = 256;
  if (html.substr(0, beginning).find('\0') != html.npos) {  // UTF-16
    std::string letters(html);
    std::erase(letters, '\0');
    return readable_words(letters, url);
  }
  WordReader words(words_of(url));
  for (std::size_t at = 0; at < html.size() && !words.is_full();) {
    if (html[at] == '<') {
      at = behind_markup(html, at);
      words.end();
    } else {
      words.add(html[at++]);
    }
  }
  return words.pairs();
}

}  // namespace pith::crawl
