#include "core/page/detail/json_ld.h"

#include <algorithm>
#include <utility>

#include "core/dom/character_references.h"
#include "core/dom/tag.h"
#include "core/text/ascii.h"
#include "core/text/shallow_json.h"

namespace pith {
namespace {

using nlohmann::json;

constexpr std::size_t max_script_bytes = 1u << 20;

// Without what templates wrap around JSON, and without raw line ends in strings.
std::string clean_json(std::string_view text) {
  static constexpr std::string_view cdata = "<![CDATA[";
  if (const auto at = text.find(cdata); at != std::string_view::npos && at < text.find('{'))
    text = text.substr(at + cdata.size(), text.rfind("]]>") - at - cdata.size());
  std::string out(text);
  std::replace_if(
      out.begin(), out.end(), [](unsigned char c) { return c < 0x20; }, ' ');
  const std::size_t begin = out.find_first_of("[{"), end = out.find_last_of("]}");
  if (begin == std::string::npos || end == std::string::npos || end < begin) return {};
  return out.substr(begin, end - begin + 1);
}

}  // namespace

std::vector<std::string_view> json_ld_scripts(const Document& page, const NodeSet* ignored) {
  std::vector<std::string_view> scripts;
  for (NodeId n = 0; n < page.size(); ++n) {
    if (page[n].tag != Tag::script || (ignored && ignored->contains(n))) continue;
    const NodeId child = page.first_child(n);
    if (child != no_node && lower_ascii(page.attribute(n, "type")).starts_with("application/ld+json"))
      scripts.push_back(page.text(child));
  }
  return scripts;
}

std::vector<json> parse_json_ld(std::span<const std::string_view> scripts) {
  std::vector<json> roots;
  for (const std::string_view script : scripts) {
    if (script.size() > max_script_bytes) continue;
    json root = parse_shallow_json<json>(clean_json(script));
    if (!root.is_discarded()) roots.push_back(std::move(root));
  }
  return roots;
}

const json* json_member(const json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

std::string json_text(const json* value) {
  if (value && value->is_array()) value = value->empty() ? nullptr : &value->front();
  if (value && value->is_object()) value = json_member(*value, "name");
  return value && value->is_string() ? decode_character_references(value->get_ref<const std::string&>())
                                     : std::string();
}

std::vector<std::string_view> json_types(const json& object) {
  std::vector<std::string_view> types;
  const json* const type = json_member(object, "@type");
  const auto add = [&](const json& value) {
    if (!value.is_string()) return;
    const std::string_view name = value.get_ref<const std::string&>();
    types.push_back(name.substr(name.find_last_of("/:") + 1));
  };
  if (type && type->is_array()) std::for_each(type->begin(), type->end(), add);
  if (type && !type->is_array()) add(*type);
  return types;
}

}  // namespace pith
