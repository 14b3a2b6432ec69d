#include "core/extract/main_content/detail/rules/headline.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/dom/collapsed_text.h"
#include "core/extract/main_content/detail/view/text_scan.h"
#include "core/page/detail/page_title.h"

namespace pith {
namespace {

constexpr std::uint32_t most_words = 40;
constexpr float least_overlap = 0.5f;

class Headlines {
 public:
  Headlines(const PageView& page, const std::vector<char>& chosen, const OtherPages& site)
      : page_(page),
        site_(site),
        end_(end_of_content(chosen)),
        title_(title()),
        title_parts_(parts_of(title_)),
        og_title_(og_title()) {}

  RunId find() const {
    const auto none = static_cast<RunId>(page_.runs.size());
    RunId best = none, only_h1 = none, named = none;
    float best_score = 0;
    std::size_t h1s = 0;
    for (RunId r = 0; r < end_; ++r) {
      const int level = level_of(r);
      if (level == 0 || page_.runs[r].text.words == 0 || is_of_site(r)) continue;
      if (level == 1 && h1s++ == 0) only_h1 = r;
      const bool is_named = others_name(r);
      if (is_named && named == none) named = r;
      const float overlap =
          is_part_of_title(r) ? 1 : std::max(overlap_of(r, page_.title.words), overlap_of(r, og_title_));
      const float score = overlap + (level == 1 ? 0.4f : level == 2 ? 0.3f : 0.15f) + (is_named ? 0.1f : 0);
      if (overlap < least_overlap || score <= best_score) continue;
      best = r;
      best_score = score;
    }
    if (best != none) return level_of(best) == 1 ? lower_heading_before_site_name(best) : best;
    return h1s == 1 ? only_h1 : named != none ? named : without_heading();
  }

 private:
  int level_of(RunId r) const { return heading_level(page_.page[page_.runs[r].block].tag); }

  std::string text_of(RunId r) const {
    return collapsed_text(page_.page, page_.runs[r].begin, page_.runs[r].end,
                          [&](NodeId n) { return page_.page[n].is_content(); });
  }

  bool is_of_site(RunId r) const {
    return site_.pages() >= 2 && 2 * site_.text(page_.runs[r].site_hash).pages >= site_.pages();
  }

  // Whether other pages have the heading's words as a text outside of headings, which is what links to the page say.
  bool others_name(RunId r) const {
    const float pages = site_.text(page_.runs[r].hash).pages;
    return pages > 0 && 2 * pages < site_.pages();
  }

  // Some text of templates is always chosen by mistake: the last twentieth of the words does not count.
  RunId end_of_content(const std::vector<char>& chosen) const {
    const auto count = static_cast<RunId>(page_.runs.size());
    std::uint64_t all = 0, before = 0;
    for (RunId r = 0; r < chosen.size(); ++r) all += chosen[r] ? page_.runs[r].text.words : 0;
    if (all == 0) return count;
    for (RunId r = 0; r < count; ++r) {
      before += chosen[r] ? page_.runs[r].text.words : 0;
      if (20 * before >= 19 * all) return r + 1;
    }
    return count;
  }

  std::string_view title() const {
    const NodeId n = page_.page.find(Tag::title);
    return n == no_node || page_.page[n].subtree_size == 1 ? std::string_view() : page_.page.text(n + 1);
  }

  std::vector<std::uint32_t> og_title() const {
    std::vector<std::uint32_t> words;
    for (NodeId n = 0; n < page_.page.size() && words.empty(); ++n)
      if (page_.page[n].tag == Tag::meta && page_.page.attribute(n, "property") == "og:title")
        scan_text(page_.page.attribute(n, "content"), words);
    sort_distinct(words);
    return words;
  }

  float overlap_of(RunId r, const std::vector<std::uint32_t>& title) const {
    if (title.empty() || page_.runs[r].text.words > most_words) return 0;
    const auto words = page_.runs.words_of(page_.runs[r]);
    std::vector<std::uint32_t> own(words.begin(), words.end());
    sort_distinct(own);
    const auto common =
        std::ranges::count_if(own, [&](std::uint32_t word) { return std::ranges::binary_search(title, word); });
    return 2 * static_cast<float>(common) / static_cast<float>(own.size() + title.size());
  }

  // What the title says before, between and after separators: "Page - Section | Site". Nothing if it has none.
  static std::vector<std::string_view> parts_of(std::string_view title) {
    static constexpr std::string_view separators[] = {" | ", " - ", " – ", " — ", " · ", " » ", " « ", " :: "};
    constexpr std::size_t longest = 500;  // bytes: each heading is compared with each part
    std::vector<std::string_view> parts;
    for (std::string_view rest = title.substr(0, longest); !rest.empty();) {
      std::size_t at = rest.size(), length = 0;
      for (const std::string_view separator : separators)
        if (const std::size_t found = rest.find(separator); found < at) {
          at = found;
          length = separator.size();
        }
      parts.push_back(rest.substr(0, at));
      rest.remove_prefix(at + length);
    }
    if (parts.size() < 2) parts.clear();
    return parts;
  }

  bool is_part_of_title(RunId r) const {
    if (title_parts_.empty() || page_.runs[r].text.words > most_words) return false;
    const std::string text = text_of(r);
    return std::ranges::any_of(title_parts_, [&](std::string_view part) { return is_same_name(text, part); });
  }

  // Old pages have their title in a link or in bold: the first text that is a part of the page's title and not of the
  // site's name.
  RunId without_heading() const {
    const auto none = static_cast<RunId>(page_.runs.size());
    constexpr std::uint32_t name_words = 2;  // a longer text is hardly the site's name
    constexpr RunId most_runs = 500;
    for (RunId r = 0; r < std::min(end_, most_runs); ++r) {
      const ViewRun& run = page_.runs[r];
      const bool may_be_name = site_.pages() < 2 && run.text.words <= name_words;
      if (run.text.words > 0 && !run.hidden && !may_be_name && !is_of_site(r) && is_part_of_title(r)) return r;
    }
    return none;
  }

  // In "Page - Site" an <h1> may be the site's name, though no other page of the site is known: then the lower heading
  // that is the part before the separator.
  RunId lower_heading_before_site_name(RunId h1) const {
    const std::string_view before = before_in_title(title_, text_of(h1));
    for (RunId r = 0; r < end_ && !before.empty(); ++r)
      if (level_of(r) > 1 && level_of(r) <= 3 && page_.runs[r].text.words <= most_words &&
          is_same_name(text_of(r), before))
        return r;
    return h1;
  }

  const PageView& page_;
  const OtherPages& site_;
  RunId end_;
  std::string_view title_;
  std::vector<std::string_view> title_parts_;
  std::vector<std::uint32_t> og_title_;
};

}  // namespace

RunId find_headline(const PageView& page, const std::vector<char>& chosen, const OtherPages& site) {
  return Headlines(page, chosen, site).find();
}

void drop_shared_headings(const PageView& page, std::span<const float> p, const OtherPages& site, RunId headline,
                          std::vector<char>& runs) {
  constexpr float hardly = 0.1f, few = 2;
  if (headline >= runs.size()) return;
  for (RunId r = 0; r < headline; ++r) {
    const ViewRun& run = page.runs[r];
    if (!runs[r] || p[r] >= hardly || heading_level(page.page[run.block].tag) == 0) continue;
    const float pages = site.text_in(page.elements[run.top].path, run.site_hash).pages;
    if (pages >= few && 2 * pages >= site.pages()) runs[r] = false;
  }
}

}  // namespace pith
