// Inputs: what reads captured pages out of files that somebody already has.
//
// An input is a function that reads a source from its beginning to its end and tells a Reading of every record: a page
// for the cache, something left out and why, or a loss. It holds one record in memory, never the source. All bytes are
// an attacker's: an input neither throws on them nor stops at them; it goes on with what is readable behind the damage.
//
// To add one: a file NAME.cpp in this folder that defines `NAME_input`, and a line in inputs.def. The conformance suite
// (tests/conformance) then asks for a sample of it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "crawler_adapter/captured_page.h"
#include "crawler_adapter/content_decoding.h"

namespace pith::ingest {

// A damaged place: what stood there is lost. Never a loss: what was left out on purpose.
struct Loss {
  std::uint64_t offset = 0;  // in the file, in bytes; of packed files: of the packed member
  std::int64_t record = 0;   // how many records had begun before; of line-based files: the line
  std::string what;          // one line, with the URL if it is known
};

// What became of every record: records = pages + all of left_out. A record that is lost counts in left_out as
// "damaged".
struct Report {
  std::int64_t records = 0;
  std::int64_t pages = 0;                        // handed to the cache
  std::map<std::string, std::int64_t> left_out;  // by reason
  std::int64_t losses = 0;
  std::vector<Loss> first_losses;  // at most 100
};

struct Options {
  std::size_t page_max_bytes = 16 << 20;  // of a body, unpacked; larger records are skipped, not read into memory
  std::size_t page_max_ratio = crawl::DecodingBounds().max_ratio;
  std::string url_prefix;  // folder: what stands before a file's path in its URL; empty: see folder.cpp
};

inline crawl::DecodingBounds decoding_bounds(const Options& options) {
  return {.max_bytes = options.page_max_bytes, .max_ratio = options.page_max_ratio};
}

// One source being read. Not thread-safe.
class Reading {
 public:
  // Takes a page; an error ends the reading.
  using Sink = std::function<std::optional<Error>(crawl::CapturedPage)>;
  // Bytes of the source that are behind us, and all of it (0: not known).
  using Progress = std::function<void(const Report&, std::uint64_t position, std::uint64_t size)>;
  // What is kept of this URL by now, with its body; nothing where there is none. An error ends the reading.
  using Find = std::function<Result<std::optional<crawl::CapturedPage>>(const std::string& url)>;

  Reading(Options options, Sink sink, const std::atomic<bool>* stop = nullptr, Progress progress = {}, Find find = {})
      : options(std::move(options)),
        sink_(std::move(sink)),
        stop_(stop),
        progress_(std::move(progress)),
        find_(std::move(find)) {}

  // --- For inputs ---
  // Look at it at least once per record and per block of skipped bytes.
  bool stopped() const { return error_ || (stop_ && *stop_); }
  const std::atomic<bool>* stop_flag() const { return stop_; }  // may be null
  void at(std::uint64_t position, std::uint64_t size) {
    if (progress_) progress_(report_, position, size);
  }
  // Each record begins with this and ends with one of the next two.
  void record();
  void page(crawl::CapturedPage page);
  void left_out(const std::string& reason) { ++report_.left_out[reason]; }
  // A loss of its own. Besides left_out(...) where it is about a record that has begun.
  void lost(std::uint64_t offset, std::int64_t record, std::string what);
  // A page that was handed over before, or by an earlier run.
  std::optional<crawl::CapturedPage> find(const std::string& url);
  // A damaged stretch begins here, unless one has begun already; it ends, as one loss, where the next record begins.
  void damage(std::uint64_t offset, std::string what);
  // To be called last: ends a damaged stretch.
  void finish();

  const Options options;
  const Report& report() const { return report_; }
  const std::optional<Error>& error() const { return error_; }  // of the sink

 private:
  Sink sink_;
  const std::atomic<bool>* stop_;
  Progress progress_;
  Find find_;
  Report report_;
  std::optional<Loss> stretch_;
  std::optional<Error> error_;
};

// What detection looks at.
struct Probe {
  std::string path;  // "-": standard input
  bool directory = false;
  std::string_view head;  // the first bytes, at most 4,096; unpacked if the file is gzip
};

struct Input {
  const char* name;         // for --type
  const char* description;  // one line, for help
  bool (*recognises)(const Probe& probe);
  // Errors are those of opening; whatever is wrong further in is a loss.
  std::optional<Error> (*read)(const std::string& path, Reading& reading);
};

// Every input, in the order in which they are asked whether they recognise a source.
std::vector<const Input*> inputs();

// The input of this name, or, with an empty name, the first that recognises the source. Errors: "no_input" (there is no
// such file, or it cannot be read), "unknown_input" (names the inputs that there are), also of a folder that may be
// read in two ways, one of which would let a host speak for others.
// Waits for standard input until `stop` is set, which is "no_input" as well.
Result<const Input*> find_input(const std::string& path, const std::string& name = {},
                                const std::atomic<bool>* stop = nullptr);

}  // namespace pith::ingest
