// Values that are stored compressed.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

#include "indexer_adapter/lucene/lucene.h"

namespace pith::index {

// zlib's format, as Lucene::CompressionTools::compress gives it. Throws std::bad_alloc.
Lucene::ByteArray pack(std::string_view value);

// At most so many bytes of the value; empty if the field has no bytes. Throws std::runtime_error of bytes that are not
// pack's.
std::string unpack(const Lucene::FieldablePtr& field, std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace pith::index
