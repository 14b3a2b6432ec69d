#include "core/extract/main_content/detail/view/title_run.h"

#include "core/extract/main_content/detail/view/text_scan.h"

namespace pith {
namespace {

void read_title(const Document& page, TitleRun& out) {
  std::vector<std::uint32_t>& words = out.words;
  const NodeId title = page.find(Tag::title);
  if (title != no_node && page[title].subtree_size > 1) scan_text(page.text(title + 1), words);
  for (NodeId n = 0; n < page.size() && words.empty(); ++n)
    if (page[n].tag == Tag::meta && page.attribute(n, "property") == "og:title")
      scan_text(page.attribute(n, "content"), words);
  sort_distinct(words);
  for (const std::uint32_t word : words) out.bits.set(word % out.bits.size());
}

float bonus_of(int heading_level) {
  return heading_level == 1 ? 0.4f : heading_level == 2 ? 0.3f : heading_level > 0 ? 0.15f : 0;
}

}  // namespace

void sort_distinct(std::vector<std::uint32_t>& words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
}

TitleRun find_title_run(const Document& page, const PageRuns& runs) {
  TitleRun out;
  read_title(page, out);
  if (out.words.empty()) return out;
  // The first of equals; headings count more.
  float best = 0;
  std::vector<std::uint32_t> own;
  for (RunId r = 0; r < runs.size(); ++r) {
    const ViewRun& run = runs[r];
    if (run.text.words == 0 || run.text.words > 40) continue;
    const auto in_title = [&](std::uint32_t word) { return out.has(word); };
    const auto words = runs.words_of(run);
    if (std::ranges::none_of(words, in_title)) continue;
    own.assign(words.begin(), words.end());
    sort_distinct(own);
    const auto common = std::ranges::count_if(own, in_title);
    const float overlap = 2 * static_cast<float>(common) / static_cast<float>(own.size() + out.words.size());
    const float score = overlap + bonus_of(heading_level(page[run.block].tag)) - 0.1f * (run.link_words > 0);
    if (score > best) {
      best = score;
      out.run = r;
      out.overlap = overlap;
    }
  }
  if (best > 0) out.centre = centre_at(page, runs, runs[out.run].top);
  return out;
}

}  // namespace pith
