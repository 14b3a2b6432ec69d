// What the pages of a site have in common, for the default extractor.
//
// A page is summarised once, by itself (PageSummary, which can be stored as bytes); a site's statistics are made from
// the summaries of a sample of its pages: the few siblings of a key page, or the members of a site's model
// (core/extract/site/site_model.h).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/extract/learner.h"
#include "core/extract/main_content/detail/page_view.h"
#include "core/extract/site/text_statistics.h"

namespace pith {

// What is stored about a page. Content is counted in words, each weighted by its probability of being content, in
// 64ths, so that sums over pages are exact in any order.
struct PageSummary final : Learner::Summary {
  static constexpr std::size_t max_runs = 20'000, max_places = 20'000;  // the rest of a page is not stored
  struct Run {
    std::uint64_t path, hash, masked_hash;  // of the innermost element around it; ViewRun::site_hash, site_masked_hash
    std::uint32_t words, content;
    bool operator==(const Run&) const = default;
  };
  struct Place {  // all elements that hold runs and have this path of tags and classes
    std::uint64_t path;
    std::uint32_t words, content;
    bool operator==(const Place&) const = default;
  };
  std::vector<Run> runs;      // in document order
  std::vector<Place> places;  // by path
  bool operator==(const PageSummary& other) const { return runs == other.runs && places == other.places; }
};

// `probabilities` has one number per run, from the page alone (judge_page).
PageSummary summarise(const PageView& view, std::span<const float> probabilities);

// For storage (deploy/manual/formats.md): the same on every machine. from_bytes accepts any bytes: nullopt if they are
// not a summary.
std::string to_bytes(const PageSummary& summary);
std::optional<PageSummary> from_bytes(std::string_view bytes);

// Immutable; every query is O(log n). Results are rounded, so that edits of few pages do not change them: words to
// powers of two, shares of words to eighths, shares of pages as in SampleShare, with a text to quarters and with a
// place to halves.
class SiteStatistics final : public Learner::Knowledge {
 public:
  // Runs whose innermost element has a path.
  struct Place {
    float pages = 0;     // share of them
    float words = 0;     // per page that has the place
    float content = -1;  // share of the words that is content; -1 if there are none
    float repeated =
        -1;  // share of the words in texts that are on two pages, of a large sample on SampleShare::few_pages, and more
    bool operator==(const Place&) const = default;
  };

  SiteStatistics() = default;  // of no page
  // The order of the pages does not matter. O(n log n) of the runs and places of all pages.
  explicit SiteStatistics(std::span<const PageSummary* const> pages);

  // How many pages; SampleShare::large_sample means that or more.
  std::uint32_t pages() const { return pages_; }
  // Share of the pages with the text, with the text except for numbers, and what is known about a place.
  float pages_with_text(std::uint64_t hash) const;
  float pages_with_masked(std::uint64_t hash) const;
  const Place& run_place(std::uint64_t path) const;
  // Share of the words inside elements with the path that is content; -1 if there are no words.
  float element_content(std::uint64_t path) const;

  std::uint64_t digest() const override;

 private:
  // What is known of each key, by key.
  template <typename Value>
  using Table = std::vector<std::pair<std::uint64_t, Value>>;

  std::uint32_t pages_ = 0;
  Table<float> texts_, masked_, element_content_;
  Table<Place> run_places_;
};

SiteStatistics statistics_of(std::span<const PageSummary> pages);

}  // namespace pith
