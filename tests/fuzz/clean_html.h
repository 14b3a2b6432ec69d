// Checks what cleaned HTML may contain (core/render/render.h), by parsing it.
#pragma once

#include <cstdint>
#include <limits>
#include <set>
#include <string_view>

#include "core/dom/parse.h"
#include "core/dom/tag.h"
#include "core/text/url.h"
#include "tests/fuzz/check.h"

namespace pith::fuzz {

inline void check_clean_html(std::string_view html) {
  require_utf8(html, "cleaned HTML is UTF-8");
  const auto page = parse_html(
      html, {.max_bytes = 64 << 20, .max_depth = std::numeric_limits<std::uint16_t>::max(), .max_nodes = 10'000'000});
  if (!page) return;  // nests deeper than the page itself
  static const std::set<std::string_view> frame = {"html", "head", "body", "hr", "br", "img", "tbody", "colgroup"};
  static const std::set<std::string_view> attributes = {"href",  "src", "alt",      "title", "colspan", "rowspan",
                                                        "start", "dir", "datetime", "lang",  "cite",    "class"};
  for (NodeId n = 0; n < page->size(); ++n) {
    if ((*page)[n].is_text()) continue;
    require(frame.contains(page->tag_name(n)) || clean_name((*page)[n].tag) == page->tag_name(n),
            "cleaned HTML holds elements from the list", html);
    for (const auto& a : page->attributes(n)) {
      const std::string_view name = page->name(a), value = page->value(a);
      require(attributes.contains(name), "cleaned HTML holds attributes from the list", html);
      if (name == "href" || name == "src" || name == "cite")
        require(parse_url(value).has_value() || value.starts_with("mailto:"), "its URLs are http, https or mailto",
                html);
      if (name == "class") require(value.starts_with("language-"), "its classes name languages", html);
    }
  }
}

}  // namespace pith::fuzz
