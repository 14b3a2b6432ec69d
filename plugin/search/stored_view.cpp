#include "plugin/search/stored_view.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "core/render/render.h"
#include "core/text/number.h"
#include "core/text/shallow_json.h"
#include "plugin/search/front_matter.h"
#include "plugin/site/page_clock.h"

namespace pith::pipeline {
namespace {

Result<std::string> markdown_of(const index::StoredPage& page, const std::string& html, bool with_metadata) {
  const auto document = parse_written(html);
  if (!document) return document.error();
  NodeSet content(*document);
  if (const NodeId body = document->find(Tag::body); body != no_node) content.add_subtree(*document, body);
  const std::string markdown = render_markdown(*document, content, std::nullopt);
  const auto value = [&](const char* name) {
    const auto found = page.find(name);
    return found == page.end() ? std::string() : found->second;
  };
  if (!with_metadata) return with_title(markdown, value("title"), read_blocks(*document, content));
  std::vector<std::pair<std::string_view, std::string>> values;
  for (const char* name : {"title", "url", "site", "author", "published", "lang", "type", "description", "fetched"})
    values.emplace_back(name, value(name));
  return front_matter(values) + markdown;
}

std::string json_of(const index::StoredPage& page) {
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  for (const index::FieldInfo& info : index::fields()) {
    const auto found = page.find(std::string(info.name));
    if (found == page.end()) continue;
    if (info.field == index::Field::structure) {
      auto structure = parse_shallow_json<nlohmann::ordered_json>(found->second);
      out[found->first] = structure.is_discarded() ? nullptr : std::move(structure);
    } else if (info.kind == index::FieldKind::number) {
      out[found->first] = parse_number(found->second).value_or(0);
    } else {
      out[found->first] = found->second;
    }
  }
  return out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace

Result<std::string> stored_view(const index::StoredPage& page, std::string_view format, bool with_metadata) {
  if (format == "json") return json_of(page);
  const std::string field = format == "text" ? "content" : "html";
  const auto found = page.find(field);
  if (found != page.end())
    return format == "markdown" ? markdown_of(page, found->second, with_metadata) : Result<std::string>(found->second);
  // Content that must not be shown leaves nothing at all; a page has both fields or neither.
  if (!page.contains("content") && !page.contains("html")) return std::string();
  return Error{"not_stored", "the index does not store " + field + " (index.fields leaves it out), which " +
                                 std::string(format) + " is made of"};
}

}  // namespace pith::pipeline
