// What the pages of a site have in common, for the default extractor: which texts recur, and what is in each place.
//
// Made from the summaries of a sample of the site's pages. A page that is itself in the sample must not learn from
// itself, nor from its copies; since all statistics are counts and means, such pages can be subtracted
// (OtherPages), and one table serves all pages of the site.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/extract/main_content/detail/view/page_summary.h"
#include "core/extract/site_analyser.h"

namespace pith {

// Immutable. What is stored is rounded, so that small changes of few pages change nothing: on sites of more than 16
// pages counts to quarters of an octave of their share of the pages, means of words to quarters of an octave, shares to
// sixteenths.
class SiteStatistics final : public SiteAnalyser::Statistics {
 public:
  // A text, or a text in a place, that at least two pages have.
  struct Text {
    float pages = 0;
    float content = 0;  // mean over these pages of the probability that it is content
    bool operator==(const Text&) const = default;
  };
  // Means over the pages that have the place.
  struct Place {
    float pages = 0;
    float words = 0, elements = 0;
    float share = 0;        // of the page's words
    float link_words = 0;   // the next three: share of the words here
    float repeated = 0;     // in texts that other pages have
    float content = 0;      // by the judgement of each page alone
    float expected_f1 = 0;  // PlaceSums::expected_f1
    float same = 0;         // share of the pages that have the same text here as another page
    float deviation = 0;    // standard deviation of the words, relative to their mean
    bool operator==(const Place&) const = default;
  };

  // Of all pages together, as many runs and as many elements are read, so that learning takes less than 64 MB. If there
  // are more, only the first `page_share()` of each page count: the largest power of two for which they fit. 256 pages
  // fit with 2,048 each.
  static constexpr std::size_t max_read = 524'288;

  SiteStatistics() = default;  // of no page
  // The order of the pages does not matter. O(n log n) of the runs and elements of all pages.
  explicit SiteStatistics(std::span<const PageSummary* const> pages);

  std::uint32_t pages() const { return pages_; }
  std::size_t page_share() const { return page_share_; }
  // All nullptr if nothing is known. O(log n).
  const Text* text(std::uint64_t hash) const;
  const Text* masked_text(std::uint64_t masked_hash) const;
  const Text* text_in(std::uint64_t path, std::uint64_t hash) const;     // of a run; the path of its innermost element
  const Text* place_text(std::uint64_t path, std::uint64_t text) const;  // PlaceSum::text
  const Place* place(std::uint64_t path) const;
  // The fewest pages with a text, one of them the page that asks, for it to count as repeated.
  std::uint32_t few_pages() const { return few_pages_of(pages_); }
  static std::uint32_t few_pages_of(std::uint32_t pages) { return 2 + pages / 50; }

  std::uint64_t digest() const override;
  // 16 bytes for each text, 48 for each place. read() accepts any bytes: nullopt if they are no statistics.
  std::string bytes() const override;
  static std::optional<SiteStatistics> read(std::string_view bytes);

  // What the functions above look up.
  template <typename Value>
  using Table = std::vector<std::pair<std::uint64_t, Value>>;  // by key
  struct Tables {
    Table<Text> texts, masked, texts_in, place_texts;
    Table<Text> around;  // by ElementInfo::place of runs, and by place and masked text
    Table<Text> names;   // by PageName::hash
    Table<Place> places;
    bool operator==(const Tables&) const = default;
  };

  const Tables& tables() const { return tables_; }

 private:
  std::uint32_t pages_ = 0;
  std::size_t page_share_ = whole_page;
  Tables tables_;

  static constexpr std::size_t whole_page = std::max(PageSummary::max_runs, PageSummary::max_elements);
};

SiteStatistics statistics_of(std::span<const PageSummary> pages);

// The statistics of a site's other pages, for one page of it. All arguments outlive it.
//
// What the page alone takes for content counts as on other pages only if they have it in the same place, as the classes
// around it name it; if the page is sure, only if most pages that have the place do. Otherwise it is a quotation or a
// copy, which anybody can write: it says nothing about the template of this page.
class OtherPages {
 public:
  // `except`: summaries that are in the statistics and must not count: of the page itself, if the sample has it, and of
  // its copies. `asking`: of the page itself; null: all its texts may be anywhere.
  OtherPages(const SiteStatistics& site, std::span<const PageSummary* const> except,
             const PageSummary* asking = nullptr);

  float pages() const { return pages_; }
  // As a whole number; `many` stands for that many or more, so that a growing site does not change the number.
  static constexpr std::uint32_t many = 8;
  std::uint32_t count() const;
  SiteStatistics::Text text(std::uint64_t hash) const;  // zeros if no other page has it
  SiteStatistics::Text masked_text(std::uint64_t masked_hash) const;
  SiteStatistics::Text text_in(std::uint64_t path, std::uint64_t hash) const;
  SiteStatistics::Text place_text(std::uint64_t path, std::uint64_t text) const;
  SiteStatistics::Place place(std::uint64_t path) const;
  float pages_called(std::uint64_t name) const { return of(&SiteStatistics::Tables::names, name).pages; }
  // Whether enough other pages have the text for it to count as repeated.
  bool is_repeated(std::uint64_t hash) const { return text(hash).pages + 1 >= few_pages_; }
  // The same, in the same place: what rules ask of texts that the page alone does not take for content, and they do.
  bool is_repeated_in(std::uint64_t path, std::uint64_t hash) const {
    return text_in(path, hash).pages + 1 >= few_pages_;
  }

 private:
  using Table = SiteStatistics::Table<SiteStatistics::Text> SiteStatistics::Tables::*;
  SiteStatistics::Text of(Table table, std::uint64_t key) const;
  bool is_quoted(std::uint64_t hash) const;

  const SiteStatistics& site_;
  float pages_ = 0, few_pages_ = 0;
  std::vector<SiteStatistics::Tables> except_;  // of each excepted page, not rounded
  std::vector<std::uint64_t> quoted_;  // hashes, with and without numbers, of texts that are on no other page; sorted
};

}  // namespace pith
