#include "plugin/lab/site_pages.h"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include "core/dom/parse.h"
#include "core/system/digest.h"
#include "core/text/encoding.h"

namespace pith::eval {

const ParsedPage& SitePages::get(std::uint32_t page) {
  const auto [at, fresh] = pages_.try_emplace(page);
  if (fresh) load(page, at->second);
  return at->second;
}

void SitePages::load(std::uint32_t page, ParsedPage& out) const {
  const auto html = set_.html(page);
  if (!html) {
    out.error = "no such file";
    return;
  }
  out.bytes = html->size();
  out.digest = sha256_hex(*html);
  const auto begin = std::chrono::steady_clock::now();
  auto parsed = parse_html(decode_html(*html).text);
  out.parse_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  if (parsed)
    out.document = std::move(*parsed);
  else
    out.error = parsed.error().code;
}

Siblings choose_siblings(SitePages& pages, std::uint32_t page, SiblingMode mode, unsigned n, std::uint64_t seed) {
  Siblings out;
  const ParsedPage& key = pages.get(page);
  std::vector<std::string_view> seen{key.digest};
  for (const std::uint32_t sibling : order_siblings(pages.set(), page, *key.document, mode, seed)) {
    if (out.documents.size() == n) break;
    const ParsedPage& parsed = pages.get(sibling);
    if (!parsed.document || std::find(seen.begin(), seen.end(), parsed.digest) != seen.end()) continue;
    seen.push_back(parsed.digest);
    out.documents.push_back(&*parsed.document);
    out.digests += parsed.digest;
    out.parse_ms += parsed.parse_ms;
  }
  return out;
}

}  // namespace pith::eval
