#include "core/extract/main_content/detail/site/site_statistics.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <optional>
#include <tuple>

#include "core/base/stable_hash.h"

namespace pith {
namespace {

using Text = SiteStatistics::Text;
using SitePlace = SiteStatistics::Place;
template <typename Value>
using Table = SiteStatistics::Table<Value>;

std::uint64_t key_of(std::uint64_t path, std::uint64_t text) { return mix(path, text); }

// Null: not stored.
const PageSummary::Element* element_of(const PageSummary& page, const PageSummary::Run& run) {
  return run.element == PageSummary::no_element ? nullptr : &page.elements[run.element];
}

// Keys are hashes, so their order is hardly ever far from their share of the range: searches from there outwards, in
// steps that double.
template <typename Value>
const Value* find(const Table<Value>& table, std::uint64_t key) {
  const auto share = static_cast<double>(key) / 0x1p64;
  std::size_t begin = std::min(static_cast<std::size_t>(share * static_cast<double>(table.size())), table.size()),
              end = begin;
  for (std::size_t step = 1; begin > 0 && table[begin - 1].first >= key; step *= 2) {
    end = begin;
    begin -= std::min(step, begin);
  }
  for (std::size_t step = 1; end < table.size() && table[end].first < key; step *= 2) {
    begin = end;
    end += std::min(step, table.size() - end);
  }
  const auto at = std::ranges::lower_bound(table.begin() + static_cast<std::ptrdiff_t>(begin),
                                           table.begin() + static_cast<std::ptrdiff_t>(end), key, {},
                                           &std::pair<std::uint64_t, Value>::first);
  return at == table.end() || at->first != key ? nullptr : &at->second;
}

// --- Rounding ---------------------------------------------------------------------------------------------------

// Quarters of an octave.
double rounded_ratio(double value) { return std::exp2(std::floor(std::log2(value) * 4 + 0.5) / 4); }

constexpr double exact_pages = 16;  // a site with more is rounded

double rounded_site(double pages) { return pages <= exact_pages ? pages : rounded_ratio(pages); }

// The number of pages with something, of all pages of a site: few are exact; of many, the share is rounded, so that one
// more page with the site's menu changes nothing.
float rounded_count(double count, double pages) {
  constexpr double few = 4;
  if (count <= few || pages <= exact_pages) return static_cast<float>(count);
  return static_cast<float>(std::max(few, rounded_site(pages) * rounded_ratio(count / pages)));
}

float rounded_words(double words) {
  return static_cast<float>(words < 1 ? std::floor(words * 4 + 0.5) / 4 : rounded_ratio(words));
}

float rounded_share(double share) { return static_cast<float>(std::floor(share * 16 + 0.5) / 16); }

// --- Tables -----------------------------------------------------------------------------------------------------

using Pages = std::span<const PageSummary* const>;
enum class Of { page, site };  // of one page: all that it has, as it is; of a site: what two pages have, rounded

std::size_t least_pages(Of what) { return what == Of::site ? 2 : 1; }

std::size_t runs_of(const PageSummary& page) { return page.runs.size(); }
std::size_t elements_of(const PageSummary& page) { return page.elements.size(); }
std::size_t sum_of(Pages pages, std::size_t (*of_page)(const PageSummary&), std::size_t share) {
  std::size_t sum = 0;
  for (const PageSummary* page : pages) sum += std::min(of_page(*page), share);
  return sum;
}

// The part of a page's summary that counts.
class Counted {
 public:
  Counted(const PageSummary& page, std::size_t share) : whole_(page) {
    if (page.runs.size() > share || page.elements.size() > share) part_ = beginning_of(page, share);
  }
  const PageSummary& operator*() const { return part_ ? *part_ : whole_; }
  const PageSummary* operator->() const { return &**this; }

 private:
  const PageSummary& whole_;
  std::optional<PageSummary> part_;
};

// Calls use(group) for the entries of each key; they are sorted by it.
template <typename Entries, typename Key, typename Use>
void each_group(const Entries& entries, Key key, const Use& use) {
  for (auto begin = entries.begin(); begin != entries.end();) {
    const auto same = [&](const auto& entry) { return std::invoke(key, entry) == std::invoke(key, *begin); };
    const auto end = std::find_if_not(begin, entries.end(), same);
    use(std::span(begin, end));
    begin = end;
  }
}

// The texts of runs by the keys that keys(page, run, use) passes to `use`. If a page has a text more than once, the
// highest probability counts. Not rounded.
template <typename Keys>
Table<Text> texts_of(Pages pages, std::size_t share, Of what, const Keys& keys) {
  struct Entry {
    std::uint64_t key;
    std::uint32_t page;
    std::uint8_t content;
  };
  std::vector<Entry> entries;
  entries.reserve(sum_of(pages, runs_of, share));
  for (std::uint32_t p = 0; p < pages.size(); ++p) {
    const Counted page(*pages[p], share);
    for (const PageSummary::Run& run : page->runs)
      keys(*page, run, [&](std::uint64_t key) { entries.push_back({key, p, run.content}); });
  }
  std::ranges::sort(entries, [](const Entry& a, const Entry& b) {
    return std::tie(a.key, a.page, b.content) < std::tie(b.key, b.page, a.content);
  });
  // Not std::ranges::unique: the fuzzers' compiler, clang 14, knows no std::ranges::subrange.
  const auto is_same = [](const Entry& a, const Entry& b) { return a.key == b.key && a.page == b.page; };
  entries.erase(std::unique(entries.begin(), entries.end(), is_same), entries.end());
  std::size_t found = 0;
  each_group(entries, &Entry::key, [&](auto group) { found += group.size() >= least_pages(what); });
  Table<Text> out;
  out.reserve(found);
  each_group(entries, &Entry::key, [&](std::span<const Entry> group) {
    if (group.size() < least_pages(what)) return;
    std::uint32_t content = 0;  // in 64ths
    for (const Entry& entry : group) content += entry.content;
    const auto count = static_cast<float>(group.size());
    out.emplace_back(group[0].key, Text{.pages = count, .content = static_cast<float>(content) / 64 / count});
  });
  return out;
}

SitePlace place_of_page(const PlaceSum& sum, const PlaceSums& page) {
  const float words = std::max(sum.words, 1.0f);
  return {.pages = 1,
          .words = sum.words,
          .elements = static_cast<float>(sum.elements),
          .share = page.share(sum),
          .link_words = sum.link_words / words,
          .repeated = sum.repeated / words,
          .content = sum.content / words,
          .expected_f1 = page.expected_f1(sum),
          .same = 0,
          .deviation = 0};
}

// The sums over the pages that have a place.
struct PlaceTotals {
  std::size_t pages = 0, same = 0;
  double words = 0, squares = 0, elements = 0, share = 0, link_words = 0, repeated = 0, content = 0, expected_f1 = 0;

  void add(const SitePlace& place) {
    ++pages;
    words += static_cast<double>(place.words);
    squares += static_cast<double>(place.words) * static_cast<double>(place.words);
    elements += static_cast<double>(place.elements);
    share += static_cast<double>(place.share);
    link_words += static_cast<double>(place.link_words);
    repeated += static_cast<double>(place.repeated);
    content += static_cast<double>(place.content);
    expected_f1 += static_cast<double>(place.expected_f1);
  }
  SitePlace rounded(std::size_t of_pages) const {
    const auto n = static_cast<double>(pages);
    const double mean = words / n, variance = std::max(0.0, squares / n - mean * mean);
    return {.pages = rounded_count(n, static_cast<double>(of_pages)),
            .words = rounded_words(mean),
            .elements = rounded_words(elements / n),
            .share = rounded_share(share / n),
            .link_words = rounded_share(link_words / n),
            .repeated = rounded_share(repeated / n),
            .content = rounded_share(content / n),
            .expected_f1 = rounded_share(expected_f1 / n),
            .same = rounded_share(static_cast<double>(same) / n),
            .deviation = rounded_share(mean > 0 ? std::min(4.0, std::sqrt(variance) / mean) : 0)};
  }
};

// Whether a text of the page may be on other pages. What the page alone takes for its template may be anywhere; what it
// takes for content, as it may teasers, must be in the same place on `few`; what is surely content, on most that have
// the place. `pages_with`: a number by key of Tables::around.
template <typename PagesWith>
bool may_be_repeated(const PageSummary& page, const PageSummary::Run& run, float few, const PagesWith& pages_with) {
  constexpr std::uint8_t content = 32, surely = 52;  // in 64ths
  if (run.content < content) return true;
  const PageSummary::Element* const element = element_of(page, run);
  if (!element) return false;
  const float there = pages_with(key_of(element->place, run.masked_hash));
  return 2 * there > pages_with(element->place) || (run.content < surely && there >= few);
}

// The sums of the places of a page of the site: texts on at least `few` are repeated, if they may be.
PlaceSums sums_of(const PageSummary& page, float few, const SiteStatistics::Tables& site) {
  const auto around = [&](std::uint64_t key) {
    const Text* const found = find(site.around, key);
    return found ? found->pages : 0;
  };
  std::vector<char> repeated;
  repeated.reserve(page.runs.size());
  for (const PageSummary::Run& run : page.runs) {
    const Text* const text = find(site.texts, run.hash);
    repeated.push_back(text && text->pages >= few && may_be_repeated(page, run, few, around));
  }
  return sum_places(page, repeated);
}

Table<Text> names_of(Pages pages, Of what) {
  std::vector<std::uint64_t> names;
  for (const PageSummary* page : pages) names.insert(names.end(), page->names.begin(), page->names.end());
  std::ranges::sort(names);
  Table<Text> out;
  each_group(
      names, [](std::uint64_t name) { return name; },
      [&](std::span<const std::uint64_t> same) {
        if (same.size() >= least_pages(what))
          out.emplace_back(same[0], Text{.pages = static_cast<float>(same.size()), .content = 0});
      });
  return out;
}

SiteStatistics::Tables text_tables(Pages pages, std::size_t share, Of what) {
  const auto hash = [](const PageSummary&, const PageSummary::Run& run, const auto& use) { use(run.hash); };
  const auto masked = [](const PageSummary&, const PageSummary::Run& run, const auto& use) { use(run.masked_hash); };
  const auto in_path = [](const PageSummary& page, const PageSummary::Run& run, const auto& use) {
    if (const PageSummary::Element* const element = element_of(page, run)) use(key_of(element->path, run.hash));
  };
  const auto around = [](const PageSummary& page, const PageSummary::Run& run, const auto& use) {
    const PageSummary::Element* const element = element_of(page, run);
    if (!element) return;
    use(element->place);
    use(key_of(element->place, run.masked_hash));
  };
  return {.texts = texts_of(pages, share, what, hash),
          .masked = texts_of(pages, share, what, masked),
          .texts_in = texts_of(pages, share, what, in_path),
          .place_texts = {},
          .around = texts_of(pages, share, what, around),
          .names = names_of(pages, what),
          .places = {}};
}

// Adds the places of the pages of a site, rounded. `tables` has the site's texts.
void add_places(Pages pages, std::size_t share, float few, SiteStatistics::Tables& tables) {
  struct Entry {
    PlaceSum sum;
    std::uint32_t page;
  };
  std::vector<Entry> entries;
  entries.reserve(sum_of(pages, elements_of, share));
  std::vector<PlaceSums> of_pages;  // without places
  for (std::uint32_t p = 0; p < pages.size(); ++p) {
    const Counted page(*pages[p], share);
    const PlaceSums sums = sums_of(*page, few, tables);
    for (const PlaceSum& sum : sums.places) entries.push_back({sum, p});
    of_pages.push_back({.places = {}, .words = sums.words, .content = sums.content});
  }
  std::ranges::sort(entries, [](const Entry& a, const Entry& b) {
    return std::tie(a.sum.path, a.sum.text, a.page) < std::tie(b.sum.path, b.sum.text, b.page);
  });
  const auto path = [](const Entry& entry) { return entry.sum.path; };
  const auto text = [](const Entry& entry) { return entry.sum.text; };
  std::size_t places = 0, texts = 0;
  each_group(entries, path, [&](std::span<const Entry> place) {
    places += place.size() > 1;
    each_group(place, text, [&](std::span<const Entry> same) { texts += same.size() > 1; });
  });
  tables.places.reserve(places);
  tables.place_texts.reserve(texts);
  each_group(entries, path, [&](std::span<const Entry> place) {
    if (place.size() < 2) return;
    PlaceTotals totals;
    for (const Entry& entry : place) totals.add(place_of_page(entry.sum, of_pages[entry.page]));
    each_group(place, text, [&](std::span<const Entry> same) {
      if (same.size() < 2) return;
      totals.same += same.size();
      tables.place_texts.emplace_back(
          key_of(path(same[0]), text(same[0])),
          Text{.pages = rounded_count(static_cast<double>(same.size()), static_cast<double>(pages.size())),
               .content = 0});
    });
    tables.places.emplace_back(path(place[0]), totals.rounded(pages.size()));
  });
  std::ranges::sort(tables.place_texts, {}, &std::pair<std::uint64_t, Text>::first);
}

void round(Table<Text>& table, std::size_t of_pages) {
  for (auto& [_, text] : table)
    text = {.pages = rounded_count(static_cast<double>(text.pages), static_cast<double>(of_pages)),
            .content = rounded_share(static_cast<double>(text.content))};
}

// What one page has, each place and text once, not rounded.
SiteStatistics::Tables tables_of(const PageSummary& page, const SiteStatistics& site) {
  const PageSummary* const pages[] = {&page};
  SiteStatistics::Tables out = text_tables(pages, site.page_share(), Of::page);
  const PlaceSums sums = sums_of(page, static_cast<float>(site.few_pages()), site.tables());
  for (const PlaceSum& sum : sums.places) {
    out.places.emplace_back(sum.path, place_of_page(sum, sums));
    out.place_texts.emplace_back(key_of(sum.path, sum.text), Text{.pages = 1, .content = 0});
  }
  std::ranges::sort(out.place_texts, {}, &std::pair<std::uint64_t, Text>::first);
  return out;
}

std::uint64_t digest_of(std::span<const float> values, std::uint64_t hash) {
  for (const float value : values) hash = mix(hash, std::bit_cast<std::uint32_t>(value));
  return hash;
}

}  // namespace

SiteStatistics::SiteStatistics(Pages pages) : pages_(static_cast<std::uint32_t>(pages.size())) {
  for (const auto of_page : {runs_of, elements_of})
    while (page_share_ > 1 && sum_of(pages, of_page, page_share_) > max_read)
      page_share_ = std::bit_floor(page_share_ - 1);
  tables_ = text_tables(pages, page_share_, Of::site);
  add_places(pages, page_share_, static_cast<float>(few_pages()), tables_);
  for (Table<Text>* table : {&tables_.texts, &tables_.masked, &tables_.texts_in, &tables_.around, &tables_.names})
    round(*table, pages.size());
}

const SiteStatistics::Text* SiteStatistics::text(std::uint64_t hash) const { return find(tables_.texts, hash); }
const SiteStatistics::Text* SiteStatistics::masked_text(std::uint64_t masked_hash) const {
  return find(tables_.masked, masked_hash);
}
const SiteStatistics::Text* SiteStatistics::text_in(std::uint64_t path, std::uint64_t hash) const {
  return find(tables_.texts_in, key_of(path, hash));
}
const SiteStatistics::Text* SiteStatistics::place_text(std::uint64_t path, std::uint64_t text) const {
  return find(tables_.place_texts, key_of(path, text));
}
const SiteStatistics::Place* SiteStatistics::place(std::uint64_t path) const { return find(tables_.places, path); }

std::uint64_t SiteStatistics::digest() const {
  if (pages_ == 0) return 0;
  const float of_site[] = {static_cast<float>(rounded_site(pages_)), static_cast<float>(few_pages()),
                           static_cast<float>(page_share_)};
  std::uint64_t sum = digest_of(of_site, hash_seed);
  std::uint64_t seed = 0;
  for (const Table<Text>* table :
       {&tables_.texts, &tables_.masked, &tables_.texts_in, &tables_.place_texts, &tables_.around, &tables_.names}) {
    ++seed;
    for (const auto& [key, text] : *table) {
      const float values[] = {text.pages, text.content};
      sum += digest_of(values, mix(key, seed));
    }
  }
  for (const auto& [path, p] : tables_.places) {
    const float values[] = {p.pages,    p.words,   p.elements,    p.share, p.link_words,
                            p.repeated, p.content, p.expected_f1, p.same,  p.deviation};
    sum += digest_of(values, mix(path, 0));
  }
  return sum;
}

SiteStatistics statistics_of(std::span<const PageSummary> pages) {
  std::vector<const PageSummary*> all;
  for (const PageSummary& page : pages) all.push_back(&page);
  return SiteStatistics(all);
}

// --- The other pages --------------------------------------------------------------------------------------------

OtherPages::OtherPages(const SiteStatistics& site, std::span<const PageSummary* const> except,
                       const PageSummary* asking)
    : site_(site),
      pages_(std::max(0.0f, static_cast<float>(rounded_site(site.pages())) - static_cast<float>(except.size()))),
      few_pages_(static_cast<float>(site.few_pages())) {
  for (const PageSummary* page : except) except_.push_back(tables_of(*Counted(*page, site.page_share()), site));
  if (!asking) return;
  for (const PageSummary::Run& run : asking->runs) {
    const auto around = [&](std::uint64_t key) { return of(&SiteStatistics::Tables::around, key).pages; };
    if (!may_be_repeated(*asking, run, few_pages_ - 1, around))
      quoted_.insert(quoted_.end(), {run.hash, run.masked_hash});
  }
  std::ranges::sort(quoted_);
}

std::uint32_t OtherPages::count() const { return std::min(static_cast<std::uint32_t>(pages_), many); }

namespace {

// Both are means over their pages; what rounding makes impossible is bounded.
float without(float mean, float pages, float other, float highest) {
  return std::clamp((mean * pages - other) / (pages - 1), 0.0f, highest);
}

Text without(Text all, const Text* one) {
  if (!one) return all;
  if (all.pages < 2) return {};
  return {.pages = all.pages - 1, .content = without(all.content, all.pages, one->content, 1)};
}

SitePlace without(SitePlace all, const SitePlace* one) {
  if (!one) return all;
  if (all.pages < 2) return {};
  constexpr float many = 1e9f;
  const float n = all.pages;
  return {.pages = n - 1,
          .words = without(all.words, n, one->words, many),
          .elements = without(all.elements, n, one->elements, many),
          .share = without(all.share, n, one->share, 1),
          .link_words = without(all.link_words, n, one->link_words, 1),
          .repeated = without(all.repeated, n, one->repeated, 1),
          .content = without(all.content, n, one->content, 1),
          .expected_f1 = without(all.expected_f1, n, one->expected_f1, 1),
          .same = all.same,
          .deviation = all.deviation};
}

}  // namespace

SiteStatistics::Text OtherPages::of(Table table, std::uint64_t key) const {
  const Text* all = find(site_.tables().*table, key);
  if (!all) return {};
  Text out = *all;
  for (const SiteStatistics::Tables& page : except_) out = without(out, find(page.*table, key));
  return out;
}

bool OtherPages::is_quoted(std::uint64_t hash) const { return std::ranges::binary_search(quoted_, hash); }

SiteStatistics::Text OtherPages::text(std::uint64_t hash) const {
  return is_quoted(hash) ? Text() : of(&SiteStatistics::Tables::texts, hash);
}

SiteStatistics::Text OtherPages::masked_text(std::uint64_t masked_hash) const {
  return is_quoted(masked_hash) ? Text() : of(&SiteStatistics::Tables::masked, masked_hash);
}

SiteStatistics::Text OtherPages::text_in(std::uint64_t path, std::uint64_t hash) const {
  return is_quoted(hash) ? Text() : of(&SiteStatistics::Tables::texts_in, key_of(path, hash));
}

SiteStatistics::Text OtherPages::place_text(std::uint64_t path, std::uint64_t text) const {
  return of(&SiteStatistics::Tables::place_texts, key_of(path, text));
}

SiteStatistics::Place OtherPages::place(std::uint64_t path) const {
  const SitePlace* all = site_.place(path);
  if (!all) return {};
  SitePlace out = *all;
  for (const SiteStatistics::Tables& page : except_) out = without(out, find(page.places, path));
  return out;
}

}  // namespace pith
