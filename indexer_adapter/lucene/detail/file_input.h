// A file of an index, as Lucene++ reads it.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "indexer_adapter/lucene/lucene.h"

namespace pith::index {

// In place of Lucene++'s own: that takes a lock and seeks in a stream for every kilobyte, and asks a virtual function
// for each byte of a number. Clones share the open file and may be used in different threads; it is closed with the
// last of them. Throws Lucene::IOException, from reading too, if the file cannot be read or ends too early.
Lucene::IndexInputPtr open_input(const std::string& path);

// Each reads as readVInt does, from an input of open_input many times as fast: one number; the sums of `start` and of
// all numbers so far, as many as there is room for; some that nobody needs.
std::int32_t read_number(Lucene::IndexInput& input);
void read_sums(Lucene::IndexInput& input, std::int32_t start, std::span<std::int32_t> sums);
void skip_numbers(Lucene::IndexInput& input, std::int32_t count);

}  // namespace pith::index
