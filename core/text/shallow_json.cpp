#include "core/text/shallow_json.h"

#include <algorithm>
#include <array>

namespace pith {

JsonSize json_size(std::string_view text) {
  struct Open {
    bool object = false;
    std::size_t members = 0;
  };
  std::array<Open, max_json_depth + 1> open{};  // by depth; the first is around the text
  JsonSize size{.values = 1};
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      size.depth = std::max(size.depth, ++depth);
      if (depth > max_json_depth) return size;
      open[depth] = {.object = c == '{', .members = 1};
      ++size.values;
    } else if ((c == ']' || c == '}') && depth > 0) {
      if (open[depth].object) size.members = std::max(size.members, open[depth].members);
      --depth;
    } else if (c == ',') {
      ++open[depth].members;
      ++size.values;
    }
  }
  for (; depth > 0; --depth)
    if (open[depth].object) size.members = std::max(size.members, open[depth].members);
  return size;
}

bool is_shallow_json(std::string_view text) { return json_size(text).depth <= max_json_depth; }

}  // namespace pith
