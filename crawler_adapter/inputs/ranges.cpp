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
// A piece is read as it comes, in the memory that one record needs, and is smaller than 4 GB. A range that is damaged
// is a loss, but no record: nobody knows how many were in it.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "crawler_adapter/inputs/archive.h"
#include "crawler_adapter/inputs/byte_stream.h"
#include "crawler_adapter/inputs/frame_bytes.h"
#include "crawler_adapter/inputs/frame_reader.h"
#include "crawler_adapter/inputs/input.h"
#include "crawler_adapter/inputs/piece_json.h"
#include "crawler_adapter/inputs/read_stream.h"

namespace pith::ingest {
namespace {

class Reader final : public FrameReader {
 public:
  Reader(ByteStream& in, Reading& reading) : FrameReader(in, reading, "range") {}

 private:
  bool take(std::uint64_t begin, const FrameSizes& sizes) override {
    const std::string_view bytes = in_.peek(sizes.head);
    if (bytes.size() < sizes.head) return cut(begin);
    const auto piece = parse_piece(bytes.substr(0, sizes.head));
    in_.skip(sizes.head);
    std::uint64_t left = sizes.body;
    if (!piece) damaged(begin, frame() + " " + piece.error().message);
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

  void damaged(std::uint64_t begin, const std::string& why) override {
    reading_.lost(begin, reading_.report().records, why);
  }
};

bool recognises(const Probe& probe) {
  if (probe.head.size() <= frame_sizes_bytes) return false;
  const auto sizes = read_frame_sizes(probe.head);
  const std::string_view head = probe.head.substr(frame_sizes_bytes);
  if (!sizes || head.size() >= sizes->head) return sizes && parse_piece(head.substr(0, sizes->head)).ok();
  return head.starts_with("{\"file\"");
}

std::optional<Error> read(const std::string& path, Reading& reading) {
  return read_stream(path, reading, [&](ByteStream& in) { Reader(in, reading).run(); });
}

}  // namespace

extern const Input ranges_input;
const Input ranges_input{
    "ranges", "pieces of WARC and ARC files, each with its place before it", recognises, read, false, true};

}  // namespace pith::ingest
