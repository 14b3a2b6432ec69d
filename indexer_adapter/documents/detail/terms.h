// What documents have beside their fields' values, by which searches find and sort them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "indexer_adapter/documents/field_map.h"
#include "indexer_adapter/lucene/lucene.h"

namespace pith::index {

// The term that all of Pith's documents of this kind have.
Lucene::TermPtr marker_of(const FieldMap& fields, DocumentKind kind);

// words_name (field_map.h), for Lucene++.
std::wstring words_field(const std::wstring& text_field);

// The number of segments in the path of a URL: 0 for https://example.org/.
std::uint32_t depth_of(std::wstring_view url);

}  // namespace pith::index
