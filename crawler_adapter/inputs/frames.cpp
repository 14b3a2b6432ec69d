#include "crawler_adapter/inputs/frames.h"

#include <zstd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/url.h"
#include "crawler_adapter/inputs/byte_stream.h"
#include "crawler_adapter/inputs/frame_bytes.h"
#include "crawler_adapter/inputs/frame_reader.h"
#include "crawler_adapter/inputs/input.h"
#include "crawler_adapter/inputs/normal_page.h"
#include "crawler_adapter/inputs/read_stream.h"
#include "crawler_adapter/inputs/record_json.h"
#include "crawler_adapter/page/http_page.h"

namespace pith::ingest {
namespace {

using nlohmann::ordered_json;

// Beyond it, what reads the frame might take the body for a bomb.
constexpr std::size_t most_ratio = 500;

std::string packed(std::string_view bytes) {
  thread_local const std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> context(ZSTD_createCCtx(), ZSTD_freeCCtx);
  if (!context) throw std::bad_alloc();
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size = ZSTD_compressCCtx(context.get(), out.data(), out.size(), bytes.data(), bytes.size(), 1);
  if (ZSTD_isError(size)) throw std::bad_alloc();  // the buffer is large enough: only memory can fail
  out.resize(size);
  return out;
}

// A header for each.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

class Reader final : public FrameReader {
 public:
  Reader(ByteStream& in, Reading& reading)
      : FrameReader(in, reading, "frame"),
        most_bytes_(reading.options.page_max_bytes + crawl::max_head_bytes),
        options_([&] {
          Options options = reading.options;
          options.page_max_ratio = std::max(options.page_max_ratio, most_ratio);
          return options;
        }()) {}

 private:
  bool take(std::uint64_t begin, const FrameSizes& sizes) override {
    const auto [head, body] = sizes;
    if (body > most_bytes_) {
      if (!skip(head + body)) return cut(begin);
      reading_.record();
      reading_.left_out("too_large");
      return true;
    }
    const std::string_view bytes = in_.peek(head + body);
    if (bytes.size() < head + body) return cut(begin);
    const std::string json(bytes.substr(0, head));
    std::string content(bytes.substr(head, body));
    in_.skip(head + body);
    // Only the end of a gzip member shows whether the frame before it is intact.
    if (in_.peek(1).empty() && in_.gap() && in_.gap()->member == begin) return cut(begin);
    reading_.record();  // its place is that of the record in the head
    hand_on(begin, json, std::move(content));
    return true;
  }

  void damaged(std::uint64_t begin, const std::string& why) override {
    reading_.record();
    refuse(begin, "damaged", why);
  }

  void refuse(std::uint64_t begin, const std::string& reason, const std::string& why) {
    reading_.left_out(reason);
    reading_.lost(begin, number(), why);
  }

  void hand_on(std::uint64_t begin, std::string_view json, std::string body) {
    auto head = read_head(json);
    if (!head) return refuse(begin, head.error().code, frame() + ": " + head.error().message);
    const std::string url = head->url;
    auto page = page_of_record(std::move(*head), std::move(body), options_);
    if (page) return reading_.page(std::move(*page));
    if (page.error().code == "damaged") return refuse(begin, page.error().code, page.error().message);
    reading_.left_out(page.error().code, url);
  }

  const std::size_t most_bytes_;  // of a body
  const Options options_;         // reads what frame_of() packs, whatever the bounds for servers' bodies
};

// No head is so large that its size would not begin with a zero byte, which text and packed files do not.
bool recognises(const Probe& probe) {
  return probe.head.size() > frame_sizes_bytes && probe.head[0] == '\0' && read_frame_sizes(probe.head) &&
         probe.head[frame_sizes_bytes] == '{';
}

std::optional<Error> read(const std::string& path, Reading& reading) {
  return read_stream(path, reading, [&](ByteStream& in) { Reader(in, reading).run(); });
}

}  // namespace

std::string frame_of(const crawl::CapturedPage& page, std::string_view site) {
  ordered_json headers = ordered_json::object();
  const auto add = [&](const char* name, std::string value) {
    if (!value.empty()) headers[name] = value.substr(0, most_field_bytes);
  };
  add("Content-Type", page.content_type + (page.charset.empty() ? "" : "; charset=\"" + page.charset + "\""));
  if (!page.redirect_to.empty()) headers["Location"] = page.redirect_to.substr(0, max_url_bytes);
  add("ETag", page.etag);
  add("Last-Modified", page.last_modified);
  if (page.robots) headers["X-Robots-Tag"] = lines_of(page.robots->substr(0, most_field_bytes));

  std::string body = packed(page.body);
  if (body.size() < page.body.size() && page.body.size() / most_ratio < body.size())
    headers["Content-Encoding"] = "zstd";
  else
    body = page.body;
  ordered_json object = {{"url", page.url.substr(0, max_url_bytes + 1)},  // one that is too long stays so
                         {"status", std::max(page.status, 0)},
                         {"headers", std::move(headers)}};
  if (!site.empty()) object["site"] = site;
  if (page.fetched > 0) object["fetched"] = page.fetched;
  if (!check_file_name(page.place.file) && page.place.offset >= 0)
    object["place"] = {{"file", page.place.file}, {"offset", page.place.offset}};
  if (page.cut) object["cut"] = true;
  if (!page.robots && page.status != 304) object["robots"] = "unknown";  // of a 304, no header says the same
  if (!page.payload_digest.empty()) object["payload_digest"] = page.payload_digest;
  return frame_bytes(object.dump(-1, ' ', false, ordered_json::error_handler_t::replace), body);
}

extern const Input frames_input;
const Input frames_input{
    "frames",   "records as `pith records` and `pith shuffle` write them, each with its length before it",
    recognises, read,
    false,      true};

}  // namespace pith::ingest
