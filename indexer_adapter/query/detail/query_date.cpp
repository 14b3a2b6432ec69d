#include "indexer_adapter/query/detail/query_date.h"

#include <algorithm>
#include <chrono>
#include <initializer_list>

#include "core/text/ascii.h"
#include "indexer_adapter/documents/index_document.h"
#include "indexer_adapter/lucene/detail/text.h"

namespace pith::index {
namespace {

// The text with each digit as 0.
std::string shape_of(std::string_view text) {
  std::string shape(text);
  std::replace_if(shape.begin(), shape.end(), is_digit_ascii, '0');
  return shape;
}

bool is_one_of(const std::string& shape, std::initializer_list<std::string_view> known) {
  return std::find(known.begin(), known.end(), shape) != known.end();
}

bool is_written_as_date(std::string_view text) {
  const std::size_t time_at = std::min(text.find_first_of("Tt "), text.size());
  const std::string shape = shape_of(text.substr(0, time_at));
  if (time_at == text.size())
    return is_one_of(shape, {"0000", "0000-00", "0000-00-00", "000000", "00000000", "00000000000000"});
  const std::string_view time = text.substr(time_at + 1);
  const std::size_t zone = std::min(time.find_first_of("Zz+-."), time.size());
  return shape == "0000-00-00" && is_one_of(shape_of(time.substr(0, zone)), {"00", "00:00", "00:00:00"});
}

// Whether the day, if there is one, is one of its month.
bool has_day(const std::string& digits) {
  if (digits.size() < 8) return true;
  const auto number = [&](std::size_t at, std::size_t count) { return std::stoi(digits.substr(at, count)); };
  return std::chrono::year_month_day(std::chrono::year(number(0, 4)),
                                     std::chrono::month(static_cast<unsigned>(number(4, 2))),
                                     std::chrono::day(static_cast<unsigned>(number(6, 2))))
      .ok();
}

}  // namespace

bool is_query_date(std::string_view text) {
  if (!is_written_as_date(text)) return false;
  const std::string digits = date_digits(text);
  const auto within = [&](std::size_t at, int low, int high) {
    if (at >= digits.size()) return true;
    const int value = (digits[at] - '0') * 10 + (digits[at + 1] - '0');
    return value >= low && value <= high;
  };
  return within(4, 1, 12) && has_day(digits) && within(8, 0, 23) && within(10, 0, 59) && within(12, 0, 60);
}

std::string wrong_date(std::string_view asked, std::string_view text) {
  return std::string(asked) + ": needs a date such as 2024, 2024-05 or 2024-05-31" +
         (text.empty() ? "" : ", not " + in_quotes(text));
}

}  // namespace pith::index
