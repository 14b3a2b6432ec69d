// All texts of a few lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pith::test {

using Lines = std::vector<std::string_view>;

// All texts of up to `longest` lines, each "a", "b" or "c".
inline std::vector<Lines> small_texts(std::size_t longest) {
  std::vector<Lines> texts{{}};
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (texts[i].size() < longest)
      for (const std::string_view line : {"a", "b", "c"}) {
        Lines longer = texts[i];
        longer.push_back(line);
        texts.push_back(longer);
      }
  return texts;
}

inline std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string_view line : lines) text += (text.empty() ? "" : "\n") + std::string(line);
  return text;
}

}  // namespace pith::test
