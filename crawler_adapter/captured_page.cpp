#include "crawler_adapter/captured_page.h"

#include "core/ascii.h"
#include "core/url.h"
#include "crawler_adapter/http_message.h"

namespace pith::crawl {

bool is_html_type(const std::string& content_type) {
  const std::string type = lower_ascii(split_content_type(content_type).type);
  return type.empty() || type == "text/html" || type == "application/xhtml+xml";
}

bool is_page_transfer(const std::string& url, int status, const std::string& content_type) {
  const auto parsed = parse_url(url);
  if (parsed && parsed->path == "/robots.txt") return false;
  if (status >= 200 && status < 300) return is_html_type(content_type);
  return !parsed || !is_obvious_non_page(*parsed);
}

}  // namespace pith::crawl
