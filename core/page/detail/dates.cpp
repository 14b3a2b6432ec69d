#include "core/page/detail/dates.h"

#include <unicode/dtfmtsym.h>
#include <unicode/locid.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/text/ascii.h"
#include "core/text/white_space.h"

namespace pith {
namespace {

constexpr std::size_t max_date_bytes = 200;
constexpr int first_year = 1990, last_year = 2100;

using Names = std::map<std::string, int, std::less<>>;

// Names in lower case, without dots, to their place in the list. Where languages disagree (Czech and Croatian
// "listopad"), the earlier in the list wins.
template <typename List>
Names names_of(Names names, int first, const List& list) {
  for (const char* const language : {"en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "nb", "fi",
                                     "pl", "cs", "ru", "uk", "tr", "ro", "hu", "el", "ca", "id"}) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::DateFormatSymbols symbols(icu::Locale(language), status);
    if (U_FAILURE(status)) continue;
    for (const auto context : {icu::DateFormatSymbols::FORMAT, icu::DateFormatSymbols::STANDALONE}) {
      for (const auto width : {icu::DateFormatSymbols::WIDE, icu::DateFormatSymbols::ABBREVIATED}) {
        std::int32_t count = 0;
        const icu::UnicodeString* const all = list(symbols, count, context, width);
        for (std::int32_t i = first; i < count; ++i) {
          std::string name;
          all[i].toUTF8String(name);
          std::erase(name, '.');
          if (!name.empty() && !is_digit_ascii(name[0])) names.emplace(lower_case(name), i + 1 - first);
        }
      }
    }
  }
  return names;
}

const Names& month_names() {
  static const Names names = names_of({{"sept", 9}, {"maerz", 3}, {"mrz", 3}}, 0,
                                      [](const auto& symbols, auto&... kind) { return symbols.getMonths(kind...); });
  return names;
}

const Names& weekday_names() {
  static const Names names =
      names_of({}, 1, [](const auto& symbols, auto&... kind) { return symbols.getWeekdays(kind...); });  // 0: none
  return names;
}

struct Token {
  enum Kind { number, word, sign } kind;
  std::string text;  // words in lower case
  int value = 0;     // for numbers of up to 8 digits
  bool spaced = false;
};

// Replaces the East Asian marks after year, month and day with "-", "-" and " ".
std::string with_ascii_marks(std::string_view text) {
  std::string out(text);
  for (const auto& [mark, ascii] :
       {std::pair{"年", "-"}, {"月", "-"}, {"日", " "}, {"년", "-"}, {"월", "-"}, {"일", " "}}) {
    const std::size_t size = std::string_view(mark).size();
    for (std::size_t at = out.find(mark); at != std::string::npos; at = out.find(mark, at)) {
      std::size_t end = at + size;
      if (*ascii == '-')
        while (end < out.size() && out[end] == ' ') ++end;
      out.replace(at, end - at, ascii);
    }
  }
  return out;
}

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  bool spaced = false;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == ' ') {
      spaced = true;
      ++i;
      continue;
    }
    const auto kind = is_digit_ascii(text[i]) ? Token::number : is_letter_byte(text[i]) ? Token::word : Token::sign;
    std::size_t end = i + 1;
    if (kind == Token::number)
      while (end < text.size() && is_digit_ascii(text[end])) ++end;
    if (kind == Token::word)
      while (end < text.size() && is_letter_byte(text[end])) ++end;
    Token token{.kind = kind, .text = std::string(text.substr(i, end - i)), .spaced = spaced};
    if (kind == Token::number && token.text.size() <= 8) token.value = std::stoi(token.text);
    if (kind == Token::word) token.text = lower_case(token.text);
    tokens.push_back(std::move(token));
    spaced = false;
    i = end;
  }
  return tokens;
}

std::string two_digits(int n) { return {static_cast<char>('0' + n / 10), static_cast<char>('0' + n % 10)}; }

std::optional<std::string> date_of(int year, int month, int day) {
  using namespace std::chrono;
  if (year < first_year || year > last_year || month < 1 || month > 12 || day < 1) return std::nullopt;
  const year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                            std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return std::nullopt;
  return std::to_string(year) + "-" + two_digits(month) + "-" + two_digits(day);
}

class DateReader {
 public:
  explicit DateReader(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  std::string read() {
    const std::string time = take_time();
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      auto date = numeric_at(i);
      if (!date) date = named_at(i);
      if (date) return *date + (time.empty() ? "" : "T" + time);
    }
    return {};
  }

 private:
  bool is_number(std::size_t i, std::size_t min_digits, std::size_t max_digits) const {
    return i < tokens_.size() && tokens_[i].kind == Token::number && tokens_[i].text.size() >= min_digits &&
           tokens_[i].text.size() <= max_digits;
  }
  bool is_sign(std::size_t i, std::string_view signs) const {
    return i < tokens_.size() && tokens_[i].kind == Token::sign &&
           signs.find(tokens_[i].text) != std::string_view::npos;
  }
  bool is_word(std::size_t i, std::string_view word) const {
    return i < tokens_.size() && tokens_[i].kind == Token::word && tokens_[i].text == word;
  }
  bool joined(std::size_t i) const { return i < tokens_.size() && !tokens_[i].spaced; }

  // Finds hh:mm or hh:mm:ss with am, pm and zone, and removes it, so that its numbers are not read as days.
  std::string take_time() {
    for (std::size_t i = 0; i + 2 < tokens_.size(); ++i) {
      if (!is_number(i, 1, 2) || !is_sign(i + 1, ":") || !joined(i + 1) || !is_number(i + 2, 2, 2) || !joined(i + 2))
        continue;
      int hour = tokens_[i].value, minute = tokens_[i + 2].value, second = 0;
      std::size_t end = i + 3;
      if (is_sign(end, ":") && is_number(end + 1, 2, 2)) {
        second = tokens_[end + 1].value;
        end += 2;
        if (is_sign(end, ".,") && joined(end) && is_number(end + 1, 1, 20) && joined(end + 1)) end += 2;
      }
      end = read_half(end, hour);
      std::string zone;
      end = read_zone(end, zone);
      tokens_.erase(tokens_.begin() + static_cast<std::ptrdiff_t>(i),
                    tokens_.begin() + static_cast<std::ptrdiff_t>(end));
      if (hour > 23 || minute > 59 || second > 59) return {};
      return two_digits(hour) + ":" + two_digits(minute) + ":" + two_digits(second) + zone;
    }
    return {};
  }

  std::size_t read_half(std::size_t at, int& hour) const {
    const bool dotted = is_sign(at + 1, ".") && is_word(at + 2, "m");
    const bool am = is_word(at, "am") || (is_word(at, "a") && dotted);
    const bool pm = is_word(at, "pm") || (is_word(at, "p") && dotted);
    if (!am && !pm) return at;
    if (hour > 12) return at + 1;
    hour = hour % 12 + (pm ? 12 : 0);
    return !dotted ? at + 1 : is_sign(at + 3, ".") ? at + 4 : at + 3;
  }

  std::size_t read_zone(std::size_t at, std::string& zone) const {
    if (is_word(at, "z") || is_word(at, "utc") || is_word(at, "gmt")) {
      zone = "Z";
      ++at;
    }
    if (!is_sign(at, "+-") || !joined(at + 1)) return at;
    int hours = 0, minutes = 0;
    std::size_t end = at + 2;
    if (is_number(at + 1, 4, 4)) {
      hours = tokens_[at + 1].value / 100;
      minutes = tokens_[at + 1].value % 100;
    } else if (is_number(at + 1, 1, 2)) {
      hours = tokens_[at + 1].value;
      if (is_sign(end, ":") && is_number(end + 1, 2, 2)) {
        minutes = tokens_[end + 1].value;
        end += 2;
      }
    } else {
      return at;
    }
    if (hours > 14 || minutes > 59) return at;
    zone = hours == 0 && minutes == 0 ? "Z" : tokens_[at].text + two_digits(hours) + ":" + two_digits(minutes);
    return end;
  }

  // Three numbers joined by the same sign, or eight digits.
  std::optional<std::string> numeric_at(std::size_t i) const {
    if (is_number(i, 8, 8)) {
      const int value = tokens_[i].value;
      return date_of(value / 10000, value / 100 % 100, value % 100);
    }
    if (!is_number(i, 1, 4) || !is_sign(i + 1, "-/.") || !is_number(i + 2, 1, 2) ||
        !is_sign(i + 3, tokens_[i + 1].text))
      return std::nullopt;
    if (!joined(i + 1) || !is_number(i + 4, 1, 4)) return std::nullopt;
    const int first = tokens_[i].value, second = tokens_[i + 2].value, third = tokens_[i + 4].value;
    if (is_number(i, 4, 4) && is_number(i + 4, 1, 2)) return date_of(first, second, third);
    if (!is_number(i, 1, 2) || !is_number(i + 4, 4, 4)) return std::nullopt;
    if (is_sign(i + 1, ".")) return date_of(third, second, first);
    if (first > 12) return date_of(third, second, first);
    if (second > 12) return date_of(third, first, second);
    return first == second ? date_of(third, first, second) : std::nullopt;
  }

  // A month's name with a day and a year around it.
  std::optional<std::string> named_at(std::size_t i) const {
    if (tokens_[i].kind != Token::word) return std::nullopt;
    const auto month = month_names().find(tokens_[i].text);
    if (month == month_names().end()) return std::nullopt;

    std::optional<int> day, year;
    std::size_t day_at = i;
    for (std::size_t back = i; back > 0 && i - back < 4 && !day && !year;) {
      --back;
      if (is_number(back, 1, 2)) {
        day = tokens_[back].value;
        day_at = back;
      } else if (is_number(back, 4, 4)) {
        year = tokens_[back].value;
      } else if (!is_filler(back) || is_sign(back, ",")) {  // "Version 2, June 1991"
        break;
      }
    }
    for (std::size_t next = i + 1; next < tokens_.size() && next - i < 8 && (!day || !year); ++next) {
      if (!day && is_number(next, 1, 2)) {
        day = tokens_[next].value;
      } else if (!year && is_number(next, 4, 4)) {
        year = tokens_[next].value;
      } else if (!is_filler(next)) {
        break;
      }
    }
    // "2024, 31 May": the year may come before the day.
    for (std::size_t back = day_at; back > 0 && day_at - back < 3 && !year;)
      if (is_number(--back, 4, 4)) year = tokens_[back].value;
    if (!day || !year) return std::nullopt;
    return date_of(*year, month->second, *day);
  }

  // What may come between day, month and year.
  bool is_filler(std::size_t i) const {
    if (tokens_[i].kind == Token::sign) return true;
    if (tokens_[i].kind == Token::number) return false;
    static constexpr std::array<std::string_view, 14> words = {"st",  "nd",  "rd", "th", "er", "of", "de",
                                                               "del", "den", "di", "at", "a",  "º",  "г"};
    for (const std::string_view word : words)
      if (tokens_[i].text == word) return true;
    return false;
  }

  std::vector<Token> tokens_;
};

std::string from_epoch(std::string_view digits) {
  using namespace std::chrono;
  const sys_seconds time(seconds(std::stoll(std::string(digits.substr(0, 10)))));
  const sys_days day = floor<days>(time);
  const year_month_day date(day);
  const hh_mm_ss clock(time - day);
  const auto text = date_of(static_cast<int>(date.year()), static_cast<int>(static_cast<unsigned>(date.month())),
                            static_cast<int>(static_cast<unsigned>(date.day())));
  if (!text) return {};
  return *text + "T" + two_digits(static_cast<int>(clock.hours().count())) + ":" +
         two_digits(static_cast<int>(clock.minutes().count())) + ":" +
         two_digits(static_cast<int>(clock.seconds().count())) + "Z";
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string out;
  icu::UnicodeString::fromUTF8({text.data(), static_cast<std::int32_t>(text.size())}).toLower("").toUTF8String(out);
  return out;
}

bool ends_with_day_or_month(std::string_view text) {
  const auto tokens = tokens_of(cut_utf8(text, max_date_bytes));
  const auto last = std::find_if(tokens.rbegin(), tokens.rend(), [](const Token& t) { return t.kind == Token::word; });
  return last != tokens.rend() && (month_names().contains(last->text) || weekday_names().contains(last->text));
}

std::string parse_date(std::string_view text) {
  const std::string collapsed = collapse_space(cut_utf8(trim_space(text), max_date_bytes));
  const bool digits = collapsed.find_first_not_of("0123456789") == std::string::npos;
  if (digits && (collapsed.size() == 10 || collapsed.size() == 13)) return from_epoch(collapsed);
  return DateReader(tokens_of(with_ascii_marks(collapsed))).read();
}

}  // namespace pith
