// What became of a page of a site, before and after its duplicates are known.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/result.h"
#include "crawler_adapter/cache/extracted_row.h"
#include "crawler_adapter/page/captured_page.h"
#include "indexer_adapter/documents/page_record.h"

namespace pith::map {

struct PageOutcome {
  index::PageRecord record;
  crawl::RecordPlace place;
  std::string status;              // of the extraction; empty: not extracted
  std::string reason, stands_for;  // of a page that is left out: see LeftOut
  std::int64_t page_words = 0, content_words = 0, aside_words = 0, template_words = 0;
  std::optional<crawl::ExtractedRow> row;  // of a page with a document; its id is the caller's
};

// Pages by what became of them: pages = extracted + skipped.
struct PageCounts {
  std::int64_t pages = 0;
  std::map<std::string, std::int64_t> extracted;                                        // by status
  std::map<std::string, std::int64_t> skipped;                                          // by reason
  std::int64_t page_words = 0, content_words = 0, aside_words = 0, template_words = 0;  // of the extracted pages

  void add(const PageOutcome& outcome);
};

// The outcome and its document as a frame, for `pith fold`; without a row there is no document. What reads it hands on
// the same.
std::string frame_of(const PageOutcome& outcome, std::string_view document);

// From a frame's head. Error "bad_frame" says what is wrong.
Result<PageOutcome> read_outcome(std::string_view head);

}  // namespace pith::map
