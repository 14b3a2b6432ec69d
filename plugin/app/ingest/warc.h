// WARC records in other containers (warc.cpp).
#pragma once

#include "plugin/app/ingest/byte_stream.h"
#include "plugin/app/ingest/input.h"

namespace pith::ingest {

// Reads all records of the stream.
void read_warc(ByteStream& in, Reading& reading);

}  // namespace pith::ingest
