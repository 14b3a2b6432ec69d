#include "core/text/bidi.h"

#include <algorithm>
#include <span>

namespace pith {
namespace {

constexpr std::string_view isolate_ends = "\u2069";
constexpr std::string_view isolates[] = {"\u2066", "\u2067", "\u2068"};
constexpr std::string_view paragraph_ends[] = {"\n", "\r", "\x1c", "\x1d", "\x1e", "\u0085", "\u2029"};
constexpr std::string_view controls[] = {"\u061C", "\u200E", "\u200F", "\u202A", "\u202B", "\u202C",
                                         "\u202D", "\u202E", "\u2066", "\u2067", "\u2068", "\u2069"};

// The one that the text begins with; empty if none.
std::string_view begins_with(std::string_view text, std::span<const std::string_view> ones) {
  const auto found = std::ranges::find_if(ones, [&](std::string_view one) { return text.starts_with(one); });
  return found == ones.end() ? std::string_view() : *found;
}

}  // namespace

std::string closed_bidi(std::string_view text) {
  std::string out;
  std::size_t open = 0;
  while (!text.empty()) {
    std::size_t size = 1;
    if (const auto end = begins_with(text, paragraph_ends); !end.empty()) {
      size = end.size();
      out += ' ';
    } else if (text.starts_with(isolate_ends)) {
      size = isolate_ends.size();
      if (open > 0) {
        --open;
        out += isolate_ends;
      }
    } else {
      open += !begins_with(text, isolates).empty();
      out += text.front();
    }
    text.remove_prefix(size);
  }
  for (; open > 0; --open) out += isolate_ends;
  return out;
}

std::string without_bidi(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::string_view control = begins_with(text, controls);
    if (control.empty()) out += text.front();
    text.remove_prefix(std::max<std::size_t>(control.size(), 1));
  }
  return out;
}

}  // namespace pith
