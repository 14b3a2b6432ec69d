// One commit of an index, open for searching.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "indexer_adapter/columns.h"
#include "indexer_adapter/lucene.h"
#include "indexer_adapter/schema.h"

namespace pith::index {

struct Segment {
  Lucene::IndexReaderPtr reader;
  std::int32_t first_document;  // in the whole index
  std::shared_ptr<Columns> columns;
};

// Immutable but for what it reads when it is first asked for; any number of threads at once. Closes the reader with its
// last user.
class IndexView {
 public:
  // `before`: an older view of the same index, whose arrays are taken over for the segments that are still there; or
  // null.
  IndexView(const Lucene::IndexReaderPtr& reader, const FieldMap& fields, const IndexView* before);
  IndexView(const IndexView&) = delete;
  IndexView& operator=(const IndexView&) = delete;
  ~IndexView();

  const Lucene::IndexReaderPtr& reader() const { return reader_; }
  const Lucene::IndexSearcherPtr& searcher() const { return searcher_; }
  const std::vector<Segment>& segments() const { return segments_; }
  const std::vector<std::string>& stem_languages() const { return stem_languages_; }
  const Lucene::FilterPtr& only_pith() const { return only_pith_; }  // null if there are no documents of others

  // Documents that are not deleted, those of others too.
  std::size_t documents() const { return static_cast<std::size_t>(reader_->numDocs()); }

  // Mean number of words of a text field over the documents in which it has any; 1 if there are none.
  double average_words(const std::wstring& text_field) const;

  // The day of the youngest page, in days since 1970, by date of publication, or of fetching if no page has the other.
  struct Newest {
    double day = 0;  // 0: no page has either
    bool by_fetching = false;
  };
  const Newest& newest() const;

  // The day of the page; 0 if it is not known. No page was published after it was fetched, whatever it says.
  double day_of(const Segment& segment, std::size_t document, bool by_fetching) const;

 private:
  std::wstring published_, fetched_;  // empty: no such field
  Lucene::IndexReaderPtr reader_;
  Lucene::IndexSearcherPtr searcher_;
  std::vector<Segment> segments_;
  std::vector<Lucene::LuceneObjectPtr> keys_;  // of segments_: what makes a segment the same in another view
  std::vector<std::string> stem_languages_;
  Lucene::FilterPtr only_pith_;
  mutable std::mutex mutex_;
  mutable std::map<std::wstring, double> averages_;
  mutable std::optional<Newest> newest_;
};

// The term that all documents of Pith's have.
Lucene::TermPtr pith_marker(const FieldMap& fields);

}  // namespace pith::index
