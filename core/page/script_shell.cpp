#include "core/page/script_shell.h"

namespace pith {
namespace {

constexpr std::uint32_t most_words = 5;

bool is_for_reading(Tag tag) {
  return tag == Tag::p || tag == Tag::li || tag == Tag::td || tag == Tag::h1 || tag == Tag::h2 || tag == Tag::h3 ||
         tag == Tag::h4 || tag == Tag::h5 || tag == Tag::h6 || tag == Tag::a;
}

}  // namespace

bool is_script_shell(const Document& page, std::uint32_t words) {
  if (words > most_words) return false;
  bool has_script = false;
  for (const Node& node : page.nodes()) {
    if (!node.is_element()) continue;
    if (node.tag == Tag::script) has_script = true;
    if (words > 0 && node.is_content() && is_for_reading(node.tag)) return false;
  }
  return has_script;
}

}  // namespace pith
