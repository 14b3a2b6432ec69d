// Finds suggestions in the terms of titles and headings; the texts themselves come from stored pages.
//
// A page matches if the field has the whole words and a word with the prefix: folded, as a search compares them, and
// without stems. Pages are ranked by
//
//   title     begins with the words, then  (1 + log2(1 + pages that link to it)) / (3 + words of the title)
//   headings  pages that link to it; of the headings, those that begin with the words come first
//
// The work is bounded, whatever the index and the query (prefix_pages.h). Only the best pages are read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "indexer_adapter/documents/field_map.h"
#include "indexer_adapter/hits/detail/prefix_pages.h"
#include "indexer_adapter/hits/suggest.h"
#include "indexer_adapter/lucene/lucene.h"
#include "indexer_adapter/query/detail/deadline.h"
#include "indexer_adapter/query/detail/index_view.h"

namespace pith::index {

// For one query, in one thread.
class Suggester {
 public:
  Suggester(const IndexView& view, const FieldMap& fields, const SuggestQuery& query, const Deadline& deadline);

  // Titles, then headings: those found until the deadline. Each text comes once.
  std::vector<Suggestion> suggest();

 private:
  struct Candidate {
    std::int32_t document;  // in the whole index
    bool begins;
    double value;
    bool operator<(const Candidate& other) const;
  };

  void add_titles();
  void add_headings();
  std::vector<Candidate> best(Field field, std::size_t limit) const;
  void find(std::size_t segment, Field field, std::vector<Candidate>& found) const;
  std::vector<char> pages_of_site(const Segment& segment) const;
  double value(std::size_t segment, std::size_t document, Field field) const;
  bool fits(std::wstring_view heading) const;
  bool begins(std::string_view heading) const;
  void add(Suggestion suggestion);
  bool full() const { return suggestions_.size() >= limit_; }

  const IndexView& view_;
  const FieldMap& fields_;
  const std::wstring site_;
  const bool by_host_;  // no site is called so
  const std::size_t limit_;
  const Deadline& deadline_;
  TypedWords typed_;
  std::vector<Suggestion> suggestions_;
  std::set<std::wstring> known_;  // folded words of their texts
};

}  // namespace pith::index
