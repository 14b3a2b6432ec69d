// White space in page text, and invisible characters.
//
// Space is what HTML collapses and what looks the same: ASCII white space, no-break and typographic spaces, the
// ideographic space, line and paragraph separators, NEL. Control characters, soft hyphens and byte order marks are
// removed. Zero-width joiners, non-joiners and spaces and bidi controls stay: scripts need them. All functions expect
// valid UTF-8, keep it valid, and are linear.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pith {

// How many bytes at the beginning, or at the end, of the text are space or invisible.
std::size_t leading_space(std::string_view text);
std::string_view trim_space(std::string_view text);

// Appends the text with each run of space as one ' ', and no space at either end.
void append_collapsed(std::string& out, std::string_view text);
std::string collapse_space(std::string_view text);

// Appends the text as preformatted: space stays, line ends become '\n', invisible characters are removed.
void append_verbatim(std::string& out, std::string_view text);

// The longest prefix of at most max_bytes bytes that does not cut a character.
std::string_view cut_utf8(std::string_view text, std::size_t max_bytes);

// Code points.
std::size_t count_chars(std::string_view text);

// Code points that are neither space nor invisible: a measure of text that does not depend on the source's layout.
std::size_t count_ink(std::string_view text);

}  // namespace pith
