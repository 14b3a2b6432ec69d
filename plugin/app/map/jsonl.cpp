// JSON lines: a page a line, with the fields of `pith export` (plugin/app/sinks/sink_document.h), and a page that is
// left out a line with {"url", "site", "status": "skipped", "reason"}. Both have "place", {"file", "offset"}, where the
// record says so, and the second "stands_for", a URL.
#include <nlohmann/json.hpp>
#include <string>

#include "crawler_adapter/digest.h"
#include "indexer_adapter/stored_page.h"
#include "plugin/app/map/format.h"
#include "plugin/app/sinks/sink_document.h"

namespace pith::map {
namespace {

using nlohmann::ordered_json;

void add_place(ordered_json& json, const crawl::RecordPlace& place) {
  if (!place.file.empty()) json["place"] = {{"file", place.file}, {"offset", place.offset}};
}

Result<std::string> page(const index::PageRecord& record, const ExtractedPage& page, const crawl::RecordPlace& place,
                         bool structure) {
  auto document = sinks::make_sink_document(index::stored_page(record, page), structure);
  if (!document) return document.error();
  add_place(document->fields, place);
  return sinks::to_line(document->fields) + "\n";
}

std::string left_out(const LeftOut& page) {
  ordered_json json = {{"id", crawl::sha256_hex(page.record.url)}, {"url", page.record.url}, {"site", page.record.site},
                       {"fetched", page.record.fetched},           {"status", "skipped"},    {"reason", page.reason}};
  if (!page.stands_for.empty()) json["stands_for"] = page.stands_for;
  add_place(json, page.place);
  return sinks::to_line(json) + "\n";
}

}  // namespace

extern const Format jsonl_format;
const Format jsonl_format{"jsonl", "a JSON object a line, as `pith export` writes it", [] { return std::string(); },
                          page, left_out};

}  // namespace pith::map
