// Members of untrusted JSON objects.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace pith::eval {

// The member as text; empty if it is missing or not a string.
inline std::string text_member(const nlohmann::json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace pith::eval
