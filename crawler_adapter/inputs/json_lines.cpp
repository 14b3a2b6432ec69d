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
#include <openssl/evp.h>

#include <cstdint>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/text/url.h"
#include "crawler_adapter/inputs/byte_stream.h"
#include "crawler_adapter/inputs/http_block.h"
#include "crawler_adapter/inputs/input.h"
#include "crawler_adapter/inputs/line_reader.h"
#include "crawler_adapter/inputs/read_stream.h"
#include "crawler_adapter/inputs/record_json.h"
#include "crawler_adapter/page/http_page.h"

namespace pith::ingest {
namespace {

using nlohmann::json;

std::optional<std::string> decode_base64(const std::string& text) {
  std::string out(text.size() / 4 * 3 + 3, '\0');
  const std::unique_ptr<EVP_ENCODE_CTX, void (*)(EVP_ENCODE_CTX*)> context(EVP_ENCODE_CTX_new(), EVP_ENCODE_CTX_free);
  if (!context) throw std::bad_alloc();
  EVP_DecodeInit(context.get());
  int size = 0, rest = 0;
  auto* to = reinterpret_cast<unsigned char*>(out.data());
  // The total is bounded far below what an int holds.
  if (EVP_DecodeUpdate(context.get(), to, &size, reinterpret_cast<const unsigned char*>(text.data()),
                       static_cast<int>(text.size())) < 0 ||
      EVP_DecodeFinal(context.get(), to + size, &rest) < 0)
    return std::nullopt;
  out.resize(static_cast<std::size_t>(size + rest));
  return out;
}

// The object's body, if there should be one.
void read_body(const json& object, RecordHead& head, std::string& body) {
  const std::string reason = why_no_page(head.url);
  if (reason == "bad_url") throw Refused{"\"url\" has an impossible host or port", "bad_url"};
  if (!reason.empty()) throw Refused{"\"url\" is not an http or https URL"};
  const auto value = [&](const char* key) { return object.contains(key) ? &object.at(key) : nullptr; };
  if (const json* coded = value("body_base64"); coded && !coded->is_null()) {
    auto bytes = decode_base64(text_of(*coded, "\"body_base64\" is not text"));
    if (!bytes) throw Refused{"\"body_base64\" is not base64"};
    body = std::move(*bytes);
  } else if (const json* text = value("body"); text && !text->is_null()) {
    body = text_of(*text, "\"body\" is not text");
    // The header's encodings applied to the bytes, no longer to this text.
    std::erase_if(head.fields.fields, [](const auto& field) {
      return field.first == "content-encoding" || field.first == "transfer-encoding";
    });
    for (auto& [name, content_type] : head.fields.fields)
      if (name == "content-type") content_type = crawl::split_content_type(content_type).type + "; charset=utf-8";
  } else if (head.status == 200 && !value("body") && !value("body_base64")) {
    throw Refused{"has neither \"body\" nor \"body_base64\""};
  }
}

// A short line: other objects may have the key, too, among others.
bool is_end(const std::string& line) {
  constexpr std::size_t longest = 64;
  if (line.size() > longest) return false;
  const json object = json::parse(line, nullptr, false);
  return object.is_object() && object.size() == 1 && object.contains("end") && object["end"] == true;
}

class Reader {
 public:
  // Base64 makes 4 bytes of 3.
  Reader(ByteStream& in, Reading& reading)
      : in_(in),
        reading_(reading),
        lines_(in, reading.options.page_max_bytes * 2 + crawl::max_head_bytes, [&] { return reading_.stopped(); }) {}

  void run() {
    while (lines_.next()) {
      reading_.at(in_.position(), in_.size());
      if (lines_.is_blank()) continue;
      // Damage that follows the line cuts it: then the source is not whole, whatever the line says.
      if (!lines_.is_cut() && !lines_.is_too_long() && is_end(lines_.line())) {
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
    std::string body;
    auto head = read_head(lines_.line(), [&](const json& object, RecordHead& read) { read_body(object, read, body); });
    if (!head) return refuse(head.error().code, head.error().message);
    const std::string url = head->url;
    auto page = page_of_record(std::move(*head), std::move(body), reading_.options);
    if (page) return reading_.page(std::move(*page));
    if (page.error().code == "damaged") return refuse(page.error().code, page.error().message);
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
