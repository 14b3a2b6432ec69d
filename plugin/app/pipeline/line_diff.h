// The difference of two texts, line by line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pith::pipeline {

enum class Edit : std::uint8_t { keep, remove, add };

// The lines between line ends; none for an empty text.
std::vector<std::string_view> lines_of(std::string_view text);

// What makes `now` of `old`, line by line: keep and remove pass over a line of `old`, keep and add over one of `now`.
// Within each run of changes what is removed comes first. As few changes as can be (the O(NP) algorithm of Wu, Manber,
// Myers and Miller), but for very different long texts, where there may be more. If more than max_diff_lines lines lie
// between the first and the last change, all of them are replaced.
inline constexpr std::size_t max_diff_lines = 10'000;
std::vector<Edit> edit_script(std::span<const std::string_view> old, std::span<const std::string_view> now);

}  // namespace pith::pipeline
