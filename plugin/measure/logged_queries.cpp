#include "plugin/measure/logged_queries.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>
#include <utility>

#include "core/text/number.h"
#include "core/text/white_space.h"

namespace pith::measure {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_line = 1 << 16;

struct Line {
  std::string query, site, time;
};

std::optional<Line> line_of(std::string_view text) {
  if (text.size() > max_line) return std::nullopt;
  const Json line = Json::parse(text, nullptr, false);
  if (!line.is_object()) return std::nullopt;
  const auto value = [&](const char* name) {
    const auto found = line.find(name);
    return found != line.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  Line out{collapse_space(value("query")), value("site"), value("time")};
  if (out.query.empty()) return std::nullopt;
  return out;
}

eval::Table table_of(std::string title, std::vector<std::string> header) {
  return {.title = std::move(title), .header = std::move(header)};
}

std::string asked(const LoggedQuery& query) {
  constexpr std::size_t most = 60;  // bytes
  std::string text(cut_utf8(query.text, most));
  if (text.size() < query.text.size()) text += "…";
  return query.site.empty() ? text : text + " (" + query.site + ")";
}

}  // namespace

Result<LoggedQueries> parse_search_log(std::string_view text, const std::string& file) {
  LoggedQueries log;
  std::map<std::pair<std::string, std::string>, std::size_t> known;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view whole = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (trim_space(whole).empty()) continue;
    auto line = line_of(whole);
    if (!line) {
      ++log.unread;
      continue;
    }
    const auto [at, fresh] = known.try_emplace({line->query, line->site}, log.queries.size());
    if (fresh)
      log.queries.push_back({.text = line->query, .site = line->site, .first = line->time, .last = line->time});
    LoggedQuery& query = log.queries[at->second];
    ++query.times;
    query.first = std::min(query.first, line->time);
    query.last = std::max(query.last, line->time);
  }
  if (log.queries.empty())
    return Error{"search_log", file +
                                   ": no query in it; search.log and `pith search --log FILE` write such a log, a "
                                   "line of JSON for each query without an answer"};
  std::stable_sort(log.queries.begin(), log.queries.end(),
                   [](const LoggedQuery& a, const LoggedQuery& b) { return a.times > b.times; });
  return log;
}

Result<LoggedQueries> ask_again(LoggedQueries log, const Search& search, const std::atomic<bool>* stop) {
  for (LoggedQuery& query : log.queries) {
    if (stop != nullptr && *stop) {
      log.stopped = true;
      return log;
    }
    const auto hits = search({.text = query.text, .site = query.site, .limit = 1});
    if (!hits && hits.error().kind == ErrorKind::failed) return hits.error();
    if (!hits) {
      query.wrong = hits.error().message;
      continue;
    }
    query.hits = hits->complete;
    query.partial = hits->total - hits->complete;
    if (query.hits > 0 && !hits->hits.empty()) query.page = hits->hits.front().url;
  }
  return log;
}

std::vector<eval::Table> log_tables(const LoggedQueries& log, std::size_t shown) {
  std::size_t times = 0, found_times = 0, found = 0;
  eval::Table with = table_of("", {"query", "times", "hits", "first hit"});
  eval::Table without = table_of("", {"query", "times", "pages with some words", "last asked"});
  for (const LoggedQuery& query : log.queries) {
    times += query.times;
    eval::Table& table = query.hits > 0 ? with : without;
    if (query.hits > 0) {
      ++found;
      found_times += query.times;
    }
    if (table.rows.size() == shown) continue;
    if (query.hits > 0)
      table.rows.push_back({asked(query), std::to_string(query.times), std::to_string(query.hits), query.page});
    else
      table.rows.push_back({asked(query), std::to_string(query.times),
                            query.wrong.empty() ? std::to_string(query.partial) : "cannot be asked", query.last});
  }
  const std::size_t missing = log.queries.size() - found;
  with.title = fmt::format("Answered now: {} of {} queries, asked {} of {} times", found, log.queries.size(),
                           found_times, times);
  without.title = fmt::format("Still without an answer: {}, asked {}",
                              missing == 1 ? "1 query" : fmt::format("{} queries", human_count(missing)),
                              counted(times - found_times, "time"));
  const auto note = [&](eval::Table& table, std::size_t all) {
    if (table.rows.size() < all) table.note = fmt::format("… {} more; --json has all.", all - table.rows.size());
  };
  note(with, found);
  note(without, missing);
  if (log.unread > 0)
    without.note +=
        fmt::format("{}{} could not be read.", without.note.empty() ? "" : " ", counted(log.unread, "line"));
  std::vector<eval::Table> tables;
  if (found > 0) tables.push_back(std::move(with));
  if (missing > 0 || log.unread > 0) tables.push_back(std::move(without));
  return tables;
}

std::string log_json(const LoggedQueries& log) {
  std::size_t times = 0, found = 0, found_times = 0;
  Json queries = Json::array();
  for (const LoggedQuery& query : log.queries) {
    times += query.times;
    found += query.hits > 0;
    found_times += query.hits > 0 ? query.times : 0;
    Json entry = {{"query", query.text}, {"site", query.site}, {"times", query.times},    {"first", query.first},
                  {"last", query.last},  {"hits", query.hits}, {"partial", query.partial}};
    if (!query.page.empty()) entry["page"] = query.page;
    if (!query.wrong.empty()) entry["error"] = query.wrong;
    queries.push_back(std::move(entry));
  }
  const Json out = {{"queries", log.queries.size()}, {"times", times},       {"answered", found},
                    {"answered_times", found_times}, {"unread", log.unread}, {"log", std::move(queries)}};
  return out.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace pith::measure
