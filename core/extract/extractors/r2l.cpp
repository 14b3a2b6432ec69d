// R2L: the text in right-to-left letters, in the area of the page's lines with more of them than of other characters.
//
// H. Mohammadzadeh, F. Schweiggert, G. Nakhaeizadeh: Using UTF-8 to extract main content of right to left languages web
// pages, ICSOFT 2011, as summarised in Mohammadzadeh et al. 2011 (DANAg), §2.3: for Arabic, Farsi, Urdu, Pashto and
// other languages written from right to left; by its nature it finds nothing in others. "All the R2L characters located
// in this area are detected as the main content", and the others are lost, which that paper calls its shortcoming. Left
// open and chosen here: right-to-left characters are those of the Unicode blocks for such scripts. The area is found as
// in DANA and DANAg (line_diagram.h). Since the result is nodes, text without any right-to-left character is dropped,
// but foreign words inside a text that has some are kept.
#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "core/dom/detail/source_lines.h"
#include "core/extract/detail/chosen_nodes.h"
#include "core/extract/extractor.h"
#include "core/extract/extractors/detail/line_diagram.h"
#include "core/extract/extractors/detail/script_lines.h"

namespace pith {
namespace {

// Hebrew, Arabic, Syriac, Thaana, N'Ko, Samaritan, Mandaic, and their presentation forms.
bool is_right_to_left(char32_t c) {
  return (c >= 0x590 && c <= 0x8ff) || (c >= 0xfb1d && c <= 0xfdff) || (c >= 0xfe70 && c <= 0xfefc);
}

class R2l final : public Extractor {
 public:
  explicit R2l(const Parameters& p) : gap_(static_cast<std::size_t>(parameter<long>(p, "gap"))) {}

  NodeSet choose(const ExtractorInput& input) const override {
    const Document& page = input.page;
    const SourceLines source = source_lines(page);
    const ScriptLines counts = count_script(page, source, is_right_to_left);
    std::vector<bool> chosen = text_of_area(page, source, counts.script, counts.other, gap_);
    for (NodeId n = 0; n < page.size(); ++n)
      if (chosen[n]) chosen[n] = has_right_to_left(page.text(n));
    return content_of(page, chosen);
  }

 private:
  static bool has_right_to_left(std::string_view text) {
    bool found = false;
    each_code_point(text, [&](char32_t c) { found = found || is_right_to_left(c); });
    return found;
  }

  std::size_t gap_;
};

}  // namespace

ExtractorInfo r2l_info() {
  return {
      .name = "r2l",
      .version = 1,
      .site_level = false,
      .summary = "the area of lines in right-to-left letters (Arabic, Hebrew, ...); finds nothing on others",
      .source = "Mohammadzadeh, Schweiggert, Nakhaeizadeh, Using UTF-8 to extract main content, ICSOFT 2011 (R2L)",
      .parameters = {gap_parameter()},
      .make = [](const Parameters& p) -> std::unique_ptr<Extractor> { return std::make_unique<R2l>(p); },
  };
}

}  // namespace pith
