// What can be wrong with an index: this library's errors apart from those about a query.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/result.h"

namespace pith::index {

enum class IndexError : std::uint8_t {
  missing,     // no such directory, or no commit was ever completed in it
  damaged,     // a checksum or size is wrong, or a file is missing
  version,     // written by a Lucene newer than 3.0 or older than 2.4
  read,        // the disk or its permissions prevent reading: the index may be intact, so do not rebuild it
  write,       // uncommitted changes are lost
  unwritable,  // the directory cannot be written to
  locked,      // by another process
};

// For Error::code.
constexpr std::string_view code_of(IndexError error) {
  constexpr std::array<std::string_view, 7> codes = {"index_missing", "index_damaged",    "index_version", "index_read",
                                                     "index_write",   "index_unwritable", "index_locked"};
  return codes[static_cast<std::size_t>(error)];
}

inline Error make_error(IndexError error, std::string message) {
  return {std::string(code_of(error)), std::move(message)};
}

inline bool is(const Error& error, IndexError what) { return error.code == code_of(what); }

}  // namespace pith::index
