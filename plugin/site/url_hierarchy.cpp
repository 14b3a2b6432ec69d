#include "plugin/site/url_hierarchy.h"

#include <algorithm>
#include <string_view>

#include "core/base/stable_hash.h"
#include "core/text/ascii.h"

namespace pith::pipeline {
namespace {

constexpr std::size_t max_extension = 5;

struct Path {
  std::string_view stem;  // "/a/b"; empty for the root
  std::uint8_t rank;
};

// The place of the dot; npos if the name has no extension.
std::size_t extension_of(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 >= name.size() || name.size() - dot - 1 > max_extension)
    return std::string_view::npos;
  const std::string_view extension = name.substr(dot + 1);
  const bool is_one = is_letter_ascii(extension.front()) && std::ranges::all_of(extension, is_alphanumeric_ascii);
  return is_one ? dot : std::string_view::npos;
}

Path split(std::string_view path) {
  const std::size_t name_at = path.rfind('/') + 1;
  const std::string_view name = path.substr(name_at),
                         directory = path.substr(0, name_at - std::min<std::size_t>(name_at, 1));
  if (name.empty()) return {directory, 0};
  const std::size_t dot = extension_of(name);
  if (dot == std::string_view::npos) return {path, 3};
  const std::string_view stem = name.substr(0, dot);
  if (equals_ignoring_case(stem, "index") || equals_ignoring_case(stem, "default")) return {directory, 1};
  return {path.substr(0, name_at + dot), 2};
}

std::uint64_t hash_of_host(const Url& url) {
  const std::string_view host = url.host;
  return hash_bytes(hash_bytes(hash_bytes(hash_seed, host.substr(host.starts_with("www.") ? 4 : 0)), ":"), url.port);
}

}  // namespace

std::uint64_t address_key(const Url& url) {
  const Path path = split(url.path);
  const std::uint64_t page = hash_bytes(hash_of_host(url), path.rank == 2 ? std::string_view(url.path) : path.stem);
  return url.query ? hash_bytes(hash_bytes(page, "?"), *url.query) : page;
}

std::optional<StemOfPage> stem_of(const Url& url) {
  const Path path = split(url.path);
  if (url.query || path.stem.empty()) return std::nullopt;
  return StemOfPage{hash_bytes(hash_of_host(url), path.stem), path.rank};
}

std::vector<Stem> stems_above(const Url& url) {
  const std::uint64_t host = hash_of_host(url);
  std::string_view rest = split(url.path).stem;
  std::vector<Stem> out;
  if (!url.query) rest = rest.substr(0, rest.rfind('/') == std::string_view::npos ? 0 : rest.rfind('/'));
  while (!rest.empty() && out.size() < max_stems_above) {
    out.push_back(hash_bytes(host, rest));
    rest = rest.substr(0, rest.rfind('/') == std::string_view::npos ? 0 : rest.rfind('/'));
  }
  return out;
}

}  // namespace pith::pipeline
