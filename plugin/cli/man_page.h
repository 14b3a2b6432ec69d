// Man pages of the commands.
#pragma once

#include <string>

#include "plugin/cli/command_table.h"

namespace pith::cli {

// The page of a command as roff, for section 1: "pith-cache(1)" with the commands below it, or "pith(1)", the list of
// all. `root` is the table's root, whose options all commands share. Pure.
std::string man_page(const CommandEntry& root, const CommandEntry& command, const std::string& version);

// "pith-cache.1"
std::string man_file(const CommandEntry& command);

}  // namespace pith::cli
