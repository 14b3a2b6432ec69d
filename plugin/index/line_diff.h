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

// The steps that turn `old` into `now`, line by line: keep and remove advance in `old`, keep and add in `now`. Within
// each run of changes, removals come first. The fewest possible changes (the O(NP) algorithm of Wu, Manber, Myers and
// Miller), except for very different long texts, which may have more. If more than max_diff_lines lines lie between the
// first and the last change, all of them are replaced.
inline constexpr std::size_t max_diff_lines = 10'000;
std::vector<Edit> edit_script(std::span<const std::string_view> old, std::span<const std::string_view> now);

}  // namespace pith::pipeline
