// Parsed pages and their views, kept while they are likely to be needed again: a page is surveyed, extracted, and a
// sibling of many.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "core/dom/document.h"
#include "core/extract/main_content/view_page.h"

namespace pith::pipeline {

// Evicts the least recently used, bounded by the bytes of the documents: a small page may have a large one. A view
// counts as much as its document. The last one put always stays, whatever its size. Thread-safe; documents and views in
// use outlive their eviction.
class DocumentCache {
 public:
  explicit DocumentCache(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  std::shared_ptr<const Document> find(std::int64_t page);
  void put(std::int64_t page, std::shared_ptr<const Document> document);
  // The view of this document of the page: the one kept with it, or made now.
  std::shared_ptr<const PageView> view(std::int64_t page, const std::shared_ptr<const Document>& document);
  void clear();

 private:
  struct Entry {
    std::int64_t page;
    std::shared_ptr<const Document> document;
    std::shared_ptr<const PageView> view;  // null: not made yet
    std::size_t bytes;
  };
  void count(Entry& entry, std::size_t bytes);
  const std::size_t max_bytes_;
  std::mutex mutex_;
  std::list<Entry> entries_;  // most recently used first
  std::unordered_map<std::int64_t, std::list<Entry>::iterator> by_page_;
  std::size_t bytes_ = 0;
};

}  // namespace pith::pipeline
