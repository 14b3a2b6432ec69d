// Dates as pages write them, to ISO 8601.
#pragma once

#include <string>
#include <string_view>

namespace pith {

// The first date in the text, as "2024-05-31", or with a time of day "2024-05-31T10:00:00", followed by "Z" or "+02:00"
// if the text gives the zone as an offset, UTC or GMT. Empty if there is no date.
//
// Reads ISO 8601 and what looks like it (2024/05/31, 20240531), RFC 2822 and asctime, month names of 20 languages in
// any order with day and year ("31 May 2024", "May 31st, 2024 at 10:30 am", "31 de mayo de 2024"), 31.05.2024,
// 31/05/2024 and 05/31/2024 where only one reading is possible, 2024年5月31日, and bare seconds or milliseconds since
// 1970. Accepts years from 1990 to 2100. Rejects dates that are not in the calendar, and dates without a day. Looks at
// the first 200 bytes. Reads no clock. Thread-safe.
std::string parse_date(std::string_view text);

// Unicode's, of any language.
std::string lower_case(std::string_view utf8);

// "Monday", "ce mardi", "Monday, Aug.": whether the last word is the name of a weekday or a month in one of these
// languages.
bool ends_with_day_or_month(std::string_view text);

}  // namespace pith
