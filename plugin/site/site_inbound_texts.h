// What the pages of a site say of each other: the texts of the links to a page, and the titles of the pages above it.
//
// A link means the page that its target redirects to, or is folded into. Links of a page to itself and of pages that
// are not in the index do not count, nor do texts that lead to many different pages ("read more"). Texts with the same
// words are one text (key_of_text). Texts of the page's own area (core/text/site_area.h) come first, and only its own
// area makes them, or its title, texts of many pages: other areas can add texts, but cannot displace them. What is on
// most pages is counted by area, too.
//
// Above a page are the pages above its URL (url_hierarchy.h) and what its breadcrumb names. What is above most pages
// does not count, nor titles that many pages have, nor the page's own.
//
// Links count by the pages that they are on, whatever they say. Where the target links back they do not: "next" and
// "contents" only lead through the site. Numbers of links are rounded down by less than a fifth, so that most new links
// change no document.
//
// Nothing depends on the order of links and pages, as long as the bounds below are not reached. Memory: some 300
// bytes a page of the site, at most 2,000 more for the links and texts while they are counted, and max(64 MB, 128 bytes
// a page) for the texts that are being written, whatever the pages say.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "indexer_adapter/documents/inbound_texts.h"

namespace pith::pipeline {

inline constexpr std::size_t max_inbound_texts = 10, max_inbound_bytes = 500;
inline constexpr std::size_t max_ancestors = 4, max_ancestors_bytes = 500;

// Different texts that are counted for a page; of more, those of other areas, and those on the fewest pages, go.
inline constexpr std::size_t kept_texts_per_page = 2 * max_inbound_texts;
// Links of the site that are counted at once, on average.
inline constexpr std::size_t links_per_page = 64;

struct PageInboundTexts {
  std::int64_t page = 0;
  index::InboundTexts inbound_texts;
  std::string
      digest;  // of the inbound texts, and of the settings that their document depends on; empty: there are none
};

// Immutable.
class SiteInboundTexts {
 public:
  // Calls its argument with each page of the site, in order of URL. It is called several times; meanwhile, pages may
  // come and go.
  using Rows = std::function<std::optional<Error>(const std::function<void(crawl::InboundRow&&)>&)>;

  // `settings`: Setups::document_digest. Errors are those of `rows`. O(n log n).
  static Result<SiteInboundTexts> read(const Rows& rows, const std::string& settings);

  SiteInboundTexts(SiteInboundTexts&&) noexcept;
  SiteInboundTexts& operator=(SiteInboundTexts&&) noexcept;
  ~SiteInboundTexts();

  // The number of pages in the index whose inbound texts differ from what the index has (InboundRow::inbound_digest).
  std::size_t changes() const;

  // Calls take() with the inbound texts of each such page. Stops at the first error, from there or from `rows`.
  std::optional<Error> visit_changes(const Rows& rows,
                                     const std::function<std::optional<Error>(PageInboundTexts&&)>& take) const;

 private:
  struct Impl;
  explicit SiteInboundTexts(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace pith::pipeline
