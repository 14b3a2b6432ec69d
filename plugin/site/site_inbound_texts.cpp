#include "plugin/site/site_inbound_texts.h"

#include <algorithm>
#include <bit>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/flat_table.h"
#include "core/base/stable_hash.h"
#include "core/system/digest.h"
#include "core/text/url.h"
#include "crawler_adapter/cache/site_sample.h"
#include "plugin/site/inbound_texts.h"
#include "plugin/site/link_texts.h"
#include "plugin/site/url_hierarchy.h"
#include "plugin/site/versions.h"

namespace pith::pipeline {
namespace {

constexpr std::size_t min_kept_texts = 10'000, min_kept_links = 10'000;
constexpr unsigned max_steps = 8;  // of redirects
constexpr std::size_t min_batch_bytes = 64 << 20, batch_bytes_per_page = 128;
constexpr std::size_t bytes_per_change = 200, bytes_per_text = 200;  // in memory, roughly

// A text leads to many pages if it leads to more than this number, and this share, of the site's.
constexpr std::size_t few_targets = 3, share_of_targets = 20;
// A title is many pages' if it is that of so many, and this share, of the site's.
constexpr std::size_t few_titles = 3, share_of_titles = 10;
// A name is in most breadcrumbs, and a page above most others, if it is of more than so many, and this share, of the
// site's pages.
constexpr std::size_t few_below = 3, share_below = 2;

struct Page {
  std::int64_t id;
  std::uint64_t known;  // hash of the digest of what the index has
  TextKey title;        // 0: none, or one that many pages have
  std::uint64_t own;    // of its language and its breadcrumb
  std::uint64_t area;   // hash of it
  PageNumber meant;     // by a link to it; no_page: none that is in the index
  std::uint32_t links;  // that count, from other pages in the index
  std::array<PageNumber, max_ancestors> above;
  bool in_index, has_breadcrumb;
};

std::uint64_t hash_of_digest(std::string_view digest) { return hash_bytes(hash_seed, digest); }

// Down to the first three bits: 1 to 8, 10, 12, 14, 16, 20, … Most new links change no document.
std::uint32_t rounded(std::uint32_t links) {
  const int bits = std::bit_width(links);
  return bits <= 3 ? links : links >> (bits - 3) << (bits - 3);
}

LinkTexts texts_of(const crawl::InboundRow& row) { return link_texts_from_bytes(row.link_texts).value_or(LinkTexts()); }

}  // namespace

struct SiteInboundTexts::Impl {
  // A page whose inbound texts are to be written. From `url` on as seen while its texts are collected.
  struct Change {
    PageNumber page;
    std::string url = {}, language = {};
    std::vector<TextKey> breadcrumb = {};  // the nearest first
  };
  struct Place {
    Stem stem;
    PageNumber page;
    std::uint8_t rank;
  };

  using Links = std::vector<std::pair<PageNumber, PageNumber>>;  // from, to; each once
  using Pages = std::vector<std::pair<std::uint64_t, PageNumber>>;

  explicit Impl(std::string on) : settings(std::move(on)) {}

  const std::string settings;
  std::vector<Page> pages;                     // in the order of the visit
  Pages by_url;                                // by hash of the URL
  Pages by_address;                            // by address_key; pages in the index first
  std::vector<InboundText> texts;              // by target, those on most pages first
  FlatTable<char> in_most_breadcrumbs;         // names
  std::uint64_t most_breadcrumbs = hash_seed;  // a hash of these names
  std::vector<PageNumber> changed;
  std::size_t indexed = 0;

  static PageNumber find(const Pages& pages, std::uint64_t key) {
    const auto found = std::ranges::lower_bound(pages, key, {}, &Pages::value_type::first);
    return found == pages.end() || found->first != key ? no_page : found->second;
  }
  // The page of a row; no_page: it was not there at first.
  PageNumber page_of(const crawl::InboundRow& row) const { return find(by_url, crawl::hash_url(row.url)); }

  std::optional<Error> read(const Rows& rows) {
    std::vector<Place> places;
    if (auto error = read_pages(rows, places)) return error;
    std::erase_if(places, [&](const Place& place) { return pages[place.page].meant == no_page; });
    std::ranges::sort(places, {}, [](const Place& place) { return std::tuple(place.stem, place.rank, place.page); });
    if (auto error = read_texts(rows, places)) return error;
    for (PageNumber page = 0; page < pages.size(); ++page)
      if (pages[page].in_index && hash_of_digest(digest_of(page)) != pages[page].known) changed.push_back(page);
    return std::nullopt;
  }

  std::optional<Error> read_pages(const Rows& rows, std::vector<Place>& places) {
    std::vector<std::pair<PageNumber, std::uint64_t>> leading;  // pages that stand for others
    const auto error = rows([&](crawl::InboundRow&& row) {
      const auto number = static_cast<PageNumber>(pages.size());
      if (number == breadcrumbs) return;
      add_page(row);
      const auto url = parse_url(row.url);
      if (!url) return;
      by_address.emplace_back(address_key(*url), number);
      if (const auto stem = stem_of(*url)) places.push_back({stem->stem, number, stem->rank});
      const auto other = row.in_index ? std::nullopt : parse_url(row.stands_for);
      if (other) leading.emplace_back(number, address_key(*other));
    });
    if (error) return error;
    std::ranges::sort(by_url);
    std::ranges::sort(by_address, {}, [&](const Pages::value_type& entry) {
      return std::tuple(entry.first, !pages[entry.second].in_index, entry.second);
    });
    for (auto& [page, address] : leading) address = find(by_address, address);
    follow(leading);
    forget_titles_of_many();
    return std::nullopt;
  }

  void add_page(const crawl::InboundRow& row) {
    const auto number = static_cast<PageNumber>(pages.size());
    const LinkTexts said = texts_of(row);
    Page page{.id = row.id,
              .known = hash_of_digest(row.inbound_digest),
              .title = key_of_text(said.title),
              .own = hash_bytes(hash_seed, said.language),
              .area = hash_bytes(hash_seed, crawl::area_of(row.url)),
              .meant = row.in_index ? number : no_page,
              .links = 0,
              .above = {},
              .in_index = row.in_index,
              .has_breadcrumb = !said.breadcrumb.empty()};
    page.above.fill(no_page);
    for (const std::string& name : said.breadcrumb) page.own = mix(page.own, key_of_text(name));
    by_url.emplace_back(crawl::hash_url(row.url), number);
    pages.push_back(page);
    indexed += row.in_index;
  }

  // `leading`: pages that are not in the index, in order, each with the page that it stands for.
  void follow(const std::vector<std::pair<PageNumber, std::uint64_t>>& leading) {
    const auto next = [&](PageNumber page) {
      const auto found = std::ranges::lower_bound(leading, page, {}, &std::pair<PageNumber, std::uint64_t>::first);
      return found == leading.end() || found->first != page ? no_page : static_cast<PageNumber>(found->second);
    };
    for (const auto& [page, first] : leading) {
      auto at = static_cast<PageNumber>(first);
      for (unsigned step = 1; step < max_steps && at != no_page && !pages[at].in_index; ++step) at = next(at);
      if (at != no_page && pages[at].in_index) pages[page].meant = at;
    }
  }

  void forget_titles_of_many() {
    std::vector<TextKey> titles;
    for (const Page& page : pages)
      if (page.in_index && page.title != 0) titles.push_back(mix(page.area, page.title));
    const auto many = frequent(std::move(titles), few_titles - 1, share_of_titles, indexed);
    for (Page& page : pages)
      if (page.title != 0 && many.find(mix(page.area, page.title))) page.title = 0;
  }

  // What the pages in the index say of others, and which are above them.
  std::optional<Error> read_texts(const Rows& rows, const std::vector<Place>& places) {
    TextCounter counter(std::max(min_kept_texts, kept_texts_per_page * pages.size()));
    std::vector<std::pair<PageNumber, TextKey>> said;  // of one page
    const std::size_t most_links = std::max(min_kept_links, kept_links_per_page * pages.size());
    Links links;
    const auto error = rows([&](crawl::InboundRow&& row) {
      const PageNumber number = page_of(row);
      if (number == no_page || !pages[number].in_index) return;
      find_ancestors(number, row.url, places);
      said.clear();
      const LinkTexts all = texts_of(row);
      for (const LinkTexts::Link& link : all.links) {
        const PageNumber target = find(by_address, link.target);
        const PageNumber meant = target == no_page ? no_page : pages[target].meant;
        if (meant != no_page && meant != number) said.emplace_back(meant, key_of_text(link.text));
      }
      for (const std::string& name : all.breadcrumb) said.emplace_back(breadcrumbs, key_of_text(name));
      std::ranges::sort(said);
      said.erase(std::unique(said.begin(), said.end()), said.end());
      PageNumber last = no_page;
      for (const auto& [target, key] : said) {
        const bool own = target != breadcrumbs && pages[target].area == pages[number].area;
        if (key != 0) counter.add(target, key, own);
        if (target != breadcrumbs && target != last && links.size() < most_links) links.emplace_back(number, target);
        last = target;
      }
    });
    if (error) return error;
    texts = counter.take();
    count(links);
    forget_common_texts();
    forget_common_ancestors();
    return std::nullopt;
  }

  void count(Links& links) {
    std::ranges::sort(links);
    for (const auto& [from, to] : links)
      if (!std::ranges::binary_search(links, std::pair(to, from))) ++pages[to].links;
  }

  void find_ancestors(PageNumber number, const std::string& address, const std::vector<Place>& places) {
    const auto url = parse_url(address);
    if (!url) return;
    Page& page = pages[number];
    std::size_t count = 0;
    for (const Stem stem : stems_above(*url)) {
      const auto place = std::ranges::lower_bound(places, stem, {}, &Place::stem);
      if (place == places.end() || place->stem != stem) continue;
      const PageNumber above = pages[place->page].meant;
      const TextKey title = pages[above].title;
      if (above == number || title == 0 || title == page.title) continue;
      if (std::ranges::find(page.above, above) != page.above.end()) continue;
      page.above[count++] = above;
      if (count == max_ancestors) break;
    }
  }

  void forget_common_texts() {
    std::vector<TextKey> keys, own_keys;
    for (const InboundText& text : texts) {
      if (text.target != breadcrumbs) {
        keys.push_back(text.key);
        if (text.own) own_keys.push_back(text.key);
      } else if (are_most(text.pages)) {
        in_most_breadcrumbs.insert(text.key, 1);
        most_breadcrumbs = mix(most_breadcrumbs, text.key);
      }
    }
    const auto common = frequent(std::move(keys), few_targets, share_of_targets, indexed);
    const auto own_common = frequent(std::move(own_keys), few_targets, share_of_targets, indexed);
    std::erase_if(texts, [&](const InboundText& text) {
      return text.target == breadcrumbs || (text.own ? own_common : common).find(text.key);
    });
    texts.shrink_to_fit();
  }

  bool are_most(std::size_t below) const { return below > few_below && below * share_below > indexed; }

  // A page above most others is as good as the root: the start page of a language, or of a manual.
  void forget_common_ancestors() {
    std::vector<std::uint32_t> below(pages.size());
    for (const Page& page : pages)
      for (const PageNumber above : page.above)
        if (above != no_page) ++below[above];
    for (Page& page : pages) {
      const auto end = std::remove_if(page.above.begin(), page.above.end(),
                                      [&](PageNumber above) { return above != no_page && are_most(below[above]); });
      std::fill(end, page.above.end(), no_page);
    }
  }

  // Of links to the page.
  std::span<const InboundText> inbound(PageNumber page) const {
    const auto begin = std::ranges::lower_bound(texts, page, {}, &InboundText::target);
    const auto end = std::ranges::upper_bound(texts, page, {}, &InboundText::target);
    const std::span<const InboundText> found(begin, end);
    return found.first(std::min(max_inbound_texts, found.size()));
  }

  std::string digest_of(PageNumber number) const {
    const Page& page = pages[number];
    const auto links = inbound(number);
    if (page.links == 0 && page.above.front() == no_page && !page.has_breadcrumb) return {};
    std::string all = inbound_texts_version + settings;
    const auto add = [&](std::uint64_t value) { all += "," + std::to_string(value); };
    add(page.own);
    add(page.title);
    add(rounded(page.links));
    add(page.has_breadcrumb ? most_breadcrumbs : 0);
    for (const PageNumber above : page.above) add(above == no_page ? 0 : pages[above].title);
    for (const InboundText& text : links) add(text.key);
    return sha256_hex(all);
  }

  using Take = std::function<std::optional<Error>(PageInboundTexts&&)>;

  // As many at once as fit into memory.
  std::optional<Error> visit_changes(const Rows& rows, const Take& take) const {
    const std::size_t most = std::max(min_batch_bytes, batch_bytes_per_page * pages.size());
    for (std::size_t begin = 0; begin < changed.size();) {
      Wordings wordings;
      std::vector<Change> batch;
      for (std::size_t bytes = 0; begin < changed.size() && bytes < most; ++begin) {
        const Change& change = batch.emplace_back(Change{changed[begin]});
        bytes += bytes_per_change;
        for (const InboundText& text : inbound(change.page)) bytes += wordings.want(text.key) ? bytes_per_text : 0;
        for (const PageNumber above : pages[change.page].above)
          if (above != no_page && wordings.want(pages[above].title)) bytes += bytes_per_text;
      }
      if (auto error = collect(rows, batch, wordings)) return error;
      for (const Change& change : batch)
        if (!change.url.empty())
          if (auto error = take(inbound_texts_of(change, wordings))) return error;
    }
    return std::nullopt;
  }

  // `batch` is in the order of the pages.
  std::optional<Error> collect(const Rows& rows, std::vector<Change>& batch, Wordings& wordings) const {
    return rows([&](crawl::InboundRow&& row) {
      const PageNumber number = page_of(row);
      if (number == no_page || !pages[number].in_index) return;
      const LinkTexts said = texts_of(row);
      const auto change = std::ranges::lower_bound(batch, number, {}, &Change::page);
      if (change != batch.end() && change->page == number) {
        change->url = row.url;
        change->language = said.language;
        for (auto name = said.breadcrumb.rbegin(); name != said.breadcrumb.rend(); ++name) {
          wordings.want(key_of_text(*name));
          change->breadcrumb.push_back(key_of_text(*name));
          wordings.see(*name);
        }
      }
      wordings.see(said.title);
      for (const LinkTexts::Link& link : said.links) wordings.see(link.text);
    });
  }

  PageInboundTexts inbound_texts_of(const Change& change, const Wordings& wordings) const {
    const Page& page = pages[change.page];
    PageInboundTexts out{.page = page.id, .inbound_texts = {}, .digest = digest_of(change.page)};
    out.inbound_texts.url = change.url;
    out.inbound_texts.language = change.language;
    out.inbound_texts.links = rounded(page.links);
    std::vector<TextKey> keys;
    for (const InboundText& text : inbound(change.page)) keys.push_back(text.key);
    out.inbound_texts.inbound = lines_of(keys, wordings, max_inbound_bytes);
    keys = change.breadcrumb;
    std::erase_if(keys, [&](TextKey key) { return in_most_breadcrumbs.find(key) || key == page.title; });
    for (const PageNumber above : page.above)
      if (above != no_page && std::ranges::find(keys, pages[above].title) == keys.end())
        keys.push_back(pages[above].title);
    out.inbound_texts.ancestors = lines_of(keys, wordings, max_ancestors_bytes);
    return out;
  }

  static std::string lines_of(const std::vector<TextKey>& keys, const Wordings& wordings, std::size_t max_bytes) {
    std::string out;
    for (const TextKey key : keys) {
      const std::string_view text = wordings[key];
      if (text.empty() || out.size() + text.size() + 1 > max_bytes) continue;
      if (!out.empty()) out += '\n';
      out += text;
    }
    return out;
  }
};

SiteInboundTexts::SiteInboundTexts(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
SiteInboundTexts::SiteInboundTexts(SiteInboundTexts&&) noexcept = default;
SiteInboundTexts& SiteInboundTexts::operator=(SiteInboundTexts&&) noexcept = default;
SiteInboundTexts::~SiteInboundTexts() = default;

Result<SiteInboundTexts> SiteInboundTexts::read(const Rows& rows, const std::string& settings) {
  auto impl = std::make_unique<Impl>(settings);
  if (auto error = impl->read(rows)) return *std::move(error);
  return SiteInboundTexts(std::move(impl));
}

std::size_t SiteInboundTexts::changes() const { return impl_->changed.size(); }

std::optional<Error> SiteInboundTexts::visit_changes(
    const Rows& rows, const std::function<std::optional<Error>(PageInboundTexts&&)>& take) const {
  return impl_->visit_changes(rows, take);
}

}  // namespace pith::pipeline
