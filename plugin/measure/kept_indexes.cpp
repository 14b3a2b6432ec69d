#include "plugin/measure/kept_indexes.h"

#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/system/write_file.h"
#include "core/text/json_number.h"

namespace pith::measure {
namespace {

using nlohmann::json;

constexpr const char* file_name = "/indexes.json";

json figures_json(const IndexFigures& figures) { return {{"bytes", figures.bytes}, {"words", figures.words}}; }

IndexFigures figures_of(const json& read, std::string path) {
  IndexFigures out{.path = std::move(path)};
  get_whole_to(read.at("bytes"), out.bytes);
  get_whole_to(read.at("words"), out.words);
  return out;
}

}  // namespace

std::optional<Error> keep(const TwoIndexes& indexes, const std::string& directory) {
  json out = {{"main", figures_json(indexes.main)}, {"whole", figures_json(indexes.whole)},
              {"documents", indexes.documents},     {"sites", indexes.sites},
              {"evicted", indexes.evicted},         {"places", json::object()}};
  for (const auto& [url, place] : indexes.places) out["places"][url] = {place.url, place.site};
  return write_file(directory + file_name, out.dump(-1, ' ', false, json::error_handler_t::replace) + "\n");
}

Result<TwoIndexes> kept_indexes(const std::string& directory) {
  const std::string path = directory + file_name;
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{"kept_indexes", path + ": cannot be read; `pith measure --keep " + directory + "` writes it"};
  try {
    const json read = json::parse(file);
    TwoIndexes out;
    out.main = figures_of(read.at("main"), directory + "/main");
    out.whole = figures_of(read.at("whole"), directory + "/whole");
    get_whole_to(read.at("documents"), out.documents);
    get_whole_to(read.at("sites"), out.sites);
    get_whole_to(read.at("evicted"), out.evicted);
    for (const auto& [url, place] : read.at("places").items())
      out.places[url] = {place.at(0).get<std::string>(), place.at(1).get<std::string>()};
    return out;
  } catch (const json::exception& failed) {
    return Error{"kept_indexes", path + ": is not what `pith measure --keep` writes: " + failed.what()};
  }
}

}  // namespace pith::measure
