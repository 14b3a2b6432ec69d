// CCB, Content Code Blurring by character: text around which there is much text and little code.
//
// T. Gottron: Content Code Blurring: A new approach to content extraction, DEXA workshops (TIR) 2008
// (Moreno et al. 2009, §2). Every character of a text is an element 1 of the vector, every character of a tag an
// element 0.
// Radius and threshold are the published ones as far as we know them; the rest is in content_code_blurring.h.
#include <cstdint>

#include "core/extract/extractors/detail/content_code_blurring.h"

namespace pith {
namespace {

std::uint32_t ccb_elements(const Document&, const SourceToken& token) { return token.length; }

}  // namespace

ExtractorInfo ccb_info() {
  return {
      .name = "ccb",
      .version = 1,
      .site_level = false,
      .summary = "text around which, character by character, there is much text and little code",
      .source = "Gottron, Content Code Blurring: A new approach to content extraction, 2008",
      .parameters = blurring_parameters(40, 0.75),
      .make = [](const Parameters& p) { return make_blurring(p, ccb_elements); },
  };
}

}  // namespace pith
