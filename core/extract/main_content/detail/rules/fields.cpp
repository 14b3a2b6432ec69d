#include "core/extract/main_content/detail/rules/fields.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string_view>

#include "core/extract/main_content/detail/rules/known_place.h"
#include "core/extract/main_content/detail/rules/prices.h"
#include "core/extract/main_content/detail/site/beside_content.h"
#include "core/extract/main_content/detail/view/phrases.h"

namespace pith {
namespace {

constexpr std::uint32_t name_words = 4, value_words = 20;

class Fields {
 public:
  Fields(const PageView& page, const OtherPages& site, RunId headline, std::vector<char>& runs)
      : page_(page), site_(site), headline_(headline), runs_(runs) {}

  void add_named() {
    if (site_.pages() < known_place || !has_headline()) return;
    const NodeId region = find_region();
    std::map<NodeId, unsigned> own;  // by the element around a field: how many fields in it are the page's own
    std::vector<Field> shared;
    RunId before = none();  // the visible run before
    for (RunId r = page_.first_run(region); r < page_.end_run(region); ++r) {
      if (!is_shown(r)) continue;
      if (before != none() && is_name(before) && may_be_value(r)) {
        const Field field{before, r, form_around(before, r)};
        if (is_own(r)) {
          add(field);
          ++own[field.form];
        } else if (field.form != no_node) {
          shared.push_back(field);
        }
      }
      before = r;
    }
    constexpr unsigned several = 2;
    for (const Field& field : shared)
      if (const auto found = own.find(field.form); found != own.end() && found->second >= several) add(field);
  }

  void add_below_headline(PageType type) {
    if (!has_headline()) return;
    RunId end = headline_ + 1;
    while (end < none() && !runs_[end]) ++end;
    constexpr RunId most = 8;
    if (end == none() || end - headline_ > most) return;
    const bool has_dates = type == PageType::article || type == PageType::thread;
    for (RunId r = headline_ + 1; r < end; ++r)
      if (is_fact(r) && !(has_dates && page_.runs[r].text.years > 0)) runs_[r] = true;
  }

  void add_price() {
    if (!has_headline()) return;
    const RunId end = std::min(headline_ + near_headline, none());
    for (RunId r = headline_ + 1; r < end; ++r) {
      if (page_.runs[r].hidden || !is_price(page_, r)) continue;
      runs_[r] = true;
      return;
    }
  }

 private:
  struct Field {
    RunId name, value;
    NodeId form;
  };

  void add(const Field& field) { runs_[field.name] = runs_[field.value] = true; }
  bool is_shown(RunId r) const { return !page_.runs[r].hidden && page_.runs[r].text.words > 0; }

  // The element around one that has only this name and this value, and little that is hidden.
  NodeId form_around(RunId name, RunId value) const {
    constexpr RunId most_runs = 8;
    NodeId n = page_.runs[name].block;
    while (n != 0 && !page_.page.is_ancestor(n, page_.runs[value].block)) n = page_.page[n].parent;
    if (page_.end_run(n) - page_.first_run(n) > most_runs) return no_node;
    for (RunId r = page_.first_run(n); r < page_.end_run(n); ++r)
      if (is_shown(r) && r != name && r != value) return no_node;
    return page_.page[n].parent;
  }

  RunId none() const { return static_cast<RunId>(page_.runs.size()); }
  bool has_headline() const { return headline_ < none(); }

  NodeId find_region() const {
    const NodeId region = around_chosen(page_, headline_, runs_);
    for (NodeId n = region; n != no_node; n = page_.page[n].parent)
      if (page_.elements[n].places & (bit(Place::main) | bit(Place::article))) return n;
    return region;
  }

  SiteStatistics::Place place_of(RunId r) const { return site_.place(page_.elements[page_.runs[r].top].path); }
  float pages_with(RunId r) const {
    return site_.text_in(page_.elements[page_.runs[r].top].path, page_.runs[r].site_hash).pages;
  }

  bool is_elsewhere(RunId r) const {
    const Surroundings& around = page_.around[r];
    // Farther up, "print" is a class that hides a column on paper.
    return around.is_named(NameKind::share, 2) ||
           around.is_named_any({NameKind::author, NameKind::member, NameKind::paging, NameKind::navigation,
                                NameKind::related, NameKind::comment, NameKind::popup},
                               4) ||
           around.is_in_any({Place::form, Place::button, Place::nav, Place::footer, Place::label});
  }

  bool is_name(RunId r) const {
    const ViewRun& run = page_.runs[r];
    if (run.text.words > name_words || run.text.digits > 0 || run.link_words > 0 || is_elsewhere(r)) return false;
    constexpr std::uint32_t kinds = bit(Phrase::byline) | bit(Phrase::share) | bit(Phrase::comments) |
                                    bit(Phrase::member) | bit(Phrase::photo) | bit(Phrase::more) | bit(Phrase::reply);
    if (run.phrases & kinds) return false;
    const float pages = place_of(r).pages;
    return pages >= known_place && pages_with(r) >= std::max(known_place, pages / 4);
  }

  bool may_be_value(RunId r) const {
    const ViewRun& run = page_.runs[r];
    if (run.text.words > value_words || run.link_words > 0 || is_elsewhere(r)) return false;
    if (heading_level(page_.page[run.block].tag) > 0) return false;
    const SiteStatistics::Place place = place_of(r);
    return place.pages >= known_place && place.link_words < 0.5f;
  }

  // A short text with figures, in no link: a price, an article number, a telephone number, hours.
  bool is_fact(RunId r) const {
    const ViewRun& run = page_.runs[r];
    constexpr std::uint32_t most_words = 8;
    constexpr std::uint32_t kinds = bit(Phrase::byline) | bit(Phrase::share) | bit(Phrase::comments) |
                                    bit(Phrase::member) | bit(Phrase::photo) | bit(Phrase::more) | bit(Phrase::reply) |
                                    bit(Phrase::related) | bit(Phrase::subscribe) | bit(Phrase::advert);
    return is_shown(r) && run.text.digits > 0 && run.text.words <= most_words && run.link_words == 0 &&
           !(run.phrases & kinds) && !is_elsewhere(r);
  }

  bool is_own(RunId r) const {
    const SiteStatistics::Place place = place_of(r);
    return 2 * pages_with(r) < place.pages && place.same <= 0.5f;
  }

  const PageView& page_;
  const OtherPages& site_;
  RunId headline_;
  std::vector<char>& runs_;
};

}  // namespace

void complete_fields(const PageView& page, const OtherPages& site, RunId headline, PageType type,
                     std::vector<char>& runs) {
  if (std::ranges::find(runs, 1) == runs.end()) return;
  Fields fields(page, site, headline, runs);
  fields.add_named();
  fields.add_below_headline(type);
  if (type == PageType::product) fields.add_price();
}

}  // namespace pith
