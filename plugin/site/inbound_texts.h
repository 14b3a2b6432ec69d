// The texts that pages of a site say of each other, by their keys: counted, and spelled. Parts of SiteInboundTexts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/flat_table.h"

namespace pith::pipeline {

using PageNumber = std::uint32_t;
using TextKey = std::uint64_t;  // key_of_text (link_texts.h)

inline constexpr PageNumber no_page = std::numeric_limits<PageNumber>::max();
inline constexpr PageNumber breadcrumbs = no_page - 1;  // as a target: the text is a name in a breadcrumb

// A text of links to a page, or a name in breadcrumbs.
struct InboundText {
  PageNumber target;
  std::uint32_t pages;  // that have it
  TextKey key;
  bool own;  // one of them is in the target's area (core/text/site_area.h)
};

// Counts texts in bounded memory: at most twice as many as it keeps. Of more, it forgets those on the fewest pages.
class TextCounter {
 public:
  explicit TextCounter(std::size_t kept);

  // Once for each page that has the text.
  void add(PageNumber target, TextKey key, bool own);

  // By target, those of its own area first, then those on most pages. Call it once.
  std::vector<InboundText> take();

 private:
  void shorten();

  const std::size_t kept_;
  std::vector<InboundText> texts_;
};

// The keys that are in the list more than `few` times, and more than one `share`-th of `all`.
FlatTable<char> frequent(std::vector<TextKey> keys, std::size_t few, std::size_t share, std::size_t all);

// How the texts of some keys are spelled: of several spellings the first in the order of bytes.
class Wordings {
 public:
  // Whether it is new; never for key 0.
  bool want(TextKey key);
  // A text that some page has.
  void see(std::string_view text);
  // Empty if it was not seen.
  std::string_view operator[](TextKey key) const;

 private:
  FlatTable<std::uint32_t> places_;
  std::vector<std::string> texts_;
};

}  // namespace pith::pipeline
