// One commit of an index, open for searching.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "indexer_adapter/detail/columns.h"
#include "indexer_adapter/lucene.h"
#include "indexer_adapter/schema.h"

namespace pith::index {

struct Segment {
  Lucene::IndexReaderPtr reader;
  std::int32_t first_document;  // in the whole index
  std::shared_ptr<Columns> columns;
};

// Immutable except for what it reads on first use; thread-safe. Closes the reader with its last user.
class IndexView {
 public:
  // `before`: an older view of the same index, whose arrays are reused for the segments that still exist; or null.
  IndexView(const Lucene::IndexReaderPtr& reader, const FieldMap& fields, const IndexView* before);
  IndexView(const IndexView&) = delete;
  IndexView& operator=(const IndexView&) = delete;
  ~IndexView();

  const Lucene::IndexReaderPtr& reader() const { return reader_; }
  const Lucene::IndexSearcherPtr& searcher() const { return searcher_; }
  const std::vector<Segment>& segments() const { return segments_; }
  const std::vector<std::string>& stem_languages() const { return stem_languages_; }
  // A filter for Pith's pages, or for the documents of sites' templates; null if the index has nothing else.
  const Lucene::FilterPtr& only(bool templates) const { return templates ? only_templates_ : only_pages_; }

  // 1 for each document of a segment that is a page, or a document of a template, even a deleted one.
  const std::vector<char>& chosen(const Segment& segment, bool templates) const;
  // The number of those not deleted.
  std::size_t documents(bool templates) const;

  // Mean number of words of a text field over those documents where it has any; 1 if there are none.
  double average_words(const std::wstring& text_field, bool templates) const;

  // The day of the newest page, in days since 1970, by date of publication, or of fetching if no page has one.
  struct Newest {
    double day = 0;  // 0: no page has either
    bool by_fetching = false;
  };
  const Newest& newest() const;

  // The day of the page; 0 if unknown. A page cannot have been published after it was fetched, whatever it says.
  double day_of(const Segment& segment, std::size_t document, bool by_fetching) const;

 private:
  template <typename Visit>
  void visit_chosen(bool templates, Visit visit) const;

  const FieldMap fields_;
  std::wstring published_, fetched_;  // empty: no such field
  Lucene::IndexReaderPtr reader_;
  Lucene::IndexSearcherPtr searcher_;
  std::vector<Segment> segments_;
  std::vector<Lucene::LuceneObjectPtr> keys_;  // of segments_: equal for the same segment in another view
  std::vector<std::string> stem_languages_;
  Lucene::FilterPtr only_pages_, only_templates_;
  mutable std::mutex mutex_;
  mutable std::map<std::pair<std::wstring, bool>, double> averages_;
  mutable std::array<std::optional<std::size_t>, 2> documents_;  // pages, templates
  mutable std::optional<Newest> newest_;
};

// The term that all of Pith's pages have, or all documents of sites' templates.
Lucene::TermPtr marker_of(const FieldMap& fields, bool templates);

}  // namespace pith::index
