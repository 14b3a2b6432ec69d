// Parsed pages, shared by several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <unordered_map>

#include "core/base/result.h"
#include "core/dom/document.h"
#include "crawler_adapter/cache_ledger.h"
#include "crawler_adapter/page_bodies.h"
#include "plugin/app/pipeline/document_cache.h"
#include "plugin/app/pipeline/page_clock.h"
#include "plugin/app/pipeline/site_setup.h"

namespace pith::pipeline {

// Whether the error says nothing about the page: the cache could not be read, or the work is to end. Do not treat such
// a page as one that cannot be parsed.
bool is_trouble(const Error& error);

// Whether the page cannot be read now, but perhaps another time.
bool is_unread(const Error& error);

// As Setups::of_host wants it.
std::string host_of(const crawl::SitePage& page);

// Each page is parsed within the limits of its own host. Recently parsed documents are kept, and so are pages' errors:
// finding them may have taken long. Thread-safe; each thread brings its own bodies.
class PageDocuments {
 public:
  explicit PageDocuments(Setups& setups, StopFlag stop = nullptr);

  // For work on a page of these limits.
  PageClock clock(const Limits& limits) const { return PageClock(limits.max_seconds, stop_); }

  // Errors: those of the cache, of parse_in_time, of the host's settings, and no_memory.
  Result<std::shared_ptr<const Document>> parse(crawl::PageBodies& bodies, const crawl::SitePage& page);

  // The view of a document that parse() returned; made once for whoever needs it while it is kept.
  std::shared_ptr<const PageView> view(const crawl::SitePage& page, const std::shared_ptr<const Document>& document) {
    return kept_.view(page.id, document);
  }

  // Runs `work`; if memory is short, once more without the kept documents. False if it still is.
  template <typename Work>
  bool in_memory(const Work& work) {
    for (int time = 0; time < 2; ++time) {
      try {
        work();
        return true;
      } catch (const std::bad_alloc&) {
        kept_.clear();
      }
    }
    return false;
  }

 private:
  Setups& setups_;
  const StopFlag stop_;
  DocumentCache kept_;
  std::mutex unparsed_mutex_;
  std::unordered_map<std::int64_t, Error> unparsed_;
};

}  // namespace pith::pipeline
