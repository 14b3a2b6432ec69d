#include "plugin/cluster/document_lines.h"

#include <nlohmann/json.hpp>
#include <span>

#include "core/text/shallow_json.h"
#include "crawler_adapter/inputs/line_reader.h"

namespace pith::map {

using nlohmann::ordered_json;

Result<std::optional<sinks::SinkDocument>> read_document_line(std::string_view line) {
  const auto bad = [](const char* why) { return Error{"bad_line", why}; };
  const JsonSize size = json_size(line);
  if (size.depth > max_json_depth) return bad("is nested too deeply");
  if (size.values > max_document_values) return bad("has more than 10,000,000 values");
  if (size.members > max_document_members) return bad("has an object of more than 100 members");
  auto object = ordered_json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (object.is_discarded()) return bad("is not JSON");
  if (!object.is_object()) return bad("is not a JSON object");
  if (const auto status = object.find("status"); status != object.end() && *status == "skipped")
    return std::optional<sinks::SinkDocument>();
  auto document = sinks::read_sink_document(std::move(object));
  if (!document) return document.error();
  return std::optional(std::move(*document));
}

Result<DocumentLines> DocumentLines::open(const std::string& path, const std::atomic<bool>* stop) {
  auto in = ingest::ByteStream::open(path, stop);
  if (!in) return in.error();
  return DocumentLines(std::move(*in), stop);
}

void DocumentLines::read(sinks::Intake& intake, const std::function<void(const LostLine&)>& lost) {
  bool wanted = true;
  ingest::LineReader lines(in_, max_document_bytes, [&] { return !wanted || (stop_ && *stop_); });
  const auto lose = [&](std::string what) {
    lost({lines.number(), lines.begin(), std::move(what)});
    wanted = intake.lose();
  };
  while (lines.next()) {
    if (lines.is_blank()) continue;
    if (lines.is_cut()) {
      lose("is cut short: " + lines.damage());
    } else if (lines.is_too_long()) {
      lose("is longer than 128 MB");
    } else if (auto document = read_document_line(lines.line()); !document) {
      lose(document.error().message);
    } else {
      wanted = *document ? intake.documents(std::span(&**document, 1)) : intake.skip();
    }
  }
}

}  // namespace pith::map
