#include "crawler_adapter/cache/captured_record.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "core/system/digest.h"
#include "core/text/dot_segments.h"
#include "core/text/percent.h"
#include "core/text/url.h"
#include "crawler_adapter/cache/site.h"
#include "crawler_adapter/page/robots_header.h"

namespace pith::crawl {
namespace {

constexpr std::size_t max_charset_bytes = 40;  // encoding names are shorter (core/text/encoding.h)
constexpr std::size_t max_header_bytes = 1024;

// The header; empty if it is too long, because a part of it is useless.
std::string bounded(const std::string& header, std::size_t max_bytes = max_header_bytes) {
  return header.size() <= max_bytes ? header : std::string();
}

void set_state(const CapturedPage& page, const CacheOptions& options, CapturedRecord& out) {
  const auto skip = [&](PageReason reason) {
    out.state = PageState::skipped;
    out.reason = std::move(reason);
  };
  if (out.state == PageState::skipped) return;
  if (is_of_another_spelling(page)) {
    out.redirect_to.clear();
    out.digest.clear();
    return skip(PageReason::other_spelling);
  }
  if (page.status <= 0) return skip(PageReason::transfer_failed);
  if (!out.redirect_to.empty() && out.redirect_to == out.url) {
    out.redirect_to.clear();  // it leads nowhere
    return skip(PageReason::redirect_to_itself);
  }
  if (!out.redirect_to.empty()) return skip(PageReason::redirect);
  if (!is_success(page.status)) return skip(PageReason::of_status(page.status));
  if (!is_html_type(page.content_type)) return skip(PageReason::not_html);
  if (page.body.empty()) return skip(PageReason::empty);
  if (static_cast<std::int64_t>(page.body.size()) > options.page_max_bytes) return skip(PageReason::too_large);
}

// Removes what precedes the host in a URL (or in a text that should be one).
std::string without_credentials(std::string text) {
  const std::size_t scheme = text.find("://");
  const std::size_t begin = scheme == std::string::npos ? 0 : scheme + 3;
  const std::size_t at = text.substr(0, text.find_first_of("/?#\\", begin)).rfind('@');
  if (at != std::string::npos && at >= begin) text.erase(begin, at + 1 - begin);
  return text;
}

// A text that should be a URL may contain anything; it is written into lists, one per line.
std::string without_controls(std::string_view text) {
  return percent_encoded(text, [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != 0x7F; });
}

// What stands for a URL that is invalid or too long: never the URL of a page, or of another one of these.
std::string key_of_bad_url(const std::string& text, const CacheOptions& options) {
  constexpr std::size_t most_bytes = 8192, digits = 32;
  std::string key = without_controls(without_credentials(text));
  const auto page = parse_url(key);
  const bool taken = page && page->str() == key && static_cast<std::int64_t>(key.size()) <= options.url_max_bytes;
  if (key.size() <= most_bytes && !taken) return key;
  return key.substr(0, most_bytes - digits - 1) + "#" + sha256_hex(text).substr(0, digits);
}

bool is_too_long(const CapturedPage& page, const std::optional<Url>& url, const CacheOptions& options) {
  return static_cast<std::int64_t>(url ? url->str().size() : page.url.size()) > options.url_max_bytes;
}

std::string site_of(const CapturedPage& page, const std::optional<Url>& url, const CacheOptions& options) {
  return url && !is_too_long(page, url, options) ? site_of(*url, options.site_mode) : no_site;
}

}  // namespace

std::string site_of_record(const CapturedPage& page, const CacheOptions& options) {
  return site_of(page, parse_url(page.url), options);
}

bool is_success(int status) { return status >= 200 && status < 300; }

bool is_of_another_spelling(const CapturedPage& page) {
  constexpr int not_modified = 304;
  const DotSegments dots = dot_segments(page.url);
  const bool brought_it = is_success(page.status) || page.status == not_modified;
  return dots == DotSegments::hidden || (dots == DotSegments::plain && !brought_it);
}

CapturedRecord record_of(const CapturedPage& page, const CacheOptions& options) {
  CapturedRecord out;
  const auto url = parse_url(page.url);
  const bool too_long = is_too_long(page, url, options);
  out.site = site_of(page, url, options);
  if (url && !too_long) {
    out.url = url->str();
    if (!page.redirect_to.empty())
      if (const auto target = resolve(*url, page.redirect_to)) out.redirect_to = target->str();
  } else {
    out.url = key_of_bad_url(url ? url->str() : page.url, options);
    out.state = PageState::skipped;
    out.reason = too_long ? PageReason::url_too_long : PageReason::bad_url;
  }
  if (page.status < 300 || page.status >= 400) out.redirect_to.clear();
  if (page.robots) out.robots = page.robots->substr(0, max_robots_bytes);
  out.content_type = page.content_type.substr(0, max_header_bytes);  // the type comes first
  out.charset = bounded(page.charset, max_charset_bytes);
  out.etag = bounded(page.etag);
  out.last_modified = bounded(page.last_modified);
  if (!page.body.empty()) out.digest = sha256_hex(page.body);
  set_state(page, options, out);
  return out;
}

}  // namespace pith::crawl
