#include "plugin/app/pipeline/document_cache.h"

namespace pith::pipeline {

std::shared_ptr<const Document> DocumentCache::find(std::int64_t page) {
  const std::lock_guard lock(mutex_);
  const auto found = by_page_.find(page);
  if (found == by_page_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->document;
}

void DocumentCache::put(std::int64_t page, std::shared_ptr<const Document> document) {
  const std::size_t bytes = document->bytes();
  const std::lock_guard lock(mutex_);
  if (by_page_.contains(page)) return;
  entries_.push_front({page, std::move(document), bytes});
  by_page_[page] = entries_.begin();
  bytes_ += bytes;
  while (bytes_ > max_bytes_ && entries_.size() > 1) {
    bytes_ -= entries_.back().bytes;
    by_page_.erase(entries_.back().page);
    entries_.pop_back();
  }
}

void DocumentCache::clear() {
  const std::lock_guard lock(mutex_);
  entries_.clear();
  by_page_.clear();
  bytes_ = 0;
}

}  // namespace pith::pipeline
