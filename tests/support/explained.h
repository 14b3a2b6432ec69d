// The content according to an explanation, to be compared with the content according to extraction.
#pragma once

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>

#include "core/extract/explanation.h"
#include "core/text/white_space.h"

namespace pith::test {

// The text without white space: an explanation is not cut into the same blocks as an extraction.
inline std::string ink_of(std::string_view text) {
  std::string out = collapse_space(text);
  std::erase(out, ' ');
  return out;
}

// Checks that the blocks called content are those of extract_page with the same arguments.
inline void check_explains(const PageExplanation& explanation, const ExtractedPage& extracted,
                           const std::string& what) {
  std::string content;
  std::uint32_t words = 0, blocks = 0;
  for (const ExplainedBlock& block : explanation.blocks) {
    if (block.verdict == Verdict::content) content += ink_of(block.text);
    BOOST_TEST(!block.reasons.empty(), what << ": " << block.text);
    words += block.words;
    ++blocks;
  }
  BOOST_TEST(content == ink_of(extracted.blocks.text), what);
  BOOST_TEST((explanation.page.status == extracted.status && explanation.page.confidence == extracted.confidence),
             what);
  BOOST_TEST(explanation.page.structure == extracted.structure, what);
  for (const PageExplanation::Sum& sum : explanation.sums) {
    words -= sum.words;
    blocks -= sum.blocks;
  }
  BOOST_TEST((words == 0 && blocks == 0), what << ": sums");
}

}  // namespace pith::test
