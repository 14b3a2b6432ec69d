// Frames: captured pages as bytes with their lengths before them, for programs that hand records to each other.
//
// A frame is two numbers of four bytes, the highest first: the sizes of the head and of the body; then the head, a JSON
// object as in JSON lines without the body; then the body, of any bytes. Frames follow each other with nothing between.
#pragma once

#include <string>
#include <string_view>

#include "crawler_adapter/page/captured_page.h"

namespace pith::ingest {

// The page as a frame, whose head names the `site` if there is one; its body is compressed where that makes it smaller.
// What reads it hands on the same page, but for texts that are too long for a head: over 4 kB of a header field or of a
// file's name.
std::string frame_of(const crawl::CapturedPage& page, std::string_view site = {});

}  // namespace pith::ingest
