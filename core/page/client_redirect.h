// Pages that a browser leaves at once for another.
#pragma once

#include <cstdint>
#include <optional>

#include "core/dom/document.h"
#include "core/text/url.h"

namespace pith {

// Whether the page only leads to another URL: generators and content systems leave such pages where one has moved. It
// has hardly anything to read (`words` visible ones, at most 60), and
//   <meta http-equiv=refresh content="N; url=..."> with N up to 15 seconds, outside of <noscript>, or
//   one short script without a condition that sets `location` to a literal, or
//   a sentence such as "This page has moved" with a link (at most 30 words, in nine languages)
// names a URL other than `base`. A refresh without a URL, or with the page's own, only loads the page again. `base`:
// the page's base URL; without it, every target counts as another one. Pure, O(nodes + text).
bool is_client_redirect(const Document& page, const std::optional<Url>& base, std::uint32_t words);

}  // namespace pith
