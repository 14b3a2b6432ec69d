// What the pages of a site have in common, as far as the default extractor looks at it.
//
// A page is summed up once, by itself (PageSummary); a site's statistics are sums over summaries, so that they may come
// from the handful of siblings of a key page or from any number of cached pages.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/main_content/page_view.h"

namespace pith {

// What is kept of a page. Texts and paths each once.
struct PageSummary {
  struct Place {  // of an element's path of tags and classes
    std::uint64_t path;
    float words, content;  // in all elements with it; content: those words weighted by their probability of being content
  };
  struct Text {
    std::uint64_t path, hash;
    float words;
  };
  std::vector<Text> runs;                   // all of them
  std::vector<std::uint64_t> texts;         // hashes of the runs' words
  std::vector<std::uint64_t> masked_texts;  // without numbers
  std::vector<Place> run_places;            // of the innermost elements around runs
  std::vector<Place> element_places;        // of all elements that hold runs
};

// `probabilities` has one number a run: that of the first forest.
PageSummary summarise(const PageView& view, std::span<const float> probabilities);

class SiteStatistics {
 public:
  struct Place {
    std::uint32_t pages = 0;
    float words = 0, content = 0;
    float repeated = 0;  // words of texts that stand on two pages and more; only of run places
  };

  // Adds a page. The shares of repeated words are right after finish(), to be called once after the last page.
  void absorb(const PageSummary& page);
  void finish();

  std::uint32_t pages() const { return pages_; }
  // Pages with the text, the text up to numbers, and what is known of a place; never null.
  std::uint32_t pages_with_text(std::uint64_t hash) const { return find(texts_, hash); }
  std::uint32_t pages_with_masked(std::uint64_t hash) const { return find(masked_, hash); }
  const Place& run_place(std::uint64_t path) const { return find_place(run_places_, path); }
  const Place& element_place(std::uint64_t path) const { return find_place(element_places_, path); }

 private:
  using Counts = std::unordered_map<std::uint64_t, std::uint32_t>;
  using Places = std::unordered_map<std::uint64_t, Place>;
  static std::uint32_t find(const Counts& counts, std::uint64_t key);
  static const Place& find_place(const Places& places, std::uint64_t key);
  static void add(Places& places, std::span<const PageSummary::Place> more);

  std::uint32_t pages_ = 0;
  std::vector<PageSummary::Text> runs_;
  Counts texts_, masked_;
  Places run_places_, element_places_;
};

// Whether a page is a copy or a reprint of the key page, which tells nothing about the template: it has more than half
// of the key page's long runs (20 words and up, at least two of them).
bool is_copy(const PageView& key, const PageSummary& sibling);

}  // namespace pith
