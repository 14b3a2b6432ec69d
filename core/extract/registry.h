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

// nullptr if there is none of that name.
const ExtractorInfo* find_extractor(std::string_view name);

// The name in `candidates` nearest to `name` by edit distance, empty if none is near: "did you mean ...?".
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> candidates);

// A value as it is written on a command line or in a file, by the type of the parameter's default: "2", "0.5", "true",
// "tag". nullopt if it is no such thing; ranges and choices are complete_parameters' to check.
std::optional<ParameterValue> parse_value(const ParameterInfo& info, std::string_view text);

// Checks the given values against the extractor's parameters and fills in the defaults. Whole numbers are taken where
// fractions are expected. Errors name parameter, value and what was expected.
Result<Parameters> complete_parameters(const ExtractorInfo& info, const Parameters& given);

// Looks up, completes, makes. Errors as above; code "unknown_extractor" names the nearest known one.
Result<std::unique_ptr<Extractor>> make_extractor(std::string_view name, const Parameters& given = {});

}  // namespace pith
