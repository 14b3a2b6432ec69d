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
#include "crawler_adapter/cache/cache_ledger.h"
#include "crawler_adapter/cache/page_bodies.h"
#include "plugin/site/document_cache.h"
#include "plugin/site/page_clock.h"
#include "plugin/site/pages_in_work.h"
#include "plugin/site/site_setup.h"

namespace pith::pipeline {

// Whether the error says nothing about the page: the cache could not be read, or the work is to end. Do not treat such
// a page as one that cannot be parsed.
bool ends_run(const Error& error);

// Whether the page cannot be read now, but perhaps another time.
bool is_unread(const Error& error);

// As Setups::of_host wants it.
std::string host_of(const crawl::SitePage& page);

// Each page is parsed within the limits of its own host. Recently parsed documents are kept, and so are pages' errors:
// finding them may have taken long. A page that has crashed is not parsed. Thread-safe; each thread brings its own
// bodies.
class PageDocuments {
 public:
  // `in_work`: may be null; it outlives this. `again`: pages that are skipped as crashed are tried again.
  explicit PageDocuments(Setups& setups, StopFlag stop = nullptr, PagesInWork* in_work = nullptr, bool again = false);

  // For work on a page of these limits.
  PageClock clock(const Limits& limits) const { return PageClock(limits.max_seconds, stop_); }

  // Whether the page ended an earlier run, so that nothing may be done with it.
  bool has_crashed(const crawl::SitePage& page) const {
    return (page.crashed && !again_) || (in_work_ && in_work_->has_crashed(page));
  }
  PagesInWork* in_work() const { return in_work_; }

  // Errors: those of the cache, of parse_in_time, of the host's settings, no_memory and crashed.
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
  PagesInWork* const in_work_;
  const bool again_;
  DocumentCache kept_;
  std::mutex unparsed_mutex_;
  std::unordered_map<std::int64_t, Error> unparsed_;
};

}  // namespace pith::pipeline
