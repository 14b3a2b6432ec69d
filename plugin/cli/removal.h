// Pages that a run of a crawl, or of `pith ingest --as`, no longer finds.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

namespace pith::cli {

// --allow-removal
CLI::Option* add_allow_removal(CLI::App& command, bool& allow_removal);

struct Removal {
  std::int64_t retired = 0, unmet = 0, held = 0, missing = 0, unreached = 0;  // crawl::Retired
  std::string earlier;                                                        // "an earlier crawl"
  std::string next;                                                           // "the next crawl"
  std::string suspicion;   // what else than a changed site explains that pages are held: "the site may be down"
  bool forbidden = false;  // robots.txt left out links
};

void print_removal(const Removal& removal);

}  // namespace pith::cli
