#include "indexer_adapter/query/detail/index_view.h"

#include <algorithm>
#include <exception>
#include <set>
#include <unordered_map>

#include "indexer_adapter/documents/detail/similarity.h"
#include "indexer_adapter/lucene/detail/text.h"

namespace pith::index {

using Lucene::newLucene;

namespace {

Lucene::FilterPtr filter_by(const Lucene::TermPtr& term) {
  return newLucene<Lucene::CachingWrapperFilter>(
      newLucene<Lucene::QueryWrapperFilter>(newLucene<Lucene::TermQuery>(term)));
}

}  // namespace

IndexView::IndexView(const Lucene::IndexReaderPtr& reader, const FieldMap& fields, const IndexView* before)
    : fields_(fields),
      url_(to_wide(fields[Field::url])),
      published_(to_wide(fields[Field::published])),
      fetched_(to_wide(fields[Field::fetched])),
      links_field_(fields.has(Field::inbound) ? to_wide(links_name(fields[Field::inbound])) : std::wstring()),
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
  for (const DocumentKind kind : {DocumentKind::page, DocumentKind::site_template, DocumentKind::inbound_texts}) {
    const auto marker = marker_of(fields, kind);
    if (reader->docFreq(marker) < reader->maxDoc()) only_[static_cast<std::size_t>(kind)] = filter_by(marker);
  }
}

IndexView::~IndexView() {
  try {
    searcher_->close();
    reader_->close();
  } catch (const std::exception&) {  // nothing was written, so nothing is lost
  }
}

const std::vector<char>& IndexView::chosen(const Segment& segment, DocumentKind kind) const {
  return segment.columns->having(segment.reader, marker_of(fields_, kind));
}

// Calls visitor_of(segment)(document) for those that are not deleted.
template <typename VisitorOf>
void IndexView::visit_chosen(DocumentKind kind, VisitorOf visitor_of) const {
  for (const Segment& segment : segments_) {
    const auto& chosen_here = chosen(segment, kind);
    const bool deletions = segment.reader->hasDeletions();
    const auto visit = visitor_of(segment);
    for (std::size_t i = 0; i < chosen_here.size(); ++i)
      if (chosen_here[i] && !(deletions && segment.reader->isDeleted(static_cast<std::int32_t>(i)))) visit(i);
  }
}

std::size_t IndexView::documents(DocumentKind kind) const {
  const std::lock_guard lock(mutex_);
  auto& known = documents_[static_cast<std::size_t>(kind)];
  if (known) return *known;
  std::size_t count = 0;
  visit_chosen(kind, [&](const Segment&) { return [&](std::size_t) { ++count; }; });
  return known.emplace(count);
}

double IndexView::average_words(const std::wstring& text_field, DocumentKind kind) const {
  const std::lock_guard lock(mutex_);
  if (const auto known = averages_.find({text_field, kind}); known != averages_.end()) return known->second;
  std::uint64_t words = 0, documents = 0;
  visit_chosen(kind, [&](const Segment& segment) {
    return [&, &counts = segment.columns->words(segment.reader, text_field)](std::size_t document) {
      words += counts[document];
      documents += counts[document] > 0;
    };
  });
  const double average = documents == 0 ? 1 : static_cast<double>(words) / static_cast<double>(documents);
  return averages_.emplace(std::pair(text_field, kind), average).first->second;
}

IndexView::Subjects IndexView::find_subjects() const {
  Subjects subjects;
  for (const Segment& segment : segments_)
    subjects.emplace_back(static_cast<std::size_t>(segment.reader->maxDoc()), -1);
  std::unordered_map<std::uint64_t, std::int32_t> pages;  // by hash of the URL, which an attacker does not know
  visit_chosen(DocumentKind::page, [&](const Segment& segment) {
    return [&, &urls = segment.columns->hashes(segment.reader, url_)](std::size_t document) {
      pages[urls[document]] = segment.first_document + static_cast<std::int32_t>(document);
    };
  });
  visit_chosen(DocumentKind::inbound_texts, [&](const Segment& segment) {
    auto& here = subjects[static_cast<std::size_t>(&segment - segments_.data())];
    return [&, &urls = segment.columns->hashes(segment.reader, url_)](std::size_t document) {
      if (const auto page = pages.find(urls[document]); page != pages.end()) here[document] = page->second;
    };
  });
  return subjects;
}

const std::vector<std::int32_t>& IndexView::subjects(std::size_t segment) const {
  const std::lock_guard lock(mutex_);
  return known_subjects()[segment];
}

const IndexView::Subjects& IndexView::known_subjects() const {
  if (!subjects_) subjects_ = find_subjects();
  return *subjects_;
}

std::vector<std::vector<std::uint32_t>> IndexView::find_links() const {
  std::vector<std::vector<std::uint32_t>> links;
  if (links_field_.empty() || reader_->docFreq(marker_of(fields_, DocumentKind::inbound_texts)) == 0) return links;
  const Subjects& subjects = known_subjects();
  bool any = false;
  for (const Segment& segment : segments_) links.emplace_back(static_cast<std::size_t>(segment.reader->maxDoc()));
  visit_chosen(DocumentKind::inbound_texts, [&](const Segment& segment) {
    const auto& here = subjects[static_cast<std::size_t>(&segment - segments_.data())];
    return [&, &counts = segment.columns->numbers(segment.reader, links_field_)](std::size_t document) {
      const std::int32_t page = here[document];
      if (page < 0) return;
      const std::size_t of_page = segment_of(page);
      links[of_page][static_cast<std::size_t>(page - segments_[of_page].first_document)] = counts[document];
      any |= counts[document] > 0;
    };
  });
  if (!any) links.clear();
  return links;
}

const std::vector<std::vector<std::uint32_t>>& IndexView::links() const {
  const std::lock_guard lock(mutex_);
  if (!links_) links_ = find_links();
  return *links_;
}

std::size_t IndexView::segment_of(std::int32_t document) const {
  const auto after =
      std::upper_bound(segments_.begin(), segments_.end(), document,
                       [](std::int32_t wanted, const Segment& candidate) { return wanted < candidate.first_document; });
  return static_cast<std::size_t>(after - segments_.begin()) - 1;
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
    visit_chosen(DocumentKind::page, [&](const Segment& segment) {
      return [&](std::size_t document) { newest.day = std::max(newest.day, day_of(segment, document, by_fetching)); };
    });
    if (newest.day > 0) break;
  }
  return newest_.emplace(newest);
}

}  // namespace pith::index
