#include "crawler_adapter/page/captured_page.h"

#include <algorithm>

#include "core/text/ascii.h"
#include "core/text/url.h"
#include "crawler_adapter/page/http_message.h"

namespace pith::crawl {

std::string payload_digest_of(std::string_view text) {
  constexpr std::size_t longest = 150;
  if (text.size() > longest || std::ranges::any_of(text, [](char c) { return c <= ' ' || c > '~'; })) return {};
  return lower_ascii(text);
}

bool is_html_type(const std::string& content_type) {
  const std::string type = lower_ascii(split_content_type(content_type).type);
  return type.empty() || type == "text/html" || type == "application/xhtml+xml";
}

bool looks_like_html(std::string_view bytes) {
  bytes = bytes.substr(0, 4096);
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
  while (true) {
    bytes.remove_prefix(std::min(bytes.find_first_not_of(" \t\r\n\f"), bytes.size()));
    const std::string_view end = bytes.starts_with("<!--") ? "-->" : bytes.starts_with("<?xml") ? "?>" : "";
    if (end.empty()) break;
    const std::size_t found = bytes.find(end);
    if (found == std::string_view::npos) return false;
    bytes.remove_prefix(found + end.size());
  }
  for (const std::string_view begin : {"<!doctype html", "<html", "<head", "<body", "<title", "<meta"})
    if (lower_ascii(bytes.substr(0, begin.size())) == begin) return true;
  return false;
}

bool is_page_transfer(const std::string& url, int status, const std::string& content_type) {
  const auto parsed = parse_url(url);
  if (parsed && parsed->path == "/robots.txt") return false;
  if (status >= 200 && status < 300) return is_html_type(content_type);
  return !parsed || !is_obvious_non_page(*parsed);
}

}  // namespace pith::crawl
