// Writing files. Thread-safe for different files. Errors are "write" and say why: "x.json: cannot be written: No space left
// on device".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace pith {

// That a file cannot be written; `reason` is an errno.
Error cannot_be_written(const std::string& file, int reason);

// Replaces what the file holds, in place, so that devices, pipes and links stay what they are. After an error a file
// that was not there before is removed again.
std::optional<Error> write_file(const std::string& file, std::string_view bytes);

// Puts a new file in the place of the old one, so that readers see all of the old bytes or all of the new ones. It is
// written as FILE.new, so only one writer at a time may replace a file. After an error the old one is unchanged.
enum class Durable { no, yes };  // yes: a power failure after the return does not undo it
std::optional<Error> replace_file(const std::string& file, std::string_view bytes, Durable durable = Durable::no);

}  // namespace pith
