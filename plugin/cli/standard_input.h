// Lines of standard input, each as soon as it has come.
#pragma once

#include <cstddef>
#include <string>

namespace pith::cli {

// The next line, without its end. False at the end of the input. Of a line longer than `most_bytes`, one byte more than
// that is kept.
bool read_standard_line(std::string& line, std::size_t most_bytes);

}  // namespace pith::cli
