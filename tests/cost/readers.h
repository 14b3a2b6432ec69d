// What Pith reads of others' bytes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tests/cost/growth.h"

namespace pith::cost {

struct Reader {
  std::string name;
  Work work;
  std::size_t most = 1 << 20;            // bytes; more are refused before they are read
  std::vector<std::string> pieces = {};  // repeated, alone and in pairs
  std::vector<Input> places = {};        // where they are put: `before` and `after`; the unit is empty
};

// Without what pieces.txt adds.
std::vector<Reader> page_readers();
std::vector<Reader> text_readers();
std::vector<Reader> file_readers();
std::vector<Reader> search_readers();

// All of them, with the pieces and places of their sections in pieces.txt: that of the name, or of its first word.
// Aborts if a reader has none, or if a section has no reader.
std::vector<Reader> all_readers();

}  // namespace pith::cost
