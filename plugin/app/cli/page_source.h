// A page that a command is given: a file, standard input or a URL, and what it is compared with.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "config/load.h"
#include "core/base/result.h"
#include "plugin/app/pipeline/cached_page.h"

namespace pith::cli {

struct PageSource {
  std::string source, url;            // PAGE and --url
  std::vector<std::string> siblings;  // --siblings
};

// For messages: the file as it was given, or the URL, which has no credentials any more.
std::string name_of_source(const PageSource& source, const std::string& url);

// Adds the argument and the options to a command. `source` outlives it.
void add_page_source(CLI::App& command, PageSource& source);

// The page, and its siblings: those named, else those that the cache has of it. A URL that is not in the cache is
// fetched. Errors name the source.
Result<pipeline::LoadedPage> read_page(const config::Config& config, const PageSource& source,
                                       pipeline::CacheAccess access);

}  // namespace pith::cli
