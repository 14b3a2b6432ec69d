// The links and images of a page as its renderings may show them: absolute, with a harmless scheme.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/dom/document.h"
#include "core/text/url.h"

namespace pith {

// Makes the URLs of one rendering. All results are http, https or mailto URLs in printable ASCII without quotes.
// Anything else gives an empty result, and so do relative references without a base. Fragments are kept.
//
// Stops after 8 MB of URLs (a page can repeat a long <base href> in every short link) and returns empty ones from then
// on.
class PageUrls {
 public:
  PageUrls(const Document& document, const std::optional<Url>& base) : document_(document), base_(base) {}

  // The target of an <a>.
  std::string link(NodeId a);
  // The source of an <img>: the one that a script would load later, if there is one, else `src`.
  std::string image(NodeId img);
  // http or https only.
  std::string resolved(std::string_view reference);

 private:
  const Document& document_;
  const std::optional<Url>& base_;
  std::size_t budget_ = 8u << 20;
};

}  // namespace pith
