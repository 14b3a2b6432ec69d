#include "crawler_adapter/cache/site.h"

#include <libpsl.h>

#include <algorithm>

#include "core/text/ascii.h"

namespace pith::crawl {
namespace {

bool is_address(std::string_view host) {
  return host.starts_with('[') ||
         std::all_of(host.begin(), host.end(), [](char c) { return is_digit_ascii(c) || c == '.'; });
}

}  // namespace

std::string site_of(const Url& url, SiteMode mode) {
  const std::string with_port = url.port.empty() ? url.host : url.host + ":" + url.port;
  // libpsl considers "127.0.0.1" a domain under ".1", so addresses and single labels are handled separately.
  if (is_address(url.host) || url.host.find('.') == std::string::npos) return with_port;
  if (mode == SiteMode::host) return url.host;
  const char* registrable = psl_registrable_domain(psl_builtin(), url.host.c_str());
  return registrable ? registrable : url.host;
}

}  // namespace pith::crawl
