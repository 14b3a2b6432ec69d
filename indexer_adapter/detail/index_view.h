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
  // Pith's pages, or the documents of sites' templates; null if the index has nothing else.
  const Lucene::FilterPtr& only(bool templates) const { return templates ? only_templates_ : only_pages_; }

  // Which documents of a segment are pages, or documents of templates: 1 each, deleted ones too.
  const std::vector<char>& chosen(const Segment& segment, bool templates) const;
  // How many are not deleted.
  std::size_t documents(bool templates) const;

  // Mean number of words of a text field over those of them in which it has any; 1 if there are none.
  double average_words(const std::wstring& text_field, bool templates) const;

  // The day of the youngest page, in days since 1970, by date of publication, or of fetching if no page has the other.
  struct Newest {
    double day = 0;  // 0: no page has either
    bool by_fetching = false;
  };
  const Newest& newest() const;

  // The day of the page; 0 if it is not known. No page was published after it was fetched, whatever it says.
  double day_of(const Segment& segment, std::size_t document, bool by_fetching) const;

 private:
  template <typename Visit>
  void visit_chosen(bool templates, Visit visit) const;

  const FieldMap fields_;
  std::wstring published_, fetched_;  // empty: no such field
  Lucene::IndexReaderPtr reader_;
  Lucene::IndexSearcherPtr searcher_;
  std::vector<Segment> segments_;
  std::vector<Lucene::LuceneObjectPtr> keys_;  // of segments_: what makes a segment the same in another view
  std::vector<std::string> stem_languages_;
  Lucene::FilterPtr only_pages_, only_templates_;
  mutable std::mutex mutex_;
  mutable std::map<std::pair<std::wstring, bool>, double> averages_;
  mutable std::array<std::optional<std::size_t>, 2> documents_;  // pages, templates
  mutable std::optional<Newest> newest_;
};

// The term that all documents of Pith's pages have, or those of sites' templates.
Lucene::TermPtr marker_of(const FieldMap& fields, bool templates);

}  // namespace pith::index
