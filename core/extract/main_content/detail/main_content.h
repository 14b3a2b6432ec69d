// The default extractor's way from a page to its main content.
//
// Each text run gets the probability that it is main content: from itself and the elements around it (first forest),
// from the first forest's results for the runs around it (second), and, with siblings, from what these have in the same
// places (third). Runs over a threshold are chosen (core/extract/main_content/detail/features/decision.h).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/stop.h"
#include "core/extract/main_content/detail/site/site_statistics.h"
#include "core/extract/main_content/detail/view/page_view.h"
#include "core/extract/main_content/model.h"
#include "core/page/page_type.h"

namespace pith {

// Parts that can be left out, to measure their effect.
struct Stages {
  bool second = true, site = true;
  bool rules = true;  // what is known of templates, applied to what the forests choose
};

// In all of these, `of_page` is the page's page_row (core/extract/main_content/detail/features/features.h).

// Probability by run, from the page alone. `rows`: the input of the last forest used, for the first part of the page
// (each_part), for explanations. `stop` is asked before each part.
std::vector<float> judge_page(const PageView& page, std::span<const float> of_page, const Model& model,
                              Stages stages = {}, std::optional<FeatureTable>* rows = nullptr, Stop* stop = nullptr);

// How much of the third forest's correction counts. Sites differ more than those that it has learned from: for sites
// that it has not seen, .7 to .85 is best.
inline constexpr float trust_in_site = 0.75f;

// The same, with what the site's other pages say.
std::vector<float> judge_with_site(const PageView& page, std::span<const float> alone, const OtherPages& site,
                                   const Model& model, Stages stages = {});

// The probability of each type except `other`, in the order of PageType. Bare pages look like old forums to the
// forests: without a sign of posts, none is a thread.
using TypeProbabilities = std::array<float, page_type_names.size() - 1>;
TypeProbabilities judge_type(const PageView& page, std::span<const float> of_page, const Model& model);
PageType likeliest(const TypeProbabilities& types);

struct Choice {
  std::vector<char> runs;  // by run: chosen or not
  // Runs of at least this probability are chosen, except copies of others;
  // core/extract/main_content/detail/rules/completion.h adds some more.
  float threshold = 0;
  float confidence = 0;  // the expected F1
};
Choice choose_runs(const PageView& page, std::span<const float> of_page, std::span<const float> p,
                   const TypeProbabilities& types, std::uint32_t siblings, const Model& model, Stages stages = {});

}  // namespace pith
