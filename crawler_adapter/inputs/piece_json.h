// Pieces of files as JSON, for programs that hand them to each other.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "crawler_adapter/inputs/piece.h"

namespace pith::ingest {

// As a JSON object with the keys file, offset, length and url; what is unknown is not in it.
std::string to_json(const Piece& piece);

// Error "bad_line"; its message is what follows "the line".
Result<Piece> parse_piece(std::string_view json);

}  // namespace pith::ingest
