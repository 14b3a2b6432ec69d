// The chunks of a page as documents, for whoever searches by meaning.
#pragma once

#include <vector>

#include "core/base/result.h"
#include "core/render/chunks.h"
#include "indexer_adapter/documents/stored_page.h"
#include "indexer_adapter/export/sink_document.h"

namespace pith::sinks {

// Made from the page's cleaned HTML (core/render/chunks.h), so they are the same out of an index and as it is made; a
// page without content has none. Each has the page's fields about itself. Its id depends on the page's URL, the chunk's
// headings and its own text, so that it stays when something else on the page changes; of equal chunks of a page, also
// on which it is. Its URL leads to the anchor of its section, else to its text (URL Fragment Text Directives); of a
// page without URL it has none.
//
// Errors: "not_stored" if the index does not have the HTML; those of parse_html.
Result<std::vector<SinkDocument>> make_chunk_documents(const index::StoredPage& page, const ChunkSize& size = {});

}  // namespace pith::sinks
