#include "plugin/cluster/line_fields.h"

#include <string>
#include <utility>

#include "core/system/digest.h"
#include "indexer_adapter/export/sink_document.h"

namespace pith::map {

using nlohmann::ordered_json;

Result<ordered_json> line_fields(const index::PageRecord& record, const ExtractedPage& page, bool structure) {
  auto document = sinks::make_sink_document(record, page, structure);
  if (!document) return document.error();
  return std::move(document->fields);
}

ordered_json line_fields(const LeftOut& page) {
  ordered_json fields = {{"id", sha256_hex(page.record.url)}, {"url", page.record.url}};
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) fields[name] = value;
  };
  add("site", page.record.site);
  add("fetched", page.record.fetched);
  fields["status"] = "skipped";
  add("reason", page.reason);
  add("stands_for", page.stands_for);
  return fields;
}

}  // namespace pith::map
