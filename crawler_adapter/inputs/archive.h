// Records of WARC and ARC files in other containers.
#pragma once

#include <string>
#include <string_view>

#include "crawler_adapter/inputs/byte_stream.h"
#include "crawler_adapter/inputs/input.h"
#include "crawler_adapter/inputs/piece.h"

namespace pith::ingest {

// Reads all records of the stream (warc.cpp, arc.cpp). With `only`, reads the first alone, and only if it is of this
// URL; empty: of any.
void read_warc(ByteStream& in, Reading& reading, const std::string* only = nullptr);
void read_arc(ByteStream& in, Reading& reading, const std::string* only = nullptr);

bool begins_arc_record(std::string_view bytes);

// Reads the piece, which the stream is: of a WARC or an ARC file. With a URL, it is one record, whatever it holds.
void read_piece(ByteStream& in, Reading& reading, const Piece& piece);

// Whether a record of `url` is the one that is wanted. If not, the record, which has begun, is left out as "other_url",
// with a loss.
bool is_wanted(Reading& reading, const std::string& url, const std::string* only);

}  // namespace pith::ingest
