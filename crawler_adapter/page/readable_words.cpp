#include "crawler_adapter/page/readable_words.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/text/ascii.h"

namespace pith::crawl {
namespace {

constexpr std::array<std::string_view, 5> unread = {"script", "style", "noscript", "template", "title"};

bool begins_with(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() &&
         std::ranges::equal(text.substr(0, lower.size()), lower, {}, [](char c) { return lower_ascii(c); });
}

// The position behind the element's end tag, or the end.
std::size_t behind(std::string_view html, std::size_t at, std::string_view name) {
  for (at = html.find("</", at); at != html.npos; at = html.find("</", at + 2))
    if (begins_with(html.substr(at + 2), name)) return std::min(html.find('>', at), html.size() - 1) + 1;
  return html.size();
}

// The position behind what begins with "<" here.
std::size_t behind_markup(std::string_view html, std::size_t at) {
  if (html.substr(at).starts_with("<!--")) {
    const std::size_t end = html.find("-->", at + 4);
    return end == html.npos ? html.size() : end + 3;
  }
  const std::size_t end = std::min(html.find('>', at), html.size() - 1) + 1;
  for (const std::string_view name : unread)
    if (begins_with(html.substr(at + 1), name)) return behind(html, end, name);
  return end;
}

}  // namespace

std::uint32_t readable_words(std::string_view html) {
  constexpr std::uint32_t bytes_of_word = 6;
  std::uint32_t words = 0, other = 0;
  bool in_word = false;
  for (std::size_t at = 0; at < html.size();) {
    const char c = html[at];
    if (c == '<') {
      at = behind_markup(html, at);
      in_word = false;
      continue;
    }
    const bool is_word = is_alphanumeric_ascii(c);
    words += is_word && !in_word;
    in_word = is_word;
    other += is_beyond_ascii(c);
    ++at;
  }
  return words + other / bytes_of_word;
}

bool has_lost_its_text(std::string_view before, std::string_view now) {
  constexpr std::uint32_t hardly_any = 60, times = 3, some = 20;
  const std::uint32_t words = readable_words(now);
  return words < hardly_any && readable_words(before) >= std::max(times * words, some);
}

}  // namespace pith::crawl
