// JSON lines: one object per line, from any crawler in any language.
//
//   {"url": "https://example.org/", "status": 200, "headers": {"Content-Type": "text/html"}, "body_base64": "PGh0bWw+"}
//
// `url` is required. `status` is 200 by default. `headers` is an object (values are strings or lists of strings) or a
// list of pairs. The body is `body_base64`, or `body` as text; with status 200, one of them is there. `fetched` is in
// seconds since 1970 or ISO 8601; without it, the page counts as fetched now. `place` is {"file", "offset"}: where the
// record was in an archive; `pith map` hands it on. `cut` is true if the body is only the beginning of the page.
// `payload_digest` is of the body as it was received, of which another record may say that it was received again. Other
// keys are ignored. The last line {"end": true} says that the crawl has come to its end, and nothing is missing. The file
// may be gzip. An invalid line is reported with its number, and the rest is read.
#include <optional>
#include <string>
#include <utility>

#include "crawler_adapter/inputs/byte_stream.h"
#include "crawler_adapter/inputs/input.h"
#include "crawler_adapter/inputs/json_page.h"
#include "crawler_adapter/inputs/line_reader.h"
#include "crawler_adapter/inputs/read_stream.h"

namespace pith::ingest {
namespace {

class Reader {
 public:
  Reader(ByteStream& in, Reading& reading)
      : in_(in), reading_(reading), lines_(in, max_line_bytes(reading.options), [&] { return reading_.stopped(); }) {}

  void run() {
    while (lines_.next()) {
      reading_.at(in_.position(), in_.size());
      if (lines_.is_blank()) continue;
      // Damage that follows the line cuts it: then the source is not whole, whatever the line says.
      if (!lines_.is_cut() && !lines_.is_too_long() && is_end_line(lines_.line())) {
        reading_.end();
        continue;
      }
      reading_.record();
      if (lines_.is_cut())
        refuse("damaged", cut_line);
      else if (lines_.is_too_long())
        reading_.left_out("too_large");
      else
        hand_on();
    }
  }

 private:
  void refuse(const std::string& reason, const std::string& why) {
    reading_.left_out(reason);
    reading_.lost(lines_.begin(), lines_.number(), "line " + std::to_string(lines_.number()) + ": " + why);
  }

  void hand_on() {
    std::string url;
    auto page = page_of_json(lines_.line(), reading_.options, url);
    if (page) return reading_.page(std::move(*page));
    // What is no page is left out; what is no record, or damaged, is lost.
    if (url.empty() || page.error().code == "damaged") return refuse(page.error().code, page.error().message);
    reading_.left_out(page.error().code, url);
  }

  ByteStream& in_;
  Reading& reading_;
  LineReader lines_;
};

bool recognises(const Probe& probe) {
  const std::size_t first = probe.head.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && probe.head[first] == '{';
}

std::optional<Error> read(const std::string& path, Reading& reading) {
  return read_stream(path, reading, [&](ByteStream& in) { Reader(in, reading).run(); });
}

}  // namespace

extern const Input json_lines_input;
const Input json_lines_input{
    "jsonl", R"(one JSON object a line: {"url", "status", "headers", "body_base64"})", recognises, read, false, true};

}  // namespace pith::ingest
