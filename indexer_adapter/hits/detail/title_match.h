// How well a page's title is what the query says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "indexer_adapter/query/detail/deadline.h"
#include "indexer_adapter/query/detail/index_view.h"
#include "indexer_adapter/query/detail/leaf.h"

namespace pith::index {

// Reads the titles of a view once, for one query. Keeps a byte for each document.
class TitleMatch {
 public:
  // `words`: the query's, with their variants; only the first 255 count. `title`: the field's name in the index; may be
  // empty. Throws TimeIsUp.
  TitleMatch(const IndexView& view, double weight, const std::wstring& title, std::span<const Leaf::Slot> words,
             const Deadline& deadline);

  // 1 + weight * share of the title's words that the query has * share of the query's words that the title has. The
  // shares are 1 for the same words in any order. O(1).
  double boost(const Segment& segment, std::size_t document) const;
  // No boost is higher.
  double highest() const { return 1 + weight_; }

 private:
  struct Titles {
    std::vector<std::uint8_t> matched;        // words of the query, by document
    const std::vector<std::uint32_t>* words;  // of the title, by document
  };

  const IndexView* view_;
  double weight_;
  double words_ = 0;            // of the query
  std::vector<Titles> titles_;  // by segment; empty: titles do not count
};

}  // namespace pith::index
