// What an extractor learns from a site.
//
// An extractor that learns (Extractor::site_analyser) summarises each page of a site's sample by itself; the bytes of
// the summary are kept in the page cache, and only the extractor reads them. The statistics of a site are made from all
// of them, whenever it is needed, except those of copies (SiteModel, core/extract/site/site_model.h). It includes the
// page that asks: the extractor summarises that page again and subtracts what it has added.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/base/stop.h"

namespace pith {

class PageView;

// Immutable; used by any number of threads.
class SiteAnalyser {
 public:
  // What the analyser's extractor finds in a page by itself, whatever its site: summaries begin with it, and so does
  // extraction. Whoever needs both makes it once.
  struct Features {
    virtual ~Features() = default;
    virtual std::size_t bytes() const = 0;  // of memory
  };
  // A page's summary, read from its bytes.
  struct Summary {
    virtual ~Summary() = default;
  };
  // What is learned from several pages.
  struct Statistics {
    virtual ~Statistics() = default;
    // Covers all that a page can learn from it: with the same digest, extracting the page again gives the same result.
    virtual std::uint64_t digest() const = 0;
    // For SiteAnalyser::read_statistics: the same on every machine.
    virtual std::string bytes() const = 0;
  };

  virtual ~SiteAnalyser() = default;

  // Names everything that summaries depend on besides the page: "pith/9". Summaries of another version are remade.
  virtual std::string version() const = 0;
  // Null: the extractor has no use for it. After `stop` said yes, the result does not matter.
  virtual std::shared_ptr<const Features> features(const PageView&, Stop*) const { return nullptr; }
  // The same on every machine; empty: nothing to learn from the page. `features` are those of the page.
  virtual std::string summarise(const PageView& page, const Features* features) const = 0;
  // Accepts any bytes; null if they are not a summary.
  virtual std::shared_ptr<const Summary> read(std::string_view bytes) const = 0;
  // From at least one summary, all made by read(). The order does not matter.
  virtual std::shared_ptr<const Statistics> learn(std::span<const Summary* const> pages) const = 0;
  // Accepts any bytes; null if they are not statistics.
  virtual std::shared_ptr<const Statistics> read_statistics(std::string_view bytes) const = 0;
};

}  // namespace pith
