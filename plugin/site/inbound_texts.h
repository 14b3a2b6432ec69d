// The texts that pages of a site say of each other, by their keys: counted, and spelled. Parts of SiteInboundTexts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/flat_table.h"

namespace pith::pipeline {

using PageNumber = std::uint32_t;
using TextKey = std::uint64_t;  // key_of_text (link_texts.h)

inline constexpr PageNumber no_page = std::numeric_limits<PageNumber>::max();

// A text of links to a page.
struct InboundText {
  PageNumber target;
  std::uint32_t pages;  // that have it
  TextKey key;
  bool own;  // one of them is in the target's area (core/text/site_area.h)
};

// Counts texts in bounded memory: of a target's texts, it keeps at least so many, those of its own area first, then
// those on most pages. What is said of a target takes no place from what is said of others.
class TextCounter {
 public:
  explicit TextCounter(std::size_t kept_per_target) : kept_per_target_(kept_per_target) {}

  // Once for each page that has the text.
  void add(PageNumber target, TextKey key, bool own);

  // By target, those of its own area first, then those on most pages. Call it once.
  std::vector<InboundText> take();

 private:
  void shorten();

  const std::size_t kept_per_target_;
  std::size_t limit_ = 10'000;  // of texts_
  std::vector<InboundText> texts_;
};

// Numbers of something by the area that they are in.
using AreaCounts = FlatTable<std::uint32_t>;

// Texts in areas of the site.
using AreaText = std::pair<std::uint64_t, TextKey>;

// Key of a text in an area.
TextKey in_area(const AreaText& text);

// Those in_area that are in the list more than `few` times, and more often than one `share`-th of their area's number.
FlatTable<char> frequent(std::vector<AreaText> texts, std::size_t few, std::size_t share, const AreaCounts& all);

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
