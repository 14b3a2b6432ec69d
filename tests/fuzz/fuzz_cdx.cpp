// CDX and CDXJ files. What a line says is within bounds; the files that it names are not there.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string_view>

#include "core/text/url.h"
#include "crawler_adapter/inputs/cdx_line.h"
#include "crawler_adapter/inputs/normal_page.h"
#include "crawler_adapter/inputs/piece_json.h"
#include "tests/fuzz/read_input.h"

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
  return fuzz::read_input("cdx", data, size, std::numeric_limits<std::size_t>::max());
}
