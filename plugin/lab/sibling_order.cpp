#include "plugin/lab/sibling_order.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "core/base/stable_hash.h"
#include "core/page/siblings.h"

namespace pith::eval {
namespace {

constexpr std::array<std::string_view, 5> mode_names = {"linked", "nearest", "random", "none", "site"};

// splitmix64: the same shuffle with every standard library.
std::uint64_t next_random(std::uint64_t& state) {
  const std::uint64_t drawn = mix(state, 0);
  state += 0x9e3779b97f4a7c15;
  return drawn;
}

// Ignores how a link and a manifest may differ: scheme, "www.", a "/" at the end.
std::string loose_key(const Url& url) {
  std::string_view host = url.host;
  if (host.starts_with("www.")) host.remove_prefix(4);
  std::string key(host);
  key += url.path;
  if (key.ends_with('/')) key.pop_back();
  if (url.query) key += "?" + *url.query;
  return key;
}

// The linked siblings in the order of the paper's metrics; those whose links are not found come last, in the manifest's
// order.
std::vector<std::uint32_t> linked_order(const PageSet& set, const LabelledPage& page, const Document& key) {
  std::vector<std::uint32_t> rest = page.linked_siblings, out;
  if (!page.url || rest.empty()) return rest;
  std::unordered_map<std::string, std::uint32_t> by_url;
  for (const std::uint32_t sibling : rest)
    if (const auto& url = set.pages[sibling].url) by_url.emplace(loose_key(*url), sibling);
  const auto on_disk = [&](const Url& url) { return by_url.contains(loose_key(url)); };
  for (const Url& url : rank_sibling_links(key, *page.url, on_disk, rest.size())) {
    const std::uint32_t sibling = by_url[loose_key(url)];
    if (std::erase(rest, sibling) > 0) out.push_back(sibling);
  }
  out.insert(out.end(), rest.begin(), rest.end());
  return out;
}

}  // namespace

std::string_view name_of(SiblingMode mode) { return mode_names[static_cast<std::size_t>(mode)]; }

std::optional<SiblingMode> sibling_mode_of(std::string_view name) {
  for (std::size_t i = 0; i < mode_names.size(); ++i)
    if (mode_names[i] == name) return static_cast<SiblingMode>(i);
  return std::nullopt;
}

std::vector<std::uint32_t> order_siblings(const PageSet& set, std::uint32_t number, const Document& key,
                                          SiblingMode mode, std::uint64_t seed) {
  const LabelledPage& page = set.pages[number];
  if (mode == SiblingMode::none) return {};
  if (mode == SiblingMode::random) {
    std::vector<std::uint32_t> out = page.siblings;
    std::uint64_t state = seed;
    for (const char c : page.id) state = state * 31 + static_cast<unsigned char>(c);
    for (std::size_t i = out.size(); i > 1; --i) std::swap(out[i - 1], out[next_random(state) % i]);
    return out;
  }
  std::vector<std::uint32_t> out = linked_order(set, page, key);
  if (mode == SiblingMode::linked) return out;
  const std::unordered_set<std::uint32_t> taken(out.begin(), out.end());
  std::vector<std::uint32_t> others;
  for (const std::uint32_t sibling : page.siblings)
    if (!taken.contains(sibling)) others.push_back(sibling);
  const auto distance = [&](std::uint32_t sibling) {
    const auto& url = set.pages[sibling].url;
    if (!page.url || !url) return std::tuple(std::numeric_limits<unsigned>::max(), 0u);
    const HyperlinkDistance d = hyperlink_distance(*page.url, *url);
    return std::tuple(d.total(), d.up);
  };
  std::stable_sort(others.begin(), others.end(), [&](auto a, auto b) { return distance(a) < distance(b); });
  out.insert(out.end(), others.begin(), others.end());
  return out;
}

}  // namespace pith::eval
