// A file of an index, as Lucene++ reads it.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "indexer_adapter/lucene.h"

namespace pith::index {

// In place of Lucene++'s own: that takes a lock and seeks in a stream for every kilobyte, and asks a virtual function
// for each byte of a number. Clones share the open file and may be used in different threads; it is closed with the
// last of them. Throws Lucene::IOException, from reading too, if the file cannot be read or ends too early.
Lucene::IndexInputPtr open_input(const std::string& path);

// Reads as many numbers as readVInt would one by one; from an input of open_input, many times as fast.
void read_numbers(Lucene::IndexInput& input, std::span<std::int32_t> numbers);

}  // namespace pith::index
