// ACCB, adapted Content Code Blurring: like CCB, but ignores the tags of links, for texts that are full of them.
//
// T. Gottron: Content Code Blurring: A new approach to content extraction, DEXA workshops (TIR) 2008
// (Moreno et al. 2009, §2). The vector of ccb.cpp without the tags of <a>; the texts of links stay. Radius and
// threshold are the same; the rest is in content_code_blurring.h.
#include <cstdint>

#include "core/extract/extractors/detail/content_code_blurring.h"

namespace pith {
namespace {

std::uint32_t accb_elements(const Document& page, const SourceToken& token) {
  return page[token.node].tag == Tag::a ? 0 : token.length;
}

}  // namespace

ExtractorInfo accb_info() {
  return {
      .name = "accb",
      .version = 1,
      .site_level = false,
      .summary = "text around which, link tags ignored, there is much text and little code",
      .source = "Gottron, Content Code Blurring: A new approach to content extraction, 2008",
      .parameters = blurring_parameters(40, 0.75),
      .make = [](const Parameters& p) { return make_blurring(p, accb_elements); },
  };
}

}  // namespace pith
