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
#include "core/text/site_area.h"
#include "core/text/url.h"
#include "crawler_adapter/cache/site_sample.h"
#include "plugin/site/inbound_texts.h"
#include "plugin/site/link_texts.h"
#include "plugin/site/url_hierarchy.h"
#include "plugin/site/versions.h"

namespace pith::pipeline {
namespace {

constexpr std::size_t min_links = 10'000;
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
  std::vector<Page> pages;                    // in the order of the visit
  Pages by_url;                               // by hash of the URL
  Pages by_address;                           // by address_key; pages in the index first
  std::vector<InboundText> texts;             // by target, those on most pages first
  FlatTable<char> in_most_breadcrumbs;        // names in_area
  FlatTable<std::uint64_t> most_breadcrumbs;  // by area: a hash of these names
  std::vector<PageNumber> changed;
  AreaCounts indexed;  // pages

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
      if (number == no_page) return;
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
              .area = hash_bytes(hash_seed, area_of(row.url)),
              .meant = row.in_index ? number : no_page,
              .links = 0,
              .above = {},
              .in_index = row.in_index,
              .has_breadcrumb = !said.breadcrumb.empty()};
    page.above.fill(no_page);
    for (const std::string& name : said.breadcrumb) page.own = mix(page.own, key_of_text(name));
    by_url.emplace_back(crawl::hash_url(row.url), number);
    pages.push_back(page);
    if (row.in_index) ++indexed.insert(page.area, 0).first;
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
    std::vector<AreaText> titles;
    for (const Page& page : pages)
      if (page.in_index && page.title != 0) titles.emplace_back(page.area, page.title);
    const auto many = frequent(std::move(titles), few_titles - 1, share_of_titles, indexed);
    for (Page& page : pages)
      if (page.title != 0 && many.find(in_area({page.area, page.title}))) page.title = 0;
  }

  // What the pages in the index say of others, and which are above them.
  std::optional<Error> read_texts(const Rows& rows, const std::vector<Place>& places) {
    TextCounter counter(kept_texts_per_page);
    std::vector<AreaText> names;                       // in breadcrumbs
    std::vector<std::pair<PageNumber, TextKey>> said;  // of one page
    const auto error = rows([&](crawl::InboundRow&& row) {
      const PageNumber number = page_of(row);
      if (number == no_page || !pages[number].in_index) return;
      find_ancestors(number, row.url, places);
      const LinkTexts all = texts_of(row);
      said.clear();
      for (const LinkTexts::Link& link : all.links)
        if (const PageNumber meant = meant_by(link, number); meant != no_page)
          said.emplace_back(meant, key_of_text(link.text));
      std::ranges::sort(said);
      said.erase(std::unique(said.begin(), said.end()), said.end());
      for (const auto& [target, key] : said)
        if (key != 0) counter.add(target, key, pages[target].area == pages[number].area);
      std::vector<TextKey> keys;
      for (const std::string& name : all.breadcrumb) keys.push_back(key_of_text(name));
      std::ranges::sort(keys);
      keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
      for (const TextKey key : keys) names.emplace_back(pages[number].area, key);
    });
    if (error) return error;
    texts = counter.take();
    find_common_names(std::move(names));
    forget_common_texts();
    forget_common_ancestors();
    return count_links(rows);
  }

  // The page that a link on page `from` means; no_page: none in the index, or `from` itself.
  PageNumber meant_by(const LinkTexts::Link& link, PageNumber from) const {
    const PageNumber target = find(by_address, link.target);
    const PageNumber meant = target == no_page ? no_page : pages[target].meant;
    return meant == from ? no_page : meant;
  }

  // Links are counted for some pages at a time, each link with the one back at the page that comes first of the two. Of
  // no site are more at hand than `most`, unless all lead to or from one page; none is left out.
  std::optional<Error> count_links(const Rows& rows) {
    const std::size_t most = std::max(min_links, links_per_page * pages.size());
    for (std::size_t begin = 0, end; begin < pages.size(); begin = end) {
      end = pages.size();
      Links links;
      const auto add = [&](PageNumber from, PageNumber to) {
        if (const PageNumber first = std::min(from, to); first >= begin && first < end) links.emplace_back(from, to);
        if (links.size() >= most) end = without_later(links, begin, end);
      };
      const auto error = rows([&](crawl::InboundRow&& row) {
        const PageNumber number = page_of(row);
        if (number == no_page || !pages[number].in_index) return;
        for (const LinkTexts::Link& link : texts_of(row).links)
          if (const PageNumber meant = meant_by(link, number); meant != no_page) add(number, meant);
      });
      if (error) return error;
      count(links);
    }
    return std::nullopt;
  }

  // Each link once, and if that does not halve them, only those of the pages before the middle one; returns that page,
  // or `end`.
  static std::size_t without_later(Links& links, std::size_t begin, std::size_t end) {
    const std::size_t before = links.size();
    std::ranges::sort(links);
    links.erase(std::unique(links.begin(), links.end()), links.end());
    if (2 * links.size() < before) return end;
    const auto first = [](const Links::value_type& link) { return std::min(link.first, link.second); };
    const auto middle = links.begin() + static_cast<std::ptrdiff_t>(links.size() / 2);
    std::ranges::nth_element(links, middle, {}, first);
    const std::size_t cut = std::max<std::size_t>(first(*middle), begin + 1);
    std::erase_if(links, [&](const Links::value_type& link) { return first(link) >= cut; });
    return cut;
  }

  void count(Links& links) {
    std::ranges::sort(links);
    links.erase(std::unique(links.begin(), links.end()), links.end());
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

  void find_common_names(std::vector<AreaText> names) {
    in_most_breadcrumbs = frequent(names, few_below, share_below, indexed);
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    for (const AreaText& name : names)
      if (in_most_breadcrumbs.find(in_area(name))) {
        std::uint64_t& hash = most_breadcrumbs.insert(name.first, hash_seed).first;
        hash = mix(hash, name.second);
      }
  }

  // Texts from other areas are common if they lead to many pages of the whole site.
  void forget_common_texts() {
    constexpr std::uint64_t whole_site = 0;
    AreaCounts of_site;
    of_site.insert(whole_site, static_cast<std::uint32_t>(std::ranges::count_if(pages, &Page::in_index)));
    std::vector<AreaText> all, own;
    for (const InboundText& text : texts) {
      all.emplace_back(whole_site, text.key);
      if (text.own) own.emplace_back(pages[text.target].area, text.key);
    }
    const auto common = frequent(std::move(all), few_targets, share_of_targets, of_site);
    const auto own_common = frequent(std::move(own), few_targets, share_of_targets, indexed);
    std::erase_if(texts, [&](const InboundText& text) {
      return text.own ? own_common.find(in_area({pages[text.target].area, text.key})) != nullptr
                      : common.find(in_area({whole_site, text.key})) != nullptr;
    });
    texts.shrink_to_fit();
  }

  // A page above most others of its area is as good as the root: the start page of a language, or of a manual.
  void forget_common_ancestors() {
    std::vector<std::uint32_t> below(pages.size());
    for (const Page& page : pages)
      for (const PageNumber above : page.above)
        if (above != no_page && pages[above].area == page.area) ++below[above];
    const auto is_above_most = [&](PageNumber above) {
      const std::uint32_t* const all = indexed.find(pages[above].area);
      return below[above] > few_below && all && below[above] * share_below > *all;
    };
    for (Page& page : pages) {
      const auto end = std::remove_if(page.above.begin(), page.above.end(),
                                      [&](PageNumber above) { return above != no_page && is_above_most(above); });
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
    const std::uint64_t* const common_names = most_breadcrumbs.find(page.area);
    add(page.has_breadcrumb && common_names ? *common_names : 0);
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
    std::erase_if(keys, [&](TextKey key) {
      return in_most_breadcrumbs.find(in_area({page.area, key})) || key == page.title;
    });
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
