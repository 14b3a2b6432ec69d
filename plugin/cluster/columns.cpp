// Columns: JSON lines that all have the same keys (columns.h). What a page does not have is null, and `structure` is a
// text, JSON itself.
#include "plugin/cluster/columns.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "indexer_adapter/export/sink_document.h"
#include "plugin/cluster/format.h"
#include "plugin/cluster/line_fields.h"

namespace pith::map {
namespace {

using nlohmann::ordered_json;

std::string_view type_of(sinks::FieldType type) {
  switch (type) {
    case sinks::FieldType::texts:
      return "texts";
    case sinks::FieldType::number:
      return "number";
    case sinks::FieldType::keyword:
    case sinks::FieldType::text:
    case sinks::FieldType::date:
    case sinks::FieldType::json:
      break;
  }
  return "text";
}

// `fields` has what the page has.
std::string line(ordered_json fields, const crawl::RecordPlace& place) {
  if (!place.file.empty()) {
    fields["place_file"] = place.file;
    fields["place_offset"] = place.offset;
  }
  static const std::vector<Column> all = columns();
  ordered_json row;
  for (const Column& column : all) {
    const auto field = fields.find(column.name);
    row[column.name] = field == fields.end() ? ordered_json() : std::move(*field);
  }
  return sinks::to_line(row) + "\n";
}

Result<std::string> page(const index::PageRecord& record, const ExtractedPage& page, const crawl::RecordPlace& place,
                         const Wanted& wanted) {
  auto fields = line_fields(record, page, wanted.structure);
  if (!fields) return fields.error();
  if (const auto blocks = fields->find("structure"); blocks != fields->end()) *blocks = sinks::to_line(*blocks);
  return line(std::move(*fields), place);
}

std::string left_out(const LeftOut& page) { return line(line_fields(page), page.place); }

}  // namespace

std::vector<Column> columns() {
  std::vector<Column> out;
  for (const sinks::DocumentField& field : sinks::document_fields())
    out.push_back({std::string(field.name), type_of(field.type), std::string(field.meaning)});
  out.push_back({"stands_for", "text", "of a page that is left out: where it redirects, or the page with its content"});
  out.push_back({"place_file", "text", "where the record comes from"});
  out.push_back({"place_offset", "integer", "where it begins there, in bytes"});
  return out;
}

extern const Format columns_format;
const Format columns_format{"columns", "JSON lines with the same keys in each, for tables and Parquet",
                            [] { return std::string(); }, page, left_out};

}  // namespace pith::map
