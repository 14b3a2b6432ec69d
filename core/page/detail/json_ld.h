// JSON-LD in a page's scripts, as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/dom/document.h"
#include "core/dom/node_set.h"

namespace pith {

// The texts of the page's <script type="application/ld+json">, as views into it, without those in `ignored` (null:
// none).
std::vector<std::string_view> json_ld_scripts(const Document& page, const NodeSet* ignored = nullptr);

// The scripts as JSON, without what templates wrap around it. Leaves out those that are broken, over 1 MB, or nested
// deeper than 64. Never throws.
std::vector<nlohmann::json> parse_json_ld(std::span<const std::string_view> scripts);

// nullptr if the value is not an object with this member.
const nlohmann::json* json_member(const nlohmann::json& object, const char* key);

// A string, or the first one of an array, or the name of an object, with character references decoded; else empty.
std::string json_text(const nlohmann::json* value);

// The object's types, without the vocabulary's address; views into it.
std::vector<std::string_view> json_types(const nlohmann::json& object);

}  // namespace pith
