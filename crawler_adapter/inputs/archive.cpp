#include "crawler_adapter/inputs/archive.h"

#include <cstdint>

#include "core/text/url.h"

namespace pith::ingest {
namespace {

bool is_same_url(const std::string& left, const std::string& right) {
  if (left == right) return true;
  const auto one = parse_url(left), other = parse_url(right);
  return one && other && one->str() == other->str();
}

}  // namespace

void read_piece(ByteStream& in, Reading& reading, const Piece& piece) {
  const std::string_view head = without_blank_beginning(in.peek(piece_head_bytes));
  reading.begin_piece(piece.file, piece.offset, !in.is_plain());
  const std::int64_t records = reading.report().records, losses = reading.report().losses;
  const std::string* const only = piece.url ? &*piece.url : nullptr;
  // The name decides where the first record is damaged.
  const bool arc = piece.file.ends_with(".arc") || piece.file.ends_with(".arc.gz") ||
                   piece.file.ends_with(".arc.zst") || begins_arc_record(head);
  if (arc && !head.starts_with("WARC/"))
    read_arc(in, reading, only);
  else
    read_warc(in, reading, only);
  if (only && reading.report().records == records && !reading.stopped()) {
    reading.record();
    reading.left_out("damaged");
    if (reading.report().losses == losses) reading.lost(0, reading.report().records, "no record is here");
  }
  reading.end_piece();
}

bool is_wanted(Reading& reading, const std::string& url, const std::string* only) {
  if (!only || only->empty() || is_same_url(url, *only)) return true;
  reading.left_out("other_url");
  reading.lost(0, reading.report().records, "the record here is of " + url + ", not of " + *only);
  return false;
}

}  // namespace pith::ingest
