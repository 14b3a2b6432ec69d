// What formats of JSON lines have in common: the fields of a page, or of one that is left out.
#pragma once

#include <nlohmann/json.hpp>

#include "core/base/result.h"
#include "core/extract/extracted_page.h"
#include "indexer_adapter/documents/page_record.h"
#include "plugin/cluster/format.h"

namespace pith::map {

// Those of `pith export` (indexer_adapter/export/sink_document.h). Error "bad_structure".
Result<nlohmann::ordered_json> line_fields(const index::PageRecord& record, const ExtractedPage& page, bool structure);

// {"id", "url", "site", "fetched", "status": "skipped", "reason", "stands_for"}, without what is empty.
nlohmann::ordered_json line_fields(const LeftOut& page);

}  // namespace pith::map
