#include "crawler_adapter/inputs/normal_page.h"

#include <algorithm>

#include "core/text/ascii.h"
#include "core/text/encoding.h"
#include "core/text/url.h"
#include "crawler_adapter/page/http_message.h"
#include "crawler_adapter/page/robots_header.h"

namespace pith::ingest {
namespace {

constexpr int last_status = 999;
constexpr std::size_t longest_name = 4096;

void make_utf8(std::string& text) {
  if (!is_valid_utf8(text)) text = sanitize_utf8(text);
}

// As a header has it: trimmed, without control characters.
void make_header(std::string& text) {
  crawl::HttpFields one;
  make_utf8(text);
  one.add("", text);
  text = one.fields.front().second.substr(0, most_field_bytes);
  make_utf8(text);
}

// Names of encodings are printable ASCII; these characters would end or quote a parameter of Content-Type.
void make_charset(std::string& charset) {
  std::erase_if(charset, [](char c) { return c == '"' || c == '\'' || c == '\\'; });
  charset = trim_ascii(charset);
  const auto may_not_stand = [](char c) { return c <= ' ' || c > '~' || c == ';' || c == ','; };
  if (std::ranges::any_of(charset, may_not_stand)) charset.clear();
}

void make_robots(std::string& robots) {
  make_utf8(robots);
  std::string lines;
  each_part(robots, "\n", [&](std::string_view line) { crawl::add_robots_value(lines, line); });
  robots = std::move(lines);
}

}  // namespace

std::optional<Error> check_file_name(std::string_view name) {
  if (name.empty()) return Error{"bad_line", "names no file"};
  if (name.size() > longest_name) return Error{"bad_line", "names a file with over 4096 characters"};
  if (std::ranges::any_of(name, [](unsigned char c) { return c < 0x20 || c == 0x7F; }))
    return Error{"bad_line", "names a file with control characters"};
  return std::nullopt;
}

std::string make_normal(crawl::CapturedPage& page) {
  if (page.url.size() > max_url_bytes) return "url_too_long";
  if (!parse_url(page.url)) make_utf8(page.url);
  make_header(page.content_type);
  page.content_type = crawl::split_content_type(page.content_type).type;
  make_charset(page.charset);
  make_header(page.etag);
  make_header(page.last_modified);
  if (page.robots) make_robots(*page.robots);
  if (page.status < 0 || page.status > last_status) page.status = 0;
  if (page.fetched < 0 || page.fetched >= times_end) page.fetched = 0;
  make_utf8(page.place.file);
  if (!page.place.file.empty() && (page.place.offset < 0 || check_file_name(page.place.file))) page.place = {};
  return crawl::is_page_transfer(page.url, page.status, page.content_type) ? "" : "not_html";
}

}  // namespace pith::ingest
