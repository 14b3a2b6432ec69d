#include "core/extract/main_content/detail/rules/roles.h"

#include "core/extract/main_content/detail/rules/known_place.h"
#include "core/extract/main_content/detail/rules/parts.h"
#include "core/extract/main_content/detail/view/phrases.h"

namespace pith {
namespace {

constexpr float several = 2;  // pages that have a text: it may be on another one by chance

// In a header or footer of the page, not of an article in it.
bool is_at_edge(const Surroundings& around) {
  const auto is_of_page = [&](Place place) {
    const unsigned steps = around.distance(place);
    const auto is_around = [&](Place outer) { return around.is_in(outer) && around.distance(outer) > steps; };
    return steps < 255 && !is_around(Place::article) && !is_around(Place::main);
  };
  return is_of_page(Place::header) || is_of_page(Place::footer);
}

class RoleFinder {
 public:
  RoleFinder(const PageView& page, std::span<const Parts> parts, const OtherPages& site)
      : page_(page), parts_(parts), site_(site) {}

  bool is_own(RunId r) const {
    const bool recurs = is_recurring_kind(r);
    if (site_.pages() > 0) {
      const Said said = recurs ? of_recurring(r) : of_other(r);
      if (said != Said::nothing) return said == Said::own;
    }
    return !is_of_template(r, recurs);
  }

  // Whether as many other pages have the text, somewhere, as have the template's.
  bool is_common(RunId r) const { return is_common(site_.text(page_.runs[r].site_hash).pages); }

 private:
  enum class Said { nothing, own, of_site };

  // Whether the text is of a kind that is about the page, though other pages may have it too.
  bool is_recurring_kind(RunId r) const {
    constexpr Parts kinds =
        bit(Part::title) | bit(Part::reply) | bit(Part::comment) | bit(Part::related) | bit(Part::author_box);
    const Surroundings& around = page_.around[r];
    const ViewRun& run = page_.runs[r];
    if (parts_[r] & kinds) return true;
    for (const NameKind kind : {NameKind::tags, NameKind::paging, NameKind::meta, NameKind::review, NameKind::caption})
      if (around.is_named(kind, 3)) return true;
    if (around.is_named(NameKind::toc, 5)) return true;
    return page_.lines[r].dated && run.text.symbols == 0 && !(run.phrases & bit(Phrase::copyright));
  }

  std::uint64_t path_of(RunId r) const { return page_.elements[page_.runs[r].top].path; }

  // Whether the whole text is a link in a place that has the same text on many pages: in the menu of a section.
  bool is_in_menu(RunId r, const SiteStatistics::Place& place) const {
    const ViewRun& run = page_.runs[r];
    return run.link_words > 0 && run.link_words == run.text.words && place.pages >= known_place && place.same >= 0.5f;
  }

  Said of_recurring(RunId r) const {
    const ViewRun& run = page_.runs[r];
    const Surroundings& around = page_.around[r];
    const bool navigates = around.is_in(Place::nav) || around.is_named(NameKind::navigation, 6);
    if (navigates && !around.is_named(NameKind::paging, 3) && is_in_menu(r, site_.place(path_of(r))) &&
        site_.text(run.site_hash).pages >= several)
      return Said::of_site;
    const float having = site_.place(path_of(r)).pages;
    const float same = having > 0 ? site_.text_in(path_of(r), run.site_hash).pages : site_.text(run.site_hash).pages;
    const float of = having > 0 ? having : site_.pages();
    if (same >= several && 2 * same >= of) return Said::of_site;
    return having >= known_place ? Said::own : Said::nothing;
  }

  Said of_other(RunId r) const {
    const ViewRun& run = page_.runs[r];
    const float same = site_.text(run.site_hash).pages;
    if (is_common(same)) return Said::of_site;
    const bool has_words = run.text.word_letters > 2 * run.text.digits;
    if (run.text.digits > 0 && has_words && is_common(site_.masked_text(run.site_masked_hash).pages))
      return Said::of_site;
    const SiteStatistics::Place place = site_.place(path_of(r));
    if (place.pages < known_place) return Said::nothing;
    return same >= several && (place.repeated >= 0.75f || is_in_menu(r, place)) ? Said::of_site : Said::own;
  }

  bool is_common(float pages) const { return pages >= several && 4 * pages >= site_.pages(); }

  // By names and tags alone.
  bool is_of_template(RunId r, bool recurs) const {
    const Surroundings& around = page_.around[r];
    if (parts_[r] & bit(Part::title)) return false;
    if (is_at_edge(around)) return true;
    if (recurs) return false;
    for (const Place place : {Place::nav, Place::aside, Place::form, Place::dialog, Place::button, Place::label})
      if (around.is_in(place)) return true;
    static constexpr struct {
      NameKind kind;
      unsigned steps;
    } names[] = {{NameKind::navigation, 6}, {NameKind::footer, 6}, {NameKind::header, 4}, {NameKind::sidebar, 8},
                 {NameKind::popup, 6},      {NameKind::form, 3},   {NameKind::share, 3},  {NameKind::advert, 4}};
    for (const auto& [kind, steps] : names)
      if (around.is_named(kind, steps)) return true;
    constexpr std::uint32_t notices = bit(Phrase::copyright) | bit(Phrase::privacy) | bit(Phrase::subscribe);
    return page_.runs[r].phrases & notices;
  }

  const PageView& page_;
  std::span<const Parts> parts_;
  const OtherPages& site_;
};

// In a menu the item that leads to the page itself has a place of its own.
void settle_items_of_menus(const PageView& page, const RoleFinder& roles, std::vector<char>& own) {
  constexpr RunId few = 4;
  std::vector<RunId> own_before{0};
  for (const char is_own : own) own_before.push_back(own_before.back() + (is_own ? 1 : 0));
  for (RunId r = 0; r < page.runs.size(); ++r) {
    if (!own[r] || !roles.is_common(r)) continue;
    for (const NodeId around : page.around[r].levels) {
      const RunId begin = page.first_run(around), end = page.end_run(around);
      if (end - begin <= few) continue;
      if (4 * (own_before[end] - own_before[begin]) <= end - begin) own[r] = false;
      break;
    }
  }
}

}  // namespace

std::vector<char> own_runs(const PageView& page, std::span<const Parts> parts, const OtherPages& site) {
  const RoleFinder roles(page, parts, site);
  std::vector<char> own(page.runs.size());
  for (RunId r = 0; r < page.runs.size(); ++r) own[r] = roles.is_own(r);
  if (site.pages() > 0) settle_items_of_menus(page, roles, own);
  return own;
}

}  // namespace pith
