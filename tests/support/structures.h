// Structures (core/render/structure.h) from the JSON that they are shown as.
#pragma once

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/render/structure.h"

namespace pith::test {

// Packs an array as structure_json writes it; what an object lacks has its default. Throws of anything else.
inline std::string pack(const nlohmann::json& blocks) {
  const auto number_of = [](const auto& names, const std::string& name) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) throw std::invalid_argument(name);
    return found - names.begin();
  };
  StructureWriter writer;
  for (const auto& block : blocks) {
    const auto number = [&](const char* name) { return block.value(name, std::uint32_t{0}); };
    const std::string tag = block.value("tag", ""), path = block.value("path", ""), anchor = block.value("anchor", "");
    const auto trail = block.value("trail", std::vector<std::string>());
    const std::vector<std::string_view> headings(trail.begin(), trail.end());
    writer.add({.role = static_cast<Role>(number_of(role_names, block.value("role", "content"))),
                .blocks = number("blocks"),
                .words = number("words"),
                .region = static_cast<Region>(number_of(region_names, block.value("region", "paragraph"))),
                .level = static_cast<std::uint8_t>(number("level")),
                .tag = tag,
                .path = path,
                .trail = headings,
                .begin = number("begin"),
                .end = number("end"),
                .anchor = anchor});
  }
  return writer.take();
}

inline std::string packed(std::string_view json) { return pack(nlohmann::json::parse(json)); }

// Throws of a damaged one.
inline nlohmann::ordered_json unpacked(std::string_view structure) {
  return nlohmann::ordered_json::parse(structure_json(structure).value());
}

}  // namespace pith::test
