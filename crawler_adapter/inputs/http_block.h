// Records whose block is an HTTP response: what the inputs of archives have in common.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "crawler_adapter/inputs/byte_stream.h"
#include "crawler_adapter/inputs/input.h"
#include "crawler_adapter/page/captured_page.h"
#include "crawler_adapter/page/http_message.h"

namespace pith::ingest {

// A record whose head has been read.
struct BlockRecord {
  std::uint64_t begin = 0;  // its offset in the file
  std::string url;
  std::uint64_t length = 0;  // of its block, as its head says
  std::int64_t fetched = 0;
  bool truncated = false;  // it says that its block is cut
};

// Why no page can have a URL, by which its record is left out: "url_too_long", "bad_url" (http or https, but host or port
// cannot be), "not_http" (dns:, ftp:, …); empty if it can be one.
std::string why_no_page(const std::string& url);

// Why the block is not read; empty if it is. `content_type`: of a block without an HTTP head; else null. Shows up to
// max_head_bytes of the stream, which is at the block.
std::string why_not_read(ByteStream& in, const BlockRecord& record, const Options& options,
                         const std::string* content_type = nullptr);

// Skips what stands between records: line ends, and the byte order marks of files that were joined.
void skip_line_ends(ByteStream& in);

// Skips `length` bytes, or as many as there are before the end of the segment or a stop: returns how many.
std::uint64_t pass_over(ByteStream& in, Reading& reading, std::uint64_t length);

// Reports a record as damaged.
void report_damaged(Reading& reading, const BlockRecord& record, const std::string& what);

// Takes the head off the block. If it has none, the record is left out as "bad_http", with a loss: then nothing.
std::optional<crawl::HttpHead> take_http_head(Reading& reading, const BlockRecord& record, std::string& block);

// The page that head and body are. Nothing if it is left out, which is reported; a page that is cut short, without the
// record saying so, is a loss.
std::optional<crawl::CapturedPage> page_of_block(Reading& reading, const BlockRecord& record,
                                                 const crawl::HttpHead& http, std::string body);

}  // namespace pith::ingest
