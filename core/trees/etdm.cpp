#include "core/trees/etdm.h"

#include <algorithm>

namespace pith {
namespace {

using Row = std::span<const std::uint64_t>;
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

constexpr std::size_t max_cells = 1 << 16;
constexpr std::size_t window = 64;

void align_by_table(Row a, Row b, std::uint32_t offset, Pairs& out) {
  // length[i][j]: length of the longest common subsequence of a[i..] and b[j..].
  const std::size_t width = b.size() + 1;
  std::vector<std::uint32_t> length((a.size() + 1) * width);
  for (std::size_t i = a.size(); i-- > 0;)
    for (std::size_t j = b.size(); j-- > 0;)
      length[i * width + j] = a[i] == b[j] ? length[(i + 1) * width + j + 1] + 1
                                           : std::max(length[(i + 1) * width + j], length[i * width + j + 1]);
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) {
      out.emplace_back(offset + i++, offset + j++);
    } else if (length[i * width + j + 1] >= length[(i + 1) * width + j]) {
      ++j;  // keeps a[i] in play
    } else {
      ++i;
    }
  }
}

void align_by_window(Row a, Row b, std::uint32_t offset, Pairs& out) {
  std::size_t from = 0;
  for (std::size_t i = 0; i < a.size() && from < b.size(); ++i) {
    const auto end = b.begin() + static_cast<std::ptrdiff_t>(std::min(b.size(), from + window));
    const auto found = std::find(b.begin() + static_cast<std::ptrdiff_t>(from), end, a[i]);
    if (found == end) continue;
    from = static_cast<std::size_t>(found - b.begin());
    out.emplace_back(offset + i, offset + from);
    ++from;
  }
}

}  // namespace

Pairs align(Row a, Row b) {
  Pairs out;
  std::uint32_t prefix = 0;
  while (prefix < a.size() && prefix < b.size() && a[prefix] == b[prefix]) {
    out.emplace_back(prefix, prefix);
    ++prefix;
  }
  std::size_t suffix = 0;
  while (suffix < a.size() - prefix && suffix < b.size() - prefix &&
         a[a.size() - 1 - suffix] == b[b.size() - 1 - suffix])
    ++suffix;
  const Row middle_a = a.subspan(prefix, a.size() - prefix - suffix);
  const Row middle_b = b.subspan(prefix, b.size() - prefix - suffix);
  if (!middle_a.empty() && !middle_b.empty()) {
    if (middle_a.size() * middle_b.size() <= max_cells)
      align_by_table(middle_a, middle_b, prefix, out);
    else
      align_by_window(middle_a, middle_b, prefix, out);
  }
  for (std::size_t i = suffix; i > 0; --i)
    out.emplace_back(static_cast<std::uint32_t>(a.size() - i), static_cast<std::uint32_t>(b.size() - i));
  return out;
}

std::vector<std::uint32_t> count_occurrences(const Document& key, std::span<const Document* const> siblings,
                                             Strictness strictness) {
  std::vector<std::uint32_t> occurrences(key.size(), 0);
  const Signatures key_signatures(key, strictness);
  for (const Document* sibling : siblings)
    equal_top_down_mapping(key, key_signatures, *sibling, Signatures(*sibling, strictness),
                           [&](NodeId n, NodeId) { ++occurrences[n]; });
  return occurrences;
}

}  // namespace pith
