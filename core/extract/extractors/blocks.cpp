// Blocks: ranks all blocks of a page by relevance, by extracting with CNR (cnr.h) and removing, in turn.
//
// The extension proposed in the chars-nodes ratio paper, §VI: "detect the most relevant block; then, remove from the
// DOM tree all its nodes, and detect the next relevant block in the remaining DOM tree". The paper does not say when to
// stop; here: after a number of blocks, or at a block with less than a given share of the page's text. Text is what
// Algorithm 1 counts: none in links.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/extract/extractors/detail/text_blocks.h"

namespace pith {

std::vector<NodeId> ranked_blocks(const Document& page, const cnr::Options& options, std::size_t count,
                                  double least_share) {
  std::vector<NodeId> blocks;
  NodeSet removed(page);
  std::uint32_t page_text = 0;
  while (blocks.size() < count) {
    const auto ratings = cnr::rate(page, options.ratio, &removed);
    if (blocks.empty()) page_text = ratings[0].text;
    const NodeId block = cnr::main_block(page, ratings, options);
    if (block == no_node || ratings[block].text < least_share * page_text) break;
    blocks.push_back(block);
    removed.add_subtree(page, block);
  }
  return blocks;
}

namespace {

constexpr long most_blocks = 64;

class Blocks final : public Extractor {
 public:
  explicit Blocks(const Parameters& p)
      : options_(cnr::options_of(cnr::Ratio::chars_nodes, p)),
        count_(parameter<long>(p, "count")),
        least_share_(parameter<double>(p, "least_share")) {}

  NodeSet choose(const ExtractorInput& input) const override {
    NodeSet content(input.page);
    const auto count = static_cast<std::size_t>(count_ > 0 ? count_ : most_blocks);
    for (const NodeId n : ranked_blocks(input.page, options_, count, count_ > 0 ? 0 : least_share_))
      content.add_subtree(input.page, n);
    return content;
  }

 private:
  cnr::Options options_;
  long count_;
  double least_share_;
};

}  // namespace

ExtractorInfo blocks_info() {
  return {
      .name = "blocks",
      .version = 1,
      .site_level = false,
      .summary = "the most relevant blocks of the page: cnr's block, then that of what remains, and so on",
      .source = "the chars-nodes ratio paper (users.dsic.upv.es/~jsilva/CNR), section VI",
      .parameters =
          {
              {.name = "count",
               .meaning = "blocks, at most; 0: all that hold least_share of the text, up to 64",
               .fallback = 0L,
               .minimum = 0,
               .maximum = most_blocks},
              {.name = "least_share",
               .meaning = "with count 0: share of the page's text outside of links that a block must hold",
               .fallback = 0.05,
               .minimum = 0.01,
               .maximum = 1},
              cnr::top_parameter(0.2),
              cnr::lean_parameter(),
          },
      .make = [](const Parameters& p) -> std::unique_ptr<Extractor> { return std::make_unique<Blocks>(p); },
  };
}

}  // namespace pith
