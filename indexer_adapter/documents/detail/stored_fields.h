// Some of what the index stores of a document, so that a search does not read a whole book for a line of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>

#include "indexer_adapter/documents/field_map.h"
#include "indexer_adapter/lucene/lucene.h"

namespace pith::index {

// A long text is stored as several values of its field, of as many code points each but the last.
inline constexpr std::size_t stored_piece = 1 << 16;

inline constexpr std::size_t all_pieces = std::numeric_limits<std::size_t>::max();

// Throws what Lucene++ throws.
class StoredFields {
 public:
  // `document`: in the whole index. Reads these fields, of the content at most so many pieces.
  StoredFields(const Lucene::IndexReaderPtr& reader, std::int32_t document, const FieldMap& fields,
               std::initializer_list<Field> wanted, std::size_t content_pieces = all_pieces);

  // Empty without a value.
  std::string text(Field field) const;
  std::wstring wide(Field field) const;  // in code points
  // Of a packed field, at most so many bytes.
  std::string unpacked(Field field, std::size_t most) const;

 private:
  const FieldMap& fields_;
  Lucene::DocumentPtr document_;
};

}  // namespace pith::index
