// Pages that a complete run of a crawl, or of `pith ingest --as`, no longer finds.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

namespace pith::cli {

// --allow-removal
CLI::Option* add_allow_removal(CLI::App& command, bool& allow_removal);

// The counts of crawl::Retired. `earlier`: "an earlier crawl", `next`: "the next crawl".
void print_removal(std::int64_t retired, std::int64_t unmet, std::int64_t held, const std::string& earlier,
                   const std::string& next);

}  // namespace pith::cli
