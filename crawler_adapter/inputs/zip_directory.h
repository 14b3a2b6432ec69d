// The directory at the end of a zip file, and where its members are. Zip64 too; neither split nor encrypted files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "crawler_adapter/inputs/file_part.h"

namespace pith::ingest::zip {

struct Member {
  std::string name;
  unsigned flags = 0, method = 0;
  std::uint32_t crc = 0;
  std::uint64_t packed = 0, size = 0;
  std::uint64_t header = 0;  // where its local header begins
};

struct Directory {
  std::vector<Member> members;  // in their order in the directory
  std::uint64_t begin = 0;      // in the file
};

// Reads the last 64 KB and the directory, of at most 4 MB: room for over 40,000 members. Errors: "no_input" (no file
// that can be read), "bad_zip" (no directory, or not a sound one).
Result<Directory> read_directory(const std::string& path);

// Where the member's bytes are. Errors: "bad_zip": it is encrypted, packed by a method other than deflate, or not where
// the directory says.
Result<FilePart> part_of(const std::string& path, const Directory& directory, const Member& member);

}  // namespace pith::ingest::zip
