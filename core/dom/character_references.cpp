#include "core/dom/character_references.h"

#include <algorithm>

#include "core/dom/document.h"
#include "core/dom/parse.h"
#include "core/text/ascii.h"

namespace pith {
namespace {

constexpr std::size_t max_reference_bytes = 33;  // HTML's longest name, "CounterClockwiseContourIntegral", and a margin

// "&rsquo;" or "&#38;", at the beginning of the text.
bool begins_with_reference(std::string_view text) {
  const std::size_t end = text.substr(0, max_reference_bytes + 2).find(';');
  if (!text.starts_with('&') || end == std::string_view::npos || end < 2) return false;
  text = text.substr(1, end - 1);
  if (text.starts_with('#')) text.remove_prefix(1);
  return std::ranges::all_of(text, is_alphanumeric_ascii);
}

}  // namespace

std::string decode_character_references(std::string_view text) {
  std::string html;
  bool any = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_reference = text[i] == '&' && begins_with_reference(text.substr(i));
    any = any || is_reference;
    if (text[i] == '<')
      html += "&lt;";
    else if (text[i] == '&' && !is_reference)
      html += "&amp;";
    else
      html += text[i];
  }
  if (!any) return std::string(text);
  const auto parsed = parse_html(html);
  if (!parsed) return std::string(text);
  std::string out;
  for (NodeId n = 0; n < parsed->size(); ++n)
    if ((*parsed)[n].is_text()) out += parsed->text(n);
  return out;
}

}  // namespace pith
