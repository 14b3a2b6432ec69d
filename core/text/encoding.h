// Any bytes to UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace pith {

struct Decoded {
  std::string text;      // valid UTF-8 in Unicode normal form C, without byte order mark
  std::string encoding;  // WHATWG name of the encoding used, for example "windows-1252"
  std::string evidence;  // what decided: "bom", "http", "meta", "utf-8", "detector" or "default"
};

// Decodes HTML bytes. Order of evidence: byte order mark, every other byte 0 (UTF-16), HTTP charset, <meta> in the
// first 4 KB, the escapes of ISO-2022-JP, valid UTF-8, uchardet, windows-1252. Labels are WHATWG's (latin1 means
// windows-1252, gb2312 means gbk); unknown labels are ignored. A UTF-8 label on bytes that are not UTF-8 is ignored
// unless little is broken, and so is another label on bytes that can only be UTF-8 (programs that save pages as UTF-8
// often leave the old declaration in). Never fails: bytes that do not decode become U+FFFD, and so does NUL. O(bytes),
// thread-safe.
Decoded decode_html(std::string_view bytes, std::string_view http_charset = {});

// The WHATWG name of an encoding label ("Latin1" → "windows-1252"); empty if there is no such label.
std::string_view canonical_encoding(std::string_view label);

// Valid UTF-8 for any bytes: invalid ones become U+FFFD, and so does NUL.
std::string sanitize_utf8(std::string_view text);
bool is_valid_utf8(std::string_view text);

// Unicode normal form C of valid UTF-8, with at most 30 combining marks in a row (longer runs, which no script needs,
// are broken up by U+034F: normalising them would take quadratic time). Cheap for text already in this form. O(bytes).
std::string to_nfc(std::string text);

}  // namespace pith
