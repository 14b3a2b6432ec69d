// Tells whether a page's document in the index would be another one.
#pragma once

#include <string>

#include "core/extract/extracted_page.h"
#include "indexer_adapter/page_record.h"

namespace pith::pipeline {

// Of everything in the document but the time of fetching: a page fetched again and found the same is not rewritten.
// `settings`: Setups::document_digest.
std::string digest_document(const index::PageRecord& record, const ExtractedPage& page, const std::string& settings);

}  // namespace pith::pipeline
