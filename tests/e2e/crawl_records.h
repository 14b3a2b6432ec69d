// Records of a crawl of several sites, as JSON lines, and what `pith map` makes of them.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace pith::test {

inline constexpr int sites = 6;

nlohmann::json record(const std::string& url, const std::string& body, int status = 200);
// Of site `number`: articles within a template, print versions of two, a redirect, an error, a page with nothing, one
// that asks not to be indexed, and one captured twice.
std::vector<nlohmann::json> records_of(int number);
std::vector<int> all_sites();

std::string lines_of(const std::vector<nlohmann::json>& records);
// Sites in this order, each site's records by URL; of one URL in the order given.
std::string sorted_records(const std::vector<int>& order);

// Documents by URL. Fails the test if a URL comes twice.
std::map<std::string, nlohmann::json> read_lines(const std::string& text);

std::int64_t sum_of(const nlohmann::json& counts);
bool holds(const std::string& text, const std::string& part);

}  // namespace pith::test
