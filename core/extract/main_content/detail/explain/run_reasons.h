// Why the default extractor chose a text, or did not: what moved the probability, and which rule decided.
//
// The method is contrastive. A run is compared with a few runs of the page that were decided the other way: for each
// signal (core/extract/main_content/detail/explain/signals.h) its numbers are swapped for those of the other run, once
// alone and once with all other numbers swapped as well; the mean change of the margin of the first two forests is the
// signal's weight. So the weights show what sets the run apart from texts of this page with the other decision. Taking
// the mean of both ends (of the orders in which a Shapley value would add the signals) keeps two signals that say the
// same from hiding each other. Limits: weights need not add up to the margin; what all texts of the page share has no
// weight; signals that work only together may both be missing; swapping may give numbers that no page has. If the page
// has no text that was decided the other way, there is nothing to compare with, and only rules and the site's part are
// reported. The effect of the site's other pages is not an estimate: it is the difference of the two margins.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/extract/extraction_trace.h"
#include "core/extract/main_content/detail/main_content.h"
#include "core/extract/main_content/detail/rules/parts.h"

namespace pith {

// The extractor's intermediate results. All of them outlive the call.
struct Judged {
  const PageView& page;
  const FeatureTable& rows;         // of judge_page: the first max_weighed runs, if there are so many
  std::span<const float> alone, p;  // by run: probability from the page alone, and the final one
  const OtherPages& site;
  const Choice& choice;
  std::span<const char> taken;   // choice.runs after Keep
  std::span<const Parts> parts;  // find_parts
};

// One judgement per run. The first `max_weighed` runs get weights; O(these runs · signals · trees).
inline constexpr RunId max_weighed = 2'000;
std::vector<RunJudgement> judgements_of(const Judged& judged, const Model& model);

}  // namespace pith
