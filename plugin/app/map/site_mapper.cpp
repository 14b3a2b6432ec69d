#include "plugin/app/map/site_mapper.h"

#include <utility>
#include <vector>

#include "crawler_adapter/extracted_row.h"
#include "plugin/app/pipeline/duplicates.h"
#include "plugin/app/pipeline/iso_time.h"
#include "plugin/app/pipeline/page_documents.h"
#include "plugin/app/pipeline/page_worker.h"
#include "plugin/app/pipeline/site_work.h"
#include "plugin/capture/options.h"

namespace pith::map {

namespace {

index::PageRecord page_record(const SiteRecords::Record& record, const std::string& site) {
  return {.url = record.known.url,
          .site = site,
          .fetched = record.fetched > 0 ? pipeline::iso_time(record.fetched) : std::string(),
          .digest = record.known.digest};
}

}  // namespace

// What becomes of a record.
struct SiteMapper::Page {
  std::optional<std::size_t> document;  // in documents_
  std::string status;                   // of extraction
  std::string reason, stands_for;       // if it has no document
  std::int64_t page_words = 0, content_words = 0, aside_words = 0, template_words = 0;
};

struct SiteMapper::Site {
  const std::string& name;
  SiteRecords& records;
  const std::vector<SiteRecords::Record>& list;
  std::vector<Page> pages;                     // by record
  std::vector<crawl::ExtractedRow> rows = {};  // of those with a document
};

SiteMapper::SiteMapper(const config::Config& config, const MapRequest& request, const MapHooks& hooks,
                       MapSummary& summary, std::function<void()> working)
    : request_(request),
      hooks_(hooks),
      summary_(summary),
      working_(std::move(working)),
      setups_(config),
      site_mode_(capture::cache_options(config.settings()).site_mode),
      fold_(config.settings().index.duplicates == "fold"),
      documents_(request.memory / 2) {}

std::optional<Error> SiteMapper::map(const std::string& name, SiteRecords& records) {
  const auto& list = records.sort();
  Site site{name, records, list, std::vector<Page>(list.size())};
  for (std::size_t i = 0; i < list.size(); ++i) {
    site.pages[i].reason = list[i].known.reason.name();
    site.pages[i].stands_for = list[i].known.redirect_to;
  }
  documents_.clear();
  if (auto error = extract(site)) return error;
  if (hooks_.stop && *hooks_.stop) return std::nullopt;
  fold(site);
  return write(site);
}

std::optional<Error> SiteMapper::extract(Site& site) {
  const auto work = pipeline::SiteWork::of(site.name, site.records.pages(), 0, setups_);
  pipeline::PageDocuments documents(setups_);
  pipeline::PageWorker worker(site.records, site_mode_, setups_, documents, request_.content_key);
  if (auto error = pipeline::learn_model({}, worker, *work)) return error;
  for (std::size_t number = 0; number < work->pages().size(); ++number) {
    if (hooks_.stop && *hooks_.stop) return std::nullopt;
    if (work->pages()[number].digest.empty()) continue;
    working_();
    auto result = worker.process(*work, number, true);
    if (!result) return result.error();
    const auto at = static_cast<std::size_t>(result->page.id - 1);
    const SiteRecords::Record& record = site.list[at];
    Page& page = site.pages[at];
    const ExtractedPage& extracted = result->result;
    page.status = name_of(extracted.status);
    page.reason = extracted.reason;
    if (extracted.status == Status::skipped) continue;
    auto document = request_.format->page(page_record(record, site.name), extracted, record.place, request_.structure);
    if (!document) return document.error();
    const auto stored = documents_.put(*document);
    if (!stored) return stored.error();
    page.document = *stored;
    page.page_words = extracted.page_words;
    page.content_words = extracted.content_words;
    page.aside_words = extracted.aside_words;
    page.template_words = extracted.template_words;
    site.rows.push_back({.id = result->page.id,
                         .url = record.known.url,
                         .canonical = extracted.metadata.canonical_link,
                         .content = std::move(result->content),
                         .folded_into = {},
                         .reason = {},
                         .standing = extracted.standing,
                         .page_words = extracted.page_words,
                         .links = std::move(result->page.links)});
  }
  return std::nullopt;
}

void SiteMapper::fold(Site& site) {
  for (crawl::FoldChange& change : pipeline::fold_changes(site.rows, fold_)) {
    Page& page = site.pages[static_cast<std::size_t>(change.page - 1)];
    page.document.reset();
    page.reason = change.reason.name();
    page.stands_for = std::move(change.into);
  }
}

std::optional<Error> SiteMapper::write(Site& site) {
  for (std::size_t i = 0; i < site.list.size(); ++i) {
    const SiteRecords::Record& record = site.list[i];
    Page& page = site.pages[i];
    std::string bytes;
    if (page.document) {
      auto document = documents_.get(*page.document);
      if (!document) return document.error();
      bytes = *std::move(document);
      ++summary_.extracted[page.status];
      summary_.page_words += page.page_words;
      summary_.content_words += page.content_words;
      summary_.aside_words += page.aside_words;
      summary_.template_words += page.template_words;
    } else {
      ++summary_.skipped[page.reason];
      bytes = request_.format->left_out({.record = page_record(record, site.name),
                                         .reason = std::move(page.reason),
                                         .stands_for = std::move(page.stands_for),
                                         .place = record.place});
    }
    ++summary_.pages;
    working_();
    if (auto error = bytes.empty() ? std::nullopt : hooks_.write(bytes)) return error;
  }
  ++summary_.sites;
  return std::nullopt;
}

std::optional<Error> SiteMapper::write_bad(const crawl::CapturedPage& page, const crawl::CapturedRecord& known) {
  ++summary_.skipped[known.reason.name()];
  ++summary_.pages;
  const std::string bytes = request_.format->left_out(
      {.record = {.url = known.url, .site = known.site, .fetched = {}, .digest = known.digest},
       .reason = known.reason.name(),
       .stands_for = {},
       .place = page.place});
  return bytes.empty() ? std::nullopt : hooks_.write(bytes);
}

}  // namespace pith::map
