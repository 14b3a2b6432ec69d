#include "crawler_adapter/cache/site_sample.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>

#include "core/text/site_area.h"
#include "core/text/url.h"

namespace pith::crawl {

std::string url_kind(std::string_view url) {
  const std::size_t scheme = url.find("://");
  url.remove_prefix(scheme == std::string_view::npos ? 0 : scheme + 3);
  const std::size_t query = url.find('?');
  std::string_view path = url.substr(0, query);
  const std::size_t host_end = path.find('/');
  std::string kind(path.substr(0, host_end));
  path.remove_prefix(host_end == std::string_view::npos ? path.size() : host_end + 1);
  const auto directories = std::ranges::count(path, '/');
  if (directories > 0) kind += "/" + std::string(path.substr(0, path.find('/')));
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  kind += " " + std::to_string(std::min<std::ptrdiff_t>(directories, 4)) + " ";
  if (dot != std::string_view::npos) kind += name.substr(dot);
  return kind + (query == std::string_view::npos ? "" : "?");
}

namespace {

struct Candidate {
  std::uint64_t hash;
  std::size_t page;
  bool operator<(const Candidate& other) const {
    return hash < other.hash || (hash == other.hash && page < other.page);
  }
};

// At most `most` of the pages given by index.
std::vector<Candidate> sample_of_area(std::span<const SitePage> pages, std::span<const std::size_t> area,
                                      std::size_t most) {
  std::map<std::uint64_t, std::vector<Candidate>> kinds;  // by hash: a new kind does not move the others
  for (const std::size_t i : area) kinds[hash_url(url_kind(pages[i].url))].push_back({hash_url(pages[i].url), i});
  for (auto& [kind, candidates] : kinds) {
    const auto kept = std::min(candidates.size(), sample_pages_of_kind);
    std::ranges::partial_sort(candidates, candidates.begin() + static_cast<std::ptrdiff_t>(kept), std::less<>());
    candidates.resize(kept);
  }
  std::vector<Candidate> sample;
  for (std::size_t round = 0; round < sample_pages_of_kind; ++round)
    for (const auto& [kind, candidates] : kinds)
      if (round < candidates.size() && sample.size() < most) sample.push_back(candidates[round]);
  return sample;
}

}  // namespace

std::vector<std::size_t> sample_of(std::span<const SitePage> pages) {
  std::size_t usable = 0, doubtful = 0;
  for (const SitePage& page : pages) {
    usable += !page.digest.empty();
    doubtful += !page.digest.empty() && page.in_doubt;
  }
  const bool is_doubt_left_out = 2 * doubtful < usable;
  std::map<std::uint64_t, std::vector<std::size_t>> areas;  // by hash
  for (std::size_t i = 0; i < pages.size(); ++i)
    if (!pages[i].digest.empty() && !(pages[i].in_doubt && is_doubt_left_out))
      areas[hash_url(area_of(pages[i].url))].push_back(i);
  std::vector<const std::vector<std::size_t>*> smallest_first;
  for (const auto& [_, area] : areas) smallest_first.push_back(&area);
  std::ranges::stable_sort(smallest_first, {}, [](const auto* area) { return area->size(); });
  std::vector<Candidate> sample;
  for (std::size_t i = 0; i < smallest_first.size(); ++i) {
    const std::size_t share = (sample_pages - sample.size()) / (smallest_first.size() - i);
    const auto of_area = sample_of_area(pages, *smallest_first[i], share);
    sample.insert(sample.end(), of_area.begin(), of_area.end());
  }
  std::ranges::sort(sample, std::less<>());
  std::vector<std::size_t> out;
  for (const Candidate& candidate : sample) out.push_back(candidate.page);
  return out;
}

bool SampleFilter::may_have(std::string_view url) {
  constexpr std::size_t most_urls = sample_pages_of_kind + spare, most_kinds = sample_pages + spare;
  const std::uint64_t hash = hash_url(url);
  std::vector<std::uint64_t>& urls = kinds_[hash_url(url_kind(url))];
  const bool known = std::ranges::find(urls, hash) != urls.end();
  bool out = known;
  if (!known && (urls.size() < most_urls || hash < urls.front())) {
    out = true;
    urls.push_back(hash);
    std::ranges::push_heap(urls);
    if (urls.size() > most_urls) {
      std::ranges::pop_heap(urls);
      urls.pop_back();
    }
  }
  if (kinds_.size() <= most_kinds) return out;
  const auto last = std::prev(kinds_.end());  // the first of every other kind come before its pages
  out = out && &last->second != &urls;
  kinds_.erase(last);
  return out;
}

}  // namespace pith::crawl
