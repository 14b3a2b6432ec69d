// WLR: the block with the most text, found by the ratio of words to leaves.
//
// D. Insa, J. Silva, S. Tamarit: Using the words/leafs ratio in the DOM tree for content extraction, Journal of Logic
// and Algebraic Programming 82(8), 2013 (reference [11] of Alarte et al. 2018). Here it is CNR (cnr.h) with words for
// characters and leaves for nodes: the leaves of a subtree are its nodes without children, including each
// nonContentNode and each element whose children were all removed. Words are those of core/text/words.h.
#include "core/extract/extractors/detail/cnr.h"

namespace pith {

ExtractorInfo wlr_info() {
  return {
      .name = "wlr",
      .version = 1,
      .site_level = false,
      .summary = "words per leaf: from the best nodes up to blocks, then the block with most words",
      .source = "Insa, Silva, Tamarit, Using the words/leafs ratio in the DOM tree for content extraction, 2013",
      .parameters = {cnr::top_parameter(0.12), cnr::lean_parameter()},
      .make = [](const Parameters& p) { return cnr::make(cnr::options_of(cnr::Ratio::words_leaves, p)); },
  };
}

}  // namespace pith
