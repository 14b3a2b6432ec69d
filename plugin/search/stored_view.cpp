#include "plugin/search/stored_view.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "core/render/render.h"
#include "core/render/structure.h"
#include "core/text/number.h"
#include "plugin/search/front_matter.h"
#include "plugin/site/page_clock.h"

namespace pith::pipeline {
namespace {

Error beyond(std::string_view format, std::size_t max_bytes) {
  return too_large("too_large", fmt::format("as {}, the page has more than {} bytes", format, max_bytes));
}

Result<std::string> markdown_of(const index::StoredPage& page, const std::string& html, bool with_metadata,
                                std::size_t max_bytes) {
  const auto document = parse_written(html);
  if (!document) return document.error();
  NodeSet content(*document);
  if (const NodeId body = document->find(Tag::body); body != no_node) content.add_subtree(*document, body);
  const auto markdown = render_markdown(*document, content, std::nullopt, max_bytes);
  if (!markdown) return beyond("markdown", max_bytes);
  const auto value = [&](const char* name) {
    const auto found = page.find(name);
    return found == page.end() ? std::string() : found->second;
  };
  if (!with_metadata) return with_title(*markdown, value("title"), read_blocks(*document, content));
  std::vector<std::pair<std::string_view, std::string>> values;
  for (const char* name : {"title", "url", "site", "author", "published", "modified", "tags", "categories", "image",
                           "licence", "lang", "type", "description", "fetched"})
    values.emplace_back(name, value(name));
  return front_matter(values) + *markdown;
}

std::string written(const nlohmann::json& value) {
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Without a tree of the structure, which would take many times its bytes.
Result<std::string> json_of(const index::StoredPage& page, std::size_t max_bytes) {
  std::string out = "{";
  for (const index::FieldInfo& info : index::fields()) {
    const auto found = page.find(std::string(info.name));
    if (found == page.end()) continue;
    const std::string& value = found->second;
    out += (out.size() == 1 ? "\n  " : ",\n  ") + written(found->first) + ": ";
    if (out.size() + value.size() > max_bytes) return beyond("json", max_bytes);
    if (info.field == index::Field::structure)
      out += structure_json(value, max_bytes).value_or("null");
    else
      out += written(info.kind == index::FieldKind::number ? nlohmann::json(parse_number(value).value_or(0))
                                                           : nlohmann::json(value));
  }
  if (out.size() > max_bytes) return beyond("json", max_bytes);
  return out + "\n}";
}

}  // namespace

Result<std::string> stored_view(const index::StoredPage& page, std::string_view format, bool with_metadata,
                                std::size_t max_bytes) {
  if (format == "json") return json_of(page, max_bytes);
  const std::string field = format == "text" ? "content" : "html";
  const auto found = page.find(field);
  if (found != page.end()) {
    if (format == "markdown") return markdown_of(page, found->second, with_metadata, max_bytes);
    if (found->second.size() > max_bytes) return beyond(format, max_bytes);
    return found->second;
  }
  // Content that must not be shown leaves nothing at all; a page has both fields or neither.
  if (!page.contains("content") && !page.contains("html")) return std::string();
  return not_found("not_stored", "the index does not store " + field + " (index.fields leaves it out), which " +
                                     std::string(format) + " is made of");
}

}  // namespace pith::pipeline
