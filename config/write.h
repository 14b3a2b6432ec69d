// The configuration as text: the commented templates, and the effective values.
#pragma once

#include <string>

#include "config/load.h"

namespace pith::config {

// A file to start from: every key with its meaning, range and default, commented out (" #depth: 20"), under section
// headings that are not commented out. It loads unchanged, and also with the "#" removed from any key lines.
std::string commented_template();

// A shorter file to start from, of at most 30 lines: the keys that most people set, in the same form.
std::string starter_template();

// The effective values as YAML, each followed by its origin in a comment. Loading it gives the same settings for every
// host; paths that are relative in `config` stay relative.
std::string show(const Config& config);

// The same as one JSON object: "file" (null without one), "settings" (nested by section), "origins" (by key path),
// "sites" (a list of {"hosts", "settings", "origins"} in the order in which they apply). Sizes are numbers of bytes.
std::string show_json(const Config& config);

}  // namespace pith::config
