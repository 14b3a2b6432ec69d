#include <cstddef>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <variant>

#include "config/detail/write_value.h"
#include "config/write.h"

namespace pith::config {

namespace {

using Json = nlohmann::ordered_json;

template <typename T>
Json to_json(const T& value) {
  return value;
}

Json to_json(const std::map<std::string, Parameters>& extractors) {
  Json object = Json::object();
  for (const auto& [extractor, parameters] : extractors)
    for (const auto& [name, parameter] : parameters) {
      Json& place = object[extractor][name];
      std::visit([&](const auto& value) { place = value; }, parameter);
    }
  return object;
}

// Adds a value at its place in the nested object, and the origins of the value and its entries.
void add(Json& settings, Json& origins, const Key& key, const Value& value,
         const std::function<std::string(std::string_view)>& origin) {
  Json* place = &settings;
  std::string_view rest = key.path;
  for (std::size_t dot; (dot = rest.find('.')) != rest.npos; rest.remove_prefix(dot + 1))
    place = &(*place)[std::string(rest.substr(0, dot))];
  (*place)[std::string(rest)] = std::visit([](const auto& v) { return to_json(v); }, value);
  origins[std::string(key.path)] = origin(key.path);
  for (const EntryLine& entry : entry_lines(value)) {
    const std::string path = std::string(key.path) + "." + entry.path;
    if (!entry.value.empty()) origins[path] = origin(path);
  }
}

}  // namespace

std::string show_json(const Config& config) {
  Json result = {
      {"file", nullptr}, {"settings", Json::object()}, {"origins", Json::object()}, {"sites", Json::array()}};
  if (!config.file().empty()) result["file"] = config.file();
  for (const Key& key : keys())
    add(result["settings"], result["origins"], key, get(config.settings(), key),
        [&](std::string_view path) { return config.origin(path); });
  for (const SiteOverrides& site : config.sites()) {
    Json entry = {{"hosts", site.pattern}, {"settings", Json::object()}, {"origins", Json::object()}};
    for (const Assignment& assignment : site.assignments)
      add(entry["settings"], entry["origins"], *assignment.key, assignment.value,
          [&](std::string_view path) { return config.origin(site, path); });
    result["sites"].push_back(std::move(entry));
  }
  return result.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace pith::config
