// DANA: the area of the page's lines with more non-ASCII than ASCII characters.
//
// H. Mohammadzadeh, T. Gottron, F. Schweiggert, G. Nakhaeizadeh: A fast and accurate approach for main content
// extraction based on character encoding, TIR 2011, as summarised in Mohammadzadeh et al. 2011 (DANAg), §2.3: all
// markup is ASCII, so a line with many other characters has text. Only for languages whose letters are not ASCII; by
// its nature it finds nothing in English. The steps are those of DANAg (Mohammadzadeh et al. 2011, §3 says that they
// are "to a certain extent similar") with T1 the non-ASCII characters and T2 the ASCII ones of a line, including
// spaces, digits and tags; all text of the area is content, ASCII or not.
#include <cstddef>
#include <memory>

#include "core/dom/detail/source_lines.h"
#include "core/extract/detail/chosen_nodes.h"
#include "core/extract/extractor.h"
#include "core/extract/extractors/detail/line_diagram.h"
#include "core/extract/extractors/detail/script_lines.h"

namespace pith {
namespace {

class Dana final : public Extractor {
 public:
  explicit Dana(const Parameters& p) : gap_(static_cast<std::size_t>(parameter<long>(p, "gap"))) {}

  NodeSet choose(const ExtractorInput& input) const override {
    const Document& page = input.page;
    const SourceLines source = source_lines(page);
    const ScriptLines counts = count_script(page, source, [](char32_t c) { return c >= 0x80; });
    return content_of(page, text_of_area(page, source, counts.script, counts.other, gap_));
  }

 private:
  std::size_t gap_;
};

}  // namespace

ExtractorInfo dana_info() {
  return {
      .name = "dana",
      .version = 1,
      .site_level = false,
      .summary = "the area of lines with more non-ASCII than ASCII characters; finds nothing on English",
      .source = "Mohammadzadeh, Gottron, Schweiggert, Nakhaeizadeh, main content by character encoding, 2011 (DANA)",
      .parameters = {gap_parameter()},
      .make = [](const Parameters& p) -> std::unique_ptr<Extractor> { return std::make_unique<Dana>(p); },
  };
}

}  // namespace pith
