#include "core/extract/main_content/detail/site_features.h"

#include <algorithm>
#include <cstdint>

#include "core/extract/main_content/detail/features.h"

namespace pith {

SiteView::SiteView(const PageView& view, std::span<const float> probabilities, const SiteStatistics& statistics)
    : page(view), p(probabilities), site(statistics) {
  const std::size_t count = view.runs.size();
  repeated.assign(count, 0);
  often_before.assign(count + 1, 0);
  any_before.assign(count + 1, 0);
  path_any.assign(view.paths.size(), 0);
  for (std::size_t r = 0; r < count; ++r) {
    const ViewRun& run = view.runs[r];
    const auto words = static_cast<float>(run.text.words);
    repeated[r] = site.pages_with_text(run.site_hash);
    const float again = repeated[r] > 0 ? words : 0;
    often_before[r + 1] = often_before[r] + (repeated[r] > 0.4f ? words : 0);
    any_before[r + 1] = any_before[r] + again;
    path_any[view.paths.by_run[r]] += again;
  }
}

namespace {

using V = SiteView;

// `nothing` if the siblings have nothing in that place, as in SiteStatistics::Place.
const SiteStatistics::Place& place_of(const V& v, RunId r) {
  return v.site.run_place(v.page.elements[v.page.runs[r].top].path);
}
float site_run(const V& v, RunId r) { return place_of(v, r).content; }
float site_run_pages(const V& v, RunId r) { return v.site.pages() == 0 ? nothing : place_of(v, r).pages; }
float site_run_words(const V& v, RunId r) {  // words per page in that place, relative to here
  const SiteStatistics::Place& place = place_of(v, r);
  return place.pages > 0 ? place.words : nothing;
}
template <std::size_t Level>
float site_level(const V& v, RunId r) {
  return v.site.element_content(v.page.elements[v.page.around[r].levels[Level]].path);
}
float site_block(const V& v, RunId r) { return v.site.element_content(v.page.elements[v.page.runs[r].block].path); }
template <std::size_t Level>
float repeated_level(const V& v, RunId r) {
  if (v.site.pages() == 0) return nothing;
  const NodeId n = v.page.around[r].levels[Level];
  return share(v.often_before[v.page.end_run(n)] - v.often_before[v.page.first_run(n)], v.page.of(n).words);
}
template <RunId Radius>
float repeated_within(const V& v, RunId r) {
  if (v.site.pages() == 0) return nothing;
  const RunId begin = r > Radius ? r - Radius : 0,
              end = std::min<RunId>(r + Radius + 1, static_cast<RunId>(v.p.size()));
  return share(v.often_before[end] - v.often_before[begin], v.page.words_between(begin, end));
}
template <std::size_t Level>
float any_repeated_level(const V& v, RunId r) {
  if (v.site.pages() == 0) return nothing;
  const NodeId n = v.page.around[r].levels[Level];
  return share(v.any_before[v.page.end_run(n)] - v.any_before[v.page.first_run(n)], v.page.of(n).words);
}
float path_repeated(const V& v, RunId r) {
  if (v.site.pages() == 0) return nothing;
  const std::uint32_t path = v.page.paths.by_run[r];
  return share(v.path_any[path], v.page.paths[path].words);
}
float site_run_repeated(const V& v, RunId r) { return place_of(v, r).repeated; }
float site_run_words_here(const V& v, RunId r) {  // relative to those on this page
  const SiteStatistics::Place& place = place_of(v, r);
  return place.pages > 0 ? share(place.words, v.page.paths.of(r).words) : nothing;
}
float repeated_masked(const V& v, RunId r) {
  return v.site.pages() == 0 ? nothing : v.site.pages_with_masked(v.page.runs[r].site_masked_hash);
}

constexpr SiteFeature list[] = {
    {"site_p", [](const V& v, RunId r) { return v.p[r]; }},
    {"site_pages", [](const V& v, RunId) { return static_cast<float>(v.site.pages()); }},
    {"site_repeated", [](const V& v, RunId r) { return v.repeated[r]; }},
    {"site_repeated_masked", repeated_masked},
    {"site_repeated_1", repeated_level<0>},
    {"site_repeated_2", repeated_level<1>},
    {"site_repeated_3", repeated_level<2>},
    {"site_repeated_4", repeated_level<3>},
    {"site_repeated_near_3", repeated_within<3>},
    {"site_repeated_near_10", repeated_within<10>},
    {"site_any_1", any_repeated_level<0>},
    {"site_any_2", any_repeated_level<1>},
    {"site_any_3", any_repeated_level<2>},
    {"site_any_path", path_repeated},
    {"site_run_repeated", site_run_repeated},
    {"site_run_words_here", site_run_words_here},
    {"site_run", site_run},
    {"site_run_pages", site_run_pages},
    {"site_run_words", site_run_words},
    {"site_block", site_block},
    {"site_level_1", site_level<0>},
    {"site_level_2", site_level<1>},
    {"site_level_3", site_level<2>},
    {"site_level_4", site_level<3>},
};

}  // namespace

std::span<const SiteFeature> site_features() { return list; }

float kinship(const SiteView& view) {
  double known = 0, all = 0;
  for (RunId r = 0; r < view.p.size(); ++r) {
    const ViewRun& run = view.page.runs[r];
    const double content = static_cast<double>(view.p[r]) * run.text.words;
    all += content;
    known += content * view.site.run_place(view.page.elements[run.top].path).pages;
  }
  return share(known, all);
}

FeatureTable site_table(const SiteView& view, RunRange runs) {
  FeatureTable table(runs.size(), site_features().size());
  fill_columns(table, 0, site_features(), view, runs.begin);
  return table;
}

}  // namespace pith
