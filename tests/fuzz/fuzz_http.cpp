// HTTP heads, chunks and content encodings. Input: a byte that chooses the encoding, then the response.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "crawler_adapter/page/content_decoding.h"
#include "crawler_adapter/page/http_page.h"

using namespace pith::crawl;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  constexpr const char* encodings[] = {"gzip",     "deflate",         "br",       "zstd",
                                       "gzip, br", "br,zstd,deflate", "identity", "none-such"};
  constexpr std::size_t max_bytes = 100'000;
  const std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);

  const Unpacked body = dechunk(bytes);
  if (body.bytes.size() > bytes.size()) std::abort();
  const auto decoded = decode_content(bytes, encodings[data[0] % 8], {.max_bytes = max_bytes});
  if (decoded.ok() && decoded->bytes.size() > std::max(max_bytes, bytes.size())) std::abort();
  const auto raw = inflate_raw(bytes, {.max_bytes = max_bytes});
  if (raw.ok() && raw->bytes.size() > max_bytes) std::abort();

  const auto head = parse_http_head(bytes);
  if (!head) return 0;
  if (head->size > bytes.size() || head->status < 100 || head->status > 999 ||
      head->fields.fields.size() > max_head_fields)
    std::abort();
  for (const auto& [name, value] : head->fields.fields)
    for (const char c : value)
      if (static_cast<unsigned char>(c) < 0x20) std::abort();
  const auto page = page_of_response("http://h.example/", head->status, head->fields, bytes.substr(head->size),
                                     {.max_bytes = max_bytes});
  if (page.ok() && page->page.body.size() > max_bytes) std::abort();
  return 0;
}
