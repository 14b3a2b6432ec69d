#include "tests/e2e/crawl_records.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <sstream>

#include "tests/e2e/templated_site.h"

namespace pith::test {

using nlohmann::json;

json record(const std::string& url, const std::string& body, int status) {
  return {{"url", url},
          {"status", status},
          {"headers", {{"Content-Type", "text/html"}}},
          {"fetched", 1700000000},
          {"body", body},
          {"place", {{"file", "crawl.warc.gz"}, {"offset", url.size()}}}};
}

std::vector<json> records_of(int number) {
  const std::string host = "http://site" + std::to_string(number) + ".example";
  std::vector<json> out;
  for (int i = 1; i <= 3 + 5 * number; ++i)
    out.push_back(record(host + article_target(i), article(100 * number + i).body));
  for (int i = 1; i <= 2; ++i)
    out.push_back(record(host + article_target(i) + "?print=1", article(100 * number + i).body));
  json redirect = record(host + "/old", "", 301);
  redirect["headers"]["Location"] = article_target(1);
  out.push_back(redirect);
  out.push_back(record(host + "/gone", "<p>not here", 404));
  out.push_back(record(host + "/nothing", "<html><body></body></html>"));
  out.push_back(record(host + "/private", "<meta name=robots content=noindex><p>Words that nobody may find."));
  out.push_back(record(host + "/twice", article(100 * number + 90).body));
  out.push_back(record(host + "/twice", article(100 * number + 91).body));
  return out;
}

std::string lines_of(const std::vector<json>& records) {
  std::string out;
  for (const json& each : records) out += each.dump() + "\n";
  return out;
}

std::string sorted_records(const std::vector<int>& order) {
  std::string out;
  for (const int number : order) {
    auto records = records_of(number);
    std::ranges::stable_sort(records, {}, [](const json& each) { return each.at("url").get<std::string>(); });
    out += lines_of(records);
  }
  return out;
}

std::vector<int> all_sites() {
  std::vector<int> out;
  for (int i = 0; i < sites; ++i) out.push_back(i);
  return out;
}

std::map<std::string, json> read_lines(const std::string& text) {
  std::map<std::string, json> out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    json document = json::parse(line);
    BOOST_TEST(out.emplace(document.at("url"), document).second, "twice: " << line);
  }
  return out;
}

std::int64_t sum_of(const json& counts) {
  std::int64_t sum = 0;
  for (const auto& [name, count] : counts.items()) sum += count.get<std::int64_t>();
  return sum;
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace pith::test
