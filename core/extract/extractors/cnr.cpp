// CNR: the block with the most text, found by the ratio of characters to nodes.
//
// The chars-nodes ratio paper (deploy/manual/papers.md; its copy lacks title and authors): §IV, Definition 4.1,
// Algorithms 1 and 2. The result is the whole subtree of the block found. The paper leaves open, and we chose: which
// nodes are a nonContentNode (cnr.h), how many nodes are top-rated (the parameter `top`, chosen by measurement on
// labelled pages), what a more restrictive and a more relaxed Algorithm 2 are (`lean`, cnr.h), and which of several
// blocks with equal text to return (the first). "More text" is the textLength of Algorithm 1, so text in links does not
// count.
#include "core/extract/extractors/detail/cnr.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/dom/text_runs.h"
#include "core/extract/extractors/detail/climb.h"
#include "core/text/white_space.h"
#include "core/text/words.h"

namespace pith {
namespace cnr {
namespace {

bool is_non_content_node(const Document& page, NodeId n) {
  const Node& node = page[n];
  return node.flags & (Node::non_content | Node::hidden) || node.tag == Tag::nav ||
         (node.tag == Tag::a && page.has_attribute(n, "href"));
}

// Whether the chosen children of n hold more than half of its text.
bool most_text_chosen(const Document& page, const std::vector<Rating>& ratings, NodeId n,
                      const std::vector<bool>& chosen) {
  std::uint64_t text = 0;
  for (NodeId child = page.first_child(n); child != no_node; child = page.next_sibling(child))
    if (chosen[child]) text += ratings[child].text;
  return text * 2 > ratings[n].text;
}

// Whether n has exactly one child with text, and that child is chosen.
bool only_text_chosen(const Document& page, const std::vector<Rating>& ratings, NodeId n,
                      const std::vector<bool>& chosen) {
  for (NodeId child = page.first_child(n); child != no_node; child = page.next_sibling(child))
    if (ratings[child].text > 0) return chosen[child] && ratings[child].text == ratings[n].text;
  return false;
}

}  // namespace

std::vector<Rating> rate(const Document& page, Ratio ratio, const NodeSet* removed) {
  std::vector<Rating> ratings(page.size());
  std::vector<bool> inner(page.size());  // elements whose children count
  for (NodeId n = 0; n < page.size();) {
    const NodeId next = page.end_of(n);
    if (!removed || !removed->contains(n)) {
      ratings[n].weight = 1;
      if (is_visible_text(page[n])) {
        const std::string_view text = page.text(n);
        ratings[n].text = static_cast<std::uint32_t>(ratio == Ratio::chars_nodes ? count_ink(text) : count_words(text));
      } else if (!is_non_content_node(page, n)) {
        inner[n] = true;
      }
    }
    n = inner[n] ? n + 1 : next;
  }
  // Below: the number of leaves or nodes of the children seen so far, separate from the node's own weight.
  std::vector<std::uint32_t> below(page.size());
  for (NodeId n = page.size(); n-- > 0;) {
    if (inner[n]) ratings[n].weight = ratio == Ratio::chars_nodes ? below[n] + 1 : std::max<std::uint32_t>(below[n], 1);
    const NodeId parent = page[n].parent;
    if (parent == no_node || ratings[n].weight == 0) continue;
    ratings[parent].text += ratings[n].text;
    below[parent] += ratings[n].weight;
  }
  return ratings;
}

std::vector<NodeId> top_rated(const std::vector<Rating>& ratings, double share) {
  std::vector<double> ratios;
  for (const Rating& rating : ratings)
    if (rating.text > 0) ratios.push_back(rating.ratio());
  std::vector<NodeId> top;
  if (ratios.empty()) return top;
  const double wanted = std::ceil(share * static_cast<double>(ratios.size()));
  const auto last = std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(wanted), 1, std::ssize(ratios)) - 1;
  std::nth_element(ratios.begin(), ratios.begin() + last, ratios.end(), std::greater<>());
  const double least = ratios[static_cast<std::size_t>(last)];
  for (NodeId n = 0; n < ratings.size(); ++n)
    if (ratings[n].text > 0 && ratings[n].ratio() >= least) top.push_back(n);
  return top;
}

std::vector<NodeId> blocks_of(const Document& page, const std::vector<Rating>& ratings, const std::vector<NodeId>& top,
                              Lean lean) {
  std::vector<bool> chosen(page.size());
  NodeId end = 0;  // of the last node kept
  for (const NodeId n : top) {
    if (n < end) continue;
    chosen[n] = true;
    end = page.end_of(n);
  }
  climb(page, chosen, [&](NodeId n, const std::vector<bool>& now) {
    if (two_children_chosen(page, n, now)) return lean != Lean::precision || most_text_chosen(page, ratings, n, now);
    return lean == Lean::recall && only_text_chosen(page, ratings, n, now);
  });
  return chosen_nodes(chosen);
}

NodeId most_text(const std::vector<Rating>& ratings, const std::vector<NodeId>& blocks) {
  NodeId best = no_node;
  for (const NodeId n : blocks)
    if (best == no_node || ratings[n].text > ratings[best].text) best = n;
  return best;
}

ParameterInfo top_parameter(double fallback) {
  return {.name = "top",
          .meaning = "share of the nodes with text that count as top-rated",
          .fallback = fallback,
          .minimum = 0.01,
          .maximum = 1};
}

ParameterInfo lean_parameter() {
  return {.name = "lean",
          .meaning = "blocks nearer to the leaves (precision), as published (balanced), or nearer to the root (recall)",
          .fallback = std::string("balanced"),
          .choices = {"precision", "balanced", "recall"}};
}

Options options_of(Ratio ratio, const Parameters& values) {
  const auto& lean = parameter<std::string>(values, "lean");
  return {.ratio = ratio,
          .top = parameter<double>(values, "top"),
          .lean = lean == "precision" ? Lean::precision
                  : lean == "recall"  ? Lean::recall
                                      : Lean::balanced};
}

NodeId main_block(const Document& page, const std::vector<Rating>& ratings, const Options& options) {
  return most_text(ratings, blocks_of(page, ratings, top_rated(ratings, options.top), options.lean));
}

namespace {

class MainBlock final : public Extractor {
 public:
  explicit MainBlock(const Options& options) : options_(options) {}

  NodeSet choose(const ExtractorInput& input) const override {
    NodeSet content(input.page);
    const NodeId block = main_block(input.page, rate(input.page, options_.ratio), options_);
    if (block != no_node) content.add_subtree(input.page, block);
    return content;
  }

 private:
  Options options_;
};

}  // namespace

std::unique_ptr<Extractor> make(const Options& options) { return std::make_unique<MainBlock>(options); }

}  // namespace cnr

ExtractorInfo cnr_info() {
  return {
      .name = "cnr",
      .version = 1,
      .site_level = false,
      .summary = "characters per node: from the best nodes up to blocks, then the block with most text",
      .source = "the chars-nodes ratio paper (users.dsic.upv.es/~jsilva/CNR), section IV",
      .parameters = {cnr::top_parameter(0.2), cnr::lean_parameter()},
      .make = [](const Parameters& p) { return cnr::make(cnr::options_of(cnr::Ratio::chars_nodes, p)); },
  };
}

}  // namespace pith
