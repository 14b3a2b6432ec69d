// What `pith map`, `pith shuffle` and `pith records` share: options of what they read, and what they print.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "crawler_adapter/inputs/input.h"
#include "plugin/cluster/format.h"
#include "plugin/cluster/mapped_outcome.h"
#include "plugin/cluster/record_sources.h"

namespace pith::cli {

// FILE, --type, --name and --archives.
void add_record_options(CLI::App& command, map::Sources& sources);
// --archives
void add_archives_option(CLI::App& command, std::string& directory);
// --memory
void add_memory_option(CLI::App& command, std::size_t& memory);

// --format; `format` is set at once, to the first of them that anyone would take.
void add_format_option(CLI::App& command, const map::Format*& format);
// Of formats, for help.
std::string format_list();

nlohmann::ordered_json to_json(const map::ReadSummary& summary);
nlohmann::ordered_json to_json(const map::PageCounts& counts);
// "3 documents (3 main), 1 skipped (1 http_404)"
std::string described(const map::PageCounts& counts);

std::int64_t sum_of(const std::map<std::string, std::int64_t>& counts);
// " (3 http_404, 1 empty)", or nothing.
std::string in_brackets(const std::map<std::string, std::int64_t>& counts);

// On standard error: what to do about pages without a URL, if there are any.
void print_pages_without_url(std::int64_t pages);
// On standard error, with its place.
void print_loss(const std::string& path, const ingest::Loss& loss);

// To standard output. Error "write".
std::optional<Error> write_out(std::string_view bytes);
std::optional<Error> flush_out();

}  // namespace pith::cli
