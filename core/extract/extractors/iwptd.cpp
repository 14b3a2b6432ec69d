// IWPTD: incremental template detection by the document frequency of text segments.
//
// Y. Wang, B. Fang, X. Cheng, L. Guo, H. Xu: Incremental Web Page Template Detection, WWW 2008; Alarte et al. 2018, §4
// ([21]): the page is cut into subtrees "whose root nodes are associated with concrete HTML tags (i.e., TABLE, DIV, UL,
// etc.)"; a text segment on enough pages is a template segment; "finally, it computes a ratio to decide whether a
// subtree belongs to the template or not". The model of the site (core/trees/segment_statistics.h) can grow and shrink
// by one page; an extractor keeps nothing between pages, so here it absorbs the key page and the siblings each time.
//
// Chosen here: a segment is a visible text node, white space collapsed; it belongs to the innermost cut around it. The
// cuts are the containers in subtree_roots. The ratio is that of characters, so that a long text weighs more than a
// date; a subtree at or above it is all template, one below it all content. The content is the text nodes and images of
// content subtrees (an image in a subtree without text goes with the nearest cut above that has some), and the elements
// whose text is all content (core/extract/detail/chosen_nodes.h). `k` counts the key page. Alarte et al. 2018 speak of
// "5 or more" pages, which a few siblings never reach; 2 is our choice. `ratio` was chosen by measurement over all data
// sets. Without a sibling nothing can be separated and the result is empty.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/dom/tag_set.h"
#include "core/dom/text_runs.h"
#include "core/extract/detail/chosen_nodes.h"
#include "core/extract/extractors/detail/site_parameters.h"
#include "core/text/white_space.h"
#include "core/trees/segment_statistics.h"

namespace pith {
namespace {

constexpr TagSet subtree_roots = {Tag::table,   Tag::div,   Tag::ul,  Tag::ol,     Tag::dl,     Tag::form, Tag::section,
                                  Tag::article, Tag::aside, Tag::nav, Tag::header, Tag::footer, Tag::main, Tag::td};

// One number for each visible text node, in document order.
std::vector<std::uint64_t> segments_of(const Document& page) {
  std::vector<std::uint64_t> segments;
  for (NodeId n = 0; n < page.size(); ++n)
    if (is_visible_text(page[n])) segments.push_back(hash_collapsed(page.text(n)));
  return segments;
}

class Iwptd final : public Extractor {
 public:
  explicit Iwptd(const Parameters& p)
      : pages_(static_cast<std::uint32_t>(parameter<long>(p, "k"))),
        ratio_(parameter<double>(p, "ratio")),
        siblings_(static_cast<std::size_t>(parameter<long>(p, "n"))) {}

  NodeSet choose(const ExtractorInput& input) const override {
    const auto siblings = input.siblings.first(std::min(siblings_, input.siblings.size()));
    if (siblings.empty()) return NodeSet(input.page);
    const auto segments = segments_of(input.page);
    SegmentStatistics site;
    site.absorb(segments);
    for (const Document* sibling : siblings) site.absorb(segments_of(*sibling));
    return choose(input.page, segments, site);
  }

 private:
  NodeSet choose(const Document& page, const std::vector<std::uint64_t>& segments,
                 const SegmentStatistics& site) const {
    struct Subtree {
      std::uint64_t characters = 0, repeated = 0;
      bool content = false;
    };
    std::vector<NodeId> cut(page.size());        // the innermost cut around each node
    std::vector<Subtree> subtrees(page.size());  // at the cuts
    auto segment = segments.begin();
    for (NodeId n = 0; n < page.size(); ++n) {
      const Node& node = page[n];
      cut[n] = n == 0 || (node.is_element() && subtree_roots.contains(node.tag)) ? n : cut[node.parent];
      if (!is_visible_text(node)) continue;
      const std::size_t characters = count_chars(page.text(n));
      Subtree& subtree = subtrees[cut[n]];
      subtree.characters += characters;
      if (site.pages_with(*segment++) >= pages_) subtree.repeated += characters;
    }
    std::vector<bool> chosen(page.size());
    for (NodeId n = 0; n < page.size(); ++n) {
      if (cut[n] == n) {
        Subtree& subtree = subtrees[n];
        subtree.content = subtree.characters > 0
                              ? static_cast<double>(subtree.repeated) < ratio_ * static_cast<double>(subtree.characters)
                              : n > 0 && subtrees[cut[page[n].parent]].content;
      }
      if (subtrees[cut[n]].content && is_choosable(page[n])) chosen[n] = true;
    }
    return content_of(page, chosen);
  }

  std::uint32_t pages_;
  double ratio_;
  std::size_t siblings_;
};

}  // namespace

ExtractorInfo iwptd_info() {
  return {
      .name = "iwptd",
      .version = 1,
      .site_level = true,
      .summary = "blocks in which text that other pages of the site repeat has a small share",
      .source = "Wang et al., Incremental Web Page Template Detection, 2008",
      .parameters =
          {
              {.name = "k",
               .meaning = "pages, the key page among them, that make a text segment template",
               .fallback = 2L,
               .minimum = 2,
               .maximum = 65},
              {.name = "ratio",
               .meaning = "share of template text from which on a block is template",
               .fallback = 0.2,
               .minimum = 0.01,
               .maximum = 1.0},
              siblings_parameter(4),
          },
      .make = [](const Parameters& p) -> std::unique_ptr<Extractor> { return std::make_unique<Iwptd>(p); },
  };
}

}  // namespace pith
