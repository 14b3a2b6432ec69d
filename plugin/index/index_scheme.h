// How the documents of an index were made: by which versions, with which settings. Indexes can be merged only if it is
// the same for all of them.
#pragma once

#include <optional>
#include <string>

#include "config/config.h"
#include "core/base/result.h"

namespace pith::pipeline {

// What this Pith and this configuration make: a line for people, "document/10, inbound/3, template/2, index.analyzer:
// auto". Equal lines: documents that belong in one index.
std::string scheme_of(const config::Settings& settings);

// What the index says, in its file "pith-scheme" (deploy/manual/formats.md). Empty if it does not: an older Pith wrote
// it, or documents of another scheme may be left in it.
std::string read_scheme(const std::string& path);

// Error index_unwritable.
std::optional<Error> write_scheme(const std::string& path, const std::string& scheme);
void forget_scheme(const std::string& path);

}  // namespace pith::pipeline
