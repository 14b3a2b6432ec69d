// What became of the pages of one site, until their duplicates are known.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "crawler_adapter/cache/body_store.h"
#include "plugin/cluster/format.h"
#include "plugin/cluster/mapped_outcome.h"

namespace pith::map {

// Duplicates are found among so many pages of a site that follow each other; in smaller sites, among all. It bounds the
// memory for a site: about 2 kB for each of these pages.
inline constexpr std::size_t folded_together = 250'000;

// Used for one site after the other. Not thread-safe.
class SiteDocuments {
 public:
  // `memory`: for documents; beyond, they are in a temporary file. `together`: see folded_together.
  explicit SiteDocuments(std::size_t memory, std::size_t together = folded_together)
      : documents_(memory), together_(together) {}

  // `document`: of an outcome with a row. Errors are those of BodyStore::put.
  std::optional<Error> add(PageOutcome outcome, std::string_view document);

  std::size_t size() const { return pages_.size(); }
  // Whether these have to be folded and written before another one is added.
  bool is_full() const { return pages_.size() >= together_; }

  // Leaves out duplicates and pages that name another as canonical, if `fold`. What is left can only be written.
  void fold(bool fold);

  // In the order in which they came. Errors: those of BodyStore::get and of `write`.
  using Write = std::function<std::optional<Error>(std::string_view bytes)>;
  std::optional<Error> write(const Format& format, PageCounts& counts, const Write& write) const;
  // Before they are folded: as frames, for read_outcome().
  std::optional<Error> write_frames(PageCounts& counts, const Write& write) const;

  void clear();

 private:
  struct Page {
    PageOutcome outcome;  // without a row if it has no document, or no longer
    std::size_t document = 0;
  };
  Result<std::string> document_of(const Page& page) const;

  crawl::BodyStore documents_;
  const std::size_t together_;
  std::vector<Page> pages_;
};

}  // namespace pith::map
