// JSON lines: a page a line, with the fields of `pith export` (indexer_adapter/export/sink_document.h), and a page that
// is left out a line with {"url", "site", "status": "skipped", "reason"}; both have "place", {"file", "offset"}, where
// the record says so.
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "indexer_adapter/export/sink_document.h"
#include "plugin/cluster/format.h"
#include "plugin/cluster/line_fields.h"

namespace pith::map {
namespace {

using nlohmann::ordered_json;

std::string line(ordered_json fields, const crawl::RecordPlace& place) {
  if (!place.file.empty()) fields["place"] = {{"file", place.file}, {"offset", place.offset}};
  return sinks::to_line(fields) + "\n";
}

Result<std::string> page(const index::PageRecord& record, const ExtractedPage& page, const crawl::RecordPlace& place,
                         const Wanted& wanted) {
  auto fields = line_fields(record, page, wanted.structure);
  if (!fields) return fields.error();
  return line(std::move(*fields), place);
}

std::string left_out(const LeftOut& page) { return line(line_fields(page), page.place); }

}  // namespace

extern const Format jsonl_format;
const Format jsonl_format{"jsonl", "a JSON object a line, as `pith export` writes it", [] { return std::string(); },
                          page, left_out};

}  // namespace pith::map
