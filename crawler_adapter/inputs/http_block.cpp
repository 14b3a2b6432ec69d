#include "crawler_adapter/inputs/http_block.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/text/ascii.h"
#include "core/text/url.h"
#include "crawler_adapter/page/http_page.h"

namespace pith::ingest {
namespace {

// The length of the body by the page's head, if that can be compared with the bytes: archives may store unpacked bodies
// under the heads of packed ones, and if there is an encoding, it reveals truncation itself.
std::optional<std::uint64_t> promised_length(const crawl::HttpFields& fields) {
  const std::string& text = fields.get("content-length");
  if (!fields.get("transfer-encoding").empty() || !fields.get("content-encoding").empty()) return std::nullopt;
  std::uint64_t length = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return length;
}

}  // namespace

std::string why_no_page(const std::string& url) {
  if (url.size() > max_url_bytes) return "url_too_long";
  if (parse_url(url)) return {};
  const std::string scheme = lower_ascii(trim_ascii(std::string_view(url).substr(0, url.find(':'))));
  return scheme == "http" || scheme == "https" ? "bad_url" : "not_http";
}

std::string why_not_read(ByteStream& in, const BlockRecord& record, const Options& options,
                         const std::string* content_type) {
  if (std::string reason = why_no_page(record.url); !reason.empty()) return reason;
  // Room for the HTTP head and for framing; the unpacked body is checked against the limit later.
  if (record.length <= options.page_max_bytes + crawl::max_head_bytes) return {};
  // A film does not count as a page that is too large.
  if (content_type) return crawl::is_html_type(*content_type) ? "too_large" : "not_html";
  const auto http = crawl::parse_http_head(in.peek(crawl::max_head_bytes).substr(0, crawl::max_head_bytes));
  const bool page = !http || crawl::is_page_transfer(record.url, http->status, http->fields.all("content-type"));
  return page ? "too_large" : "not_html";
}

void skip_line_ends(ByteStream& in) {
  while (true) {
    const std::string_view bytes = in.peek(byte_order_mark.size());
    const std::size_t count = bytes.size() - without_blank_beginning(bytes).size();
    in.skip(count);
    if (count == 0) return;
  }
}

std::uint64_t pass_over(ByteStream& in, Reading& reading, std::uint64_t length) {
  constexpr std::uint64_t block = 64 << 10;
  std::uint64_t passed = 0;
  while (passed < length && !reading.stopped()) {
    const std::size_t want = static_cast<std::size_t>(std::min(length - passed, block));
    const std::size_t got = std::min(in.peek(want).size(), want);
    in.skip(got);
    passed += got;
    if (got < want) break;
    reading.at(in.position(), in.size());
  }
  return passed;
}

void report_damaged(Reading& reading, const BlockRecord& record, const std::string& what) {
  reading.left_out("damaged");
  reading.damage(record.begin, "record " + std::to_string(reading.report().records) +
                                   (record.url.empty() ? "" : ", " + record.url) + ": " + what);
}

std::optional<crawl::HttpHead> take_http_head(Reading& reading, const BlockRecord& record, std::string& block) {
  auto http = crawl::parse_http_head(block);
  if (!http) {
    reading.left_out(http.error().code);
    reading.lost(record.begin, reading.report().records, record.url + ": " + http.error().message);
    return std::nullopt;
  }
  block.erase(0, http->size);
  return *std::move(http);
}

std::optional<crawl::CapturedPage> page_of_block(Reading& reading, const BlockRecord& record,
                                                 const crawl::HttpHead& http, std::string body) {
  const std::uint64_t received = body.size();
  auto page =
      crawl::page_of_response(record.url, http.status, http.fields, std::move(body), decoding_bounds(reading.options));
  if (!page) {
    reading.left_out(page.error().code, record.url);
    return std::nullopt;
  }
  const auto promised = promised_length(http.fields);
  // Without a body it may be the response to a HEAD request, which must not replace a page.
  const bool cut = page->page.status == 200 && received > 0 && promised && received < *promised;
  if ((cut || !page->complete) && !record.truncated) {
    reading.left_out("damaged");
    reading.lost(record.begin, reading.report().records,
                 record.url + ": its body " +
                     (cut ? "has " + std::to_string(received) + " of " + std::to_string(*promised) + " bytes"
                          : std::string("does not unpack to its end")));
    return std::nullopt;
  }
  page->page.cut = record.truncated;
  page->page.fetched = record.fetched;
  return std::move(page->page);
}

}  // namespace pith::ingest
