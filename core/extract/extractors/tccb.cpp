// TCCB, Content Code Blurring by token: text around which there are many words and few tags.
//
// T. Gottron: Content Code Blurring: A new approach to content extraction, DEXA workshops (TIR) 2008
// (Moreno et al. 2009, §2). Every word (core/text/words.h) is an element 1 of the vector, every tag an element 0, so
// long attributes weigh no more than short ones. Radius and threshold were chosen by measurement over all data sets;
// the rest is in content_code_blurring.h.
#include <cstdint>

#include "core/extract/extractors/detail/content_code_blurring.h"
#include "core/text/words.h"

namespace pith {
namespace {

std::uint32_t tccb_elements(const Document& page, const SourceToken& token) {
  return token.is_text() ? static_cast<std::uint32_t>(count_words(page.text(token.node))) : 1;
}

}  // namespace

ExtractorInfo tccb_info() {
  return {
      .name = "tccb",
      .version = 1,
      .site_level = false,
      .summary = "text around which, token by token, there are many words and few tags",
      .source = "Gottron, Content Code Blurring: A new approach to content extraction, 2008",
      .parameters = blurring_parameters(20, 0.7),
      .make = [](const Parameters& p) { return make_blurring(p, tccb_elements); },
  };
}

}  // namespace pith
