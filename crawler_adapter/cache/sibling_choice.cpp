#include "crawler_adapter/cache/sibling_choice.h"

#include <algorithm>
#include <random>

#include "core/page/siblings.h"
#include "crawler_adapter/cache/site.h"

namespace pith::crawl {
namespace {

constexpr std::size_t npos = static_cast<std::size_t>(-1);

}  // namespace

// Collects distinct usable pages for one key page.
class SiblingChooser::Picker {
 public:
  Picker(const SiblingChooser& chooser, std::size_t key) : chooser_(chooser), key_(key) {}

  bool full() const { return chosen_.size() >= chooser_.n_; }

  void offer(std::size_t candidate) {
    if (full() || candidate == npos || candidate == key_) return;
    const SitePage& page = chooser_.pages_[candidate];
    if (page.digest.empty() || page.digest == chooser_.pages_[key_].digest) return;
    for (const std::size_t other : chosen_)
      if (other == candidate || chooser_.pages_[other].digest == page.digest) return;
    chosen_.push_back(candidate);
  }

  std::vector<std::size_t> take() { return std::move(chosen_); }

 private:
  const SiblingChooser& chooser_;
  std::size_t key_;
  std::vector<std::size_t> chosen_;
};

SiblingChooser::SiblingChooser(std::span<const SitePage> pages, Selection selection, std::size_t n, std::uint64_t seed)
    : pages_(pages), selection_(selection), n_(n), seed_(seed) {
  by_url_.reserve(pages.size());
  for (std::size_t i = 0; i < pages.size(); ++i) by_url_.emplace(hash_url(pages[i].url), i);
}

std::size_t SiblingChooser::target_of(std::uint64_t url_hash) const {
  for (int step = 0; step < 10; ++step) {
    const auto found = by_url_.find(url_hash);
    if (found == by_url_.end()) return npos;
    const SitePage& page = pages_[found->second];
    if (page.redirect_to.empty()) return found->second;
    url_hash = hash_url(page.redirect_to);
  }
  return npos;
}

std::vector<std::size_t> SiblingChooser::choose(std::size_t key, std::span<const std::uint64_t> ranked_links,
                                                std::span<const std::uint64_t> alike) const {
  Picker picker(*this, key);
  if (pages_.empty() || n_ == 0) return {};
  if (selection_ == Selection::random) {
    // The key page is part of the seed, so that the pages of a site do not all get the same siblings.
    std::mt19937_64 draw(seed_ ^ hash_url(pages_[key].url));
    for (std::size_t tries = 0; tries < 16 * n_ + 64 && !picker.full(); ++tries) picker.offer(draw() % pages_.size());
    return picker.take();
  }
  if (selection_ == Selection::metrics)
    for (const auto& list : {ranked_links, alike})
      for (const std::uint64_t url : list) picker.offer(target_of(url));
  // Pages are in order of URL: neighbours share the longest prefix, so nearest means next in this order.
  for (std::size_t step = 1; step <= 8 * n_ + 16 && !picker.full(); ++step) {
    if (key + step < pages_.size()) picker.offer(key + step);
    if (key >= step) picker.offer(key - step);
  }
  return picker.take();
}

std::vector<Url> sibling_links(const Document& page, const Url& key, SiteMode mode) {
  const std::string site = site_of(key, mode);
  return rank_sibling_links(
      page, key, [&](const Url& target) { return site_of(target, mode) == site; }, kept_links);
}

std::vector<std::uint64_t> hashes_of(std::span<const Url> links) {
  std::vector<std::uint64_t> out;
  for (const Url& link : links) out.push_back(hash_url(link.str()));
  return out;
}

}  // namespace pith::crawl
