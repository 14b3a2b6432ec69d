#include "indexer_adapter/index_view.h"

#include <algorithm>
#include <set>

#include "indexer_adapter/phrase_frequencies.h"
#include "indexer_adapter/text.h"

namespace pith::index {

using Lucene::newLucene;

Lucene::TermPtr pith_marker(const FieldMap& fields) {
  return newLucene<Lucene::Term>(to_wide(fields[Field::generator]), to_wide(generator_name));
}

IndexView::IndexView(const Lucene::IndexReaderPtr& reader, const FieldMap& fields, const IndexView* before)
    : published_(to_wide(fields[Field::published])),
      fetched_(to_wide(fields[Field::fetched])),
      reader_(reader),
      searcher_(newLucene<Lucene::IndexSearcher>(reader)) {
  searcher_->setSimilarity(plain_similarity());
  auto readers = Lucene::Collection<Lucene::IndexReaderPtr>::newInstance();
  Lucene::ReaderUtil::gatherSubReaders(readers, reader);
  std::int32_t first = 0;
  for (const auto& part : readers) {
    keys_.push_back(part->getFieldCacheKey());
    std::shared_ptr<Columns> columns;
    if (before != nullptr) {
      const auto known = std::find(before->keys_.begin(), before->keys_.end(), keys_.back());
      if (known != before->keys_.end())
        columns = before->segments_[static_cast<std::size_t>(known - before->keys_.begin())].columns;
    }
    segments_.push_back({part, first, columns ? std::move(columns) : std::make_shared<Columns>()});
    first += part->maxDoc();
  }
  std::vector<std::wstring> names;
  for (const FieldInfo& info : index::fields())
    if (info.kind == FieldKind::text && fields.has(info.field)) names.push_back(to_wide(fields[info.field]));
  std::set<std::string> languages;
  for (const Segment& segment : segments_) {
    const auto& found = segment.columns->stem_languages(segment.reader, names);
    languages.insert(found.begin(), found.end());
  }
  stem_languages_.assign(languages.begin(), languages.end());
  if (reader->docFreq(pith_marker(fields)) < reader->maxDoc()) {
    only_pith_ = newLucene<Lucene::CachingWrapperFilter>(
        newLucene<Lucene::QueryWrapperFilter>(newLucene<Lucene::TermQuery>(pith_marker(fields))));
  }
}

IndexView::~IndexView() {
  try {
    searcher_->close();
    reader_->close();
  } catch (const std::exception&) {  // nothing was written: nothing is lost
  }
}

double IndexView::average_words(const std::wstring& text_field) const {
  const std::lock_guard lock(mutex_);
  const auto [average, fresh] = averages_.try_emplace(text_field, 1);
  if (!fresh) return average->second;
  std::uint64_t words = 0, documents = 0;
  for (const Segment& segment : segments_) {
    const auto& counts = segment.columns->words(segment.reader, text_field);
    const bool deletions = segment.reader->hasDeletions();
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] == 0 || (deletions && segment.reader->isDeleted(static_cast<std::int32_t>(i)))) continue;
      words += counts[i];
      ++documents;
    }
  }
  if (documents > 0) average->second = static_cast<double>(words) / static_cast<double>(documents);
  return average->second;
}

double IndexView::day_of(const Segment& segment, std::size_t document, bool by_fetching) const {
  const auto date = [&](const std::wstring& field) {
    return field.empty() ? 0 : segment.columns->dates(segment.reader, field)[document];
  };
  const std::int64_t fetched = date(fetched_), published = by_fetching ? fetched : date(published_);
  const std::int64_t known = fetched == 0 ? published : std::min(published, fetched);
  return known == 0 ? 0 : days_of(known);
}

const IndexView::Newest& IndexView::newest() const {
  const std::lock_guard lock(mutex_);
  if (newest_) return *newest_;
  Newest newest;
  for (const bool by_fetching : {false, true}) {
    newest.by_fetching = by_fetching;
    for (const Segment& segment : segments_)
      for (std::int32_t i = 0; i < segment.reader->maxDoc(); ++i)
        if (!segment.reader->isDeleted(i))
          newest.day = std::max(newest.day, day_of(segment, static_cast<std::size_t>(i), by_fetching));
    if (newest.day > 0) break;
  }
  return newest_.emplace(newest);
}

}  // namespace pith::index
