// Lines of CDX files, which say where records are.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "crawler_adapter/inputs/piece.h"

namespace pith::ingest {

// Both kinds, line by line in any mixture:
//  - CDXJ: a sort key, a time, a JSON object with `filename`, `offset`, and perhaps `length` and `url`; numbers may be
//    texts. Lines that begin with `!` say nothing about records.
//  - CDX: fields with spaces between them, which a line like " CDX N b a m s k r M S V g" names. Read are a (URL), S
//    (length), V or v (offset) and g (file). Without such a line, 11 fields are those, 10 lack S, 9 also M.
// Not thread-safe.
class CdxLines {
 public:
  // Nothing if the line is of no record. Error "bad_line"; its message is what follows "the line".
  Result<std::optional<Piece>> read(std::string_view line);

 private:
  bool take_header(std::string_view line);
  Result<Piece> read_fields(std::string_view line) const;

  char separator_ = ' ';
  std::string letters_;  // of the fields, in their order; empty: by their number
};

// Whether these are the first bytes of such a file.
bool is_cdx(std::string_view head);

}  // namespace pith::ingest
