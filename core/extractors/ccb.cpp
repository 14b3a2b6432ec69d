// CCB, Content Code Blurring by character: text around which there is much text and little code.
//
// T. Gottron: Content Code Blurring: A new approach to content extraction, DEXA workshops (TIR) 2008
// (density.txt §2). Every character of a text is an element 1 of the vector, every character of a tag an element 0.
// Radius and threshold are the published ones as far as we know them; the rest is in content_code_blurring.h.
#include "core/extractors/content_code_blurring.h"

namespace pith {
namespace {

class Ccb final : public Extractor {
 public:
  explicit Ccb(const Parameters& p) : blurring_(blurring_of(p)) {}

  NodeSet extract(const ExtractorInput& input) const override {
    const Document& page = input.page;
    const std::vector<SourceToken> tokens = source_tokens(page);
    std::vector<std::uint32_t> sizes;
    sizes.reserve(tokens.size());
    for (const SourceToken& token : tokens) sizes.push_back(token.length);
    return blurred_content(page, tokens, sizes, blurring_);
  }

 private:
  Blurring blurring_;
};

}  // namespace

ExtractorInfo ccb_info() {
  return {
      .name = "ccb",
      .version = 1,
      .site_level = false,
      .summary = "text around which, character by character, there is much text and little code",
      .source = "Gottron, Content Code Blurring: A new approach to content extraction, 2008",
      .parameters = blurring_parameters(40, 0.75),
      .make = [](const Parameters& p) -> std::unique_ptr<Extractor> { return std::make_unique<Ccb>(p); },
  };
}

}  // namespace pith
