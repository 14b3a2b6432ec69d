// Ranges: pieces of WARC and ARC files as a stream, for programs that read parts of files from anywhere.
//
// A range is a frame (deploy/manual/map.md, "Frames"). Its head is a JSON object
//
//     {"file": "crawl.warc.gz", "offset": 1234, "url": "http://h.example/"}
//
// and its body the bytes of that file from that offset on, which begin and end where records do. The records are those
// of the file: their places are in it. With `url`, which may be empty, only the first record of the body is read, and
// only if it is of that URL: what follows it is left alone. Other keys are ignored.
//
// A piece is read as it comes, in the memory that one record needs, and is smaller than 4 GB.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "plugin/app/ingest/archive.h"
#include "plugin/app/ingest/byte_stream.h"
#include "plugin/app/ingest/frame_bytes.h"
#include "plugin/app/ingest/input.h"
#include "plugin/app/ingest/piece_json.h"
#include "plugin/app/ingest/read_stream.h"

namespace pith::ingest {
namespace {

class Reader {
 public:
  Reader(ByteStream& in, Reading& reading) : in_(in), reading_(reading) {}

  void run() {
    do {
      while (!reading_.stopped() && take_range()) reading_.at(in_.position(), in_.size());
    } while (!reading_.stopped() && next_member());
    reading_.finish();
  }

 private:
  // False where no range can follow: at the end, and after what is none, since only sizes say where the next begins.
  bool take_range() {
    const std::string_view bytes_of_sizes = in_.peek(frame_sizes_bytes);
    if (bytes_of_sizes.empty()) return false;
    const std::uint64_t begin = in_.offset();
    ++number_;
    if (bytes_of_sizes.size() < frame_sizes_bytes) return cut(begin);
    const auto sizes = read_frame_sizes(bytes_of_sizes);
    if (!sizes) {
      lost(begin, "is none; what follows cannot be read");
      return false;
    }
    in_.skip(frame_sizes_bytes);
    const std::string_view bytes = in_.peek(sizes->head);
    if (bytes.size() < sizes->head) return cut(begin);
    const auto piece = parse_piece(bytes.substr(0, sizes->head));
    in_.skip(sizes->head);
    std::uint64_t left = sizes->body;
    if (!piece) lost(begin, piece.error().message);
    if (piece && left == 0) {
      reading_.begin_piece(piece->file, piece->offset);
      reading_.record();
      reading_.left_out("damaged");
      reading_.lost(0, reading_.report().records, "the piece is empty");
      reading_.end_piece();
    } else if (piece) {
      const std::int64_t losses = reading_.report().losses;
      auto body = ByteStream::within(in_, left);
      read_piece(body, reading_, *piece);
      reported_ = reading_.report().losses > losses && left > 0 && in_.peek(1).empty();
    }
    return skip(left) || (!reported_ && cut(begin));
  }

  // The next gzip member after damage; as far as anyone knows, it begins with a range.
  bool next_member() {
    skip(std::numeric_limits<std::uint64_t>::max());
    if (!in_.gap()) return false;
    if (!reported_) reading_.damage(in_.gap()->member, in_.gap()->what);
    reported_ = false;
    return in_.next_segment();
  }

  bool skip(std::uint64_t bytes) {
    while (bytes > 0 && !reading_.stopped()) {
      const std::size_t part = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, in_.peek(1).size()));
      if (part == 0) return false;
      in_.skip(part);
      bytes -= part;
    }
    return true;
  }

  void lost(std::uint64_t begin, const std::string& why) {
    reading_.lost(begin, reading_.report().records, "range " + std::to_string(number_) + " " + why);
  }

  bool cut(std::uint64_t begin) {
    if (!reading_.stopped()) lost(begin, "is cut short");
    reported_ = true;
    return false;
  }

  ByteStream& in_;
  Reading& reading_;
  std::int64_t number_ = 0;
  bool reported_ = false;  // that the segment ends too early
};

bool recognises(const Probe& probe) {
  if (probe.head.size() <= frame_sizes_bytes) return false;
  const auto sizes = read_frame_sizes(probe.head);
  return sizes && parse_piece(probe.head.substr(frame_sizes_bytes).substr(0, sizes->head)).ok();
}

std::optional<Error> read(const std::string& path, Reading& reading) {
  return read_stream(path, reading, [&](ByteStream& in) { Reader(in, reading).run(); });
}

}  // namespace

extern const Input ranges_input;
const Input ranges_input{"ranges", "pieces of WARC and ARC files, each with its place before it", recognises, read};

}  // namespace pith::ingest
