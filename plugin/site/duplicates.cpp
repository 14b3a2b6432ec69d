#include "plugin/site/duplicates.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <string_view>
#include <tuple>

#include "core/base/keyed_hash.h"
#include "core/text/ascii.h"
#include "core/text/site_area.h"
#include "core/text/url.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "crawler_adapter/cache/page_reason.h"
#include "crawler_adapter/cache/site_sample.h"

namespace pith::pipeline {
namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
constexpr std::size_t bands = near_distance + 1;  // near duplicates agree in at least one of so many equal parts
constexpr int band_bits = 64 / bands;
constexpr std::size_t max_looked_at = 256;  // per band
constexpr std::size_t many_links = 10;

bool is_index_file(std::string_view name) {
  for (const std::string_view stem : {"index.", "default."})
    if (name.starts_with(stem) && name.find('.', stem.size()) == std::string_view::npos) return true;
  return false;
}

// Equal for URLs that differ only in what rarely makes another page.
std::string loose_form(const std::string& text) {
  const auto url = parse_url(text);
  if (!url) return text;
  std::string path = lower_ascii(url->path);
  if (const std::size_t name = path.rfind('/') + 1; is_index_file(std::string_view(path).substr(name)))
    path.resize(name);
  while (path.ends_with('/')) path.pop_back();
  const std::string_view host = url->host;
  return std::string(host.starts_with("www.") ? host.substr(4) : host) + ":" + url->port + path;
}

class Grouping {
 public:
  explicit Grouping(std::span<const crawl::ExtractedRow> rows)
      : rows_(rows),
        into_(rows.size(), none),
        is_canonical_(rows.size()),
        target_(rows.size(), none),
        final_(rows.size(), none),
        is_named_(rows.size()),
        is_shared_(rows.size()),
        links_to_(rows.size()) {
    loose_.reserve(rows.size());
    for (const crawl::ExtractedRow& row : rows) {
      loose_.push_back(loose_form(row.url));
      areas_.push_back(area_of(row.url));
    }
    count_links();
    read_canonicals();
    follow_canonicals();
    find_shared(final_);
    for (const std::size_t page : in_order()) place(page);
  }

  // The page that stays in the index instead of this one: itself, another one, or none if it cannot be indexed.
  std::size_t into(std::size_t page) const { return into_[page]; }
  crawl::PageReason reason(std::size_t page) const {
    return is_canonical_[page] ? crawl::PageReason::canonical : crawl::PageReason::duplicate;
  }

 private:
  bool duplicates(std::size_t a, std::size_t b) const { return are_duplicates(rows_[a].content, rows_[b].content); }

  bool believes(std::size_t page, std::size_t target) const {
    return duplicates(page, target) || (!is_shared_[target] && loose_[page] == loose_[target]);
  }

  // Links from pages with the same content, as from an article to its print version, do not count. Links that name the
  // file of a folder count for the folder.
  void count_links() {
    KeyedMap<std::uint64_t, std::size_t> by_hash;
    for (std::size_t i = 0; i < rows_.size(); ++i) by_hash.emplace(crawl::hash_url(rows_[i].url), i);
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (rows_[i].url.ends_with('/')) by_hash.emplace(crawl::hash_url(rows_[i].url + "index.html"), i);
    for (std::size_t i = 0; i < rows_.size(); ++i)
      for (const std::uint64_t link : rows_[i].links)
        if (const auto found = by_hash.find(link); found != by_hash.end() && found->second != i &&
                                                   areas_[i] == areas_[found->second] && !duplicates(i, found->second))
          ++links_to_[found->second];
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (const std::size_t folder = folder_of(i, by_hash); folder != none && duplicates(i, folder))
        links_to_[folder] += links_to_[i];
  }

  // The page "/a/" of "/a/index.html".
  std::size_t folder_of(std::size_t page, const KeyedMap<std::uint64_t, std::size_t>& by_hash) const {
    const std::string_view url = rows_[page].url;
    const std::size_t name = url.rfind('/') + 1;
    if (!is_index_file(url.substr(name))) return none;
    const auto found = by_hash.find(crawl::hash_url(url.substr(0, name)));
    return found == by_hash.end() ? none : found->second;
  }

  void read_canonicals() {
    KeyedMap<std::string_view, std::size_t> by_url;
    for (std::size_t i = 0; i < rows_.size(); ++i) by_url.emplace(rows_[i].url, i);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const auto found = by_url.find(rows_[i].canonical);
      if (found != by_url.end() && found->second != i && rows_[found->second].can_be_indexed)
        target_[i] = found->second;
    }
    find_shared(target_);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (target_[i] == none) continue;
      if (believes(i, target_[i]))
        is_named_[target_[i]] = is_named_[target_[i]] || areas_[i] == areas_[target_[i]];
      else
        target_[i] = none;
    }
  }

  // The pages that most of the site leads to on the strength of their URLs alone.
  void find_shared(const std::vector<std::size_t>& targets) {
    std::vector<std::size_t> by_url_alone(rows_.size());  // how many pages with other content lead to it
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (targets[i] != none && targets[i] != i && !duplicates(i, targets[i]) && loose_[i] == loose_[targets[i]])
        ++by_url_alone[targets[i]];
    for (std::size_t i = 0; i < rows_.size(); ++i) is_shared_[i] = is_shared_[i] || by_url_alone[i] * 2 > rows_.size();
  }

  // Sets final_: where a page's canonicals lead in the end; the page itself if it has none.
  void follow_canonicals() {
    std::vector<std::size_t> step_of(rows_.size(), none);  // on the path
    for (std::size_t begin = 0; begin < rows_.size(); ++begin) {
      std::vector<std::size_t> path;
      std::size_t at = begin;
      while (final_[at] == none && step_of[at] == none) {
        step_of[at] = path.size();
        path.push_back(at);
        if (target_[at] != none) at = target_[at];
      }
      std::size_t end = final_[at];
      if (end == none)  // a cycle, or a page that names none
        end = *std::min_element(path.begin() + static_cast<std::ptrdiff_t>(step_of[at]), path.end(),
                                [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
      for (const std::size_t page : path) final_[page] = end;
    }
  }

  using Rank = std::tuple<bool, std::ptrdiff_t, bool, bool, int, int, bool, std::size_t, std::string_view>;

  // An area that is above another one has fewer parts.
  std::ptrdiff_t parts_of_area(std::size_t page) const {
    return std::ranges::count_if(areas_[page], [](char c) { return c == '.' || c == ':' || c == '/'; });
  }

  bool may_replace(std::size_t kept, std::size_t page) const {
    return areas_[kept] == areas_[page] || is_area_above(areas_[kept], areas_[page]);
  }

  // Smaller is better. Counts are in classes: one link or word more or less rarely makes a page the better one.
  Rank rank(std::size_t page) const {
    const crawl::ExtractedRow& row = rows_[page];
    const std::string_view url = row.url;
    return {!row.can_be_indexed,
            parts_of_area(page),
            !is_named_[page],
            !row.has_headline,
            -links_class(page),
            -template_class(row),
            url.find('?') != std::string_view::npos,
            url.size(),
            url};
  }

  int links_class(std::size_t page) const { return links_to_[page] == 0 ? 0 : links_to_[page] < many_links ? 1 : 2; }

  // Each has four times the words of the previous one.
  static int template_class(const crawl::ExtractedRow& row) {
    const std::int64_t words = std::max<std::int64_t>(row.page_words - row.content.words, 0);
    return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(words)) + 1) / 2;
  }

  // A page that names another one comes after it, and pages that are not indexed come last.
  std::vector<std::size_t> in_order() const {
    std::vector<std::size_t> order(rows_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto key = [&](std::size_t page) {
      return std::tuple(!rows_[page].can_be_indexed, final_[page] != page, rank(page));
    };
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    return order;
  }

  void place(std::size_t page) {
    const std::size_t canonical = into_[final_[page]];  // placed before, if it is another page
    if (canonical != none && believes(page, canonical)) {
      into_[page] = canonical;
      is_canonical_[page] = true;
    } else if (const std::size_t other = find_duplicate(page); other != none) {
      into_[page] = other;
    } else if (rows_[page].can_be_indexed) {
      into_[page] = page;
      keep(page);
    }
  }

  static std::uint64_t band(std::size_t number, std::uint64_t simhash) {
    return number << band_bits | (simhash >> (number * band_bits) & ((1u << band_bits) - 1));
  }

  // The most preferred of the pages kept so far.
  std::size_t find_duplicate(std::size_t page) const {
    const ContentSignature& content = rows_[page].content;
    if (content.digest.empty()) return none;
    std::size_t best = none;  // index into kept_
    const auto look_at = [&](const std::vector<std::size_t>& same) {
      const auto first = std::ranges::find_if(same, [&](std::size_t i) { return may_replace(kept_[i], page); });
      if (first != same.end()) best = std::min(best, *first);
    };
    if (const auto same = by_digest_.find(content.digest); same != by_digest_.end()) look_at(same->second);
    if (const auto same = by_body_.find(content.body); same != by_body_.end()) look_at(same->second);
    for (std::size_t i = 0; i < bands && content.simhash != 0; ++i) {
      const auto near = by_band_.find(band(i, content.simhash));
      if (near == by_band_.end()) continue;
      for (const std::size_t kept : near->second) {
        if (kept >= best) break;
        if (may_replace(kept_[kept], page) && duplicates(page, kept_[kept])) best = kept;
      }
    }
    return best == none ? none : kept_[best];
  }

  void keep(std::size_t page) {
    const ContentSignature& content = rows_[page].content;
    if (content.digest.empty()) return;
    if (auto& list = by_digest_[content.digest]; list.size() < max_looked_at) list.push_back(kept_.size());
    if (!content.body.empty())
      if (auto& list = by_body_[content.body]; list.size() < max_looked_at) list.push_back(kept_.size());
    for (std::size_t i = 0; i < bands && content.simhash != 0; ++i)
      if (auto& list = by_band_[band(i, content.simhash)]; list.size() < max_looked_at) list.push_back(kept_.size());
    kept_.push_back(page);
  }

  const std::span<const crawl::ExtractedRow> rows_;
  std::vector<std::string> loose_, areas_;
  std::vector<std::size_t> into_;
  std::vector<bool> is_canonical_;
  std::vector<std::size_t> target_, final_;  // by canonical
  std::vector<bool> is_named_, is_shared_;
  std::vector<std::size_t> links_to_;  // from pages with other content
  std::vector<std::size_t> kept_;      // in order of preference, those with content to compare
  KeyedMap<std::string_view, std::vector<std::size_t>> by_digest_, by_body_;  // to indices into kept_
  KeyedMap<std::uint64_t, std::vector<std::size_t>> by_band_;
};

}  // namespace

std::vector<crawl::FoldChange> fold_changes(std::span<const crawl::ExtractedRow> rows, bool fold) {
  const Grouping grouping(fold ? rows : std::span<const crawl::ExtractedRow>());
  std::vector<crawl::FoldChange> changes;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    crawl::FoldChange wanted{.page = rows[i].id, .digest = rows[i].content.digest, .into = {}, .reason = {}};
    if (fold && grouping.into(i) != i && grouping.into(i) != none) {
      wanted.into = rows[grouping.into(i)].url;
      wanted.reason = grouping.reason(i);
    }
    const bool as_it_is =
        wanted.into == rows[i].folded_into && (wanted.into.empty() || wanted.reason == rows[i].reason);
    if (!as_it_is) changes.push_back(std::move(wanted));
  }
  return changes;
}

}  // namespace pith::pipeline
