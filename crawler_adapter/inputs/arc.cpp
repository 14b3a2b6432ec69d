// ARC 1.0, 1.1 and 2.0, the Internet Archive's format before WARC: plain, gzip per record, or one gzip stream.
// (https://archive.org/web/researcher/ArcFileFormat.php)
//
//     URL IP-address Archive-date Content-type Archive-length
//     URL IP-address Archive-date Content-type Result-code Checksum Location Offset Filename Archive-length    (2.0)
//
// is the line before each block, the response as received with its head, and a line end follows the block. A file
// begins with a record of its own, "filedesc://…". Versions need not be told apart: the length is last, and the URL is
// all before the last address with a date, since old crawlers wrote URLs and types with spaces in them.
//
// Damage: as in WARC files (warc.cpp), but for digests, which ARC has not. A record counts only if its length leads to
// the head of the next one, to another gzip member or to the end; or, if what follows is damaged and it has no member
// of its own, to a line end, and no head is in its block. Otherwise reading continues at the next line that is a
// record's head: after damage inside a plain file, a page whose text imitates one can pass for a record. While lengths
// are right, it cannot.
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "core/text/ascii.h"
#include "crawler_adapter/inputs/archive.h"
#include "crawler_adapter/inputs/byte_stream.h"
#include "crawler_adapter/inputs/http_block.h"
#include "crawler_adapter/inputs/input.h"
#include "crawler_adapter/inputs/read_stream.h"
#include "crawler_adapter/inputs/timestamp.h"

namespace pith::ingest {
namespace {

constexpr std::size_t longest_head = 16 << 10;

// Takes the last field off a line.
std::optional<std::string_view> take_last(std::string_view& line) {
  const std::size_t space = line.rfind(' ');
  if (space == std::string_view::npos) return std::nullopt;
  const std::string_view field = line.substr(space + 1);
  line = line.substr(0, space);
  return field;
}

bool is_date(std::string_view field) {
  return field.size() >= 12 && field.size() <= 17 && std::ranges::all_of(field, is_digit_ascii);
}

// IPv4, IPv6, "0" or "-".
bool is_address(std::string_view field) {
  return !field.empty() && field.size() <= 45 && field.find_first_not_of("0123456789abcdefABCDEF.:-") == field.npos;
}

// A scheme that only ends in "http" has a damaged byte before it.
bool begins_with_scheme(std::string_view url) {
  const std::string scheme = lower_ascii(url.substr(0, url.find(':')));
  if (scheme.size() == url.size() || scheme.empty() || !is_letter_ascii(scheme[0])) return false;
  const auto in_scheme = [](char c) { return is_alphanumeric_ascii(c) || c == '+' || c == '-' || c == '.'; };
  return std::ranges::all_of(scheme, in_scheme) && (scheme == "http" || !scheme.ends_with("http")) &&
         (scheme == "https" || !scheme.ends_with("https"));
}

struct Head : BlockRecord {
  std::size_t size = 0;  // of the line, with its end
};

// nullopt if the bytes do not begin with a record's head.
std::optional<Head> parse_head(std::string_view bytes, std::uint64_t begin) {
  bytes = bytes.substr(0, longest_head);
  const std::size_t end = bytes.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  std::string_view line = bytes.substr(0, end);
  if (line.ends_with('\r')) line.remove_suffix(1);
  Head head;
  head.begin = begin;
  head.size = end + 1;
  const auto length = take_last(line);
  if (!length || length->empty()) return std::nullopt;
  const auto [rest, error] = std::from_chars(length->data(), length->data() + length->size(), head.length);
  if (error != std::errc() || rest != length->data() + length->size()) return std::nullopt;
  while (const auto date = take_last(line)) {
    std::string_view before = line;
    const auto address = is_date(*date) ? take_last(before) : std::nullopt;
    if (!address || !is_address(*address)) continue;
    if (!begins_with_scheme(before)) return std::nullopt;
    head.url = before;
    head.fetched = parse_digits(*date).value_or(0);
    return head;
  }
  return std::nullopt;
}

bool begins_record(std::string_view bytes) { return parse_head(bytes, 0).has_value(); }

bool holds_record(std::string_view block) {
  for (std::size_t line = block.find('\n'); line != block.npos; line = block.find('\n', line + 1))
    if (begins_record(block.substr(line + 1))) return true;
  return false;
}

class Reader {
 public:
  Reader(ByteStream& in, Reading& reading, const std::string* only) : in_(in), reading_(reading), only_(only) {}

  void run() {
    while (!reading_.stopped()) {
      reading_.at(in_.position(), in_.size());
      in_.stop_before_member(nullptr);
      skip_line_ends(in_);
      if (in_.peek(1).empty()) {
        if (!in_.gap()) break;
        reading_.damage(in_.gap()->member, in_.gap()->what);
        if (only_ || !in_.next_segment()) break;
      } else if (const auto head = parse_head(in_.peek(longest_head), in_.offset())) {
        record(*head);
        if (only_) break;
      } else {
        reading_.damage(in_.offset(), "no record begins here");
        if (only_) break;
        find_record();
      }
    }
    reading_.found_until(in_.position());
    reading_.finish();
  }

 private:
  // Advances to the next line that is a record's head, else to the end of the segment.
  void find_record() {
    while (!reading_.stopped()) {
      if (in_.skip_towards({"\n"})) {
        if (in_.peek(1).empty()) return;
        in_.skip(1);
        if (begins_record(in_.peek(longest_head))) return;
      }
      reading_.at(in_.position(), in_.size());
    }
  }

  void record(const Head& head) {
    const bool own_member = in_.at_member();
    in_.stop_before_member(begins_record);
    reading_.record(static_cast<std::int64_t>(head.begin));
    if (!is_wanted(reading_, head.url, only_)) return;
    if (in_.can_begin_here()) reading_.found_until(head.begin);
    in_.skip(head.size);
    const std::string reason = reading_.options.found              ? "not_read"
                               : head.url.starts_with("filedesc:") ? "filedesc"
                                                                   : why_not_read(in_, head, reading_.options);
    std::string block;
    std::uint64_t got = 0;
    if (reason.empty()) {
      block = in_.peek(static_cast<std::size_t>(head.length)).substr(0, static_cast<std::size_t>(head.length));
      in_.skip(block.size());
      got = block.size();
    } else {
      got = pass_over(in_, reading_, head.length);
    }
    if (reading_.stopped()) return reading_.left_out("interrupted");
    if (got < head.length || !ends_well(head.begin, own_member, block)) {
      report_damaged(reading_, head,
                     got < head.length
                         ? "ends after " + std::to_string(got) + " of " + std::to_string(head.length) + " bytes"
                         : "is damaged, or longer than its length");
      if (in_.go_back(head.begin)) find_record();  // wrong in its length, it must not hide what follows in a plain file
      return;
    }
    if (!reason.empty()) return reading_.left_out(reason, head.url);
    const auto http = take_http_head(reading_, head, block);
    if (!http) return;
    if (auto page = page_of_block(reading_, head, *http, std::move(block))) reading_.page(*std::move(page));
  }

  // Whether a record ends where its block ends; an empty block was not read. Includes the end of its gzip member, with
  // its checksum.
  bool ends_well(std::uint64_t begin, bool own_member, std::string_view block) {
    const bool line_ends = in_.peek(1).starts_with('\r') || in_.peek(1).starts_with('\n');
    skip_line_ends(in_);
    if (in_.peek(1).empty()) return !(in_.gap() && in_.gap()->member == begin);
    if (in_.at_member() || begins_record(in_.peek(longest_head))) return true;
    if (begins_record(in_.peek(longest_head + 1).substr(1))) {
      in_.skip(1);  // a damaged line end
      return true;
    }
    return line_ends && !own_member && !block.empty() && !holds_record(block);
  }

  ByteStream& in_;
  Reading& reading_;
  const std::string* const only_;  // null: all records
};

bool recognises(const Probe& probe) { return probe.head.starts_with("filedesc:") && begins_record(probe.head); }

std::optional<Error> read(const std::string& path, Reading& reading) {
  return read_stream(path, reading, [&](ByteStream& in) { read_arc(in, reading); });
}

}  // namespace

void read_arc(ByteStream& in, Reading& reading, const std::string* only) { Reader(in, reading, only).run(); }

bool begins_arc_record(std::string_view bytes) { return begins_record(bytes); }

extern const Input arc_input;
const Input arc_input{"arc", "ARC 1.0 to 2.0 of old archives, plain, gzip or Zstandard", recognises, read, true};

}  // namespace pith::ingest
