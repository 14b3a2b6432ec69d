#include "plugin/cluster/site_documents.h"

#include <cstdint>
#include <utility>

#include "plugin/site/duplicates.h"

namespace pith::map {

std::optional<Error> SiteDocuments::add(PageOutcome outcome, std::string_view document) {
  Page page{.outcome = std::move(outcome)};
  if (page.outcome.row) {
    page.outcome.row->id = static_cast<std::int64_t>(pages_.size());
    const auto stored = documents_.put(document);
    if (!stored) return stored.error();
    page.document = *stored;
  }
  pages_.push_back(std::move(page));
  return std::nullopt;
}

void SiteDocuments::fold(bool fold) {
  std::vector<crawl::ExtractedRow> rows;
  for (Page& page : pages_)
    if (page.outcome.row) rows.push_back(std::move(*page.outcome.row));
  for (crawl::FoldChange& change : pipeline::fold_changes(rows, fold)) {
    PageOutcome& outcome = pages_[static_cast<std::size_t>(change.page)].outcome;
    outcome.row.reset();
    outcome.reason = change.reason.name();
    outcome.stands_for = std::move(change.into);
  }
}

Result<std::string> SiteDocuments::document_of(const Page& page) const {
  return page.outcome.row ? documents_.get(page.document) : std::string();
}

std::optional<Error> SiteDocuments::write(const Format& format, PageCounts& counts, const Write& write) const {
  for (const Page& page : pages_) {
    const PageOutcome& outcome = page.outcome;
    counts.add(outcome);
    auto bytes = document_of(page);
    if (!bytes) return bytes.error();
    if (!outcome.row)
      *bytes = format.left_out({.record = outcome.record,
                                .reason = outcome.reason,
                                .stands_for = outcome.stands_for,
                                .place = outcome.place});
    if (auto error = bytes->empty() ? std::nullopt : write(*bytes)) return error;
  }
  return std::nullopt;
}

std::optional<Error> SiteDocuments::write_frames(PageCounts& counts, const Write& write) const {
  for (const Page& page : pages_) {
    counts.add(page.outcome);
    const auto document = document_of(page);
    if (!document) return document.error();
    if (auto error = write(frame_of(page.outcome, *document))) return error;
  }
  return std::nullopt;
}

void SiteDocuments::clear() {
  documents_.clear();
  pages_.clear();
}

}  // namespace pith::map
