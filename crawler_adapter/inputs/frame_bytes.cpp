#include "crawler_adapter/inputs/frame_bytes.h"

#include "crawler_adapter/page/http_message.h"

namespace pith::ingest {
namespace {

void add_number(std::string& out, std::size_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(number >> shift & 0xFF);
}

std::size_t number_at(std::string_view bytes, std::size_t at) {
  std::size_t number = 0;
  for (std::size_t i = at; i < at + 4; ++i) number = number << 8 | static_cast<unsigned char>(bytes[i]);
  return number;
}

}  // namespace

std::optional<FrameSizes> read_frame_sizes(std::string_view bytes) {
  const FrameSizes sizes{number_at(bytes, 0), number_at(bytes, 4)};
  return sizes.head == 0 || sizes.head > crawl::max_head_bytes ? std::nullopt : std::optional(sizes);
}

std::string frame_bytes(std::string_view head, std::string_view body) {
  std::string out;
  out.reserve(frame_sizes_bytes + head.size() + body.size());
  add_number(out, head.size());
  add_number(out, body.size());
  return out.append(head).append(body);
}

Result<std::optional<Frame>> take_frame(ByteStream& in) {
  const std::string_view begin = in.peek(frame_sizes_bytes);
  if (begin.empty() && !in.gap()) return std::optional<Frame>();
  const Error damaged{"damaged", "byte " + std::to_string(in.offset()) + ": no whole frame is here"};
  const auto sizes = begin.size() < frame_sizes_bytes ? std::nullopt : read_frame_sizes(begin);
  if (!sizes) return damaged;
  in.skip(frame_sizes_bytes);
  const std::string_view bytes = in.peek(sizes->head + sizes->body);
  if (bytes.size() < sizes->head + sizes->body) return damaged;
  Frame frame{std::string(bytes.substr(0, sizes->head)), std::string(bytes.substr(sizes->head, sizes->body))};
  in.skip(sizes->head + sizes->body);
  return std::optional(std::move(frame));
}

}  // namespace pith::ingest
