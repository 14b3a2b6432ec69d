#include "plugin/lab/metrics.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>

#include "core/text/words.h"
#include "plugin/lab/comparable_text.h"

namespace pith::eval {
namespace {

constexpr std::array<std::string_view, metric_count> metric_names = {"words",    "nodes",    "lcsequence",
                                                                     "lcstring", "word-lcs", "shingles"};

bool has(const Metrics& metrics, Metric metric) { return metrics[static_cast<std::size_t>(metric)]; }

// The code points that are not white space.
std::vector<std::uint32_t> chars_of(std::string_view text) {
  std::vector<std::uint32_t> chars;
  chars.reserve(text.size());
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto size = static_cast<std::int64_t>(text.size());
  for (std::int64_t i = 0; i < size;) {
    UChar32 c;
    U8_NEXT(bytes, i, size, c);
    if (c >= 0 && !u_isUWhiteSpace(c)) chars.push_back(static_cast<std::uint32_t>(c));
  }
  return chars;
}

std::unordered_map<std::string, std::uint32_t> shingles_of(std::string_view utf8) {
  constexpr std::size_t n = 4;
  const auto tokens = word_runs(utf8);
  const std::size_t count = tokens.size() < n ? 1 : tokens.size() - n + 1;
  std::unordered_map<std::string, std::uint32_t> shingles;
  for (std::size_t i = 0; i < count; ++i) {
    std::string shingle;
    for (std::size_t j = i; j < std::min(i + n, tokens.size()); ++j) shingle.append(tokens[j]) += ' ';
    ++shingles[shingle];
  }
  return shingles;
}

std::size_t total(const std::unordered_map<std::string, std::uint32_t>& counts) {
  std::size_t sum = 0;
  for (const auto& [item, count] : counts) sum += count;
  return sum;
}

}  // namespace

std::string_view name_of(Metric metric) { return metric_names[static_cast<std::size_t>(metric)]; }

std::optional<Metric> metric_of(std::string_view name) {
  for (std::size_t i = 0; i < metric_count; ++i)
    if (metric_names[i] == name) return static_cast<Metric>(i);
  return std::nullopt;
}

Score Score::of(std::size_t common, std::size_t found, std::size_t wanted) {
  if (found == 0 && wanted == 0) return {1, 1, 1};
  Score score;
  if (found > 0) score.precision = static_cast<double>(common) / static_cast<double>(found);
  if (wanted > 0) score.recall = static_cast<double>(common) / static_cast<double>(wanted);
  if (common > 0) score.f1 = 2 * score.precision * score.recall / (score.precision + score.recall);
  return score;
}

GoldText::GoldText(std::string_view utf8, const Metrics& wanted) : wanted_(wanted) {
  const std::string text = comparable_text(utf8);
  const auto words = words_of(text);
  word_total_ = words.size();
  for (const std::string& word : words) {
    const auto number = static_cast<std::uint32_t>(words_.size() + 1);
    ++words_.try_emplace(word, Counted{number, 0}).first->second.count;
  }
  if (has(wanted, Metric::word_lcs)) words_in_order_.emplace(numbers_of(words));
  if (has(wanted, Metric::lcsequence) || has(wanted, Metric::lcstring)) {
    const auto chars = chars_of(text);
    char_total_ = chars.size();
    if (has(wanted, Metric::lcsequence)) chars_in_order_.emplace(chars);
    if (has(wanted, Metric::lcstring)) substrings_.emplace(chars);
  }
  if (has(wanted, Metric::shingles)) {
    shingles_ = shingles_of(text);
    shingle_total_ = total(shingles_);
  }
}

// 0: a word that the gold does not have.
std::vector<std::uint32_t> GoldText::numbers_of(const std::vector<std::string>& words) const {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(words.size());
  for (const std::string& word : words) {
    const auto found = words_.find(word);
    numbers.push_back(found == words_.end() ? 0 : found->second.number);
  }
  return numbers;
}

Scores GoldText::compare(std::string_view utf8) const {
  const std::string text = comparable_text(utf8);
  Scores scores;
  const auto set = [&](Metric metric, Score score) { scores[static_cast<std::size_t>(metric)] = score; };
  if (has(wanted_, Metric::words) || words_in_order_) {
    const auto words = words_of(text);
    const auto numbers = numbers_of(words);
    if (has(wanted_, Metric::words)) {
      std::vector<std::uint32_t> found(words_.size() + 1);
      for (const std::uint32_t number : numbers) ++found[number];
      std::size_t common = 0;
      for (const auto& [word, gold] : words_) common += std::min(gold.count, found[gold.number]);
      set(Metric::words, Score::of(common, words.size(), word_total_));
    }
    if (words_in_order_)
      if (const auto length = words_in_order_->common_length(numbers))
        set(Metric::word_lcs, Score::of(*length, words.size(), word_total_));
  }
  if (chars_in_order_ || substrings_) {
    const auto chars = chars_of(text);
    if (chars_in_order_)
      if (const auto length = chars_in_order_->common_length(chars))
        set(Metric::lcsequence, Score::of(*length, chars.size(), char_total_));
    if (substrings_) set(Metric::lcstring, Score::of(substrings_->common_length(chars), chars.size(), char_total_));
  }
  if (has(wanted_, Metric::shingles)) {
    const auto shingles = shingles_of(text);
    std::size_t common = 0;
    for (const auto& [shingle, count] : shingles) {
      const auto gold = shingles_.find(shingle);
      if (gold != shingles_.end()) common += std::min(count, gold->second);
    }
    set(Metric::shingles, Score::of(common, total(shingles), shingle_total_));
  }
  return scores;
}

}  // namespace pith::eval
