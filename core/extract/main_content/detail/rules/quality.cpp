#include "core/extract/main_content/detail/rules/quality.h"

#include <algorithm>

#include "core/extract/main_content/detail/features/features.h"

namespace pith {

ChoiceView view_choice(const PageView& page, std::span<const float> p, std::span<const char> chosen,
                       std::uint32_t siblings) {
  ChoiceView v{page, p, chosen, siblings};
  bool before = false;
  for (std::size_t r = 0; r < p.size(); ++r) {
    const auto words = static_cast<float>(page.runs[r].text.words);
    v.expected += p[r] * words;
    v.variance += p[r] * (1 - p[r]) * words;
    if (p[r] > 0.2f && p[r] < 0.8f) v.unsure += words;
    if (p[r] > 0.8f) v.sure += words;
    v.best = std::max(v.best, p[r]);
    if (chosen[r]) {
      v.taken += words;
      v.found += p[r] * words;
      if (!before) ++v.pieces;
    }
    before = chosen[r];
  }
  return v;
}

namespace {

using V = ChoiceView;

constexpr QualityFeature list[] = {
    {"choice_f1", [](const V& v) { return share(2 * v.found, v.taken + v.expected); }},
    {"choice_precision", [](const V& v) { return share(v.found, v.taken); }},
    {"choice_recall", [](const V& v) { return share(v.found, v.expected); }},
    {"choice_words", [](const V& v) { return v.taken; }},
    {"choice_expected", [](const V& v) { return v.expected; }},
    {"choice_share", [](const V& v) { return share(v.taken, v.page.sums.all.words); }},
    {"choice_sure", [](const V& v) { return share(v.sure, v.taken); }},
    {"choice_unsure", [](const V& v) { return share(v.unsure, v.expected); }},
    {"choice_variance", [](const V& v) { return share(v.variance, v.expected); }},
    {"choice_best", [](const V& v) { return v.best; }},
    {"choice_pieces", [](const V& v) { return v.pieces; }},
    {"choice_siblings", [](const V& v) { return static_cast<float>(v.siblings); }},
};

}  // namespace

std::span<const QualityFeature> quality_features() { return list; }

std::vector<float> quality_row(const ChoiceView& view, std::span<const float> of_page) {
  std::vector<float> row;
  for (const QualityFeature& f : list) row.push_back(f.value(view));
  row.insert(row.end(), of_page.begin(), of_page.end());
  return row;
}

}  // namespace pith
