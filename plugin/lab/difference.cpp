#include "plugin/lab/difference.h"

#include <algorithm>
#include <unordered_set>

#include "core/text/words.h"
#include "plugin/lab/comparable_text.h"

namespace pith::eval {
namespace {

constexpr std::size_t triple = 3;  // words in a row that make two texts share a place

std::string key_of(const std::vector<std::string>& words, std::size_t at) {
  return words[at] + ' ' + words[at + 1] + ' ' + words[at + 2];
}

}  // namespace

std::vector<std::string> stretches_missing(std::string_view text, std::string_view other, std::size_t limit,
                                           std::size_t max_words) {
  const auto words = words_of(comparable_text(text)), others = words_of(comparable_text(other));
  std::unordered_set<std::string> known;
  for (std::size_t i = 0; i + triple <= others.size(); ++i) known.insert(key_of(others, i));
  std::vector<bool> found(words.size());
  for (std::size_t i = 0; i + triple <= words.size(); ++i)
    if (known.contains(key_of(words, i))) found[i] = found[i + 1] = found[i + 2] = true;
  struct Stretch {
    std::size_t begin, end;
  };
  std::vector<Stretch> stretches;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (found[i]) continue;
    if (!stretches.empty() && stretches.back().end == i)
      ++stretches.back().end;
    else
      stretches.push_back({i, i + 1});
  }
  std::stable_sort(stretches.begin(), stretches.end(),
                   [](const Stretch& a, const Stretch& b) { return a.end - a.begin > b.end - b.begin; });
  if (stretches.size() > limit) stretches.resize(limit);
  std::vector<std::string> out;
  for (const Stretch& s : stretches) {
    std::string shown;
    for (std::size_t i = s.begin; i < std::min(s.end, s.begin + max_words); ++i)
      shown += (i > s.begin ? " " : "") + words[i];
    if (s.end - s.begin > max_words) shown += " … (" + std::to_string(s.end - s.begin) + " words)";
    out.push_back(std::move(shown));
  }
  return out;
}

}  // namespace pith::eval
