#include "core/text/mistyped_url.h"

#include <algorithm>

#include "core/text/ascii.h"

namespace pith {

std::optional<MistypedUrl> mistyped_url(const std::string& text) {
  const std::size_t end = std::min(text.find_first_of(":/"), text.size());
  const std::size_t host = std::min(text.find_first_not_of(":/", end), text.size());
  const std::string scheme = lower_ascii(text.substr(0, end)), mark = text.substr(end, host - end);
  const bool known = scheme == "http" || scheme == "https";
  MistypedUrl out;
  const bool port = host < text.size() && is_digit_ascii(text[host]);
  if (!known && (mark.starts_with("://") || (mark == ":" && host < text.size() && !port)))
    out.what = scheme + " is neither http nor https";
  else if (known && mark.starts_with("//"))
    out.what = "a colon is missing after " + scheme;
  else if (known && mark == ":/")
    out.what = "a slash is missing after " + scheme + ":/";
  else if (known && mark == ":")
    out.what = "two slashes are missing after " + scheme + ":";
  else
    return std::nullopt;
  if (!scheme.starts_with('h') && !scheme.starts_with("ttp")) return out;  // ftp and the like are no slips
  const std::string meant = (scheme.ends_with('s') ? "https://" : "http://") + text.substr(host);
  if (parse_url(meant)) out.meant = meant;
  return out;
}

std::optional<Url> parse_typed_url(const std::string& text) {
  return parse_url(text.find("://") == std::string::npos ? "http://" + text : text);
}

}  // namespace pith
