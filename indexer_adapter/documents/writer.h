// Writes pages into an index of Pith's own, or into one shared with other programs.
//
//   auto writer = pith::index::Writer::open("pith-data/index", {});
//   if (!writer) ...                        // writer.error()
//   writer->put(record, page);              // replaces the page's older version
//   writer->commit();                       // only now can it be found
//
// One process writes at a time (see WriteLock); searching continues meanwhile. kill -9 at any moment leaves the last
// commit.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/extract/extracted_page.h"
#include "indexer_adapter/documents/field_map.h"
#include "indexer_adapter/documents/inbound_texts.h"
#include "indexer_adapter/documents/page_record.h"
#include "indexer_adapter/words/analysis.h"

namespace pith::index {

struct WriterOptions {
  FieldMap fields;
  Analysers analysers;
};

// A page as the index will have it: most of the work on a document, done before it is written. Empty after a move and
// after put(). Belongs to the Writer that made it.
class PreparedPage {
 public:
  PreparedPage(PreparedPage&&) noexcept;
  PreparedPage& operator=(PreparedPage&&) noexcept;
  ~PreparedPage();

 private:
  friend class Writer;
  struct Impl;
  explicit PreparedPage(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Any thread may call, one at a time; prepare() at any time. No call throws because of input or the disk. After put,
// remove or commit fails with code index_write, nothing more can be written: uncommitted changes are lost; open a new
// Writer.
class Writer {
 public:
  // Opens or creates the index. Other programs' documents in it stay. Errors: index_unwritable, index_locked,
  // index_damaged, index_version, index_read (see index_files.h), index_write.
  static Result<Writer> open(const std::string& path, const WriterOptions& options);

  Writer(Writer&&) noexcept;
  Writer& operator=(Writer&&) noexcept;
  // Closes without committing if close() was not called.
  ~Writer();

  // Does what needs no index, most of all the terms of the texts. For a skipped page, nothing. Thread-safe,
  // also beside other calls. Errors: bad_url, as of put(); index_write. Passes on bad_alloc.
  Result<PreparedPage> prepare(const PageRecord& record, const ExtractedPage& page) const;
  [[nodiscard]] std::optional<Error> put(PreparedPage page);

  // Indexes the page, replacing its older version. For a skipped page, only removes the older version. Error bad_url
  // for an empty URL or one over max_url_bytes.
  [[nodiscard]] std::optional<Error> put(const PageRecord& record, const ExtractedPage& page);

  // Removes the page, and what others say of it; no error if it is not there.
  [[nodiscard]] std::optional<Error> remove(std::string_view url);

  // Indexes what other pages say of a page, replacing what they said before; removes it if they say nothing. Searches
  // find the page by it as by its own text.
  [[nodiscard]] std::optional<Error> put_inbound_texts(const InboundTexts& inbound_texts);

  // Indexes the text of a site's template, one line each, replacing the older version; empty text only removes it.
  // Searches find it by Query::templates, never among pages.
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
