// A page as its text runs and what holds them: everything that features are read from.
//
// Made in a few passes over the flat tree. Runs are in document order, so every element covers a range of them, and
// every sum over an element is a difference of two prefix sums.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/dom/document.h"
#include "core/extract/main_content/feature_table.h"
#include "core/extract/main_content/names.h"
#include "core/extract/main_content/phrases.h"
#include "core/extract/main_content/places.h"
#include "core/extract/main_content/structured_hints.h"
#include "core/extract/main_content/text_scan.h"
#include "core/extract/main_content/totals.h"

namespace pith {

using RunId = std::uint32_t;

// A text run (core/dom/text_runs.h) with what is known of it. Other than there, text that is hidden makes runs of its own:
// tabs and folded parts may be content, and some pages hide all of theirs until a script has run.
struct ViewRun {
  NodeId begin, end, block;  // as in TextRun
  NodeId top;                // the innermost element around all of it
  std::uint32_t first_word;  // in PageView::word_hashes
  TextCounts text;
  std::uint32_t link_words;
  std::uint64_t hash;         // of the words
  std::uint64_t masked_hash;  // of the words without numbers
  // What is compared with other pages: the same, but in a heading a text counts only where it is a heading of the same
  // path. What one page is called by, the menus of all others may say.
  std::uint64_t site_hash, site_masked_hash;
  std::uint32_t path;     // number of its path in PageView::paths
  std::uint32_t phrases;  // of short runs
  std::uint32_t copies;   // runs of the page with the same words, this one included
  bool prose;             // reads like sentences
  bool dated;             // short, with a year or a time of day
  bool linked_title;      // a link of some words, and right after it text that is none: a teaser's
  bool separator;  // short, and lines like it (path, first word) stand between the prose of the page again and again
  bool hidden;

  // Nearest element with a place or a name of a kind around the run: steps up from `top`, 255 if there is none.
  std::array<std::uint8_t, places> place_distance;
  std::array<std::uint8_t, name_kinds> name_distance;
  std::uint32_t names_here;  // kinds of names on the three innermost elements

  // Elements around it that hold more runs than the one before: `levels[0]` is the first that holds more than this
  // run; the last ones may be the body.
  static constexpr std::size_t level_count = 6;
  std::array<NodeId, level_count> levels;
  std::uint32_t inner_group, outer_group;  // in PageView::groups, or no_group
  NodeId inner_item, outer_item;
};
inline constexpr std::uint32_t no_group = 0xffffffff;

// At least three children of one element with the same tag and classes, that hold several runs each: comments, posts
// of a thread, teasers, cards, rows.
struct Group {
  NodeId parent;
  std::uint32_t items;
  Totals totals;
  float mean_words, deviation;  // of the words of an item, the latter over the mean
  // Shares of the items with a link, a date, an image, a heading, prose, and a name or phrase of a comment or of an
  // author.
  float linked, dated, pictured, headed, prose, replied, authored;
};

struct Path {
  std::uint64_t key;  // of tags and classes from the root
  std::uint32_t runs = 0, words = 0, link_words = 0, prose = 0;
};

struct ElementInfo {
  std::uint32_t names = 0;         // kinds
  std::uint32_t places = 0;        // bits
  std::uint64_t path = 0;          // key of tags and classes from the root
  std::uint64_t own = 0;           // key of its tag and classes
  std::uint32_t group = no_group;  // that it is an item of
};

// A node that the page's content is likely to be in, and how every node lies to it.
struct Centre {
  NodeId node = no_node;
  std::vector<std::uint16_t> common_depth;  // by node: depth of the deepest element that holds the node and the centre
};

// For each run, how many runs ago the last one of a kind was (0: it is one itself), and in how many the next one comes.
// `never` where there is none.
struct Steps {
  static constexpr std::uint16_t never = 0xffff;
  std::vector<std::uint16_t> since, until;
};

// Down from the root to the last element of which `has` still holds, by the first child of which it does. O(children of
// the path).
template <typename Has>
NodeId smallest_element(const Document& page, Has&& has) {
  NodeId found = 0;
  for (NodeId c = page.first_child(0); c != no_node;) {
    const bool down = page[c].is_element() && has(c);
    if (down) found = c;
    c = down ? page.first_child(c) : page.next_sibling(c);
  }
  return found;
}

class PageView {
 public:
  explicit PageView(const Document& page);

  const Document& page;
  std::vector<ViewRun> runs;
  RunRange all_runs() const { return {0, static_cast<RunId>(runs.size())}; }
  std::vector<std::uint32_t> word_hashes;
  std::vector<ElementInfo> elements;  // by node
  std::vector<Group> groups;
  std::vector<Path> paths;
  StructuredHints hints;
  Totals all;

  // Centres: best paragraph score; smallest element with 60 % and with 85 % of the prose; <main> or the like.
  enum CentreKind : std::size_t { by_score, by_most, by_nearly_all, by_mark, centre_count };
  std::array<Steps, phrase_kinds> phrase_steps;  // of runs of at most 6 words with the phrase
  Steps prose_steps, dated_steps, separator_steps, linked_title_steps;
  Steps heading_steps;       // of runs in a heading element
  Steps near_heading_steps;  // of runs at most 3 steps up from which is a heading
  std::vector<std::uint16_t> since_heading_comments, since_heading_related;  // of headings with the phrase
  Centre title_centre;                                                       // the title run's innermost element
  std::vector<RunId> since_comment_marker;  // by run: runs since the last empty element or heading named as of comments
  std::array<Centre, centre_count> centres;
  std::vector<float> scores;        // paragraph score by element
  std::vector<float> scores_above;  // the best of the element's and those of all above it
  float best_score = 0, second_score = 0;
  std::size_t best_interval_begin = 0, best_interval_end = 0;  // of runs: most words, fewest links
  RunId title_run = 0;
  float title_overlap_of_title_run = 0;
  std::vector<std::uint32_t> title_words;  // hashes, sorted
  std::bitset<1024> title_bits;            // of the words modulo 1024: most other words are told by these
  bool hides_most_prose = false;
  std::uint32_t articles = 0, h1s = 0, mains = 0;

  // Sums over the runs and nodes of [begin, end) in document order.
  Totals between(NodeId begin, NodeId end) const { return sums_[end] - sums_[begin]; }
  Totals of(NodeId element) const { return between(element, page.end_of(element)); }
  const Totals& before(NodeId n) const { return sums_[n]; }
  std::span<const std::uint32_t> words_of(const ViewRun& run) const {
    return std::span(word_hashes).subspan(run.first_word, run.text.words);
  }
  // Words of the runs [begin, end).
  float words_between(RunId begin, RunId end) const {
    const auto before = [&](RunId r) { return r < runs.size() ? sums_[runs[r].begin].words : all.words; };
    return static_cast<float>(before(end) - before(begin));
  }
  // Whether the page's title has the word of the hash.
  bool in_title(std::uint32_t word) const {
    return title_bits[word % title_bits.size()] && std::binary_search(title_words.begin(), title_words.end(), word);
  }
  // How every node lies to this one. O(nodes).
  Centre centre_at(NodeId node) const;
  // Runs of the element: [first, last).
  RunId first_run(NodeId element) const { return sums_[element].runs; }
  RunId end_run(NodeId element) const { return sums_[page.end_of(element)].runs; }

 private:
  void read_elements();
  void sum_up();
  void walk_up();
  // page_runs.cpp
  void read_runs();
  void number_paths();
  void find_lines();
  // page_groups.cpp
  void find_groups();
  Group group_of(std::span<const NodeId> items) const;
  // page_centres.cpp
  void score_paragraphs();
  void find_centres();
  void find_title();
  // page_steps.cpp
  void find_markers();
  void count_steps();

  std::vector<Totals> sums_;  // by node, of what stands before it; one more at the end
};

}  // namespace pith
