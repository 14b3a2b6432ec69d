#include "core/extract/main_content/detail/view/page_runs.h"

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/base/stable_hash.h"
#include "core/base/trim.h"
#include "core/extract/main_content/detail/view/numbering.h"
#include "core/extract/main_content/detail/view/phrases.h"
#include "core/text/ascii.h"
#include "core/text/white_space.h"

namespace pith {
namespace {

bool reads_like_sentences(const TextCounts& text, std::uint32_t link_words) {
  if (link_words * 2 > text.words) return false;
  return text.words >= 12 || (text.words >= 6 && text.sentences > 0);
}

// Telephone numbers are what a page says, whether one can click them or not. E-mail addresses may be by-lines.
bool leads_to_page(const Document& page, NodeId link) {
  if (!page.has_attribute(link, "href")) return false;
  return !equals_ignoring_case(trim_space(page.attribute(link, "href")).substr(0, 4), "tel:");
}

// Whether it has a picture and a short text, and an empty link lies over all of it: the link leads from all of it.
bool is_covered_card(const Document& page, NodeId n) {
  constexpr NodeId most_nodes = 100;
  constexpr std::size_t most_bytes = 400;
  if (page[n].tag == Tag::p || !is_block(page[n].tag) || page[n].subtree_size > most_nodes) return false;
  NodeId link = no_node;
  std::size_t bytes = 0;
  bool has_picture = false;
  for (NodeId i = n + 1; i < page.end_of(n); ++i) {
    const bool is_link = page[i].tag == Tag::a && page.has_attribute(i, "href");
    if (is_link && (link != no_node || page[i].parent != n)) return false;
    if (is_link) link = i;
    const std::size_t size = page[i].is_text() ? trim_space(page.text(i)).size() : 0;
    const bool is_picture = page[i].tag == Tag::img;
    if (link != no_node && i < page.end_of(link) && (is_picture || size > 0)) return false;
    has_picture |= is_picture;
    bytes += size;
  }
  return link != no_node && has_picture && bytes > 0 && bytes <= most_bytes;
}

bool is_empty(const Document& page, NodeId element) {
  const NodeId size = page[element].subtree_size;
  return size == 1 || (size == 2 && page[element + 1].is_text() && trim_space(page.text(element + 1)).empty());
}

// By node; empty if there are none. O(nodes).
std::vector<char> covered_cards(const Document& page) {
  std::vector<char> out;
  for (NodeId n = 1; n < page.size(); ++n) {
    if (page[n].tag != Tag::a || !is_empty(page, n) || !is_covered_card(page, page[n].parent)) continue;
    out.resize(page.size());
    out[page[n].parent] = 1;
  }
  return out;
}

void find_runs(const Document& page, PageRuns& out) {
  // Valid pages have no nested links; in others the outermost counts.
  std::vector<NodeId> block_of(page.size());
  const std::vector<char> covered = covered_cards(page);
  NodeId link_end = 0;
  bool open = false, after_link = false;
  for (NodeId n = 0; n < page.size(); ++n) {
    const Node& node = page[n];
    const bool block = node.is_element() && (n == 0 || is_block(node.tag));
    block_of[n] = block ? n : block_of[node.parent];
    if (node.tag == Tag::a && n >= link_end && leads_to_page(page, n)) link_end = page.end_of(n);
    if (!covered.empty() && covered[n] && n >= link_end) link_end = page.end_of(n);
    if (block) open = false;
    if (!node.is_text() || !node.is_content()) continue;
    const bool hidden = node.flags & Node::hidden;
    if (open && (out.list.back().block != block_of[n] || out.list.back().hidden != hidden)) open = false;
    if (!open) {
      ViewRun run{};
      run.begin = n;
      run.hidden = hidden;
      run.block = block_of[n];
      run.top = node.parent;
      run.first_word = static_cast<std::uint32_t>(out.words.size());
      out.list.push_back(run);
      open = true;
      after_link = false;
    }
    ViewRun& run = out.list.back();
    TextCounts counts = scan_text(page.text(n), out.words);
    // What a link says is masked as one word, as are all links of a list.
    if (counts.words > 0) {
      const bool in_link = n < link_end;
      if (in_link && after_link) counts.mask_nothing();
      if (in_link && !after_link) counts.mask_all();
      after_link = in_link;
    }
    run.text.add(counts);
    if (n < link_end) run.link_words += counts.words;
    run.end = n + 1;
    while (page.end_of(run.top) < run.end) run.top = page[run.top].parent;
  }
}

void find_prose(PageRuns& out) {
  std::size_t hidden = 0, shown = 0;
  for (ViewRun& run : out.list) {
    run.prose = reads_like_sentences(run.text, run.link_words);
    (run.hidden ? hidden : shown) += run.prose ? run.text.words : 0;
  }
  out.hides_most_prose = hidden > shown;
  // Hidden dialogs must not attract the page's centres, unless a script shows most of the page.
  if (!out.hides_most_prose)
    for (ViewRun& run : out.list) run.prose = run.prose && !run.hidden;
}

void count_copies(PageRuns& out) {
  Numbering texts(out.size());
  std::vector<std::uint32_t> copies;
  for (ViewRun& run : out.list) {
    run.copies = texts.of(run.hash);
    copies.resize(texts.size());
    ++copies[run.copies];
  }
  for (ViewRun& run : out.list) run.copies = copies[run.copies];
}

}  // namespace

PageRuns read_runs(const Document& page, const PageElements& elements) {
  PageRuns out;
  find_runs(page, out);
  trim(out.list);
  trim(out.words);
  find_prose(out);
  for (ViewRun& run : out.list) {
    const auto words = out.words_of(run);
    run.hash = hash_seed;
    for (const std::uint32_t word : words) run.hash = mix(run.hash, word);
    const bool masked = run.link_words < run.text.words;  // else nothing of it would be left
    run.masked_hash = masked ? mix(run.text.masked, run.text.masked_words) : run.hash;
    run.phrases = run.text.words <= 12 ? phrases_in(words) : 0;
    const std::uint64_t path = elements[run.top].path;
    const bool heading = heading_level(page[run.block].tag) > 0;
    run.site_hash = heading ? mix(run.hash, path) : run.hash;
    run.site_masked_hash = heading ? mix(run.masked_hash, path) : run.masked_hash;
  }
  count_copies(out);
  return out;
}

}  // namespace pith
