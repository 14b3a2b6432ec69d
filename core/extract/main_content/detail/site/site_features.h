// What the third forest sees: what the site's other pages have in the places of a run, from the innermost outwards, and
// what this page has there. The second forest sees the latter, since one page alone is a site of one page.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/extract/main_content/detail/site/site_statistics.h"
#include "core/extract/main_content/detail/view/feature_table.h"
#include "core/extract/main_content/detail/view/page_summary.h"

namespace pith {

// A page among the other pages of its site. Immutable once made.
class SiteView {
 public:
  // `page`: of the page itself, from its judgement alone (summarise). Both outlive the view.
  SiteView(const PageSummary& page, const OtherPages& others);

  // What is known about a place of the page; the features of a run are those of the places around it.
  struct PlaceView {
    const PlaceSum* here = nullptr;
    SiteStatistics::Place there;
    bool same = false;                 // another page has the same text in the place
    float share = 0, expected_f1 = 0;  // PlaceSums
    float merit = 0;  // expected_f1 here and on the other pages: how likely the place is the main content
  };
  static constexpr std::size_t levels = 7;
  static constexpr std::uint32_t no_place = 0xffffffff;

  const PageSummary& page;
  const OtherPages& others;
  std::vector<SiteStatistics::Text> texts, masked_texts;  // by run: on the other pages
  PlaceSums sums;
  std::vector<PlaceView> places;                // as in sums.places
  std::vector<std::uint32_t> place_of_element;  // by element
  std::vector<std::uint32_t> parents;           // of elements; no_place at the top
  std::uint32_t best = no_place;                // the place with the highest merit
  std::vector<char> in_best;                    // by run
  // Words that are likely content by the page alone, in texts that no other page has, not even with other numbers,
  // dates and links.
  float own_content = 0;
  // By run: the nearest one before and after it that is such content, or a value like "700 W" where others have another,
  // and more likely content than not; no_run: none. What a template repeats inside of a page's content has both.
  static constexpr std::uint32_t no_run = 0xffffffff;
  std::vector<std::uint32_t> own_before, own_after;
  // The words between a run and these; `none_near` if there is none.
  static constexpr float none_near = -1;
  float words_since_own(std::uint32_t run) const;
  float words_until_own(std::uint32_t run) const;

  // By the page alone.
  bool is_likely_content(std::uint32_t run) const { return page.runs[run].content > 32; }

  // Null if the page does not have the place.
  const PlaceView* place(std::uint64_t path) const;
  // The place around a run: level 0 is that of the innermost element; nullptr beyond the outermost.
  const PlaceView* around(std::uint32_t run, std::size_t level) const;

 private:
  std::vector<float> words_before_;  // by run, of all runs before it
};

// Names of the columns.
std::span<const std::string_view> site_features();

// site_features().size() numbers per run of `runs`, in the order of the page's runs; those that the summary does not
// hold have zeros only. Only useful with at least one other page.
FeatureTable site_table(const SiteView& view, RunRange runs);

// For a page alone: adds place_features_alone().size() columns to a table, for the runs from `first_run` on.
std::span<const std::string_view> place_features_alone();
void add_places(const SiteView& view, FeatureTable& table, std::uint32_t first_run = 0);

}  // namespace pith
