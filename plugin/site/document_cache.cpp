#include "plugin/site/document_cache.h"

#include <utility>

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
  entries_.push_front({page, std::move(document), nullptr, 0});
  by_page_[page] = entries_.begin();
  count(entries_.front(), bytes);
}

std::shared_ptr<const PageView> DocumentCache::view(std::int64_t page,
                                                    const std::shared_ptr<const Document>& document) {
  const auto entry_of = [&]() -> Entry* {
    const auto found = by_page_.find(page);
    return found != by_page_.end() && found->second->document == document ? &*found->second : nullptr;
  };
  {
    const std::lock_guard lock(mutex_);
    if (const Entry* entry = entry_of(); entry && entry->view) return entry->view;
  }
  // Keeps its document: whoever has the view may have nothing else.
  struct Held {
    std::shared_ptr<const Document> document;
    std::shared_ptr<const PageView> view;
  };
  const auto held = std::make_shared<Held>(Held{document, view_page(*document)});
  std::shared_ptr<const PageView> view(held, held->view.get());
  const std::lock_guard lock(mutex_);
  if (Entry* entry = entry_of(); entry && !entry->view) {
    entry->view = view;
    count(*entry, document->bytes());
  }
  return view;
}

// Counts bytes more of an entry, and evicts others until all is within bounds.
void DocumentCache::count(Entry& entry, std::size_t bytes) {
  entry.bytes += bytes;
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
