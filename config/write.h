// The configuration as text: the commented template, and what is in effect.
#pragma once

#include <string>

#include "config/load.h"

namespace pith::config {

// A file to begin with: every key with its meaning, range and default, commented out ("  #depth: 20"), under section
// headings that are not. Loads as it is, and with any of the key lines freed from their "#".
std::string commented_template();

// The effective values as YAML, the origin of each behind it in a comment. Loading it gives the same settings, for
// every host; paths that are relative in `config` stay so.
std::string show(const Config& config);

// The same as one JSON object: "file" (null without one), "settings" (nested by section), "origins" (by key path),
// "sites" (a list of {"hosts", "settings", "origins"} in the order in which they apply). Sizes are numbers of bytes.
std::string show_json(const Config& config);

}  // namespace pith::config
