// The list of all extractors.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/extract/extractor.h"

namespace pith {

// Every extractor of the library, in the order in which lists show them. To add one: write one file under
// core/extract/extractors/ and add one line to core/extract/extractors/list.def.
std::span<const ExtractorInfo> extractors();

// nullptr if no extractor has that name.
const ExtractorInfo* find_extractor(std::string_view name);

// The name in `candidates` nearest to `name` by edit distance, empty if none is near: "did you mean ...?".
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> candidates);

// Reads a value from a command line or a file, by the type of the parameter's default: "2", "0.5", "true", "tag".
// nullopt if it does not have that type; complete_parameters checks ranges and choices.
std::optional<ParameterValue> parse_value(const ParameterInfo& info, std::string_view text);

// Checks the given values against the extractor's parameters and fills in the defaults. Whole numbers are accepted for
// fractions. Errors name the parameter, the value and what was expected.
Result<Parameters> complete_parameters(const ExtractorInfo& info, const Parameters& given);

// Looks up, completes, makes. Errors as above; "unknown_extractor" names the nearest known extractor.
Result<std::unique_ptr<Extractor>> make_extractor(std::string_view name, const Parameters& given = {});

}  // namespace pith
