// The page given to a command: a file, standard input or a URL, and what to compare it with.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "config/load.h"
#include "core/base/result.h"
#include "plugin/site/cached_page.h"
#include "plugin/terminal/context.h"

namespace pith::cli {

struct PageSource {
  std::string source, url;            // PAGE and --url
  std::vector<std::string> siblings;  // --siblings
};

// For messages: the file as given, or the URL without credentials.
std::string name_of_source(const PageSource& source, const std::string& url);

// Adds the argument and the options to a command. `source` outlives it.
void add_page_source(CLI::App& command, PageSource& source);

enum class Fetch { if_not_cached, never };

// "http://h/old redirects to http://h/new" on standard error, if that is so: what is printed is of another page.
void print_redirect(const PageSource& source, const std::string& url);

// Reports that the page cannot be read. The exit code is 1 if the cache lacks it, or the indexer would
// skip it for that.
void fail_of_page(Context& context, const Error& error);

// The page and its siblings: those named, else those in the cache. Errors name the source.
Result<pipeline::LoadedPage> read_page(const config::Config& config, const PageSource& source,
                                       pipeline::CacheAccess access, Fetch fetch);

}  // namespace pith::cli
