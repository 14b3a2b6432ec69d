#include "core/text/mistyped_url.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "core/text/ascii.h"

namespace pith {
namespace {

// Of files that people crawl and keep; none is a top-level domain.
bool is_file_name(const std::string& text) {
  constexpr std::string_view types[] = {"html",  "htm", "xhtml", "php", "warc", "wacz",
                                        "jsonl", "cdx", "cdxj",  "gz",  "zst"};
  const std::size_t dot = text.rfind('.');
  return dot != text.npos && text.find_first_of(":/") == text.npos &&
         std::ranges::find(types, lower_ascii(text.substr(dot + 1))) != std::end(types);
}

// "http://h/" of "http://http://h/", from the host on.
std::optional<std::string> scheme_behind(const std::string& text, std::size_t host) {
  const std::string rest = text.substr(host);
  const std::string lower = lower_ascii(rest);
  const bool found = lower.starts_with("http://") || lower.starts_with("https://");
  return found && parse_url(rest) ? std::optional(rest) : std::nullopt;
}

}  // namespace

std::optional<MistypedUrl> mistyped_url(const std::string& text) {
  if (trim_ascii(text).empty()) return MistypedUrl{.what = "there is no URL", .meant = {}};
  if (is_file_name(text)) return MistypedUrl{.what = "is a file's name, and there is no such file here", .meant = {}};
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
  else if (const auto inner = scheme_behind(text, host); known && inner)
    return MistypedUrl{.what = scheme + ":// stands before another URL", .meant = *inner};
  else
    return std::nullopt;
  if (!scheme.starts_with('h') && !scheme.starts_with("ttp")) return out;  // ftp and the like are no slips
  const std::string meant = (scheme.ends_with('s') ? "https://" : "http://") + text.substr(host);
  if (parse_url(meant)) out.meant = meant;
  return out;
}

bool has_user_name(const std::string& text) {
  const std::size_t scheme = text.find("://"), host = scheme == text.npos ? 0 : scheme + 3;
  return text.substr(host, text.find_first_of("/?#", host) - host).find('@') != text.npos;
}

std::optional<Url> parse_typed_url(const std::string& text) {
  auto url = parse_url(text.find("://") == std::string::npos ? "http://" + text : text);
  const bool has_name = url && std::ranges::any_of(url->host, is_alphanumeric_ascii);
  return has_name ? std::move(url) : std::nullopt;
}

}  // namespace pith
