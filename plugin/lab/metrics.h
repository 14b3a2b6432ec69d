// How good an extraction is: each metric as precision, recall and F1, on comparable texts (comparable_text.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "plugin/lab/common_text.h"

namespace pith::eval {

enum class Metric : std::uint8_t {
  words,       // multisets of words (Alarte et al. 2018, §3.1), words as in core/text/words.h
  nodes,       // elements and non-blank text nodes (Alarte et al. 2018, §3.1); needs node gold
  lcsequence,  // longest common subsequence of characters, white space ignored (Moreno et al. 2009, §5.2)
  lcstring,    // longest common substring of characters, white space ignored (Moreno et al. 2009, §5.2)
  word_lcs,    // longest common subsequence of words (Mohammadzadeh et al. 2011, §4.2)
  shingles,    // multisets of four tokens in a row, as the public article-extraction benchmark counts them: tokens are
               // runs of letters, digits and underscore, in the case that they have; a shorter text is one shingle
};
inline constexpr std::size_t metric_count = 6;

// "words", "nodes", ...
std::string_view name_of(Metric metric);
std::optional<Metric> metric_of(std::string_view name);

// Metrics to compute.
using Metrics = std::array<bool, metric_count>;

struct Score {
  double precision = 0, recall = 0, f1 = 0;

  // `common` items among `found` and `wanted`. Nothing wanted and nothing found is perfect; if only one of them is
  // zero, all is 0.
  static Score of(std::size_t common, std::size_t found, std::size_t wanted);
};

// Metrics not computed: those not requested, nodes here, and subsequences of texts that are too long.
using Scores = std::array<std::optional<Score>, metric_count>;

// The gold text of a page, prepared once for comparison with many extractions. Immutable; any number of threads.
class GoldText {
 public:
  GoldText(std::string_view utf8, const Metrics& wanted);

  Scores compare(std::string_view utf8) const;

  std::size_t words() const { return word_total_; }

 private:
  struct Counted {
    std::uint32_t number, count;
  };
  std::vector<std::uint32_t> numbers_of(const std::vector<std::string>& words) const;

  Metrics wanted_;
  std::unordered_map<std::string, Counted> words_;
  std::size_t word_total_ = 0, char_total_ = 0, shingle_total_ = 0;
  std::unordered_map<std::string, std::uint32_t> shingles_;
  std::optional<SubsequenceIndex> chars_in_order_, words_in_order_;
  std::optional<SubstringIndex> substrings_;
};

}  // namespace pith::eval
