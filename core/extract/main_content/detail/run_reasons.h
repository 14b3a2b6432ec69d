// Why the default extractor took a text, or did not: what moved the probability, and which rule decided.
//
// The method is contrastive. A run is compared with a few runs of the page that fared otherwise: for each signal
// (core/extract/main_content/detail/signals.h) its numbers are exchanged for those of the other run, once alone and
// once with all other numbers exchanged as well, and the mean change of the margin of the first two forests is the
// signal's weight. So the weights tell what sets the run apart from texts of this page that were decided the other way;
// the mean of both ends, of the orders in which a Shapley value would add the signals, keeps two that say the same from
// hiding each other. What it does not tell: weights need not add up to the margin; what all texts of the page have in
// common has none; signals that work only together may both be missing; an exchange may give numbers that no page has.
// Where the page has no text that fared otherwise, there is nothing to compare with, and only rules and the site's part
// are told. What the site's other pages change is no estimate: it is the difference of the two margins.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/extract/extraction_trace.h"
#include "core/extract/main_content/detail/main_content.h"

namespace pith {

// What the extractor went through, as it did. All of it outlives the call.
struct Judged {
  const PageView& page;
  const FeatureTable& rows;         // of judge_page: has the first max_weighed runs, where there are so many
  std::span<const float> alone, p;  // by run: probability by the page alone, and in the end
  const SiteStatistics& site;
  const Choice& choice;
  std::span<const char> taken;          // choice.runs after Keep
  std::span<const std::uint8_t> parts;  // find_parts
};

// One judgement a run. Weights are found for the first `max_weighed` runs; O(of these · signals · trees).
inline constexpr RunId max_weighed = 2'000;
std::vector<RunJudgement> judgements_of(const Judged& judged, const Model& model);

}  // namespace pith
