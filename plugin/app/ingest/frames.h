// Frames: captured pages as bytes with their lengths before them, for programs that hand records to each other.
//
// A frame is two numbers of four bytes, the highest first: the sizes of the head and of the body; then the head, a JSON
// object as in JSON lines without the body; then the body, of any bytes. Frames follow each other with nothing between.
#pragma once

#include <string>

#include "crawler_adapter/captured_page.h"

namespace pith::ingest {

// The page as a frame; its body is compressed where that makes it smaller. What reads it hands on the same page, with
// its header fields cut to what a head may hold.
std::string frame_of(const crawl::CapturedPage& page);

}  // namespace pith::ingest
