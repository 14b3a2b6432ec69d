#include "indexer_adapter/place.h"

#include <nlohmann/json.hpp>

namespace pith::index {

std::optional<Place> place_of(std::string_view structure, std::uint32_t code_point) {
  const auto blocks = nlohmann::json::parse(structure, nullptr, false);
  if (!blocks.is_array()) return std::nullopt;
  for (const auto& block : blocks) {
    try {
      const auto begin = block.at("begin").get<std::uint32_t>(), end = block.at("end").get<std::uint32_t>();
      if (code_point < begin || code_point >= end) continue;
      return Place{block.at("trail").get<std::vector<std::string>>(), block.at("path").get<std::string>(),
                   block.at("region").get<std::string>(), begin, end};
    } catch (const nlohmann::json::exception&) {  // an index that others write to may hold anything
      return std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace pith::index
