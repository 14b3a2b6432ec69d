// What an extractor learns from a site.
//
// An extractor that learns (Extractor::learner) sums up each page of a site's sample by itself; the bytes of that
// summary are kept in the page cache, and nobody but the extractor reads them. What the pages of one template teach
// together, its knowledge, is made from their summaries whenever it is needed. Which pages those are, and that a page
// never learns from itself or from its copies, is the business of SiteModel (core/extract/site/site_model.h).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/base/stop.h"

namespace pith {

class PageView;

// Immutable; used from any number of threads.
class Learner {
 public:
  // A page's summary, read from its bytes.
  struct Summary {
    virtual ~Summary() = default;
  };
  // What several pages teach.
  struct Knowledge {
    virtual ~Knowledge() = default;
    // Of all that a page can learn from it: with the same digest, extracting the page again gives the same.
    virtual std::uint64_t digest() const = 0;
  };

  virtual ~Learner() = default;

  // Names everything that summaries depend on besides the page: "pith/5". Summaries of another version are made anew.
  virtual std::string version() const = 0;
  // The same on every machine; empty: the page teaches nothing. Once `stop` has said yes, what is returned does not
  // matter.
  virtual std::string summarise(const PageView& page, Stop* stop) const = 0;
  // Takes any bytes; null if they are no summary.
  virtual std::shared_ptr<const Summary> read(std::string_view bytes) const = 0;
  // Of at least one summary, all of them made by read(). The order does not matter.
  virtual std::shared_ptr<const Knowledge> learn(std::span<const Summary* const> pages) const = 0;
};

}  // namespace pith
