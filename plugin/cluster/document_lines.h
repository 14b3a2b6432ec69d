// Documents of JSON lines, as `pith map`, `pith fold` and `pith export` write them: for `pith export --documents`.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/result.h"
#include "crawler_adapter/inputs/byte_stream.h"
#include "indexer_adapter/export/sink_document.h"
#include "plugin/index/export_run.h"

namespace pith::map {

// More is in no line that `pith map` writes of a page within the default bounds. A tree of so many values takes 1 GB.
inline constexpr std::size_t max_document_bytes = 128 << 20;
inline constexpr std::size_t max_document_values = 10'000'000;
inline constexpr std::size_t max_document_members = 100;  // of an object

// nullopt: a page that was left out. Errors, whose message is what follows "the line": "bad_line" (no JSON object, or
// beyond a bound), and those of read_sink_document.
Result<std::optional<sinks::SinkDocument>> read_document_line(std::string_view line);

struct LostLine {
  std::int64_t number = 0;   // from 1
  std::uint64_t offset = 0;  // where it begins, in bytes; of gzip, where its member begins
  std::string what;          // what follows "the line"
};

class DocumentLines {
 public:
  // "-" is standard input; gzip is unpacked. Error "no_input". A silent pipe is waited for until `stop` is set.
  static Result<DocumentLines> open(const std::string& path, const std::atomic<bool>* stop);

  // Hands each line but blank ones to the intake once the next one begins. `lost`: of each that cannot be read.
  void read(sinks::Intake& intake, const std::function<void(const LostLine&)>& lost);

 private:
  DocumentLines(ingest::ByteStream in, const std::atomic<bool>* stop) : in_(std::move(in)), stop_(stop) {}
  ingest::ByteStream in_;
  const std::atomic<bool>* stop_;
};

}  // namespace pith::map
