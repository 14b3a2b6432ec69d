// Lines of CDX and CDXJ files: what one says is within bounds.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/text/url.h"
#include "crawler_adapter/inputs/cdx_line.h"
#include "crawler_adapter/inputs/normal_page.h"
#include "crawler_adapter/inputs/piece_json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pith;
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  ingest::is_cdx(rest);
  ingest::CdxLines lines;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1);
    const auto piece = lines.read(rest.substr(0, end));
    rest.remove_prefix(end + 1);
    if (!piece || !*piece) continue;
    const ingest::Piece& found = **piece;
    if (!found.url || found.url->size() > max_url_bytes || ingest::check_file_name(found.file) ||
        found.offset + found.length < found.offset)
      std::abort();
  }
  return 0;
}
