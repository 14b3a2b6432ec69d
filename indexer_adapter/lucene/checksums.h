// Checksums of an index's files. Lucene++ has none for its segments, and trusts what it reads to the point of crashing.
//
// The list is in "pith-checksums" beside the segments, twice (deploy/manual/formats.md). Segment files never change
// once written, so each is read once, when it is new. The list is replaced before a commit becomes visible, and the
// commit records that a list exists (commit.h): if the list is then missing, the index counts as damaged. A listed file
// that is missing was deleted since, or the commit lacks it. Unlisted files come from another program or an older Pith.
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

// Files up to this size are read whenever an index is opened; larger ones only if size, inode or ctime differ from the
// list, because the file was written to or replaced. Depth::all also finds silent changes (a failing disk).
inline constexpr std::int64_t small_file_bytes = 256 << 10;

enum class Depth : std::uint8_t { changed, all };

struct DamagedFile {
  std::string file;         // its name in the index's directory
  std::string what;         // "has a wrong checksum (it holds stored pages)"
  bool unreadable = false;  // the disk or its permissions prevent reading: it may be intact
};

struct FileCheck {
  std::vector<DamagedFile> damaged;
  std::vector<std::string> unknown;    // files of the newest commit that are not in the list
  std::vector<std::string> left_over;  // segment files of no commit: an unfinished write left them
  bool list_damaged = false;           // one of its two copies: the other was used, and update() writes both
  std::size_t files = 0;               // checked
  std::int64_t bytes_read = 0;
};

class Checksums {
 public:
  // An empty list if there never was one. Errors: index_damaged if it is gone or both copies are damaged, index_read.
  static Result<Checksums> read(const std::string& path);

  // Whether the list names no file.
  bool empty() const { return list_.empty(); }

  // Examines all listed files that exist, and notes inode and ctime of those that were read and are right. `progress`:
  // bytes done, bytes in all; may be empty.
  FileCheck check(Depth depth, const std::function<void(std::int64_t, std::int64_t)>& progress = {});

  // Only while holding the write lock: reads new files, drops those that are gone, and saves the list if it changed or
  // does not exist yet. Errors index_write, index_read.
  std::optional<Error> update();

  // The same after a commit that failed: drops files that the last good commit does not have. Programs that do not know
  // the list may reuse their names.
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
  struct Damage {
    std::string what;
    bool unreadable = false;
  };

  // `files` counts the files that exist; `read_bytes` gets the number of bytes of each read.
  std::optional<Damage> check_file(const std::string& name, Sum& sum, Depth depth,
                                   const std::function<void(std::int64_t)>& read_bytes, std::size_t& files) const;
  void find_unlisted(FileCheck& result) const;
  static std::optional<List> parse(std::string_view copy);
  std::optional<Error> save(List list);

  std::string path_;
  List list_;
  std::optional<List> saved_;  // the content of both copies
  bool one_copy_damaged_ = false;
};

}  // namespace pith::index
