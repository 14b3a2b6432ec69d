// CDX and CDXJ files: indexes of WARC and ARC files. Their records are read, and nothing else of the files.
//
// Records are read in order of file and offset, so that files are read forwards, each once: other lines that say the
// same are left out as "same_line". The files are below options.archives:
// a name that leads out of it is a loss, and so is a file that is not there, once for all its records. Only the record
// at the offset counts, and only if it is of the URL that the line says.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "crawler_adapter/inputs/archive.h"
#include "crawler_adapter/inputs/byte_stream.h"
#include "crawler_adapter/inputs/cdx_line.h"
#include "crawler_adapter/inputs/input.h"
#include "crawler_adapter/inputs/line_reader.h"
#include "crawler_adapter/inputs/piece.h"
#include "crawler_adapter/inputs/read_stream.h"
#include "crawler_adapter/inputs/record_sorter.h"

namespace pith::ingest {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_line = 64 << 10;
constexpr std::size_t sorter_memory = 64 << 20;

// The path of a file that a CDX file names; nothing if it is not below the directory.
std::optional<std::string> path_below(const std::string& directory, const std::string& name) {
  std::error_code error;
  const fs::path top = fs::absolute(directory.empty() ? "." : directory, error).lexically_normal();
  if (error) return std::nullopt;
  const fs::path path = (top / name).lexically_normal();  // the name alone, if it is absolute
  const fs::path rest = path.lexically_relative(top);
  if (rest.empty() || *rest.begin() == ".." || *rest.begin() == ".") return std::nullopt;
  return path.string();
}

constexpr std::size_t number_bytes = 8;

// In the order of their bytes.
std::string number_as_bytes(std::uint64_t number) {
  std::string out;
  for (int shift = 56; shift >= 0; shift -= 8) out += static_cast<char>(number >> shift & 0xFF);
  return out;
}

std::uint64_t number_of(std::string_view bytes) {
  std::uint64_t number = 0;
  for (const char c : bytes.substr(0, number_bytes)) number = number << 8 | static_cast<unsigned char>(c);
  return number;
}

class Reader {
 public:
  Reader(ByteStream& in, Reading& reading)
      : in_(in), reading_(reading), lines_(in, longest_line, [&] { return reading_.stopped(); }) {}

  void run() {
    RecordSorter sorter(sorter_memory);
    while (lines_.next()) {
      reading_.at(in_.position(), in_.size());
      const auto piece = read_line();
      if (!piece) {
        refuse(piece.error());
      } else if (*piece && reading_.options.found) {
        reading_.record();
        reading_.left_out("not_read");
        reading_.found(**piece);
      } else if (*piece) {
        const Piece& record = **piece;
        if (auto error = sorter.add(record.file + '\0' + number_as_bytes(record.offset) + *record.url,
                                    number_as_bytes(record.length)))
          return reading_.fail(*std::move(error));
      }
    }
    if (reading_.stopped()) return;
    std::string before;
    auto error = sorter.each([&](std::string_view key, std::string_view value) -> std::optional<Error> {
      if (key == before) {
        reading_.record();
        reading_.left_out("same_line");
      } else {
        const std::size_t end = key.find('\0');
        read_record({.file = std::string(key.substr(0, end)),
                     .offset = number_of(key.substr(end + 1)),
                     .length = number_of(value),
                     .url = std::string(key.substr(end + 1 + number_bytes))});
        before = key;
      }
      return reading_.stopped() ? std::optional(Error{"stopped", ""}) : std::nullopt;
    });
    if (error && !reading_.stopped()) reading_.fail(*std::move(error));
    reading_.finish();
  }

 private:
  Result<std::optional<Piece>> read_line() {
    if (lines_.is_cut()) return Error{"damaged", cut_line};
    if (lines_.is_too_long()) return Error{"bad_line", "is too long"};
    return format_.read(lines_.line());
  }

  void refuse(const Error& error) {
    reading_.record();
    reading_.left_out(error.code);
    reading_.lost(lines_.begin(), lines_.number(), "line " + std::to_string(lines_.number()) + ": " + error.message);
  }

  void read_record(const Piece& piece) {
    if (piece.file != file_) open(piece.file);
    const auto lost = [&](const char* reason) {
      reading_.record();
      reading_.left_out(reason);
    };
    if (path_.empty()) return lost("no_file");
    if (piece.offset >= size_) {
      lost("damaged");
      return reading_.lost(piece.offset, reading_.report().records,
                           piece.file + ": has only " + std::to_string(size_) + " bytes");
    }
    const std::uint64_t rest = size_ - piece.offset;
    auto in = ByteStream::open(
        path_, reading_.stop_flag(),
        FilePart{.begin = piece.offset, .bytes = piece.length > 0 ? std::min(piece.length, rest) : rest});
    if (in) return read_piece(*in, reading_, piece);
    lost("no_file");
    reading_.lost(piece.offset, reading_.report().records, in.error().message);
  }

  void open(const std::string& name) {
    file_ = name;
    path_ = path_below(reading_.options.archives, name).value_or("");
    std::string why = "is not below the directory of --archives";
    if (!path_.empty()) {
      std::error_code error;
      const bool usual = fs::is_regular_file(path_, error);
      size_ = usual ? fs::file_size(path_, error) : 0;
      if (usual && !error) return;
      why = path_ + ": " + (error ? error.message() : "is not a file") + "; --archives says where files are";
      path_.clear();
    }
    reading_.lost(0, reading_.report().records, name + ": " + why);
  }

  ByteStream& in_;
  Reading& reading_;
  LineReader lines_;
  CdxLines format_;
  std::string file_, path_;  // of the record before; without a path, the file cannot be read
  std::uint64_t size_ = 0;
};

bool recognises(const Probe& probe) { return is_cdx(probe.head); }

std::optional<Error> read(const std::string& path, Reading& reading) {
  return read_stream(path, reading, [&](ByteStream& in) { Reader(in, reading).run(); });
}

}  // namespace

extern const Input cdx_input;
const Input cdx_input{"cdx", "CDX and CDXJ, indexes of WARC and ARC files: the records that they name", recognises,
                      read, true};

}  // namespace pith::ingest
