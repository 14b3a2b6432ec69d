// Single values as text: numbers, sizes, language codes. Private to config/.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pith::config {

// true, yes, on; false, no, off; in any case.
std::optional<bool> parse_flag(std::string_view text);

// The whole text must be a decimal number, without white space or a plus sign; nullopt if it does not fit.
std::optional<long> parse_whole(std::string_view text);
std::optional<double> parse_fraction(std::string_view text);

// Bytes: a whole number, an optional space and an optional unit in any case: B, kB, MB, GB, TB (powers of 1,000), KiB,
// MiB, GiB, TiB (powers of 1,024).
std::optional<long> parse_size(std::string_view text);

// "16MiB" if that is exact, otherwise the plain number; parse_size reads both.
std::string format_size(long bytes);
// The shortest decimal that reads back as the same number.
std::string format_number(double number);

// The form of a BCP 47 tag, in the usual case of its first part: "en", "zh-Hant". Does not check whether the language
// exists.
bool is_language_code(std::string_view text);

// Valid UTF-8 without control characters.
bool is_clean_text(std::string_view text);

}  // namespace pith::config
