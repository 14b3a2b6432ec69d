// Sorts more bytes than fit into memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "crawler_adapter/page/temporary_file.h"

namespace pith::ingest {

// An external merge sort (Knuth, The Art of Computer Programming, vol. 3, §5.4): what fits into memory is sorted and
// written as a run; in the end all runs are merged in one pass. Not thread-safe.
class RecordSorter {
 public:
  // `memory` bounds the records in memory, at least the largest. Merging takes it in buffers: at least 4 kB and a key
  // for each run.
  explicit RecordSorter(std::size_t memory) : memory_(memory) {}

  // Errors are those of TemporaryFile.
  std::optional<Error> add(std::string_view key, std::string_view value);

  // Visits all records in the order of their keys' bytes, those of one key in the order in which they came. May be
  // called once. An error of `visit` ends it.
  using Visit = std::function<std::optional<Error>(std::string_view key, std::string_view value)>;
  std::optional<Error> each(const Visit& visit);

  std::uint64_t bytes() const { return bytes_; }  // of all values
  std::size_t runs() const { return runs_.size(); }

 private:
  struct Entry {
    std::uint64_t begin;  // in records_: the key, then the value
    std::uint32_t key, value;
  };
  struct Run {
    std::uint64_t begin, end;  // in the file
  };
  class RunReader;

  std::string_view key_of(const Entry& entry) const {
    return std::string_view(records_).substr(entry.begin, entry.key);
  }
  std::string_view value_of(const Entry& entry) const {
    return std::string_view(records_).substr(entry.begin + entry.key, entry.value);
  }
  void sort();
  std::optional<Error> write_run();

  const std::size_t memory_;
  std::string records_;
  std::vector<Entry> entries_;
  std::vector<Run> runs_;
  crawl::TemporaryFile file_;
  std::uint64_t bytes_ = 0;
};

}  // namespace pith::ingest
