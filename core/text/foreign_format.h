// Bytes that are sent as HTML but are something else: servers label PDF files, images and archives "text/html".
#pragma once

#include <string_view>

namespace pith {

struct ForeignFormat {
  std::string_view name;         // empty: the bytes may be a page
  std::string_view description;  // "a PDF document"
};

// What the bytes are, if they cannot be a page:
//   pdf         a PDF or PostScript document
//   image       PNG, JPEG, GIF, WebP, TIFF, icon
//   media       sound, video, or a font
//   compressed  an archive or compressed bytes, also a page that was compressed twice
//   utf32       text in UTF-32, which HTML forbids and no browser reads
//   binary      anything else of which one character in 20 is a control character or could not be decoded
// `bytes` are as received; `decoded` is their text by decode_html. The first bytes decide (WHATWG MIME Sniffing §6; it
// believes the label text/html, and Pith does not); `binary` needs the text, since what is a control character depends
// on the encoding. Looks at 4,096 bytes of each. Thread-safe.
ForeignFormat foreign_format(std::string_view bytes, std::string_view decoded);

}  // namespace pith
