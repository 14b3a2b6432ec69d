// Pieces of files as JSON, for programs that hand them to each other.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "plugin/app/ingest/piece.h"

namespace pith::ingest {

// As a JSON object with the keys file, offset, length and url; what is unknown is not in it.
std::string to_json(const Piece& piece);

// Error "bad_line"; its message is what follows "the line".
Result<Piece> parse_piece(std::string_view json);

// Error "bad_line": the file's name is empty, longer than a path can be, or has control characters.
std::optional<Error> check_file_name(std::string_view name);

}  // namespace pith::ingest
