// What `pith map` and `pith shuffle` share: options of what they read, and what they print.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "plugin/app/ingest/input.h"

namespace pith::cli {

// FILE, --type and --memory.
void add_record_options(CLI::App& command, std::vector<std::string>& paths, std::string& type, std::size_t& memory);

std::int64_t sum_of(const std::map<std::string, std::int64_t>& counts);
// " (3 http_404, 1 empty)", or nothing.
std::string in_brackets(const std::map<std::string, std::int64_t>& counts);

// On standard error, with its place.
void print_loss(const std::string& path, const ingest::Loss& loss);

// To standard output. Error "write".
std::optional<Error> write_out(std::string_view bytes);
std::optional<Error> flush_out();

}  // namespace pith::cli
