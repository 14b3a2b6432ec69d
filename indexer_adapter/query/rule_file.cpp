#include "indexer_adapter/query/rule_file.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "core/text/ascii.h"
#include "core/text/encoding.h"
#include "core/text/url.h"
#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/words/detail/tokeniser.h"

namespace pith::index {
namespace {

// A line split at its unescaped commas and arrows.
struct Sides {
  std::vector<std::string> left, right;
  unsigned arrows = 0;
};

Sides split(std::string_view line) {
  Sides sides;
  std::string term;
  std::size_t kept = 0;  // bytes of the term that were escaped up to here: their white space stays
  const auto end_term = [&] {
    std::size_t end = term.size();
    while (end > kept && is_space_ascii(term[end - 1])) --end;
    term.resize(end);
    if (!term.empty()) (sides.arrows == 0 ? sides.left : sides.right).push_back(std::move(term));
    term.clear();
    kept = 0;
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size()) {
      term += line[++i];
      kept = term.size();
    } else if (line[i] == ',') {
      end_term();
    } else if (line.substr(i).starts_with("=>")) {
      end_term();
      ++sides.arrows;
      ++i;
    } else if (!term.empty() || !is_space_ascii(line[i])) {
      term += line[i];
    }
  }
  end_term();
  return sides;
}

std::string count(std::size_t number, std::string_view thing) {
  return std::to_string(number) + " " + std::string(thing);
}

std::optional<std::string> wrong_words(const std::vector<std::string>& terms) {
  for (const std::string& term : terms) {
    const std::size_t words = tokenise(to_wide(term)).size();
    if (words == 0) return in_quotes(term) + " has no letter and no digit, so no search can find it; take it out";
    if (words > max_term_words)
      return in_quotes(term) + " has " + count(words, "words") + ", the most is " + std::to_string(max_term_words) +
             "; shorten it";
  }
  return std::nullopt;
}

enum class RuleKind { synonyms, best_bets };

std::optional<std::string> wrong_sides(const Sides& sides, RuleKind kind) {
  if (sides.arrows > 1) return "has more than one \"=>\"; write a line for each, or \"\\=>\" for the characters";
  if (sides.left.size() + sides.right.size() > max_rule_terms)
    return "has more than " + count(max_rule_terms, "terms") + "; write several lines";
  if (kind == RuleKind::best_bets && sides.arrows == 0)
    return "has no \"=>\"; a line is: query, other query => https://example.org/page";
  if (sides.left.empty()) return "has nothing before \"=>\"; write what people search for there";
  if (sides.arrows == 1 && sides.right.empty()) return "has nothing after \"=>\"; write what to find there";
  if (sides.arrows == 0 && sides.left.size() == 1)
    return in_quotes(sides.left[0]) + " stands alone; write what means the same on its line: lift, elevator";
  return std::nullopt;
}

std::optional<std::string> wrong_pages(std::vector<std::string>& pages) {
  for (std::string& page : pages) {
    const auto url = parse_url(page);
    if (!url) return "expected an http or https URL after \"=>\", got " + in_quotes(page);
    page = url->str();
  }
  return std::nullopt;
}

Result<std::vector<Rule>> parse(std::string_view text, const std::string& file, RuleKind kind) {
  const auto error = [&](std::size_t line, const std::string& what) {
    return Error{"rules", file + (line == 0 ? "" : ":" + std::to_string(line)) + ": " + what};
  };
  if (text.size() > max_rule_bytes)
    return error(0, "is larger than " + count(max_rule_bytes, "bytes") + "; split it into several files");
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  std::vector<Rule> rules;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trim_ascii(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == '#') continue;
    if (!is_valid_utf8(line)) return error(number, "is not UTF-8; save the file as UTF-8");
    if (rules.size() == max_rules)
      return error(number, "is one rule too many: the most is " + std::to_string(max_rules) +
                               "; put the others into another file");
    Sides sides = split(line);
    auto wrong = wrong_sides(sides, kind);
    if (!wrong) wrong = wrong_words(sides.left);
    if (!wrong) wrong = kind == RuleKind::synonyms ? wrong_words(sides.right) : wrong_pages(sides.right);
    if (wrong) return error(number, *wrong);
    rules.push_back({std::move(sides.left), std::move(sides.right), file + ":" + std::to_string(number)});
  }
  return rules;
}

}  // namespace

Result<std::vector<Rule>> parse_synonyms(std::string_view text, const std::string& file) {
  return parse(text, file, RuleKind::synonyms);
}

Result<std::vector<Rule>> parse_best_bets(std::string_view text, const std::string& file) {
  return parse(text, file, RuleKind::best_bets);
}

}  // namespace pith::index
