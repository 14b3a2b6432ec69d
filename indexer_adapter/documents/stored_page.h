// What the index stores of a page, apart from terms that only find it.
#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <string>

#include "core/base/result.h"
#include "indexer_adapter/documents/field_map.h"
#include "indexer_adapter/documents/page_record.h"

namespace pith {
struct ExtractedPage;
}

namespace pith::index {

// By Pith's field names; fields without a value are left out.
using StoredPage = std::map<std::string, std::string>;

// What to read of a page.
struct ReadBounds {
  std::size_t bytes = std::numeric_limits<std::size_t>::max();  // of all values
  bool structure = true;                                        // often most of the bytes
};

// What Searcher::document would return if the page were written.
StoredPage stored_page(const PageRecord& record, const ExtractedPage& page, const FieldMap& fields = {});

}  // namespace pith::index
