// DANAg: the area of the page's lines with more text than code.
//
// H. Mohammadzadeh, T. Gottron, F. Schweiggert, G. Nakhaeizadeh: DANAg, KDIR 2011, 462-467 (Mohammadzadeh et al. 2011,
// §3): characters of text (T1) and of code (T2) of each line (§3.1), smoothed over three lines (§3.2), the largest area
// above the axis and its neighbours with at most 20 lines between (§3.3), and the text of that area (§3.4). Left open
// by the
// paper and chosen here: what a line is (core/dom/detail/source_lines.h), and how areas are found (line_diagram.h).
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/dom/detail/source_lines.h"
#include "core/extract/detail/chosen_nodes.h"
#include "core/extract/extractor.h"
#include "core/extract/extractors/detail/line_diagram.h"

namespace pith {
namespace {

class Danag final : public Extractor {
 public:
  explicit Danag(const Parameters& p) : gap_(static_cast<std::size_t>(parameter<long>(p, "gap"))) {}

  NodeSet choose(const ExtractorInput& input) const override {
    const Document& page = input.page;
    const SourceLines source = source_lines(page);
    std::vector<std::uint32_t> text, code;
    for (const SourceLine& line : source.lines) {
      text.push_back(line.text);
      code.push_back(line.code);
    }
    return content_of(page, text_of_area(page, source, text, code, gap_));
  }

 private:
  std::size_t gap_;
};

}  // namespace

ExtractorInfo danag_info() {
  return {
      .name = "danag",
      .version = 1,
      .site_level = false,
      .summary = "the largest area of lines with more text than code, and what follows it closely",
      .source = "Mohammadzadeh, Gottron, Schweiggert, Nakhaeizadeh, DANAg, KDIR 2011, section 3",
      .parameters = {gap_parameter()},
      .make = [](const Parameters& p) -> std::unique_ptr<Extractor> { return std::make_unique<Danag>(p); },
  };
}

}  // namespace pith
