#include "core/render/detail/page_urls.h"

#include <algorithm>

#include "core/text/ascii.h"
#include "core/text/percent.h"
#include "core/text/white_space.h"

namespace pith {
namespace {

constexpr std::size_t max_tail_bytes = 1000;  // of a fragment or a mail address

bool is_mailto(std::string_view reference) {
  static constexpr std::string_view scheme = "mailto:";
  return reference.size() > scheme.size() && reference.size() <= max_tail_bytes &&
         equals_ignoring_case(reference.substr(0, scheme.size()), scheme);
}

// Characters that a fragment or a mail address may contain unescaped in the output.
bool may_stand(char c) {
  return c > 0x20 && c < 0x7f && std::string_view("\"#'<>[\\]^`{|}").find(c) == std::string_view::npos;
}

}  // namespace

std::string PageUrls::link(NodeId a) {
  if (!document_.has_attribute(a, "href")) return {};
  const std::string_view reference = trim_space(document_.attribute(a, "href"));
  if (!is_mailto(reference)) return resolved(reference);
  const std::string address = percent_encoded(reference.substr(reference.find(':') + 1), may_stand);
  budget_ -= std::min(budget_, address.size());
  return budget_ > 0 ? "mailto:" + address : std::string();
}

std::string PageUrls::image(NodeId img) {
  for (const std::string_view name : {"data-src", "data-original", "data-lazy-src", "src"}) {
    const std::string_view value = trim_space(document_.attribute(img, name));
    if (value.empty()) continue;
    if (std::string url = resolved(value); !url.empty()) return url;
  }
  return {};
}

std::string PageUrls::resolved(std::string_view reference) {
  if (budget_ == 0) return {};
  reference = trim_space(reference);
  const std::optional<Url> url = base_ ? resolve(*base_, reference) : parse_url(reference);
  if (!url) return {};
  std::string out = url->str();
  if (const auto hash = reference.find('#');
      hash != std::string_view::npos && reference.size() - hash <= max_tail_bytes)
    out += '#' + percent_encoded(reference.substr(hash + 1), may_stand);
  budget_ -= std::min(budget_, out.size());
  return out;
}

}  // namespace pith
