#include "core/extract/main_content/detail/site/bare_page.h"

#include <cstdint>

#include "core/extract/main_content/detail/site/beside_content.h"
#include "core/extract/main_content/detail/view/phrases.h"

namespace pith {
namespace {

// A text with figures and a shop's words is a price or a size.
bool is_wording(const ViewRun& run) { return (run.phrases & ~(run.text.digits > 0 ? bit(Phrase::shop) : 0)) != 0; }

}  // namespace

void fill_bare_page(const PageView& page, std::span<const float> p, const OtherPages& site, RunId headline,
                    std::vector<char>& runs) {
  constexpr std::uint64_t few_words = 10;
  constexpr float hardly = 0.1f, few = 0.1f;
  if (site.pages() == 0) return;
  std::uint64_t words = 0;
  for (RunId r = 0; r < runs.size(); ++r) words += runs[r] && r != headline ? page.runs[r].text.words : 0;
  if (words > few_words) return;
  std::vector<RunId> own;
  std::uint64_t own_words = 0;
  for (RunId r = 0; r < runs.size(); ++r) {
    const ViewRun& run = page.runs[r];
    if (runs[r] || run.hidden || is_wording(run) || p[r] < hardly || is_beside_content(page, r)) continue;
    if (site.text(run.site_hash).pages > few * site.pages()) continue;
    own.push_back(r);
    own_words += run.text.words;
  }
  if (own_words < 2 * words) return;
  for (const RunId r : own) runs[r] = true;
}

}  // namespace pith
