// Where the crawlers' plugins are: beside the running program, be it built, installed or unpacked somewhere.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace pith::pipeline {

// The path of libpith_CRAWLER.so (httrack, wget2): $PITH_CRAWLER_PLUGIN in upper case if it is set, else the first that
// exists of ../lib, ../lib/pith and ../lib/*-linux-*/pith of the program's directory. Error "no_plugin" says where it
// looked.
Result<std::string> find_plugin(std::string_view crawler);

}  // namespace pith::pipeline
