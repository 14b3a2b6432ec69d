#include "crawler_adapter/captured_page.h"

#include <algorithm>
#include <string_view>

namespace pith::crawl {
namespace {

// White space dropped, letters in lower case.
std::string normalised(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\t'; });
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

}  // namespace

bool is_html_type(const std::string& content_type) {
  const std::string type = normalised(content_type.substr(0, content_type.find(';')));
  return type.empty() || type == "text/html" || type == "application/xhtml+xml";
}

std::string charset_of(const std::string& content_type) {
  constexpr std::string_view key = ";charset=";
  const std::string header = normalised(content_type);
  const std::size_t begin = header.find(key);
  if (begin == std::string::npos) return {};
  const std::size_t end = header.find(';', begin + 1);
  std::string charset = header.substr(begin + key.size(), end == std::string::npos ? end : end - begin - key.size());
  std::erase_if(charset, [](char c) { return c == '"' || c == '\''; });
  return charset;
}

}  // namespace pith::crawl
