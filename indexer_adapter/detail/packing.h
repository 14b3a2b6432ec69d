// Values that are stored compressed.
#pragma once

#include <string>
#include <string_view>

#include "indexer_adapter/lucene.h"

namespace pith::index {

// zlib's format, as Lucene::CompressionTools::compress gives it. Throws std::bad_alloc.
Lucene::ByteArray pack(std::string_view value);

// Empty if the field has no bytes. Throws what Lucene++ throws of bytes that are not pack's.
std::string unpack(const Lucene::FieldablePtr& field);

}  // namespace pith::index
