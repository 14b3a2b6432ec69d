// Inputs: they read captured pages out of existing files.
//
// An input is a function that reads a source from beginning to end and reports every record to a Reading: a page for
// the cache, something left out and why, or a loss. It holds one record in memory, never the source. All bytes are
// untrusted: an input neither throws nor stops because of them; it continues with what is readable after the damage.
//
// To add one: a file NAME.cpp in this folder that defines `NAME_input`, and a line in inputs.def. The conformance suite
// (tests/conformance) then requires a sample of it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "crawler_adapter/inputs/originals.h"
#include "crawler_adapter/inputs/piece.h"
#include "crawler_adapter/page/captured_page.h"
#include "crawler_adapter/page/content_decoding.h"

namespace pith::ingest {

// A damaged place, whose content is lost. What was left out on purpose is never a loss.
struct Loss {
  // In the file, in bytes; for packed files, of the packed member. For an archive of files, in the file that `what`
  // begins with.
  std::uint64_t offset = 0;
  std::int64_t record = 0;  // how many records had begun before; for line-based files, the line
  std::string what;         // one line, with the URL if it is known
  bool packed = false;      // the offset is that of a packed member, anywhere in which the place may be
};

// "byte 12", "the packed member at byte 12".
std::string place_of(const Loss& loss);

// What became of every record: records = pages + the sum of left_out. A lost record counts in left_out as "damaged".
struct Report {
  std::int64_t records = 0;
  std::int64_t pages = 0;                        // handed to the cache
  std::map<std::string, std::int64_t> left_out;  // by reason
  std::int64_t losses = 0;
  std::vector<Loss> first_losses;  // at most 100
  bool ended = false;              // what came last says that the source is whole
  bool cut_end = false;            // it lacks what should follow its last record
};

struct Options {
  std::size_t page_max_bytes = 16 << 20;  // of a body, unpacked; larger records are skipped, not read into memory
  std::size_t page_max_ratio = crawl::DecodingBounds().max_ratio;
  std::string url_prefix;  // folder: the part of the URL before a file's path; empty: see folder.cpp
  std::string archives =
      {};  // cdx: the directory below which the files are that it names; empty: the working directory
  // Set: records are found and not read; all are left out as "not_read". It is told the smallest pieces of the file that
  // can be read by themselves, in order; of a CDX file, the records that it names. An error ends the reading.
  std::function<std::optional<Error>(const Piece&)> found = {};
  // Set: it is told the URL of each page that the source has and that cannot be kept ("partial", "too_large",
  // "decompression_ratio", "unknown_encoding"). "": the URL is not known. An error ends the reading.
  std::function<std::optional<Error>(const std::string& url)> unkept = {};
};

inline crawl::DecodingBounds decoding_bounds(const Options& options) {
  return {.max_bytes = options.page_max_bytes, .max_ratio = options.page_max_ratio};
}

// One source being read. Not thread-safe.
class Reading {
 public:
  // Accepts a page; an error ends the reading.
  using Sink = std::function<std::optional<Error>(crawl::CapturedPage)>;
  // Bytes of the source already read, and its size (0: unknown).
  using Progress = std::function<void(const Report&, std::uint64_t position, std::uint64_t size)>;
  // What the cache has of this URL by now, with its body; nothing if it has none. An error ends the reading.
  using Find = std::function<Result<std::optional<crawl::CapturedPage>>(const std::string& url)>;

  // `name` of the source, for the places of records. `originals` of the sources read before in this run; null: none.
  Reading(Options options, Sink sink, const std::atomic<bool>* stop = nullptr, Progress progress = {}, Find find = {},
          std::string name = {}, std::shared_ptr<Originals> originals = nullptr)
      : options(std::move(options)),
        sink_(std::move(sink)),
        stop_(stop),
        progress_(std::move(progress)),
        find_(std::move(find)),
        name_(std::move(name)),
        originals_(originals ? std::move(originals) : std::make_shared<Originals>()) {}

  // --- For inputs ---
  // Check it at least once per record and per block of skipped bytes.
  bool stopped() const { return error_ || (stop_ && *stop_); }
  const std::atomic<bool>* stop_flag() const { return stop_; }  // may be null
  void at(std::uint64_t position, std::uint64_t size) {
    if (progress_) progress_(report_, position, size);
  }
  // What is read from now on is in this file of an archive: places and losses name it, their offsets are in it.
  void begin_file(std::string name);
  // Whether what is read from now on is packed, so that offsets are those of members. No, until it is called, and after
  // begin_file().
  void packed(bool packed) { packed_ = packed; }
  // What is read until end_piece() is a piece of this file, which begins there at `offset`: places and losses are those
  // in the file.
  void begin_piece(std::string file, std::uint64_t offset, bool packed = false);
  void end_piece() { begin_piece({}, 0); }
  // Each record begins with this and ends with one of the next two. `offset`: where it begins in the file, if the file
  // is one of records.
  void record(std::int64_t offset = -1);
  // The page in its normal form (normal_page.h); what has no such form is left out. If it replaces one handed over
  // before, the other one counts as left out: "same_url".
  void page(crawl::CapturedPage page, bool replaces = false);
  // The source says that it ends here, as it should. Another record takes that back: sources may be joined.
  void end() { report_.ended = true; }
  void cut_end() { report_.cut_end = true; }
  // `url`: of the record; empty: not known.
  void left_out(const std::string& reason, const std::string& url = {});
  // Reports a loss. Call it besides left_out(...) if it concerns a record that has begun.
  void lost(std::uint64_t offset, std::int64_t record, std::string what);
  // A page handed over before, or by an earlier run.
  std::optional<crawl::CapturedPage> find(const std::string& url);
  Originals& originals() { return *originals_; }
  // For options.found, if that is set: this piece; or what lies between this place and the one of the call before, at
  // first the beginning.
  void found(const Piece& piece);
  void found_until(std::uint64_t offset);
  // Ends the reading: something else than the source fails.
  void fail(Error error) { error_ = std::move(error); }
  // A damaged stretch begins here, unless one has begun already; it ends, as one loss, where the next record begins.
  void damage(std::uint64_t offset, std::string what);
  // Call it last: ends a damaged stretch.
  void finish();

  const Options options;
  const Report& report() const { return report_; }
  const std::optional<Error>& error() const { return error_; }  // of the sink, fail() and options.found

 private:
  Sink sink_;
  const std::atomic<bool>* stop_;
  Progress progress_;
  Find find_;
  const std::string name_;
  std::string file_;    // in it; empty: the source is not an archive of files
  bool piece_ = false;  // it is not in the source, which has only a piece of it
  std::uint64_t piece_offset_ = 0;
  bool packed_ = false, piece_packed_ = false;
  std::uint64_t found_ = 0;  // where the next piece begins
  std::int64_t found_losses_ = 0;
  const std::shared_ptr<Originals> originals_;
  std::int64_t offset_ = -1;  // of the record
  Report report_;
  std::optional<Loss> stretch_;
  std::optional<Error> error_;
};

// The input of detection.
struct Probe {
  std::string path;  // "-": standard input
  bool directory = false;
  // The first bytes, at most 4,096, unpacked if the file is compressed; without_blank_beginning(), as inputs of text
  // read them.
  std::string_view head;
};

struct Input {
  const char* name;         // for --type
  const char* description;  // one line, for help
  bool (*recognises)(const Probe& probe);
  // Errors are those of opening; problems further in are losses.
  std::optional<Error> (*read)(const std::string& path, Reading& reading);
  bool finds = false;  // whether it obeys Options::found
  // What is left of a source when its writer died may look whole, unless the writer says that it is: Reading::end.
  // Frames and ranges never say it, since they may be made of such a source.
  bool says_end = false;
};

// Every input, in the order in which they try to recognise a source.
std::vector<const Input*> inputs();

// The input of this name or, with an empty name, the first that recognises the source. Errors: "no_input" (there is no
// such file, or it cannot be read), "unknown_input" (names the existing inputs), also for a folder that can be read in
// two ways, one of which would let a host speak for others. Waits for standard input until `stop` is set, which is also
// "no_input".
Result<const Input*> find_input(const std::string& path, const std::string& name = {},
                                const std::atomic<bool>* stop = nullptr);

}  // namespace pith::ingest
