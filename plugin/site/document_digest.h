// Tells whether a page's document in the index would change.
#pragma once

#include <string>

#include "core/extract/extracted_page.h"
#include "indexer_adapter/documents/page_record.h"

namespace pith::pipeline {

// A digest of everything in the document except the time of fetching: a page fetched again and found unchanged is not
// rewritten. `settings`: Setups::document_digest.
std::string digest_document(const index::PageRecord& record, const ExtractedPage& page, const std::string& settings);

}  // namespace pith::pipeline
