#include "plugin/measure/query_file.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <system_error>

#include "config/problem.h"
#include "core/text/url.h"
#include "core/text/white_space.h"
#include "indexer_adapter/query/query_syntax.h"
#include "plugin/measure/ranked_scores.h"

namespace pith::measure {
namespace {

constexpr std::size_t max_quoted = 80;    // bytes of the line in a message
constexpr std::size_t max_message = 400;  // bytes of what is wrong with a query, which quotes it

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(trim_space(text.substr(0, end)));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string in_quotes(std::string_view text) { return "\"" + config::printable(text, max_quoted) + "\""; }

class Parser {
 public:
  // What is wrong with the line; nothing if it is valid.
  std::optional<std::string> take(std::string_view line) {
    if (trim_space(line).empty() || line.front() == '#') return std::nullopt;
    const auto columns = split(line, '\t');
    if (columns.size() < 2 || columns.size() > 3)
      return "expected query, tab, URLs, and optionally tab, grade; got " + in_quotes(line);
    if (columns[0].empty()) return "the query is empty";
    int grade = 1;
    if (columns.size() == 3) {
      const std::string_view digits = columns[2];
      const auto [end, wrong] = std::from_chars(digits.data(), digits.data() + digits.size(), grade);
      if (wrong != std::errc() || end != digits.data() + digits.size() || grade < 0 || grade > max_grade)
        return "expected a grade from 0 to " + std::to_string(max_grade) + ", got " + in_quotes(digits);
    }
    const auto [at, fresh] = by_text_.emplace(std::string(columns[0]), queries_.size());
    if (fresh) {
      if (const auto tree = index::parse_query(at->first); !tree)
        return in_quotes(at->first) + ": " + config::printable(tree.error().message, max_message);
      queries_.push_back({.kind = QueryKind::user, .text = at->first});
    }
    bool any = false;
    for (const std::string_view address : split(columns[1], ' ')) {
      if (address.empty()) continue;
      any = true;
      if (auto wrong = add(queries_[at->second].relevant, address, grade)) return wrong;
    }
    if (!any) return "the query has no URL of a page that answers it";
    return std::nullopt;
  }

  std::vector<TestQuery> take_queries() {
    for (TestQuery& query : queries_) {
      const auto irrelevant = std::stable_partition(query.relevant.begin(), query.relevant.end(),
                                                    [](const RelevantPage& page) { return page.grade > 0; });
      for (auto page = irrelevant; page != query.relevant.end(); ++page)
        query.irrelevant.push_back(std::move(page->url));
      query.relevant.erase(irrelevant, query.relevant.end());
    }
    return std::move(queries_);
  }

 private:
  static std::optional<std::string> add(std::vector<RelevantPage>& pages, std::string_view address, int grade) {
    const auto url = parse_url(address);
    if (!url) return "expected an http or https URL, got " + in_quotes(address);
    const std::string normalised = url->str();
    const auto known =
        std::find_if(pages.begin(), pages.end(), [&](const RelevantPage& page) { return page.url == normalised; });
    if (known == pages.end())
      pages.push_back({normalised, grade});
    else if (known->grade != grade)
      return normalised + " has grade " + std::to_string(known->grade) + " already, for the same query";
    return std::nullopt;
  }

  std::vector<TestQuery> queries_;
  std::map<std::string, std::size_t> by_text_;
};

}  // namespace

Result<std::vector<TestQuery>> parse_query_file(std::string_view text, const std::string& file) {
  Parser parser;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (const auto wrong = parser.take(text.substr(0, end)))
      return Error{"query_file", file + ":" + std::to_string(number) + ": " + *wrong};
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  auto queries = parser.take_queries();
  if (queries.empty())
    return Error{"query_file", file + ": no query in it; a line is: query, tab, URLs of pages that answer it"};
  return queries;
}

}  // namespace pith::measure
