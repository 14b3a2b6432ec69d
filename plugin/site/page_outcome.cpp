#include "plugin/site/page_outcome.h"

#include "core/text/url.h"
#include "crawler_adapter/cache/page_reason.h"
#include "crawler_adapter/cache/page_state.h"
#include "plugin/site/document_digest.h"
#include "plugin/site/iso_time.h"
#include "plugin/site/link_texts.h"

namespace pith::pipeline {
namespace {

// The space that a page is assumed to need in the index.
constexpr std::uintmax_t page_bytes = 2000, bytes_of_text = 3;
// In memory: two or three terms a word, in the content and in the field of its region.
constexpr std::size_t term_bytes_of_text = 40;

}  // namespace

Result<PageOutcome> OutcomeMaker::make(const PageResult& result, const std::string& site) const {
  const ExtractedPage& page = result.result;
  PageOutcome out;
  crawl::Outcome& outcome = out.outcome;
  outcome.page = result.page.id;
  outcome.digest = result.page.digest;
  outcome.charset = result.page.charset;
  outcome.robots = result.page.robots;
  outcome.state = crawl::state_of(page.status);
  outcome.reason = crawl::PageReason::named(page.reason);
  outcome.confidence = page.confidence;
  outcome.page_words = page.page_words;
  outcome.content_words = page.content_words;
  outcome.aside_words = page.aside_words;
  outcome.template_words = page.template_words;
  outcome.fingerprint = result.fingerprint;
  outcome.canonical = page.metadata.canonical_link;
  outcome.content = result.content;
  outcome.has_headline = page.has_headline;
  if (const auto url = parse_url(result.page.url)) outcome.link_texts = to_bytes(link_texts_of(page, *url));
  // A page that was folded usually will be again: its document is not written before that is known.
  outcome.stays_folded = fold_ && result.page.folded && page.status != Status::skipped;
  out.bytes = sizeof out + outcome.link_texts.size();
  if (page.status == Status::skipped || outcome.stays_folded) return out;

  index::PageRecord record{.url = result.page.url, .site = site, .fetched = {}, .digest = result.page.digest};
  outcome.document_digest = digest_document(record, page, document_settings_);
  outcome.in_index = true;
  if (result.page.in_index && outcome.document_digest == result.page.document_digest) return out;
  record.fetched = iso_time(result.page.fetched);
  auto document = writer_.prepare(record, page);
  if (!document) return document.error();
  out.document = *std::move(document);
  out.index_bytes = page_bytes + bytes_of_text * page.blocks.text.size();
  out.bytes += page_bytes + term_bytes_of_text * page.blocks.text.size();
  return out;
}

}  // namespace pith::pipeline
