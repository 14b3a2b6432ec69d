// The pages of a segment of which a field has some whole words, and a word that begins with a prefix.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "indexer_adapter/query/detail/deadline.h"
#include "indexer_adapter/query/detail/index_view.h"

namespace pith::index {

// What a reader has typed, folded as a search compares words.
struct TypedWords {
  std::vector<std::wstring> whole;
  std::wstring prefix;        // empty: there are no words, or too many
  bool short_prefix = false;  // one letter, with which too many words begin for all to be looked up
};

struct PrefixPage {
  std::int32_t document;  // in the segment
  bool begins;            // the field begins with the words
};

// In values of the field that follow each other (headings), all words must be in one. A short prefix is not looked up:
// after whole words, the pages that have these come instead; alone, the pages whose field begins with it
// (Columns::first_letters). A longer one stands for its first 5,000 words. Each page comes once. Throws TimeIsUp.
std::vector<PrefixPage> pages_with_prefix(const Segment& segment, const std::wstring& field, const TypedWords& typed,
                                          const std::function<bool(std::int32_t document)>& wanted,
                                          const Deadline& deadline);

}  // namespace pith::index
