// WET, as Common Crawl has it: a WARC file of `conversion` records, each with the text of a page. What is left out has
// no record.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "core/system/digest.h"
#include "plugin/cluster/format.h"

namespace pith::map {
namespace {

// From the URL and the digest of the page: the same page has the same id wherever and whenever it is extracted.
std::string record_id(const index::PageRecord& record) {
  const std::string hex = sha256_hex(record.url + "\n" + record.digest);
  // A UUID of version 8 (RFC 9562 §5.8): made in a way of one's own.
  return fmt::format("<urn:uuid:{}-{}-8{}-a{}-{}>", hex.substr(0, 8), hex.substr(8, 4), hex.substr(12, 3),
                     hex.substr(15, 3), hex.substr(18, 12));
}

std::string record_of(std::string_view type, std::string_view fields, std::string_view content_type,
                      std::string_view block) {
  return fmt::format("WARC/1.0\r\nWARC-Type: {}\r\n{}Content-Type: {}\r\nContent-Length: {}\r\n\r\n{}\r\n\r\n", type,
                     fields, content_type, block.size(), block);
}

// A file may have any name.
std::string one_line(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < 0x20 || c == 0x7F; }, '?');
  return text;
}

std::string head() {
  constexpr std::string_view block = "software: Pith\r\nformat: WARC File Format 1.0\r\n";
  return record_of("warcinfo", "WARC-Record-ID: <urn:uuid:7b4f6a5e-5d52-8c1b-a0c5-70697468636f>\r\n",
                   "application/warc-fields", block);
}

// The title, then the content, a block a line.
Result<std::string> page(const index::PageRecord& record, const ExtractedPage& page, const crawl::RecordPlace& place,
                         const Wanted&) {
  const Metadata& about = page.metadata;
  std::string text = about.title.empty() ? "" : about.title + "\n";
  text += shown_blocks(page).text;
  text += "\n";
  std::string fields = fmt::format("WARC-Target-URI: {}\r\nWARC-Record-ID: {}\r\n", record.url, record_id(record));
  if (!record.fetched.empty()) fields += fmt::format("WARC-Date: {}\r\n", record.fetched);
  if (!about.language.empty()) fields += fmt::format("WARC-Identified-Content-Language: {}\r\n", about.language);
  if (!place.file.empty()) fields += fmt::format("Pith-Place: {} {}\r\n", place.offset, one_line(place.file));
  return record_of("conversion", fields, "text/plain; charset=utf-8", text);
}

}  // namespace

extern const Format wet_format;
const Format wet_format{"wet", "WARC records with the text of each page, as Common Crawl's WET files", head, page,
                        [](const LeftOut&) { return std::string(); }};

}  // namespace pith::map
