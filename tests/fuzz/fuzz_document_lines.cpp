// Lines for `pith export --documents`: hostile, damaged and cut. Each is a document that a sink can write, left out, or
// named with its place.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "core/text/url.h"
#include "plugin/cluster/document_lines.h"
#include "tests/fuzz/check.h"

using namespace pith;
using namespace pith::fuzz;

namespace {

bool fits(sinks::FieldType type, const nlohmann::ordered_json& value) {
  switch (type) {
    case sinks::FieldType::texts:
      for (const auto& text : value)
        if (!text.is_string()) return false;
      return value.is_array();
    case sinks::FieldType::number:
      return value.is_number_float();
    case sinks::FieldType::json:
      return value.is_array();
    case sinks::FieldType::keyword:
    case sinks::FieldType::text:
    case sinks::FieldType::date:
      break;
  }
  return value.is_string();
}

class Taking final : public sinks::Intake {
 public:
  bool documents(std::span<const sinks::SinkDocument> of_page) override {
    ++pages;
    for (const sinks::SinkDocument& document : of_page) check(document);
    return true;
  }
  static void check(const sinks::SinkDocument& document) {
    const auto url = parse_url(document.url);
    require(url && url->str() == document.url, "a document has a URL in normal form", document.url);
    std::size_t known = 0;
    const bool chunk = document.fields.contains("chunk");
    for (const sinks::DocumentField& field : chunk ? sinks::chunk_fields() : sinks::document_fields())
      if (const auto value = document.fields.find(field.name); value != document.fields.end()) {
        ++known;
        require(fits(field.type, *value), "a field has its type", field.name);
      }
    require(known == document.fields.size(), "a document has no other fields");
    const std::string line = sinks::to_line(document.fields);
    require(line.find('\n') == std::string::npos, "a document is a line", line);
    const auto again = map::read_document_line(line);
    require(again && *again && sinks::to_line((*again)->fields) == line, "what was read, written, is the same", line);
  }
  bool refuse(sinks::Refusal) override {
    require(false, "a line is not a page of an index");
    return false;
  }
  bool skip() override {
    ++pages;
    return true;
  }
  bool lose() override {
    ++pages;
    ++lost;
    return true;
  }

  bool remove(const std::string&) override {
    require(false, "no line says what is gone");
    return false;
  }

  std::int64_t pages = 0, lost = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const int file = memfd_create("fuzz", MFD_CLOEXEC);
  require(file >= 0 && write(file, data, size) == static_cast<ssize_t>(size), "a file can be written");
  auto lines = map::DocumentLines::open("/proc/self/fd/" + std::to_string(file), nullptr);
  require(lines.ok(), "a file can be read");
  Taking taking;
  std::int64_t named = 0, number = 0;
  lines->read(taking, [&](const map::LostLine& line) {
    ++named;
    require(line.number > number, "lines are numbered");
    number = line.number;
    require(line.offset <= size, "a place is in the file");
    require_printable(line.what);
  });
  require(named == taking.lost, "what is lost is named");
  close(file);
  return 0;
}
