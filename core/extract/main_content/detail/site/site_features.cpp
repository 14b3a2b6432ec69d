#include "core/extract/main_content/detail/site/site_features.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

namespace pith {
namespace {

using PlaceView = SiteView::PlaceView;

// Others count more than the page itself: up to eight times.
constexpr float most_weight = 8;

float merit_of(const PlaceView& place) {
  const float weight = std::min(place.there.pages, most_weight);
  return (place.there.expected_f1 * weight + place.expected_f1) / (weight + 1);
}

}  // namespace

SiteView::SiteView(const PageSummary& summary, const OtherPages& of_others) : page(summary), others(of_others) {
  std::vector<char> repeated, own;
  for (const PageSummary::Run& run : page.runs) {
    texts.push_back(others.text(run.hash));
    masked_texts.push_back(others.masked_text(run.masked_hash));
    const bool has_own_text = texts.back().pages == 0;
    const bool is_unique = has_own_text && masked_texts.back().pages == 0;
    if (is_unique) own_content += static_cast<float>(run.words) * static_cast<float>(run.content) / 64;
    constexpr std::uint32_t value_words = 4;
    const bool is_own = is_unique || (has_own_text && run.words <= value_words);
    own.push_back(is_own && run.words > 0 && is_likely_content(static_cast<std::uint32_t>(own.size())));
    repeated.push_back(others.is_repeated(run.hash));
  }
  own_before.assign(own.size(), no_run);
  own_after.assign(own.size(), no_run);
  words_before_.assign(1, 0);
  for (std::uint32_t r = 0, last = no_run; r < own.size(); ++r) {
    own_before[r] = last;
    if (own[r]) last = r;
    words_before_.push_back(words_before_.back() + static_cast<float>(page.runs[r].words));
  }
  for (std::uint32_t r = static_cast<std::uint32_t>(own.size()), next = no_run; r-- > 0;) {
    own_after[r] = next;
    if (own[r]) next = r;
  }
  sums = sum_places(page, repeated);
  for (const PlaceSum& sum : sums.places) {
    PlaceView place{.here = &sum,
                    .there = others.place(sum.path),
                    .same = others.place_text(sum.path, sum.text).pages > 0,
                    .share = sums.share(sum),
                    .expected_f1 = sums.expected_f1(sum)};
    place.merit = merit_of(place);
    places.push_back(place);
  }
  std::vector<std::uint32_t> open;  // elements around the current one
  for (std::uint32_t e = 0; e < page.elements.size(); ++e) {
    const PageSummary::Element& element = page.elements[e];
    while (!open.empty() && page.elements[open.back()].end < element.end) open.pop_back();
    parents.push_back(open.empty() ? no_place : open.back());
    open.push_back(e);
    place_of_element.push_back(static_cast<std::uint32_t>(sums.find(element.path) - sums.places.data()));
  }
  for (std::uint32_t p = 0; p < places.size(); ++p)
    if (best == no_place || places[p].merit > places[best].merit) best = p;
  in_best.assign(page.runs.size(), 0);
  for (std::uint32_t e = 0; e < page.elements.size(); ++e)
    if (place_of_element[e] == best)
      std::fill(in_best.begin() + page.elements[e].begin, in_best.begin() + page.elements[e].end, char{1});
}

float SiteView::words_since_own(std::uint32_t run) const {
  const std::uint32_t own = own_before[run];
  return own == no_run ? none_near : words_before_[run] - words_before_[own + 1];
}

float SiteView::words_until_own(std::uint32_t run) const {
  const std::uint32_t own = own_after[run];
  return own == no_run ? none_near : words_before_[own] - words_before_[run + 1];
}

const PlaceView* SiteView::place(std::uint64_t path) const {
  const PlaceSum* here = sums.find(path);
  return here ? &places[static_cast<std::size_t>(here - sums.places.data())] : nullptr;
}

const PlaceView* SiteView::around(std::uint32_t run, std::size_t level) const {
  std::uint32_t element = page.runs[run].element;
  for (; level > 0 && element != no_place; --level) element = parents[element];
  return element == no_place ? nullptr : &places[place_of_element[element]];
}

namespace {

using V = SiteView;
constexpr float nothing = -1, beyond = -2;  // no other page has the place; there are fewer places around the run

float share_of_pages(const V& v, float pages) { return v.others.pages() > 0 ? pages / v.others.pages() : 0; }

struct PlaceFeature {
  std::string_view name;
  float (*value)(const V& view, const PlaceView& place);
};

template <auto Member>
float there(const V&, const PlaceView& place) {
  return place.there.pages > 0 ? place.there.*Member : nothing;
}
template <auto Member>
float logarithm_there(const V&, const PlaceView& place) {
  return place.there.pages > 0 ? std::log1p(place.there.*Member) : nothing;
}
float words_here(const PlaceView& place) { return std::max(place.here->words, 1.0f); }

using SitePlace = SiteStatistics::Place;
constexpr PlaceFeature place_features[] = {
    {"pages", [](const V& v, const PlaceView& place) { return share_of_pages(v, place.there.pages); }},
    {"words", logarithm_there<&SitePlace::words>},
    {"elements", logarithm_there<&SitePlace::elements>},
    {"share", there<&SitePlace::share>},
    {"links", there<&SitePlace::link_words>},
    {"repeated", there<&SitePlace::repeated>},
    {"content", there<&SitePlace::content>},
    {"f1", there<&SitePlace::expected_f1>},
    {"same", there<&SitePlace::same>},
    {"deviation", [](const V&, const PlaceView& p) { return p.there.pages > 1 ? p.there.deviation : nothing; }},
    {"same_here", [](const V&, const PlaceView& place) { return place.same ? 1.0f : 0.0f; }},
    {"words_here", [](const V&, const PlaceView& place) { return std::log1p(place.here->words); }},
    {"elements_here", [](const V&, const PlaceView& p) { return std::log1p(static_cast<float>(p.here->elements)); }},
    {"share_here", [](const V&, const PlaceView& place) { return place.share; }},
    {"repeated_here", [](const V&, const PlaceView& place) { return place.here->repeated / words_here(place); }},
    {"content_here", [](const V&, const PlaceView& place) { return place.here->content / words_here(place); }},
    {"f1_here", [](const V&, const PlaceView& place) { return place.expected_f1; }},
};

struct RunFeature {
  std::string_view name;
  float (*value)(const V& view, std::uint32_t run);
};

template <auto Member>
float of_best(const V& v, std::uint32_t) {
  return v.best == V::no_place ? nothing : v.places[v.best].*Member;
}
template <auto Member>
float of_best_there(const V& v, std::uint32_t) {
  return v.best == V::no_place ? nothing : there<Member>(v, v.places[v.best]);
}
std::uint64_t path_of(const V& v, std::uint32_t r) {
  const PlaceView* place = v.around(r, 0);
  return place ? place->here->path : 0;
}
float pages_here(const V& v, std::uint32_t r) { return v.others.text_in(path_of(v, r), v.page.runs[r].hash).pages; }
float best_around(const V& v, std::uint32_t r) {
  float best = nothing;
  for (std::size_t level = 0; level < V::levels; ++level)
    if (const PlaceView* place = v.around(r, level)) best = std::max(best, place->merit);
  return best;
}

constexpr float most_elsewhere = 20;

constexpr RunFeature run_features[] = {
    {"alone", [](const V& v, std::uint32_t r) { return static_cast<float>(v.page.runs[r].content) / 64; }},
    {"text_pages", [](const V& v, std::uint32_t r) { return share_of_pages(v, v.texts[r].pages); }},
    {"masked_pages", [](const V& v, std::uint32_t r) { return share_of_pages(v, v.masked_texts[r].pages); }},
    {"text_pages_here", [](const V& v, std::uint32_t r) { return share_of_pages(v, pages_here(v, r)); }},
    {"text_elsewhere",
     [](const V& v, std::uint32_t r) { return std::min(v.texts[r].pages - pages_here(v, r), most_elsewhere); }},
    {"text_content", [](const V& v, std::uint32_t r) { return v.texts[r].pages > 0 ? v.texts[r].content : nothing; }},
    {"in_best", [](const V& v, std::uint32_t r) { return v.in_best[r] ? 1.0f : 0.0f; }},
    {"best_around", best_around},
    {"best_f1", of_best_there<&SitePlace::expected_f1>},
    {"best_repeated", of_best_there<&SitePlace::repeated>},
    {"best_same", of_best_there<&SitePlace::same>},
    {"best_links", of_best_there<&SitePlace::link_words>},
    {"best_share", of_best_there<&SitePlace::share>},
    {"best_f1_here", of_best<&PlaceView::expected_f1>},
    {"best_share_here", of_best<&PlaceView::share>},
};

// Those that one page by itself has: what the second forest sees.
constexpr std::string_view page_alone[] = {"words_here", "elements_here", "share_here",   "content_here",   "f1_here",
                                           "in_best",    "best_around",   "best_f1_here", "best_share_here"};
bool is_of_page_alone(std::string_view name) { return std::ranges::find(page_alone, name) != std::end(page_alone); }

// The columns of a table, for the whole site or for one page by itself.
struct Columns {
  std::vector<RunFeature> of_runs;
  std::vector<PlaceFeature> of_places;
  std::vector<std::string> names;
  std::vector<std::string_view> views;

  template <typename Wanted>
  Columns(std::string_view prefix, const Wanted& wanted) {
    std::ranges::copy_if(run_features, std::back_inserter(of_runs), wanted, &RunFeature::name);
    std::ranges::copy_if(place_features, std::back_inserter(of_places), wanted, &PlaceFeature::name);
    for (const RunFeature& feature : of_runs) names.push_back(std::string(prefix) + std::string(feature.name));
    for (std::size_t level = 0; level < V::levels; ++level)
      for (const PlaceFeature& feature : of_places)
        names.push_back(std::string(prefix) + std::string(feature.name) + "_" + std::to_string(level));
    views.assign(names.begin(), names.end());
  }
};

const Columns& site_columns() {
  static const Columns columns("site_", [](std::string_view) { return true; });
  return columns;
}
const Columns& page_columns() {
  static const Columns columns("around_", is_of_page_alone);
  return columns;
}

void fill(const SiteView& view, const Columns& columns, FeatureTable& table, std::size_t column, std::uint32_t first) {
  const auto end =
      std::min(first + static_cast<std::uint32_t>(table.rows()), static_cast<std::uint32_t>(view.page.runs.size()));
  // Runs that the summary has no room for have zeros.
  const auto clear_rest = [&](std::span<float> numbers) {
    std::ranges::fill(numbers.subspan(std::max(end, first) - first), 0.f);
  };
  for (const RunFeature& feature : columns.of_runs) {
    const std::span<float> numbers = table.column(column++);
    for (std::uint32_t r = first; r < end; ++r) numbers[r - first] = feature.value(view, r);
    clear_rest(numbers);
  }
  // Each number of a place is computed once, and then copied for all runs in it.
  std::vector<std::vector<float>> of_places;
  for (const PlaceFeature& feature : columns.of_places) {
    std::vector<float>& numbers = of_places.emplace_back();
    for (const PlaceView& place : view.places) numbers.push_back(feature.value(view, place));
  }
  std::vector<std::uint32_t> elements;
  for (std::uint32_t r = first; r < end; ++r) elements.push_back(view.page.runs[r].element);
  for (std::size_t level = 0; level < V::levels; ++level) {
    for (const std::vector<float>& of_place : of_places) {
      const std::span<float> numbers = table.column(column++);
      for (std::size_t i = 0; i < elements.size(); ++i)
        numbers[i] = elements[i] == V::no_place ? beyond : of_place[view.place_of_element[elements[i]]];
      clear_rest(numbers);
    }
    for (std::uint32_t& element : elements)
      if (element != V::no_place) element = view.parents[element];
  }
}

}  // namespace

std::span<const std::string_view> site_features() { return site_columns().views; }
std::span<const std::string_view> place_features_alone() { return page_columns().views; }

FeatureTable site_table(const SiteView& view, RunRange runs) {
  FeatureTable table(runs.size(), site_features().size());
  fill(view, site_columns(), table, 0, runs.begin);
  return table;
}

void add_places(const SiteView& view, FeatureTable& table, std::uint32_t first_run) {
  const std::size_t column = table.columns();
  table.add_columns(place_features_alone().size());
  fill(view, page_columns(), table, column, first_run);
}

}  // namespace pith
