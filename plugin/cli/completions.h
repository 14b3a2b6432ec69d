// Completions of the command line for shells.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "plugin/cli/command_table.h"

namespace pith::cli {

inline constexpr std::array<std::string_view, 3> shells = {"bash", "zsh", "fish"};

// A script that the shell reads at its start. `keys` are what --set may begin with ("crawl.rate"). Pure; `shell` is one
// of `shells`.
std::string completions(std::string_view shell, const CommandEntry& root, const std::vector<std::string>& keys);

}  // namespace pith::cli
