// ConEx: main content extraction by comparison with sibling pages.
//
// J. Alarte, D. Insa, J. Silva, S. Tamarit: Main Content Extraction from Heterogeneous Webpages, 2018.
// The paper leaves open, and we chose: which attributes make nodes equal (node_equality.h), which of several equal
// children are mapped (etdm.h), how to treat non-content nodes and the root (conex.h). Without a sibling every node is
// a candidate, so nothing can be separated and the result is empty.
#include "core/extract/extractors/detail/conex.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/extract/extractors/detail/climb.h"
#include "core/extract/extractors/detail/site_parameters.h"
#include "core/trees/etdm.h"

namespace pith {
namespace conex {

std::vector<bool> candidates(const Document& page, const std::vector<std::uint32_t>& occurrences,
                             std::uint32_t threshold) {
  std::vector<bool> out(page.size());
  for (NodeId n = 0; n < page.size(); ++n) out[n] = page[n].is_content() && occurrences[n] <= threshold;
  return out;
}

std::vector<NodeId> reduce(const Document& page, const std::vector<bool>& candidates) {
  std::vector<NodeId> reduced;
  for (NodeId n = 0; n < page.size();) {
    if (candidates[n]) {
      reduced.push_back(n);
      n = page.end_of(n);
    } else {
      ++n;
    }
  }
  return reduced;
}

NodeId branch_of(const Document& page, const std::vector<NodeId>& reduced) {
  NodeId branch = 0, largest = 0;
  for (const NodeId n : reduced) {
    const NodeId parent = page[n].parent == no_node ? n : page[n].parent;
    if (page[parent].subtree_size > largest) {
      branch = parent;
      largest = page[parent].subtree_size;
    }
  }
  return branch;
}

std::vector<NodeId> within(const Document& page, const std::vector<NodeId>& reduced, NodeId branch) {
  std::vector<NodeId> out;
  for (const NodeId n : reduced)
    if (page.is_ancestor(branch, n)) out.push_back(n);
  return out;
}

std::vector<NodeId> merge_siblings(const Document& page, const std::vector<NodeId>& nodes) {
  std::vector<bool> chosen(page.size());
  for (const NodeId n : nodes) chosen[n] = true;
  climb(page, chosen,
        [&](NodeId n, const std::vector<bool>& now) { return n != 0 && two_children_chosen(page, n, now); });
  return chosen_nodes(chosen);
}

}  // namespace conex

namespace {

class Conex final : public Extractor {
 public:
  explicit Conex(const Parameters& p)
      : threshold_(static_cast<std::uint32_t>(parameter<long>(p, "threshold"))),
        siblings_(static_cast<std::size_t>(parameter<long>(p, "n"))),
        strictness_(strictness_of(p)) {}

  NodeSet choose(const ExtractorInput& input) const override {
    const Document& page = input.page;
    NodeSet content(page);
    const auto siblings = input.siblings.first(std::min(siblings_, input.siblings.size()));
    if (siblings.empty()) return content;
    const auto occurrences = count_occurrences(page, siblings, strictness_);
    auto reduced = conex::reduce(page, conex::candidates(page, occurrences, threshold_));
    if (reduced.size() > 1)
      reduced = conex::merge_siblings(page, conex::within(page, reduced, conex::branch_of(page, reduced)));
    for (const NodeId n : reduced) content.add_subtree(page, n);
    return content;
  }

 private:
  std::uint32_t threshold_;
  std::size_t siblings_;
  Strictness strictness_;
};

}  // namespace

ExtractorInfo conex_info() {
  return {
      .name = "conex",
      .version = 1,
      .site_level = true,
      .summary = "nodes that no sibling page has, joined to the largest branch of the page",
      .source = "Alarte et al., Main Content Extraction from Heterogeneous Webpages, 2018, sections 2.2 to 2.6",
      .parameters =
          {
              {.name = "threshold",
               .meaning = "siblings that may have a node without it counting as template",
               .fallback = 0L,
               .minimum = 0,
               .maximum = 64},
              siblings_parameter(4),
              equality_parameter("tag+attributes"),
          },
      .make = [](const Parameters& p) -> std::unique_ptr<Extractor> { return std::make_unique<Conex>(p); },
  };
}

}  // namespace pith
