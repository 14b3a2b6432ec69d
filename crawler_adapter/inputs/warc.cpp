// WARC 0.17 to 1.1 (ISO 28500): plain, gzip or Zstandard per record, or one stream of either.
//
// `response` records are pages, `resource` records are if they are HTML, a `revisit` says that a page is unchanged: it
// goes to the cache as status 304 (which means nothing for a page that the cache never had), or as the redirect or
// error in its head. Other records say nothing about pages.
//
// A `revisit` whose payload belongs to another URL becomes a page with that URL's stored bytes. The URL comes from the
// record itself (WARC-Refers-To-Target-URI), or from an earlier record of the run with the same WARC-Payload-Digest.
// The bytes are trusted if they were fetched when the record says so, or if their SHA-1 is that digest. If they are not
// available, the revisit is a 304 with that digest: `pith map` finds them when a site's records are together.
//
// A page that is cut short is a loss, unless its record says so (WARC-Truncated): then the page is what there is of it,
// but it replaces no longer one.
//
// Damage: a record counts only if the end of a record follows it, and if gzip's checksum and its own WARC-Block-Digest
// agree (SHA-1, which is what programs write; not of a revisit). Otherwise reading continues at the next "WARC/" that
// begins a head, after gzip damage at the next member. Everything between is one loss. A record that begins with its
// gzip member ends before the next member that begins with "WARC/", whatever length it claims. After damage inside a
// plain file, a page whose text imitates a WARC header can pass for a record: the format cannot distinguish the two.
//
// In one gzip stream of many records, a Content-Length that is too large swallows the records that it covers: they are
// part of its loss.
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include "core/text/ascii.h"
#include "core/text/url.h"
#include "crawler_adapter/inputs/archive.h"
#include "crawler_adapter/inputs/byte_stream.h"
#include "crawler_adapter/inputs/http_block.h"
#include "crawler_adapter/inputs/input.h"
#include "crawler_adapter/inputs/read_stream.h"
#include "crawler_adapter/inputs/timestamp.h"
#include "crawler_adapter/page/http_page.h"

namespace pith::ingest {
namespace {

struct Head : BlockRecord {
  std::string type, content_type, block_digest, payload_digest, profile;
  std::string refers_to;  // of a revisit: the URL that its payload belongs to
  std::int64_t refers_to_fetched = 0;
  bool segment = false;
};

std::string without_brackets(const std::string& url) {
  return url.starts_with('<') && url.ends_with('>') && url.size() > 1 ? url.substr(1, url.size() - 2) : url;
}

bool begins_record(std::string_view bytes) { return bytes.starts_with("WARC/"); }

// nullopt if the lines are not a record's head.
std::optional<Head> parse_head(std::string_view bytes, std::uint64_t begin) {
  const std::size_t line = bytes.find('\n');
  if (!bytes.starts_with("WARC/") || line == std::string_view::npos || line > 12) return std::nullopt;
  const crawl::HttpFields fields = crawl::parse_fields(bytes.substr(line + 1));
  Head head;
  head.begin = begin;
  const std::string& length = fields.get("content-length");
  const auto [end, error] = std::from_chars(length.data(), length.data() + length.size(), head.length);
  if (length.empty() || error != std::errc() || end != length.data() + length.size()) return std::nullopt;
  head.type = lower_ascii(fields.get("warc-type"));
  if (head.type.empty()) return std::nullopt;
  head.url = without_brackets(fields.get("warc-target-uri"));
  head.content_type = fields.get("content-type");
  head.block_digest = fields.get("warc-block-digest");
  head.payload_digest = crawl::payload_digest_of(fields.get("warc-payload-digest"));
  head.profile = lower_ascii(fields.get("warc-profile"));
  head.refers_to = without_brackets(fields.get("warc-refers-to-target-uri"));
  head.refers_to_fetched = parse_timestamp(fields.get("warc-refers-to-date")).value_or(0);
  head.fetched = parse_timestamp(fields.get("warc-date")).value_or(0);
  head.truncated = !fields.get("warc-truncated").empty();
  head.segment = !fields.get("warc-segment-number").empty();
  return head;
}

// RFC 4648 §6, of 20 bytes: no padding.
std::string base32(std::span<const unsigned char, 20> bytes) {
  constexpr char digits[] = "abcdefghijklmnopqrstuvwxyz234567";
  std::string out;
  for (std::size_t bit = 0; bit < bytes.size() * 8; bit += 5) {
    const unsigned two = bytes[bit / 8] << 8 | (bit / 8 + 1 < bytes.size() ? bytes[bit / 8 + 1] : 0);
    out += digits[two >> (11 - bit % 8) & 31];
  }
  return out;
}

// nullopt if there is nothing to compare: no digest, another algorithm, or another notation.
std::optional<bool> digest_agrees(const std::string& digest, std::string_view bytes) {
  constexpr std::size_t prefix = 5, base32_digits = 32;
  if (digest.size() != prefix + base32_digits || lower_ascii(digest.substr(0, prefix)) != "sha1:") return std::nullopt;
  std::array<unsigned char, 20> sum;
  if (EVP_Digest(bytes.data(), bytes.size(), sum.data(), nullptr, EVP_sha1(), nullptr) != 1) return std::nullopt;
  return lower_ascii(digest.substr(prefix)) == base32(sum);
}

class Reader {
 public:
  Reader(ByteStream& in, Reading& reading, const std::string* only) : in_(in), reading_(reading), only_(only) {}

  void run() {
    while (!reading_.stopped()) {
      reading_.at(in_.position(), in_.size());
      in_.stop_before_member(nullptr);
      skip_line_ends(in_);
      const std::string_view next = in_.peek(1);
      if (next.empty()) {
        if (!in_.gap()) break;
        reading_.damage(in_.gap()->member, in_.gap()->what);
        if (only_ || !in_.next_segment()) break;
      } else if (!begins_record(in_.peek(5))) {
        reading_.damage(in_.offset(), "no record begins here");
        if (only_) break;
        find_record();
      } else {
        record();
        if (only_) break;
      }
    }
    reading_.found_until(in_.position());
    reading_.finish();
  }

 private:
  // Advances to the next "WARC/", at least one byte; else to the end of the segment. Not only to one at the beginning
  // of a line: the line end itself may be damaged.
  void find_record() {
    in_.skip(1);
    while (!reading_.stopped() && !in_.skip_towards({"WARC/"})) reading_.at(in_.position(), in_.size());
  }

  void record() {
    const std::uint64_t begin = in_.offset();
    in_.stop_before_member(begins_record);
    const std::string_view bytes = in_.peek(crawl::max_head_bytes);
    const auto size = crawl::head_size(bytes);
    const std::string_view lines = bytes.substr(0, size ? *size : std::min(bytes.size(), crawl::max_head_bytes));
    // An invalid head is skipped as a whole: looking at each of its lines again would take quadratic time. A truncated
    // head runs on into the next one, which is then the last that begins in it.
    if (const std::size_t next = lines.rfind("\nWARC/"); next != std::string_view::npos) {
      reading_.damage(begin, "a truncated record head");
      return in_.skip(next + 1);
    }
    const auto head = size ? parse_head(lines, begin) : std::nullopt;
    if (!head) {
      reading_.damage(begin, size ? "a record head without version, WARC-Type or Content-Length"
                                  : "a record head that does not end");
      return in_.skip(lines.size());
    }
    reading_.record(static_cast<std::int64_t>(begin));
    if (!is_wanted(reading_, head->url, only_)) return;
    if (in_.can_begin_here()) reading_.found_until(begin);
    in_.skip(*size);

    const std::string reason = why_not(*head);
    std::string block;
    std::uint64_t got = 0;
    if (reason.empty()) {
      block = in_.peek(static_cast<std::size_t>(head->length)).substr(0, static_cast<std::size_t>(head->length));
      in_.skip(block.size());
      got = block.size();
    } else {
      got = pass_over(in_, reading_, head->length);
    }
    if (reading_.stopped()) return reading_.left_out("interrupted");
    if (got < head->length || !ends_well(begin)) {
      report_damaged(reading_, *head,
                     got < head->length
                         ? "ends after " + std::to_string(got) + " of " + std::to_string(head->length) + " bytes"
                         : "is damaged, or longer than its Content-Length");
      in_.go_back(begin + 5);  // wrong in its head or length, it must not hide what follows in a plain file
      return;
    }
    if (!reason.empty()) return reading_.left_out(reason, head->url);
    // wget gives a revisit the digest of the block that it has left out.
    if (head->type != "revisit" && !digest_agrees(head->block_digest, block).value_or(true))
      return report_damaged(reading_, *head, "its bytes are not those of its WARC-Block-Digest");
    hand_on(*head, std::move(block));
  }

  // Why a record, whose head is already read, is not read; empty if it is.
  std::string why_not(const Head& head) {
    if (reading_.options.found) return "not_read";
    if (head.type != "response" && head.type != "resource" && head.type != "revisit") {
      for (const char* known : {"warcinfo", "request", "metadata", "conversion", "continuation"})
        if (head.type == known) return known;
      return "unknown_record_type";
    }
    if (head.segment) return "segmented";
    return why_not_read(in_, head, reading_.options, head.type == "resource" ? &head.content_type : nullptr);
  }

  // Whether a record ends where its block ends. Includes the end of its gzip member, with its checksum.
  bool ends_well(std::uint64_t begin) {
    const std::string_view end = in_.peek(4);
    bool good = end.empty();
    for (const std::string_view mark : {"\r\n\r\n", "\n\n", "\r\n", "\n", ""}) {
      if (!end.starts_with(mark)) continue;
      // Two line ends are the format; with fewer, a record or the end must follow.
      good = mark.size() == 4 || mark == "\n\n" || end.size() == mark.size() ||
             in_.peek(mark.size() + 5).substr(mark.size()).starts_with("WARC/");
      if (good) in_.skip(mark.size());
      // A member of gzip shows its end by itself.
      if (in_.is_plain() && mark.size() < 4 && mark != "\n\n" && in_.peek(1).empty()) reading_.cut_end();
      break;
    }
    const bool last_of_segment = in_.peek(1).empty();
    return good && !(last_of_segment && in_.gap() && in_.gap()->member == begin);
  }

  void give(const Head& head, crawl::CapturedPage page) {
    page.fetched = head.fetched;
    reading_.page(std::move(page));
  }

  // Whether the payload may be that of another URL.
  static bool repeats_payload(const Head& head) {
    return !head.profile.ends_with("server-not-modified") && !digest_agrees(head.payload_digest, "").value_or(false);
  }

  // `http`: the head of the response; nothing if the record has none.
  void revisit(const Head& head, const std::optional<crawl::HttpHead>& http) {
    const crawl::DecodingBounds bounds = decoding_bounds(reading_.options);
    crawl::HttpFields fields = http ? http->fields : crawl::HttpFields();
    auto original = bytes_of_other_url(head);
    if (reading_.stopped()) return reading_.left_out("interrupted");
    if (!original) {
      auto page = crawl::page_of_response(head.url, 304, fields, {}, bounds);
      if (!page) return reading_.left_out(page.error().code, head.url);
      if (repeats_payload(head)) {
        page->page.payload_digest = head.payload_digest;
        page->page.redirect_to.clear();  // of an answer with a page, it says nothing
      }
      return give(head, std::move(page->page));
    }
    // The head's encodings applied to the payload, which is unpacked here.
    std::erase_if(fields.fields, [](const auto& field) {
      return field.first == "content-encoding" || field.first == "transfer-encoding";
    });
    if (fields.get("content-type").empty())
      fields.add("content-type", original->content_type + "; charset=" + original->charset);
    auto page = crawl::page_of_response(head.url, 200, fields, std::move(original->body), bounds);
    if (!page) return reading_.left_out(page.error().code, head.url);
    if (!http) page->page.robots = std::move(original->robots);
    give(head, std::move(page->page));
  }

  // What the cache has of the URL whose payload a revisit repeats; nothing if that is its own URL, or unknown.
  std::optional<crawl::CapturedPage> bytes_of_other_url(const Head& head) {
    const std::string& digest = head.payload_digest;
    if (!repeats_payload(head)) return std::nullopt;
    const Original* known = reading_.originals().find(digest);
    const auto own = parse_url(head.url);
    const auto other = parse_url(!head.refers_to.empty() ? head.refers_to : known ? known->url : std::string());
    if (!own || !other) return std::nullopt;
    if (own->str() == other->str()) {
      if (!head.refers_to.empty()) reading_.originals().note(digest, own->str(), head.fetched);
      return std::nullopt;
    }
    auto page = reading_.find(other->str());
    if (!page || page->status < 200 || page->status > 299) return std::nullopt;
    const bool right = (head.refers_to_fetched > 0 && page->fetched == head.refers_to_fetched) ||
                       (known && known->url == other->str() && page->fetched == known->fetched) ||
                       digest_agrees(digest, page->body).value_or(false);
    return right ? std::move(page) : std::nullopt;
  }

  void hand_on(const Head& head, std::string block) {
    if (head.type == "revisit" && block.empty()) return revisit(head, std::nullopt);

    crawl::HttpHead http;
    if (head.type == "resource") {
      http.status = 200;
      http.fields.add("content-type", head.content_type);
    } else {
      auto taken = take_http_head(reading_, head, block);
      if (!taken) return;
      http = *std::move(taken);
      if (head.type == "revisit" && http.status >= 200 && http.status < 300) return revisit(head, http);
    }
    const bool has_body = !block.empty();
    auto page = page_of_block(reading_, head, http, std::move(block));
    if (!page) return;
    if (!head.truncated && page->status == 200 && has_body) {
      page->payload_digest = head.payload_digest;
      if (const auto url = parse_url(head.url))
        reading_.originals().note(head.payload_digest, url->str(), head.fetched);
    }
    reading_.page(*std::move(page));
  }

  ByteStream& in_;
  Reading& reading_;
  const std::string* const only_;  // null: all records
};

bool recognises(const Probe& probe) { return begins_record(probe.head); }

std::optional<Error> read(const std::string& path, Reading& reading) {
  return read_stream(path, reading, [&](ByteStream& in) { read_warc(in, reading); });
}

}  // namespace

void read_warc(ByteStream& in, Reading& reading, const std::string* only) { Reader(in, reading, only).run(); }

extern const Input warc_input;
const Input warc_input{"warc", "WARC 0.17 to 1.1, plain, gzip or Zstandard", recognises, read, true};

}  // namespace pith::ingest
