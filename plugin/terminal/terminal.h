// What differs between a terminal and a file: colours, width.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace pith::cli {

// Whether standard output is a terminal with colours (NO_COLOR and TERM=dumb disable them).
bool colours();

enum class Style { bold, dim, green, yellow, red };
// The text in a style if standard output has colours.
std::string styled(Style style, std::string_view text);

// Page text may contain control characters that a terminal obeys: they become spaces; line ends stay. Bytes that are no
// UTF-8 become U+FFFD.
std::string printable(std::string_view text);

// The same for text within a line: line ends also become spaces, and characters that only reorder the surrounding text
// are dropped, since a page's words could then look like Pith's.
std::string one_line(std::string_view text);

// "pith: message", "pith: warning: message" to standard error. In systemd's journal they get their priorities.
void print_error(std::string_view message);
void print_warning(std::string_view message);
void print_notice(std::string_view message);  // like an error, but all is well

// "1.4 MB", "43 %" (of `whole`; "–" for nothing of nothing), "3 min 20 s".
std::string human_bytes(std::int64_t bytes);
std::string human_share(double part, double whole);
std::string human_duration(double seconds);
// "5.1 a second", "one in 3 s"; empty without a count, or for less than a second, which says nothing about a rate.
std::string human_rate(double count, double seconds);

// Columns of standard error's terminal; 0 if it is not one.
int terminal_width();

}  // namespace pith::cli
