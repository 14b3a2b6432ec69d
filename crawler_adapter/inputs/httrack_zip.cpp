// HTTrack's cache: hts-cache/new.zip of a mirror, or the mirror that holds one.
//
// A mirror's own files have rewritten links, lost redirects and error pages that look like pages; the cache beside them
// has every HTML transfer as received, with its URL and status. So a folder with a cache is read from the cache; --type
// folder reads the files.
//
// HTTrack puts the response's head as plain text into the extra field of each local header, where zip expects tagged
// blocks; libarchive rejects such a file and libzip hides the field. So this reads the local headers in sequence from
// the beginning, which also works for the cache of a killed crawl, without a central directory. (PKWARE APPNOTE 4.3.7.)
#include <time.h>
#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "core/text/dot_segments.h"
#include "core/text/percent.h"
#include "crawler_adapter/inputs/byte_stream.h"
#include "crawler_adapter/inputs/input.h"
#include "crawler_adapter/inputs/read_stream.h"
#include "crawler_adapter/inputs/zip_format.h"
#include "crawler_adapter/page/content_decoding.h"
#include "crawler_adapter/page/http_page.h"

namespace pith::ingest {
namespace {

using zip::central_directory, zip::end_of_directory, zip::local_header;

constexpr std::size_t fixed_bytes = zip::local_header_bytes;
constexpr std::size_t skip_block = 64 << 10;

struct Entry {
  unsigned flags = 0, method = 0, time = 0, date = 0;
  std::uint32_t crc = 0, packed = 0, size = 0;
  std::size_t name_bytes = 0, extra_bytes = 0;
  std::string url;
  crawl::HttpHead head;
};

std::uint32_t number(std::string_view bytes, std::size_t at, std::size_t width) {
  return static_cast<std::uint32_t>(zip::number(bytes, at, width));
}

Entry fixed_part(std::string_view b) {
  return {.flags = number(b, 6, 2),
          .method = number(b, 8, 2),
          .time = number(b, 10, 2),
          .date = number(b, 12, 2),
          .crc = number(b, 14, 4),
          .packed = number(b, 18, 4),
          .size = number(b, 22, 4),
          .name_bytes = number(b, 26, 2),
          .extra_bytes = number(b, 28, 2),
          .url = {},
          .head = {}};
}

// DOS time is local time.
std::int64_t seconds_of(const Entry& entry) {
  tm time{};
  time.tm_year = static_cast<int>(entry.date >> 9) + 80;
  time.tm_mon = static_cast<int>(entry.date >> 5 & 15) - 1;
  time.tm_mday = static_cast<int>(entry.date & 31);
  time.tm_hour = static_cast<int>(entry.time >> 11);
  time.tm_min = static_cast<int>(entry.time >> 5 & 63);
  time.tm_sec = static_cast<int>(entry.time & 31) * 2;
  time.tm_isdst = -1;
  return std::max<std::int64_t>(mktime(&time), 0);
}

class Reader {
 public:
  Reader(ByteStream& in, Reading& reading) : in_(in), reading_(reading) {}

  void run() {
    while (!reading_.stopped()) {
      reading_.at(in_.position(), in_.size());
      const std::uint64_t begin = in_.offset();
      const std::string_view bytes = in_.peek(fixed_bytes);
      if (bytes.empty()) {
        if (in_.gap()) reading_.damage(begin, in_.gap()->what);
        break;
      }
      if (bytes.starts_with(central_directory) || bytes.starts_with(end_of_directory)) break;
      if (bytes.starts_with(local_header) && bytes.size() >= fixed_bytes) {
        entry(begin, fixed_part(bytes));
      } else {
        reading_.damage(begin, "no entry begins here");
        find_entry();
      }
    }
    reading_.finish();
  }

 private:
  // Advances to the next local header or directory, at least one byte.
  void find_entry() {
    in_.skip(1);
    while (!reading_.stopped() && !in_.skip_towards({local_header, central_directory}))
      reading_.at(in_.position(), in_.size());
  }

  void entry(std::uint64_t begin, Entry entry) {
    const std::size_t head_bytes = fixed_bytes + entry.name_bytes + entry.extra_bytes;
    const std::string_view bytes = in_.peek(head_bytes);
    const std::string_view name = bytes.substr(std::min(fixed_bytes, bytes.size()), entry.name_bytes);
    // HTTrack never writes sizes after the data (flag 8) or Zip64.
    if (bytes.size() < head_bytes || entry.flags & 8 || (entry.method != 0 && entry.method != 8)) {
      reading_.damage(begin,
                      bytes.size() < head_bytes ? "the file ends within an entry's head" : "not an entry of HTTrack's");
      return find_entry();
    }
    reading_.record();
    // HTTrack has undone escapes; those of what would end a path, or go up in it, are needed.
    entry.url = with_escaped_dots(
        percent_encoded(name, [](char c) { return static_cast<unsigned char>(c) > ' ' && c != '#'; }));
    auto head = crawl::parse_http_head(bytes.substr(fixed_bytes + entry.name_bytes, entry.extra_bytes));
    if (head) entry.head = std::move(*head);
    in_.skip(head_bytes);

    // HTTrack's own status: the first line has the server's words.
    if (const int status = std::atoi(entry.head.fields.get("x-statuscode").c_str()); status != 0)
      entry.head.status = status;
    const std::string reason = head ? reason_to_leave_out(entry) : "not_httrack";
    std::uint64_t got = 0;
    std::string packed = read_packed(entry, reason.empty(), got);
    if (reading_.stopped()) return reading_.left_out("interrupted");
    const bool short_of = got < entry.packed, well_ended = at_entry_or_end();
    // For entries not unpacked, only what follows shows whether the sizes were right.
    if (short_of || (!reason.empty() && !well_ended))
      damaged(begin, entry,
              short_of ? "ends after " + std::to_string(got) + " of " + std::to_string(entry.packed) + " bytes"
                       : "no entry follows it");
    else if (!reason.empty())
      reading_.left_out(reason, entry.url);
    else
      hand_on(begin, entry, std::move(packed));
    // Wrong sizes must not hide what follows.
    if (short_of || !well_ended) in_.go_back(begin + fixed_bytes);
  }

  // Empty for a page that can be read.
  std::string reason_to_leave_out(const Entry& entry) const {
    const crawl::HttpFields& fields = entry.head.fields;
    if (fields.get("x-in-cache").empty()) return "not_httrack";
    if (!crawl::is_page_transfer(entry.url, entry.head.status, fields.all("content-type"))) return "not_html";
    if (entry.packed > reading_.options.page_max_bytes + skip_block) return "too_large";
    // Options can keep bodies out of the cache (-k0): then only the mirror's files have them.
    if (fields.get("x-in-cache") == "0" && fields.get("x-size") != "0") return "not_in_cache";
    return {};
  }

  // Skips the entry's bytes and returns them if they are wanted; `got` is how many there were.
  std::string read_packed(const Entry& entry, bool wanted, std::uint64_t& got) {
    std::string packed;
    while (got < entry.packed && !reading_.stopped()) {
      const std::size_t want = std::min<std::size_t>(entry.packed - got, skip_block);
      const std::string_view part = in_.peek(want).substr(0, want);
      if (wanted) packed += part;
      got += part.size();
      const bool ends = part.size() < want;
      in_.skip(part.size());
      if (ends) break;
    }
    return packed;
  }

  void damaged(std::uint64_t begin, const Entry& entry, const std::string& what) {
    reading_.left_out("damaged");
    reading_.damage(begin, "entry " + std::to_string(reading_.report().records) + ", " + entry.url + ": " + what);
  }

  bool at_entry_or_end() {
    const std::string_view next = in_.peek(4).substr(0, 4);
    return local_header.starts_with(next) || next == central_directory || next == end_of_directory;  // or cut there
  }

  void hand_on(std::uint64_t begin, const Entry& entry, std::string packed) {
    crawl::Unpacked body{.bytes = std::move(packed)};
    if (entry.method == 8) {
      auto unpacked = crawl::inflate_raw(body.bytes, decoding_bounds(reading_.options));
      if (!unpacked) return reading_.left_out(unpacked.error().code, entry.url);
      body = std::move(*unpacked);
    }
    const uLong crc = crc32(0, reinterpret_cast<const Bytef*>(body.bytes.data()), static_cast<uInt>(body.bytes.size()));
    if (!body.complete || body.bytes.size() != entry.size || crc != entry.crc)
      return damaged(begin, entry, "its bytes are damaged, or HTTrack was ended while it wrote them");
    auto page = crawl::page_of_response(entry.url, entry.head.status, entry.head.fields, std::move(body.bytes),
                                        decoding_bounds(reading_.options));
    if (!page) return reading_.left_out(page.error().code, entry.url);
    page->page.fetched = seconds_of(entry);
    if (page->page.charset.empty()) page->page.charset = entry.head.fields.get("x-charset");
    reading_.page(std::move(page->page));
  }

  ByteStream& in_;
  Reading& reading_;
};

std::string cache_of(const std::string& path) {
  return (std::filesystem::path(path) / "hts-cache" / "new.zip").string();
}

bool recognises(const Probe& probe) {
  std::error_code error;
  return probe.directory ? std::filesystem::is_regular_file(cache_of(probe.path), error)
                         : probe.head.starts_with(local_header);
}

std::optional<Error> read(const std::string& path, Reading& reading) {
  std::error_code error;
  return read_stream(std::filesystem::is_directory(path, error) ? cache_of(path) : path, reading,
                     [&](ByteStream& in) { Reader(in, reading).run(); });
}

}  // namespace

extern const Input httrack_zip_input;
const Input httrack_zip_input{"zip", "HTTrack's cache (hts-cache/new.zip), or a mirror that holds one", recognises,
                              read};

}  // namespace pith::ingest
