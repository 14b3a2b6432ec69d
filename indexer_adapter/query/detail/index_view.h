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

#include "indexer_adapter/documents/detail/terms.h"
#include "indexer_adapter/documents/field_map.h"
#include "indexer_adapter/lucene/lucene.h"
#include "indexer_adapter/query/detail/segment_columns.h"

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
  // A filter for Pith's documents of this kind; null if the index has nothing else.
  const Lucene::FilterPtr& only(DocumentKind kind) const { return only_[static_cast<std::size_t>(kind)]; }

  // 1 for each document of a segment that is of this kind, even a deleted one.
  const std::vector<char>& chosen(const Segment& segment, DocumentKind kind) const;
  // The number of those not deleted.
  std::size_t documents(DocumentKind kind) const;

  // Mean number of words of a text field over those documents where it has any; 1 if there are none.
  double average_words(const std::wstring& text_field, DocumentKind kind) const;

  // For each document of a segment: if it is inbound texts, the document of the whole index that they are about; else
  // -1. The segment is named by its place in segments().
  const std::vector<std::int32_t>& subjects(std::size_t segment) const;

  // For each segment, by its place in segments(), and each of its pages: InboundTexts::links. Empty if the index has no
  // such number.
  const std::vector<std::vector<std::uint32_t>>& links() const;

  // The place in segments() of a document of the whole index.
  std::size_t segment_of(std::int32_t document) const;

  // The day of the newest page, in days since 1970, by date of publication, or of fetching if no page has one.
  struct Newest {
    double day = 0;  // 0: no page has either
    bool by_fetching = false;
  };
  const Newest& newest() const;

  // The day of the page; 0 if unknown. A page cannot have been published after it was fetched, whatever it says.
  double day_of(const Segment& segment, std::size_t document, bool by_fetching) const;

 private:
  template <typename VisitorOf>
  void visit_chosen(DocumentKind kind, VisitorOf visitor_of) const;
  using Subjects = std::vector<std::vector<std::int32_t>>;  // by segment
  Subjects find_subjects() const;
  const Subjects& known_subjects() const;
  std::vector<std::vector<std::uint32_t>> find_links() const;

  const FieldMap fields_;
  std::wstring url_, published_, fetched_, links_field_;  // empty: no such field
  Lucene::IndexReaderPtr reader_;
  Lucene::IndexSearcherPtr searcher_;
  std::vector<Segment> segments_;
  std::vector<Lucene::LuceneObjectPtr> keys_;  // of segments_: equal for the same segment in another view
  std::vector<std::string> stem_languages_;
  std::array<Lucene::FilterPtr, document_kinds> only_;
  mutable std::mutex mutex_;
  mutable std::map<std::pair<std::wstring, DocumentKind>, double> averages_;
  mutable std::array<std::optional<std::size_t>, document_kinds> documents_;
  mutable std::optional<Subjects> subjects_;
  mutable std::optional<std::vector<std::vector<std::uint32_t>>> links_;
  mutable std::optional<Newest> newest_;
};

}  // namespace pith::index
