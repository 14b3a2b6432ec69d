#include "plugin/index/last_runs.h"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "core/system/write_file.h"
#include "core/text/json_number.h"
#include "crawler_adapter/page/crawl_errors.h"

namespace pith::pipeline {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using Numbers = std::map<std::string, std::int64_t>;

constexpr std::size_t max_bytes = 1 << 20;  // both files together are far smaller

std::string indexing_file(const std::string& directory) { return fs::path(directory) / "last-index.json"; }
std::string diagnosis_file(const std::string& directory) { return fs::path(directory) / "last-doctor.json"; }

std::optional<Error> write(const std::string& file, const Json& json) {
  const auto error = replace_file(file, json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n');
  if (!error) return std::nullopt;
  return Error{crawl::code::not_writable, error->message + "; check permissions and the free space"};
}

// An object; anything else is empty.
Json read(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::string text(max_bytes, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  Json json = Json::parse(text, nullptr, false);
  return json.is_object() ? json : Json::object();
}

std::int64_t number_in(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found == json.end() ? 0 : whole_number<std::int64_t>(*found).value_or(0);
}

Numbers numbers_in(const Json& json, const char* key, std::size_t most) {
  Numbers numbers;
  const auto found = json.find(key);
  if (found == json.end() || !found->is_object()) return numbers;
  for (const auto& [name, value] : found->items())
    if (const auto number = whole_number<std::int64_t>(value); number && numbers.size() < most) numbers[name] = *number;
  return numbers;
}

// Those with the largest numbers.
template <typename Pairs>
Numbers largest(const Pairs& pairs, std::size_t most) {
  std::vector<std::pair<std::int64_t, std::string>> sorted;
  for (const auto& [name, number] : pairs) sorted.emplace_back(number, name);
  std::ranges::sort(sorted, std::greater());
  Numbers numbers;
  for (std::size_t i = 0; i < std::min(most, sorted.size()); ++i) numbers[sorted[i].second] = sorted[i].first;
  return numbers;
}

}  // namespace

std::optional<Error> write_last_indexing(crawl::CacheLedger& cache) {
  const auto counts = cache.counts();
  if (!counts) return counts.error();
  const crawl::SiteCounts& total = counts->back();
  Numbers reasons, redesigned, held;
  for (const auto& [reason, count] : total.skipped_by_reason) reasons[reason.name()] = count;
  Numbers skipped = largest(reasons, max_reasons - 1);
  std::int64_t other = total.skipped;
  for (const auto& [reason, count] : skipped) other -= count;
  if (other > 0) skipped["other"] = other;
  for (const crawl::SiteCounts& site : *counts)
    if (site.model.redesigned > 0) redesigned[site.site] = site.model.redesigned;
  for (std::size_t i = 0; i + 1 < counts->size(); ++i)
    if ((*counts)[i].held > 0) held[(*counts)[i].site] = (*counts)[i].held;
  return write(indexing_file(cache.options().directory), {{"time", std::time(nullptr)},
                                                          {"pages",
                                                           {{"pending", total.pending},
                                                            {"main", total.main},
                                                            {"fallback", total.fallback},
                                                            {"whole", total.whole},
                                                            {"skipped", total.skipped}}},
                                                          {"skipped", skipped},
                                                          {"redesigned", largest(redesigned, max_redesigned)},
                                                          {"held", largest(held, max_held)}});
}

std::optional<Error> write_last_diagnosis(const std::string& cache_directory, std::int64_t damaged) {
  std::error_code ignored;
  if (!fs::is_directory(cache_directory, ignored)) return std::nullopt;
  return write(diagnosis_file(cache_directory), {{"time", std::time(nullptr)}, {"damaged", damaged}});
}

std::optional<LastIndexing> read_last_indexing(const std::string& cache_directory) {
  const Json json = read(indexing_file(cache_directory));
  LastIndexing last{.time = number_in(json, "time"),
                    .pages = numbers_in(json, "pages", max_reasons),
                    .skipped = numbers_in(json, "skipped", max_reasons),
                    .redesigned = numbers_in(json, "redesigned", max_redesigned),
                    .held = numbers_in(json, "held", max_held)};
  return last.time > 0 ? std::optional(std::move(last)) : std::nullopt;
}

std::optional<LastDiagnosis> read_last_diagnosis(const std::string& cache_directory) {
  const Json json = read(diagnosis_file(cache_directory));
  const LastDiagnosis last{.time = number_in(json, "time"), .damaged = number_in(json, "damaged")};
  return last.time > 0 ? std::optional(last) : std::nullopt;
}

}  // namespace pith::pipeline
