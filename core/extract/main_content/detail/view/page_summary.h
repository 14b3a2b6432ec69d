// What is stored about a page of a site, so that other pages can learn from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/main_content/detail/view/page_view.h"
#include "core/extract/site_analyser.h"

namespace pith {

// The text runs and the elements that hold them, without their texts.
struct PageSummary final : SiteAnalyser::Summary {
  static constexpr std::size_t max_runs = 10'000, max_elements = 10'000;  // the rest of a page is not stored
  static constexpr std::uint32_t no_element = 0xffffffff;
  struct Run {
    std::uint64_t hash, masked_hash;  // ViewRun::site_hash, site_masked_hash
    std::uint32_t words, link_words;  // at most 65,535
    std::uint32_t element;            // the innermost one around it, an index; no_element: not stored
    std::uint8_t content;             // the probability that it is main content, from the page alone, in 64ths
    bool operator==(const Run&) const = default;
  };
  struct Element {
    std::uint64_t path;        // of tags and classes from the root
    std::uint64_t place;       // ElementInfo::place
    std::uint32_t begin, end;  // its runs
    bool operator==(const Element&) const = default;
  };
  std::vector<Run> runs;             // in document order
  std::vector<Element> elements;     // that hold runs, in document order
  std::vector<std::uint64_t> names;  // PageName::hash of what the page calls itself
  bool operator==(const PageSummary& other) const {
    return runs == other.runs && elements == other.elements && names == other.names;
  }
};

// `probabilities` has one number per run, from the page alone (judge_page). O(nodes).
PageSummary summarise(const PageView& view, std::span<const float> probabilities);

// The same without all but the page's first `most` runs and elements.
PageSummary beginning_of(const PageSummary& summary, std::size_t most);

// For storage (deploy/manual/formats.md): the same on every machine. from_bytes accepts any bytes: nullopt if they are
// not a summary.
std::string to_bytes(const PageSummary& summary);
std::optional<PageSummary> from_bytes(std::string_view bytes);

// What a page has in one place: in all of its elements with the same path.
struct PlaceSum {
  std::uint64_t path = 0;
  std::uint64_t text = 0;  // hash of its elements in order, of each the texts in any order
  std::uint32_t elements = 0;
  float words = 0, link_words = 0;
  float repeated = 0;  // words of texts that other pages of the site have
  float content = 0;   // words, each weighted by its probability
};

struct PlaceSums {
  std::vector<PlaceSum> places;  // by path, each once
  float words = 0, content = 0;  // of the whole page

  // Null if the page does not have the place.
  const PlaceSum* find(std::uint64_t path) const;
  // Share of the page's words that are in the place.
  float share(const PlaceSum& place) const { return words > 0 ? place.words / words : 0; }
  // The F1 to be expected if the place were chosen as the main content.
  float expected_f1(const PlaceSum& place) const {
    const float all = place.words + content;
    return all > 0 ? 2 * place.content / all : 0;
  }
};

// `repeated` has one flag per run: other pages have its text. O(n log n) of runs and elements.
PlaceSums sum_places(const PageSummary& page, std::span<const char> repeated);

}  // namespace pith
