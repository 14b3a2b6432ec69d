#include "indexer_adapter/hits/detail/template_line.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <tuple>

#include "indexer_adapter/words/detail/tokeniser.h"

namespace pith::index {
namespace {

constexpr std::size_t longest_text = 100'000;
constexpr std::size_t most_lines = 2'000;
constexpr std::size_t most_in_a_row = 3;
constexpr std::size_t longest_answer = 400;  // code points; of a longer one, a part would be shown

struct Line {
  std::size_t begin = 0, end = 0;  // of the text
  std::set<std::size_t> patterns = {};
  std::size_t other_words = 0;  // that no pattern fits
  bool value = false;           // other words have a digit, or there is an "@"
  std::size_t digits = 0;       // of the words that a pattern fits
};

std::size_t digits_of(std::wstring_view folded) {
  return static_cast<std::size_t>(std::ranges::count_if(folded, [](wchar_t c) { return c >= L'0' && c <= L'9'; }));
}

std::vector<Line> lines_of(std::wstring_view text, const std::vector<PatternMatch>& matches, const Deadline& deadline) {
  std::vector<Line> lines;
  auto match = matches.begin();
  for (std::size_t begin = 0; begin < text.size() && lines.size() < most_lines;) {
    Line line{.begin = begin, .end = std::min(text.find(L'\n', begin), text.size())};
    begin = line.end + 1;
    const std::wstring_view words = text.substr(line.begin, line.end - line.begin);
    std::size_t matched_until = line.begin;
    Tokeniser tokens(words);
    for (Token token; tokens.next(token);) {
      deadline.check();
      const std::size_t at = line.begin + token.begin;
      for (; match != matches.end() && match->begin <= at; ++match) {
        line.patterns.insert(match->pattern);
        matched_until = std::max<std::size_t>(matched_until, match->end);
      }
      if (at < matched_until) {
        line.digits += digits_of(token.folded);
        continue;
      }
      ++line.other_words;
      line.value |= digits_of(token.folded) > 0;
    }
    line.value |= words.find(L'@') != words.npos;
    lines.push_back(std::move(line));
  }
  return lines;
}

struct Answer {
  std::size_t first, last;
};

// The fewest lines from the `first` on that have all of so many words, with the value of a label.
std::optional<Answer> answer_from(const std::vector<Line>& lines, std::size_t first, std::size_t words) {
  constexpr std::size_t of_number = 5;  // digits of a telephone number, that is looked for itself
  std::set<std::size_t> patterns;
  std::size_t others = 0, digits = 0;
  bool value = false;
  for (std::size_t last = first; last < lines.size() && last < first + most_in_a_row; ++last) {
    patterns.insert(lines[last].patterns.begin(), lines[last].patterns.end());
    others += lines[last].other_words;
    digits += lines[last].digits;
    value |= lines[last].value || digits >= of_number;
    if (patterns.size() < words) continue;
    if (value) return Answer{first, last};
    const bool label = others == 0 && last + 1 < lines.size() && lines[last + 1].value;
    return label ? std::optional(Answer{first, last + 1}) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::vector<Piece> answering_line(std::wstring_view text, const std::vector<SnippetPattern>& patterns, Stemmer* stemmer,
                                  const Deadline& deadline) {
  text = text.substr(0, longest_text);
  if (patterns.empty()) return {};
  const std::vector<Line> lines = lines_of(text, make_snippet(text, patterns, stemmer, deadline).matches, deadline);
  std::optional<Answer> best;
  const auto rank = [&](const Answer& answer) {
    return std::tuple(answer.last - answer.first, lines[answer.last].end - lines[answer.first].begin);
  };
  for (std::size_t first = 0; first < lines.size(); ++first) {
    if (lines[first].patterns.empty()) continue;
    const auto answer = answer_from(lines, first, patterns.size());
    if (!answer || lines[answer->last].end - lines[first].begin > longest_answer) continue;
    if (!best || rank(*answer) < rank(*best)) best = answer;
  }
  if (!best) return {};
  const std::size_t begin = lines[best->first].begin;
  return make_snippet(text.substr(begin, lines[best->last].end - begin), patterns, stemmer, deadline, longest_answer)
      .pieces;
}

}  // namespace pith::index
