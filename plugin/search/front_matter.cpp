#include "plugin/search/front_matter.h"

#include <nlohmann/json.hpp>

namespace pith::pipeline {

std::string front_matter(const std::vector<std::pair<std::string_view, std::string>>& values) {
  std::string out = "---\n";
  for (const auto& [name, value] : values)
    if (!value.empty())  // a text in JSON is one in YAML, too
      out += std::string(name) + ": " +
             nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  return out + "---\n\n";
}

}  // namespace pith::pipeline
