// A page stored in an index, damaged or written by others: its views, places in its structure, its export.
//
// Input: content, HTML and structure, separated by NULs.
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "indexer_adapter/detail/place.h"
#include "plugin/app/pipeline/stored_view.h"
#include "plugin/app/sinks/sink_document.h"
#include "tests/fuzz/check.h"

using namespace pith;
using namespace pith::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes = view_of(data, size);
  index::StoredPage page = {{"url", "https://example.org/"}, {"title", "t"}, {"confidence", "0.5"}};
  for (const char* field : {"content", "html", "structure"}) {
    const std::string value = sanitize_utf8(take_until(bytes, '\0'));
    if (!value.empty()) page[field] = value;
  }

  for (const std::string_view format : pipeline::view_formats) {
    const auto view = pipeline::stored_view(page, format);
    if (!view) {
      require_printable(view.error().message);
      continue;
    }
    require_utf8(*view, "a view is UTF-8");
    if (format == "json") require(nlohmann::json::accept(*view), "JSON can be parsed", *view);
  }

  const std::string& structure = page["structure"];
  for (const std::uint32_t place : {0u, 1u, 17u, 0xffffffffu})
    if (const auto found = index::place_of(structure, place))
      require(found->begin <= place && place < found->end, "a place is around what was asked for", structure);

  if (structure.empty()) page.erase("structure");
  const auto document = sinks::make_sink_document(page, true);
  if (!document) {
    require(document.error().code == "bad_structure", "an error is the structure's", document.error().code);
    return 0;
  }
  const std::string line = sinks::to_line(document->fields);
  require(nlohmann::json::accept(line) && line.find('\n') == std::string::npos, "a document is a line", line);
  for (const char* list : {"headings", "lists", "tables", "code", "quotes", "captions"})
    for (const auto& text : document->fields.value(list, nlohmann::ordered_json::array()))
      require(page["content"].find(text.get<std::string>()) != std::string::npos, "lists are parts of the content",
              line);
  return 0;
}
