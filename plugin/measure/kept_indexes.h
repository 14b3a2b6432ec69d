// The two indexes of an earlier measurement, to be asked again: with other queries, or another ranking.
#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"
#include "plugin/measure/two_indexes.h"

namespace pith::measure {

// Writes what is to be known of the indexes into their directory, as indexes.json. Error "write".
std::optional<Error> keep(const TwoIndexes& indexes, const std::string& directory);

// The indexes below `directory` that `keep` has described. Error "kept_indexes": there are none, or the description is
// not what `keep` writes.
Result<TwoIndexes> kept_indexes(const std::string& directory);

}  // namespace pith::measure
