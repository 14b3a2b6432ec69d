// What is wrong with a command line, in words that say what to type instead.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace pith::cli {

// For an option whose value is one of a few names.
CLI::Validator one_of(std::vector<std::string> names);

// For an option whose value is a whole number, both ends included.
CLI::Validator whole_number(std::uint64_t low, std::uint64_t high);

// Prints the help of the command with this name, a word for each command and subcommand; without words, that of `app`.
// Returns the exit code: 2, after saying what is wrong, if there is no such command.
int print_help(const CLI::App& app, const std::vector<std::string>& words);

// Prints the requested help, or what is wrong, and returns the exit code.
int explain_usage(const CLI::App& app, const CLI::ParseError& error);

}  // namespace pith::cli
