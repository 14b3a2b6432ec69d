#include "core/render/detail/code_language.h"

#include <algorithm>
#include <array>

#include "core/text/ascii.h"

namespace pith {
namespace {

constexpr std::string_view code_classes[] = {"language-", "lang-", "highlight-source-", "highlight-"};

// The language that an element's class names, "" if it names none.
std::string_view language_in_class(const Document& document, NodeId n) {
  std::string_view classes = document.attribute(n, "class");
  while (!classes.empty()) {
    const std::size_t end = std::min(classes.find_first_of(ascii_spaces), classes.size());
    const std::string_view name = classes.substr(0, end);
    classes.remove_prefix(std::min(end + 1, classes.size()));
    for (const std::string_view prefix : code_classes) {
      if (!name.starts_with(prefix)) continue;
      const std::string_view language = name.substr(prefix.size());
      const bool plain = std::all_of(language.begin(), language.end(), [](char c) {
        return is_alphanumeric_ascii(c) || std::string_view("+#._-").find(c) != std::string_view::npos;
      });
      static constexpr std::array<std::string_view, 4> no_language = {"default", "none", "plaintext", "nohighlight"};
      if (plain && !language.empty() && language.size() <= 32 &&
          std::find(no_language.begin(), no_language.end(), language) == no_language.end())
        return language;
      break;
    }
  }
  return {};
}

}  // namespace

std::string_view code_language(const Document& document, NodeId pre) {
  if (const auto language = language_in_class(document, pre); !language.empty()) return language;
  NodeId child = document.first_child(pre);
  for (int i = 0; i < 4 && child != no_node && document[child].tag != Tag::code; ++i)
    child = document.next_sibling(child);
  if (child != no_node && document[child].tag == Tag::code)
    if (const auto language = language_in_class(document, child); !language.empty()) return language;
  NodeId outer = document[pre].parent;
  for (int i = 0; i < 2 && outer != no_node; ++i, outer = document[outer].parent)
    if (const auto language = language_in_class(document, outer); !language.empty()) return language;
  return {};
}

}  // namespace pith
