#include "crawler_adapter/inputs/input.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "core/text/shell_word.h"
#include "crawler_adapter/inputs/byte_stream.h"
#include "crawler_adapter/inputs/folder_url.h"
#include "crawler_adapter/inputs/normal_page.h"
#include "crawler_adapter/page/captured_page.h"

namespace pith::ingest {

#define PITH_INPUT(name) extern const Input name##_input;
#include "crawler_adapter/inputs/inputs.def"
#undef PITH_INPUT

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_losses_reported = 100;

std::string names() {
  std::string out;
  for (const Input* input : inputs()) out += (out.empty() ? "" : ", ") + std::string(input->name);
  return out;
}

// If a folder's name is a host, only the user can say whose files are in it: that host may serve files with any path,
// including HTTrack's cache and folders named like hosts, and could use them to speak for others.
std::optional<Error> doubt_about(const std::string& path, const Input& input) {
  const std::string host = host_of_folder_at(path);
  if (host.empty()) return std::nullopt;
  const std::string of_host = "--url https://" + host + "/ reads all of it as pages of that host";
  if (&input == &httrack_zip_input)
    return Error{"unknown_input", path + ": its name is a host, and the hts-cache/new.zip in it may be that host's; " +
                                      of_host + ", --type zip reads HTTrack's cache"};
  if (const std::string other = host_folder_in(path, host); &input == &folder_input && !other.empty())
    return Error{"unknown_input", path + ": its name is a host, and so is " + other + " in it; " + of_host +
                                      ", --type folder treats each folder in it as a host"};
  return std::nullopt;
}

}  // namespace

std::string place_of(const Loss& loss) {
  return (loss.packed ? "the packed member at byte " : "byte ") + std::to_string(loss.offset);
}

void Reading::record(std::int64_t offset) {
  finish();
  offset_ = offset < 0 ? offset : offset + static_cast<std::int64_t>(piece_offset_);
  ++report_.records;
  report_.ended = false;
}

void Reading::begin_file(std::string name) {
  finish();
  file_ = std::move(name);
  packed_ = false;
}

void Reading::begin_piece(std::string file, std::uint64_t offset, bool packed) {
  finish();
  offset_ = -1;
  file_ = std::move(file);
  piece_ = !file_.empty();
  piece_offset_ = offset;
  piece_packed_ = packed;
}

void Reading::damage(std::uint64_t offset, std::string what) {
  if (!stretch_) stretch_ = Loss{offset, report_.records, std::move(what)};
}

void Reading::finish() {
  // After an interruption, only the unread part could have shown whether anything is damaged.
  if (stretch_ && !stopped()) lost(stretch_->offset, stretch_->record, std::move(stretch_->what));
  stretch_.reset();
}

void Reading::page(crawl::CapturedPage page, bool replaces) {
  if (page.place.file.empty() && offset_ >= 0)
    page.place = {file_.empty() ? name_ : piece_ ? file_ : name_ + "!" + file_, offset_};
  if (const std::string reason = make_normal(page); !reason.empty()) return left_out(reason);
  error_ = sink_(std::move(page));
  if (error_) return;
  if (replaces) return left_out("same_url");
  ++report_.pages;
}

void Reading::left_out(const std::string& reason, const std::string& url) {
  constexpr std::array<std::string_view, 4> pages = {"partial", "too_large", "decompression_ratio", "unknown_encoding"};
  ++report_.left_out[reason];
  if (options.unkept && std::ranges::find(pages, reason) != pages.end() && !stopped()) error_ = options.unkept(url);
}

void Reading::found(const Piece& piece) {
  if (options.found && !stopped()) error_ = options.found(piece);
}

void Reading::found_until(std::uint64_t offset) {
  if (offset <= found_) return;
  found({.file = name_, .offset = found_, .length = offset - found_, .damaged = report_.losses > found_losses_});
  found_ = offset;
  found_losses_ = report_.losses;
}

std::optional<crawl::CapturedPage> Reading::find(const std::string& url) {
  if (!find_ || stopped()) return std::nullopt;
  auto found = find_(url);
  if (found) return *std::move(found);
  error_ = found.error();
  return std::nullopt;
}

void Reading::lost(std::uint64_t offset, std::int64_t record, std::string what) {
  ++report_.losses;
  if (report_.first_losses.size() < most_losses_reported)
    report_.first_losses.push_back({piece_offset_ + offset, record,
                                    file_.empty() ? std::move(what) : file_ + ": " + what,
                                    piece_ ? piece_packed_ : packed_});
}

std::vector<const Input*> inputs() {
  return {
#define PITH_INPUT(name) &name##_input,
#include "crawler_adapter/inputs/inputs.def"
#undef PITH_INPUT
  };
}

namespace {

// Enough to recognise an input by. Valid until the stream is read on.
std::string_view beginning_of(ByteStream& stream) {
  constexpr std::size_t enough = 4096, most_blank = 1 << 20;
  const std::string_view head = without_blank_beginning(stream.peek(enough).substr(0, enough));
  return head.empty() ? without_blank_beginning(stream.peek(most_blank)) : head;
}

}  // namespace

Result<const Input*> find_input(const std::string& path, const std::string& name, const std::atomic<bool>* stop) {
  if (path != "-" && access(path.c_str(), R_OK) != 0)
    return Error{"no_input",
                 path + ": cannot be read: " + std::strerror(errno) +
                     (path.find("://") == std::string::npos ? "" : "; `pith crawl` fetches pages of the web")};
  std::error_code error;
  const bool directory = path != "-" && fs::is_directory(path, error);
  // What detection reads from a pipe is lost for the reader; only standard input is kept.
  if (name.empty() && path != "-" && fs::is_other(path, error))
    return Error{"unknown_input", path + ": is a pipe or a device; --type must say what it holds: " + names()};
  std::optional<ByteStream> stream;
  std::string_view head;
  if (!directory && name.empty()) {
    auto opened = ByteStream::open(path, stop);
    if (!opened) return opened.error();
    stream.emplace(std::move(*opened));
    head = beginning_of(*stream);
    if (stop && *stop) return Error{"no_input", path + ": interrupted before anything was read"};
  }
  for (const Input* input : inputs()) {
    if (!(name.empty() ? input->recognises({path, directory, head}) : name == input->name)) continue;
    if (directory && name.empty())
      if (auto doubt = doubt_about(path, *input)) return *doubt;
    return input;
  }
  if (!name.empty())
    return Error{"unknown_input", "--type " + name + ": there is no such input; the inputs are: " + names()};
  if (crawl::looks_like_html(head) || path.ends_with(".html") || path.ends_with(".htm"))
    return Error{"unknown_input", path + ": is a single page; `pith extract " + shell_word(path) +
                                      "` prints its main content, and pith ingest reads the folder that it is in"};
  std::string what = "has a beginning that Pith does not recognise";
  if (head.empty() && stream && !stream->gap()) return Error{"unknown_input", path + ": is empty"};
  if (head.empty() && stream) what = "cannot be unpacked (" + stream->gap()->what + ")";
  return Error{"unknown_input", path + ": " + what + "; say what it is with --type: " + names()};
}

}  // namespace pith::ingest
