#include "core/extract/main_content/detail/site/bare_page.h"

#include <cstdint>

#include "core/extract/main_content/detail/site/beside_content.h"

namespace pith {

void fill_bare_page(const PageView& page, std::span<const float> p, const OtherPages& site, RunId headline,
                    std::vector<char>& runs) {
  constexpr std::uint64_t few_words = 10;
  constexpr float hardly = 0.1f, enough_pages = 3;
  if (site.pages() < enough_pages) return;
  std::uint64_t words = 0;
  for (RunId r = 0; r < runs.size(); ++r) words += runs[r] && r != headline ? page.runs[r].text.words : 0;
  if (words > few_words) return;
  std::vector<RunId> own;
  std::uint64_t own_words = 0;
  for (RunId r = 0; r < runs.size(); ++r) {
    const ViewRun& run = page.runs[r];
    if (runs[r] || run.hidden || run.phrases != 0 || p[r] < hardly || site.text(run.site_hash).pages > 0) continue;
    if (is_beside_content(page, r)) continue;
    own.push_back(r);
    own_words += run.text.words;
  }
  if (own_words < 2 * words) return;
  for (const RunId r : own) runs[r] = true;
}

}  // namespace pith
