// Any bytes to UTF-8. Input: a line that is the label of the header, then the page.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tests/fuzz/check.h"

using namespace pith;
using namespace pith::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes = view_of(data, size);
  const std::string_view label = take_until(bytes, '\n');

  const std::string_view name = canonical_encoding(label);
  require(name.empty() || canonical_encoding(name) == name, "a name is its own label", name);

  const Decoded decoded = decode_html(bytes, label);
  require_utf8(decoded.text, "the text is UTF-8");
  require(decoded.text.find('\0') == std::string::npos, "the text has no NUL");
  require(to_nfc(decoded.text) == decoded.text, "the text is in normal form C", decoded.text);
  require(canonical_encoding(decoded.encoding) == decoded.encoding, "the encoding has a name", decoded.encoding);
  // Linear: each byte gives a character of at most 3 bytes; normal form C at most triples that.
  require(decoded.text.size() <= 9 * bytes.size() + 16, "the text is not much longer than the bytes");

  const std::string clean = sanitize_utf8(bytes);
  require_utf8(clean, "what was cleaned is UTF-8");
  require(!is_valid_utf8(bytes) || bytes.find('\0') != std::string_view::npos || clean == bytes,
          "UTF-8 stays as it is");
  require(to_nfc(to_nfc(clean)) == to_nfc(clean), "the normal form is one", clean);
  if (!decoded.text.starts_with("\xEF\xBB\xBF"))
    require(decode_html(decoded.text, "utf-8").text == decoded.text, "what was decoded decodes to itself",
            decoded.text);
  return 0;
}
