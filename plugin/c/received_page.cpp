// A page of the caller's, read.
#include <memory>
#include <string>
#include <utility>

#include "core/text/ascii.h"
#include "crawler_adapter/page/captured_page.h"
#include "crawler_adapter/page/http_page.h"
#include "crawler_adapter/page/robots_header.h"
#include "plugin/c/handles.h"
#include "plugin/capture/options.h"

namespace pith::c {

crawl::DecodingBounds decoding_bounds(const pith_config& config) {
  const crawl::CacheOptions options = capture::cache_options(config.config.settings());
  return {.max_bytes = static_cast<std::size_t>(options.page_max_bytes),
          .max_ratio = static_cast<std::size_t>(options.page_max_ratio)};
}

Result<ReceivedPage> ReceivedPage::read(const pith_config& config, const pith_page& page) {
  ReceivedPage out;
  if (page.url.size > 0) {
    out.url = parse_url(view_of(page.url));
    if (!out.url) return wrong_request("bad_url", string_of(page.url) + ": not an http or https URL");
    out.name = out.url->str();
  }
  const auto at_page = [&](const Error& error) { return out.name.empty() ? error : error_at(out.name, error); };
  const crawl::HttpFields fields = crawl::parse_fields(view_of(page.headers));
  out.type = crawl::split_content_type(fields.all("content-type"));
  if (!crawl::is_html_type(out.type.type)) return at_page({"not_html", "not HTML, but " + out.type.type});
  for (const auto& [name, value] : fields.fields)
    if (name == "x-robots-tag") crawl::add_robots_value(out.robots, value);
  out.body = view_of(page.body);
  const bool chunked = lower_ascii(fields.all("transfer-encoding")).find("chunked") != std::string::npos;
  const std::string encodings = fields.all("content-encoding");
  if (!chunked && encodings.empty()) return out;
  std::string body = chunked ? crawl::dechunk(out.body).bytes : std::string(out.body);
  auto decoded = crawl::decode_content(std::move(body), encodings, decoding_bounds(config));
  if (!decoded) return at_page(decoded.error());
  out.decoded_ = std::make_shared<const std::string>(std::move(decoded->bytes));
  out.body = *out.decoded_;
  return out;
}

}  // namespace pith::c
