// Writes pages into an index of Pith's own or into one that others share.
//
//   auto writer = pith::index::Writer::open("pith-data/index", {});
//   if (!writer) ...                        // writer.error()
//   writer->put(record, page);              // replaces the page's older self
//   writer->commit();                       // now, and not before, it can be found
//
// One process writes at a time (see WriteLock); searching goes on meanwhile. kill -9 at any moment leaves the last
// commit.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/extract/extracted_page.h"
#include "indexer_adapter/analysis.h"
#include "indexer_adapter/page_record.h"
#include "indexer_adapter/schema.h"

namespace pith::index {

struct WriterOptions {
  FieldMap fields;
  Analysers analysers;
};

// Any thread may call, one at a time. No call throws for what input or the disk can cause. After an error of put,
// remove or commit with code index_write, nothing more can be written: what was not committed is lost, open anew.
class Writer {
 public:
  // Opens or makes the index. Documents of others in it stay. Errors: index_unwritable, index_locked, index_damaged,
  // index_version, index_read (see index_files.h), index_write.
  static Result<Writer> open(const std::string& path, const WriterOptions& options);

  Writer(Writer&&) noexcept;
  Writer& operator=(Writer&&) noexcept;
  // Closes without committing, if close() was not called.
  ~Writer();

  // Indexes the page in the place of its older self. Of a page with status skipped, the older self is removed and
  // nothing is added. Error code bad_url for an empty URL or one over max_url_bytes.
  [[nodiscard]] std::optional<Error> put(const PageRecord& record, const ExtractedPage& page);

  // Removes the page; no error if it is not there.
  [[nodiscard]] std::optional<Error> remove(std::string_view url);

  // Puts the text of a site's template, a line each, in the place of its older self; without text that is only removed.
  // Searches find it by Query::templates, and among pages never.
  [[nodiscard]] std::optional<Error> put_template(const std::string& site, std::string_view text);

  // Makes everything since the last commit durable and visible, all or nothing.
  [[nodiscard]] std::optional<Error> commit();

  // Commits, closes, releases the lock. Further calls give an error.
  [[nodiscard]] std::optional<Error> close();

 private:
  struct Impl;
  explicit Writer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace pith::index
