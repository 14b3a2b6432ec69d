#include "indexer_adapter/documents/detail/doubles.h"

#include <algorithm>
#include <array>
#include <optional>
#include <queue>
#include <string>
#include <utility>

#include "indexer_adapter/lucene/detail/text.h"

namespace pith::index {
namespace {

using Lucene::newLucene;

// The keys of one kind in one segment, in order.
struct Cursor {
  Lucene::TermEnumPtr terms;
  std::wstring prefix;  // what the terms of the kind begin with
  std::wstring key;     // the rest of the present one
  std::size_t segment;
  DocumentKind kind;

  // False at the end.
  bool read(const std::wstring& field) {
    const auto term = terms->term();
    if (!term || term->field() != field || !term->text().starts_with(prefix)) {
      terms->close();
      return false;
    }
    key = term->text().substr(prefix.size());
    return true;
  }
};

struct Later {
  bool operator()(const Cursor* a, const Cursor* b) const {
    return a->key != b->key ? a->key > b->key : a->segment > b->segment;
  }
};

struct Candidate {
  std::size_t segment;
  std::int32_t document;
};

class DoubleFinder {
 public:
  DoubleFinder(std::vector<MergedSegment>& segments, const FieldMap& fields, const DoubleFound& found)
      : segments_(segments),
        found_(found),
        generator_(to_wide(fields[Field::generator])),
        fetched_(to_wide(fields[Field::fetched])) {}

  void run(const std::function<void()>& progress) {
    std::vector<Cursor> cursors;
    for (std::size_t i = 0; i < segments_.size(); ++i)
      for (const DocumentKind kind : {DocumentKind::page, DocumentKind::site_template, DocumentKind::inbound_texts}) {
        const std::wstring prefix = to_wide(generator_name(kind)) + L' ';
        const auto term = newLucene<Lucene::Term>(generator_, prefix);
        if (Cursor cursor{segments_[i].reader->terms(term), prefix, {}, i, kind}; cursor.read(generator_))
          cursors.push_back(std::move(cursor));
      }
    std::priority_queue<Cursor*, std::vector<Cursor*>, Later> next;
    for (Cursor& cursor : cursors) next.push(&cursor);
    std::vector<Cursor*> same;
    while (!next.empty()) {
      same.clear();
      do {
        same.push_back(next.top());
        next.pop();
      } while (!next.empty() && next.top()->key == same.front()->key);
      if (same.size() > 1) compare(same);
      progress();
      for (Cursor* cursor : same)
        if (cursor->terms->next() && cursor->read(generator_)) next.push(cursor);
    }
  }

 private:
  // Cursors at one key, by segment.
  void compare(const std::vector<Cursor*>& same) {
    const auto pages = documents(same, DocumentKind::page);
    std::optional<std::size_t> winner;
    if (in_several_indexes(pages)) winner = keep_newest(pages);
    for (const DocumentKind kind : {DocumentKind::inbound_texts, DocumentKind::site_template}) {
      const auto copies = documents(same, kind);
      if (!in_several_indexes(copies)) continue;
      std::size_t kept = index_of(copies.front());
      if (kind == DocumentKind::inbound_texts && !pages.empty()) {
        const std::size_t of_page = winner.value_or(index_of(pages.front()));
        if (std::ranges::any_of(copies, [&](const Candidate& each) { return index_of(each) == of_page; }))
          kept = of_page;
      }
      for (const Candidate& each : copies)
        if (index_of(each) != kept) leave_out(each, kind);
    }
  }

  // The index of the page that stays.
  std::size_t keep_newest(const std::vector<Candidate>& pages) {
    const Candidate* newest = nullptr;
    std::wstring date;
    for (const Candidate& each : pages)
      if (std::wstring fetched = fetched_of(each); newest == nullptr || fetched > date) {
        newest = &each;
        date = std::move(fetched);
      }
    for (const Candidate& each : pages)
      if (&each != newest) leave_out(each, DocumentKind::page);
    return index_of(*newest);
  }

  // Those that are not deleted.
  std::vector<Candidate> documents(const std::vector<Cursor*>& same, DocumentKind kind) const {
    std::vector<Candidate> out;
    for (const Cursor* cursor : same) {
      if (cursor->kind != kind) continue;
      const auto postings = segments_[cursor->segment].reader->termDocs();
      postings->seek(cursor->terms);
      while (postings->next()) out.push_back({cursor->segment, postings->doc()});
      postings->close();
    }
    return out;
  }

  bool in_several_indexes(const std::vector<Candidate>& documents) const {
    return std::ranges::any_of(documents,
                               [&](const Candidate& each) { return index_of(each) != index_of(documents.front()); });
  }

  // ISO 8601 in UTC: its order is that of time. Without a date: before all others.
  std::wstring fetched_of(const Candidate& page) const {
    if (fetched_.empty()) return {};
    auto names = Lucene::Collection<Lucene::String>::newInstance();
    names.add(fetched_);
    return segments_[page.segment]
        .reader->document(page.document, newLucene<Lucene::MapFieldSelector>(names))
        ->get(fetched_);
  }

  std::size_t index_of(const Candidate& document) const { return segments_[document.segment].index; }

  void leave_out(const Candidate& document, DocumentKind kind) {
    MergedSegment& segment = segments_[document.segment];
    segment.left_out.resize(static_cast<std::size_t>(segment.reader->maxDoc()));
    segment.left_out.at(static_cast<std::size_t>(document.document)) = 1;
    found_(segment.index, kind);
  }

  std::vector<MergedSegment>& segments_;
  const DoubleFound& found_;
  const std::wstring generator_, fetched_;
};

}  // namespace

void find_doubles(std::vector<MergedSegment>& segments, const FieldMap& fields, const DoubleFound& found,
                  const std::function<void()>& progress) {
  DoubleFinder(segments, fields, found).run(progress);
}

}  // namespace pith::index
