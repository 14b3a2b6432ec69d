// A page stored in an index, damaged or written by others: its views, places and sections in its structure, its export.
//
// Input: content, HTML and structure, with a NUL after each of the first two.
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "indexer_adapter/export/sink_document.h"
#include "indexer_adapter/hits/detail/place.h"
#include "indexer_adapter/hits/detail/sections.h"
#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/query/detail/deadline.h"
#include "plugin/search/stored_view.h"
#include "tests/fuzz/check.h"

using namespace pith;
using namespace pith::fuzz;

namespace {

void require_fragment(const std::string& fragment) {
  require(fragment.size() > 1 && fragment[0] == '#', "a fragment begins with # and is not empty", fragment);
  require(!fragment.ends_with(":~:text="), "a text fragment has text", fragment);
  for (const char c : fragment) require(c > ' ' && c < 0x7f && c != '"' && c != '<', "a fragment is escaped", fragment);
}

// Every eighth character of the content counts as a word of the query, one of three in turn.
void check_sections(const std::string& content, const std::string& structure) {
  const std::vector<double> weights = {1, 0.01, 7};
  const std::wstring wide = index::to_wide(content);
  std::vector<index::PatternMatch> matches;
  for (std::uint32_t at = 0; at < wide.size(); at += 8)
    matches.push_back({at, at + 1, matches.size() % weights.size()});
  std::vector<index::PatternMatch> in_title;
  for (std::size_t titles = 0; titles <= weights.size(); ++titles) {
    const index::AnsweringPart part =
        index::answering_part({wide, structure, matches, in_title}, weights, index::Deadline(0));
    in_title.push_back({static_cast<std::uint32_t>(titles), static_cast<std::uint32_t>(titles + 1), titles});
    if (!part.fragment.empty()) require_fragment(part.fragment);
    require(part.fragment.empty() || part.begin, "a link to a section knows where it is", structure);
    if (part.begin)
      require(part.end && *part.begin < wide.size() && *part.begin < *part.end && !part.beginning,
              "a section is a part of the content", structure);
    require(part.more.size() <= index::max_sections, "more sections are few", structure);
    for (const auto& [title, fragment] : part.more) {
      require_fragment(fragment);
      require_utf8(title, "a section's title is UTF-8");
      require(!title.empty() && fragment != part.fragment, "more sections are others", fragment);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes = view_of(data, size);
  index::StoredPage page = {{"url", "https://example.org/"}, {"title", "t"}, {"confidence", "0.5"}};
  for (const char* field : {"content", "html"}) {
    const std::string value = sanitize_utf8(take_until(bytes, '\0'));
    if (!value.empty()) page[field] = value;
  }
  if (!bytes.empty()) page["structure"] = bytes;

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
    if (const auto found = index::place_of(structure, place, index::Deadline(0)))
      require(found->begin <= place && place < found->end, "a place is around what was asked for", structure);
  check_sections(page["content"], structure);

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
