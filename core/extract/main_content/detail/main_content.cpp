#include "core/extract/main_content/detail/main_content.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "core/extract/main_content/detail/features/decision.h"
#include "core/extract/main_content/detail/features/features.h"
#include "core/extract/main_content/detail/features/forest.h"
#include "core/extract/main_content/detail/features/second_features.h"
#include "core/extract/main_content/detail/rules/completion.h"
#include "core/extract/main_content/detail/rules/copied_text.h"
#include "core/extract/main_content/detail/rules/members.h"
#include "core/extract/main_content/detail/rules/quality.h"
#include "core/extract/main_content/detail/site/fixed_text.h"
#include "core/extract/main_content/detail/site/own_tables.h"
#include "core/extract/main_content/detail/site/site_features.h"

namespace pith {
namespace {

void to_probabilities(std::vector<float>& margins) {
  for (float& value : margins) value = probability(value);
}

void append(std::vector<float>& numbers, const std::vector<float>& more) {
  numbers.insert(numbers.end(), more.begin(), more.end());
}

// Running text that no other page has. To leave it out needs a reason of the page's own: a lost word of content is
// worse than a kept aside.
bool is_own_prose(const PageView& page, const SiteView& view, std::uint32_t run) {
  return page.runs[run].prose && view.texts[run].pages == 0 && view.masked_texts[run].pages == 0;
}

// Text that the page alone takes for content, and that only a few pages of a small site have, too: opening hours on the
// first page and below "How to find us", "Sold out" on three products of twelve. Not in threads, whose members sign
// their posts.
bool is_hardly_shared(const PageView& page, const SiteView& view, std::uint32_t run) {
  constexpr float few = 3, part = 3, small_site = 20;
  const float pages = std::max(view.texts[run].pages, view.masked_texts[run].pages);
  return pages > 0 && pages <= few && pages * part <= view.others.pages() && view.others.pages() <= small_site &&
         view.is_likely_content(run) && page.runs[run].link_words == 0;
}

// Few pages do not say that what none of them has a place for is content. Nor do several that take it for an aside
// themselves, outside of where the content most likely is: comments, boxes with the stories before this one.
bool may_raise(const SiteView& view, std::uint32_t run) {
  constexpr float few = 4, several = 3, aside = 0.35f;
  const SiteView::PlaceView* place = view.around(run, 0);
  if (!view.in_best[run] && place && place->there.pages >= several && place->there.content < aside) return false;
  return view.others.pages() > few || (place && place->there.pages > 0);
}

}  // namespace

std::vector<float> judge_page(const PageView& page, std::span<const float> of_page, const Model& model, Stages stages,
                              std::optional<FeatureTable>* rows, Stop* stop) {
  const std::size_t runs = page.runs.size();
  std::optional<FeatureTable>
      table;  // for the previous part; the second pass needs it again, and large pages must rebuild it
  std::vector<float> margins;
  const std::uint32_t part_of_large = rows ? runs_at_once : runs_of_part;
  const auto make = [&](RunRange part) {
    table.reset();
    table.emplace(feature_table(page, of_page, part, second_features().size()));
  };
  const auto keep = [&](RunRange part) {
    if (rows && part.begin == 0) *rows = *std::move(table);  // made anew for the next part
  };
  each_part(
      runs,
      [&](RunRange part) {
        if (is_over(stop)) return;
        make(part);
        append(margins, margins_of(model.first, *table));
        if (!stages.second) keep(part);
      },
      part_of_large);
  margins.resize(runs);
  std::vector<float> p = margins;
  to_probabilities(p);
  if (!stages.second || runs == 0 || is_over(stop)) return p;
  const SecondFeatures features(page, p);
  std::vector<float> correction;
  each_part(
      runs,
      [&](RunRange part) {
        if (is_over(stop)) return;
        if (table->rows() != runs) make(part);
        features.add(*table, part.begin);
        append(correction, margins_of(model.second, *table));
        keep(part);
      },
      part_of_large);
  correction.resize(runs);
  for (std::size_t r = 0; r < runs; ++r) p[r] = probability(margins[r] + correction[r]);
  return p;
}

std::vector<float> judge_with_site(const PageView& page, std::span<const float> alone, const OtherPages& site,
                                   const Model& model, Stages stages) {
  std::vector<float> out(alone.begin(), alone.end());
  if (site.pages() == 0) return out;
  const PageSummary summary = summarise(page, alone);
  const SiteView view(summary, site);
  std::vector<float> correction;
  each_part(page.runs.size(),
            [&](RunRange part) { append(correction, margins_of(model.site, site_table(view, part))); });
  std::optional<bool> has_posts;  // asked for on small sites only
  const auto is_fact = [&](std::uint32_t r) {
    if (!is_hardly_shared(page, view, r)) return false;
    if (!has_posts) has_posts = may_have_posts(page);
    return !*has_posts;
  };
  for (std::uint32_t r = 0; r < summary.runs.size(); ++r) {
    float change = trust_in_site * correction[r];
    const bool has_proof = change < 0 ? !is_own_prose(page, view, r) && !is_fact(r) : may_raise(view, r);
    if (!has_proof) change = 0;
    out[r] = probability(margin_of(out[r]) + change);
    if (stages.rules && is_fixed_text(page, view, r)) out[r] = std::min(out[r], of_fixed_text);
  }
  if (stages.rules) keep_own_tables(page, view, alone, out);
  return out;
}

TypeProbabilities judge_type(const PageView& page, std::span<const float> of_page, const Model& model) {
  TypeProbabilities out{};
  for (std::size_t t = 0; t < out.size(); ++t) out[t] = probability(margin_of_row(model.types[t], of_page));
  if (!may_have_posts(page)) out[static_cast<std::size_t>(PageType::thread)] = 0;
  return out;
}

PageType likeliest(const TypeProbabilities& types) {
  const auto best = std::max_element(types.begin(), types.end());
  return *best < 0.2f ? PageType::other : static_cast<PageType>(best - types.begin());
}

Choice choose_runs(const PageView& page, std::span<const float> of_page, std::span<const float> p,
                   const TypeProbabilities& types, std::uint32_t siblings, const Model& model, Stages stages) {
  std::vector<std::uint32_t> words;
  for (const ViewRun& run : page.runs) words.push_back(run.text.words);
  // For articles the labels agree, and a fixed threshold is best; for other pages, one that fits the page's certainty.
  // It is never higher: a lost word of content is worse than a kept aside.
  constexpr float fixed = 0.45f, lowest = 0.3f;
  const float article = types[static_cast<std::size_t>(PageType::article)];
  const float fitting = std::clamp(decide(p, words).threshold, lowest, fixed);
  const float highest = p.empty() ? 1 : *std::max_element(p.begin(), p.end());
  const float threshold = std::min(article * fixed + (1 - article) * fitting, highest);
  Choice out{.runs = {}, .threshold = threshold};
  for (std::size_t r = 0; r < p.size(); ++r) out.runs.push_back(p[r] >= threshold);
  drop_copies(page, types[static_cast<std::size_t>(PageType::thread)] >= 0.5f, out.runs);
  const std::vector<float> row = quality_row(view_choice(page, p, out.runs, siblings), of_page);
  out.confidence = probability(margin_of_row(model.quality, row));
  if (stages.rules) complete_runs(page, p, out.runs);
  return out;
}

}  // namespace pith
