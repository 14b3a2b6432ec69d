#include "core/extract/main_content/detail/rules/entries.h"

#include <cstdint>

#include "core/extract/main_content/detail/rules/known_place.h"
#include "core/extract/main_content/detail/rules/prices.h"
#include "core/extract/main_content/detail/view/phrases.h"

namespace pith {
namespace {

constexpr std::uint64_t hardly_any = 8, some = 24;  // words of a page without a text of its own: running text, and all

class Entries {
 public:
  Entries(const PageView& page, const OtherPages& site, RunId headline) : page_(page), site_(site) {
    bool commented = false;  // then what follows are comments, too
    for (RunId r = headline + 1; r < page.runs.size(); ++r) {
      if (is_title(r)) titles_.push_back(r);
      commented = commented || page.around[r].is_named(NameKind::comment, 0);
      if (!commented && is_item(r)) items_.push_back(r);
    }
  }

  // `headline`: its element.
  void choose(NodeId headline, std::vector<char>& runs) const {
    if (!titles_.empty())
      choose_titles(around(headline, titles_.front()), runs);
    else if (!items_.empty())
      choose_items(around(headline, items_.front()), runs);
  }

 private:
  // The smallest element around it that holds the run.
  NodeId around(NodeId n, RunId r) const {
    while (n != 0 && !holds(n, r)) n = page_.page[n].parent;
    return n;
  }

  void choose_items(NodeId around, std::vector<char>& runs) const {
    for (const RunId item : items_)
      if (holds(around, item)) runs[item] = true;
  }

  void choose_titles(NodeId around, std::vector<char>& runs) const {
    for (std::size_t i = 0; i < titles_.size(); ++i) {
      const RunId title = titles_[i];
      if (!holds(around, title)) continue;
      runs[title] = true;
      const NodeId entry = entry_of(around, i);
      for (RunId r = title + 1; r < page_.end_run(entry); ++r) {
        const ViewRun& run = page_.runs[r];
        if (run.prose && !run.hidden && 2 * run.link_words < run.text.words && !is_beside(r)) runs[r] = true;
      }
    }
  }

  bool holds(NodeId n, RunId r) const { return page_.first_run(n) <= r && r < page_.end_run(n); }

  bool is_beside(RunId r) const {
    return page_.around[r].is_in_any({Place::nav, Place::form, Place::aside, Place::footer});
  }

  bool is_title(RunId r) const {
    const ViewRun& run = page_.runs[r];
    return page_.around[r].is_in(Place::heading) && 2 * run.link_words >= run.text.words && is_own(r);
  }

  // A page alone does not tell them from menus.
  bool is_item(RunId r) const {
    constexpr unsigned levels = 5;
    const Surroundings& around = page_.around[r];
    return site_.pages() >= known_place && around.is_in_any({Place::list, Place::table, Place::definition}) &&
           !around.is_named_any({NameKind::comment, NameKind::popup, NameKind::related}, levels) && is_own(r);
  }

  bool is_own(RunId r) const {
    const ViewRun& run = page_.runs[r];
    if (run.hidden || run.text.words == 0 || run.phrases & (bit(Phrase::related) | bit(Phrase::comments)) ||
        is_beside(r))
      return false;
    const std::uint64_t path = page_.elements[run.top].path;
    const SiteStatistics::Place place = site_.place(path);
    return place.pages < known_place || 2 * site_.text_in(path, run.site_hash).pages < place.pages;
  }

  // The largest element with this title alone.
  NodeId entry_of(NodeId around, std::size_t number) const {
    const auto has_other = [&](NodeId n) {
      return (number > 0 && holds(n, titles_[number - 1])) ||
             (number + 1 < titles_.size() && holds(n, titles_[number + 1]));
    };
    NodeId entry = page_.runs[titles_[number]].top;
    for (NodeId n = page_.page[entry].parent; n != around && n != no_node && !has_other(n); n = page_.page[n].parent)
      entry = n;
    return entry;
  }

  const PageView& page_;
  const OtherPages& site_;
  std::vector<RunId> titles_, items_;
};

// The texts of cards, but no buttons, also those that are links.
void choose_cards(const PageView& page, const std::vector<char>& cards, RunId headline, std::vector<char>& runs) {
  for (RunId r = headline < runs.size() ? headline + 1 : 0; r < runs.size(); ++r) {
    const ViewRun& run = page.runs[r];
    const bool is_button = run.link_words == run.text.words && (run.phrases & bit(Phrase::shop)) != 0;
    if (cards[r] && !run.hidden && !is_button &&
        !page.around[r].is_in_any({Place::nav, Place::form, Place::aside, Place::footer, Place::button, Place::label}))
      runs[r] = true;
  }
}

}  // namespace

void complete_entries(const PageView& page, const OtherPages& site, RunId headline, std::vector<char>& runs) {
  const std::vector<char> cards = find_product_cards(page, headline);
  if (lists_products(page, cards, headline, runs)) choose_cards(page, cards, headline, runs);
  if (headline >= runs.size()) return;
  std::uint64_t words = 0, prose = 0;
  for (RunId r = 0; r < runs.size(); ++r) {
    if (!runs[r] || r == headline) continue;
    words += page.runs[r].text.words;
    if (page.runs[r].prose) prose += page.runs[r].text.words;
  }
  if (words > some || prose > hardly_any) return;
  Entries(page, site, headline).choose(page.runs[headline].top, runs);
}

}  // namespace pith
