#include "core/extract/main_content/detail/rules/disguised_thread.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/dom/collapsed_text.h"
#include "core/extract/main_content/detail/view/names.h"
#include "core/text/ascii.h"

namespace pith {
namespace {

constexpr float few_pages = 3;       // fewer other pages say too little of the site
constexpr float least_share = 0.1f;  // of a page's words, menus and all, in what its comments do not repeat

class DisguisedThread {
 public:
  DisguisedThread(const PageView& page, const OtherPages& site) : page_(page), site_(site) {}

  std::vector<char> posts() const {
    if (site_.pages() < few_pages) return {};
    const NodeId comments = find_comments();
    if (comments == no_node || !are_content_of_site(comments)) return {};
    if (!is_named_forum(comments) && !answers_title(comments)) return {};
    std::vector<char> out(page_.runs.size());
    for (RunId r = page_.first_run(comments); r < page_.end_run(comments); ++r) out[r] = is_of_post(r);
    return out;
  }

 private:
  // The outermost element named after comments with the most words of its own: a site's latest comments stand on each
  // page.
  NodeId find_comments() const {
    NodeId best = no_node, end = 0;
    float most = -1;
    for (NodeId n = 0; n < page_.page.size(); ++n) {
      if (n < end || !page_.page[n].is_element() || page_.page[n].tag == Tag::body || page_.page[n].tag == Tag::html)
        continue;
      if (!(page_.elements[n].names & bit(NameKind::comment))) continue;
      end = page_.page.end_of(n);
      const float own = static_cast<float>(page_.of(n).words) * (1 - site_.place(page_.elements[n].path).repeated);
      if (own > most) best = n, most = own;
    }
    return best;
  }

  bool are_content_of_site(NodeId comments) const {
    const SiteStatistics::Place place = site_.place(page_.elements[comments].path);
    return 2 * place.pages >= site_.pages() && place.share * (1 - place.repeated) >= least_share;
  }

  // Blogs have threads of comments and menus of topics: only elements around the comments, and of the text before them,
  // say what the page is.
  bool is_named_forum(NodeId comments) const {
    for (NodeId n = 0; n < comments; ++n) {
      if (!page_.page[n].is_element()) continue;
      const ElementInfo& element = page_.elements[n];
      constexpr std::uint32_t elsewhere = bit(Place::nav) | bit(Place::aside) | bit(Place::header) | bit(Place::footer);
      if (element.places & elsewhere || element.names & bit(NameKind::navigation)) {
        if (page_.page.end_of(n) <= comments) n = page_.page.end_of(n) - 1;
        continue;
      }
      if (page_.page[n].tag == Tag::a) continue;
      for (const std::string_view attribute : {"class", "id"})
        if (lower_ascii(page_.page.attribute(n, attribute)).find("forum") != std::string::npos) return true;
    }
    return false;
  }

  // Whether most headings of the comments are a short word, a colon, and words of the page's title.
  bool answers_title(NodeId comments) const {
    std::size_t headings = 0, answers = 0;
    for (RunId r = page_.first_run(comments) + 1; r < page_.end_run(comments); ++r) {
      const ViewRun& run = page_.runs[r];
      if (heading_level(page_.page[run.block].tag) == 0) continue;
      ++headings;
      const std::string text = collapsed_text(page_.page, run.begin, run.end, [](NodeId) { return true; });
      const std::size_t colon = text.find(':');
      const auto words = page_.runs.words_of(run);
      answers += colon != std::string::npos && colon >= 2 && colon <= 4 && words.size() > 1 &&
                 std::ranges::any_of(words.subspan(1), [&](std::uint32_t word) { return page_.title.has(word); });
    }
    return answers > 0 && 2 * answers >= headings;
  }

  bool is_of_post(RunId r) const {
    const ViewRun& run = page_.runs[r];
    const Surroundings& around = page_.around[r];
    if (run.hidden || run.text.words == 0) return false;
    for (const Place place : {Place::form, Place::button, Place::label, Place::nav})
      if (around.distance(place) < 255) return false;
    for (const NameKind kind : {NameKind::navigation, NameKind::share, NameKind::member})
      if (around.distance(kind) <= 3) return false;
    if (4 * site_.text(run.site_hash).pages >= site_.pages()) return false;
    const bool is_link = run.link_words == run.text.words;
    const bool is_heading = heading_level(page_.page[run.block].tag) > 0;
    return !is_link || is_heading || around.distance(NameKind::author) <= 2;
  }

  const PageView& page_;
  const OtherPages& site_;
};

}  // namespace

std::vector<char> find_disguised_posts(const PageView& page, const OtherPages& site) {
  return DisguisedThread(page, site).posts();
}

}  // namespace pith
