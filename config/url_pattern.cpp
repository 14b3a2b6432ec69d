#include "config/url_pattern.h"

#include <algorithm>

#include "config/detail/glob.h"
#include "core/text/percent.h"

namespace pith::config {

Result<std::string> parse_url_pattern(std::string_view text) {
  const auto error = [](std::string message) { return Error{"url_pattern", std::move(message)}; };
  if (text.empty()) return error("an empty URL pattern");
  if (text.size() > 1000) return error("a URL pattern of more than 1000 bytes");
  if (text.find_first_of("/*") == text.npos)
    return error("this matches no page: a URL pattern is compared with the whole URL, such as \"*" + std::string(text) +
                 "*\" or \"/" + std::string(text) + "/*\"");
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (const auto escaped = escape_at(text, i)) {
      if (is_unreserved(*escaped))
        out += *escaped;
      else
        append_escape(out, *escaped);
      i += 2;
    } else if (const auto byte = static_cast<unsigned char>(text[i]); byte <= ' ' || byte >= 0x7F) {
      append_escape(out, text[i]);
    } else {
      out += text[i];
    }
  }
  return out;
}

bool url_matches(std::string_view pattern, const Url& url) {
  const std::string whole = url.str();
  std::string_view compared = whole;
  if (pattern.find("://") == pattern.npos) compared.remove_prefix(url.scheme.size() + 3);
  if (pattern.starts_with('/')) compared.remove_prefix(std::min(compared.find('/'), compared.size()));
  return glob_matches(pattern, compared);
}

UrlPatterns::UrlPatterns(std::span<const std::string> texts) {
  for (const std::string& text : texts)
    if (auto pattern = parse_url_pattern(text)) patterns_.push_back(std::move(*pattern));
}

bool UrlPatterns::match(const Url& url) const {
  return std::ranges::any_of(patterns_, [&](const std::string& pattern) { return url_matches(pattern, url); });
}

}  // namespace pith::config
