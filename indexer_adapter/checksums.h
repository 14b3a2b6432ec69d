// Checksums of an index's files: Lucene++ has none for its segments, and believes what it reads to the point of
// crashing.
//
// They are in "pith-checksums" beside the segments, twice (deploy/manual/formats.md). Files of
// segments never change once they are written, so each is read once, when it is new. The list is replaced before a
// commit becomes visible, and the commit says that there is one (commit.h): where it is gone nevertheless, nothing says
// any more what is right. A file of the list that is not there has been deleted since, or the commit misses it. Files
// that it does not name were written by another program, or by an older Pith.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace pith::index {

// Files up to this size are read whenever an index is opened; larger ones if size, inode or ctime are not those of the
// list: a file that was written to or put in its place since it was checked. What changes without that (a disk that
// forgets) is found by Depth::all.
inline constexpr std::int64_t small_file_bytes = 256 << 10;

enum class Depth : std::uint8_t { changed, all };

struct DamagedFile {
  std::string file;         // its name in the index's directory
  std::string what;         // "of stored pages, has a wrong checksum"
  bool unreadable = false;  // the disk or its permissions keep it back: it may be whole
};

struct FileCheck {
  std::vector<DamagedFile> damaged;
  std::vector<std::string> unknown;  // files of segments that are not in the list
  bool list_damaged = false;         // one of its two copies: the other one was used, and update() writes both
  std::size_t files = 0;             // that were checked,
  std::int64_t bytes_read = 0;       // and what was read for that
};

class Checksums {
 public:
  // An empty list where there never was one. Errors: index_damaged if it is gone or both of its copies are damaged,
  // index_read.
  static Result<Checksums> read(const std::string& path);

  // Whether the list names no file.
  bool empty() const { return list_.empty(); }

  // Looks at all files of the list that are there, and notes inode and ctime of those that were read and are right.
  // `progress`: bytes done, bytes in all; may be empty.
  FileCheck check(Depth depth, const std::function<void(std::int64_t, std::int64_t)>& progress = {});

  // For the one who holds the write lock: reads the files that are new, forgets those that are gone, and saves the list
  // if that changed it or there is none. Errors index_write, index_read.
  std::optional<Error> update();

  // The same after a commit that failed: forgets files that are not of the last one that did not. Programs that know
  // nothing of the list may use their names again.
  std::optional<Error> forget_uncommitted();

 private:
  struct Sum {
    std::int64_t size = 0;
    std::uint32_t crc = 0;
    std::uint64_t inode = 0;
    std::int64_t changed = 0;
    bool operator==(const Sum&) const = default;
  };
  using List = std::map<std::string, Sum>;
  static std::optional<List> parse(std::string_view copy);
  std::optional<Error> save(List list);

  std::string path_;
  List list_;
  std::optional<List> saved_;  // what both copies say
  bool one_copy_damaged_ = false;
};

}  // namespace pith::index
