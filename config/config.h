// The configuration as plain data: one member for every key of pith.yaml.
//
//   auto config = pith::config::open(path_given_by_the_user);   // config/load.h: finds, reads and checks the file
//   if (!config) { report(config.error().message); ... }
//   const Settings& all = config->settings();                   // the top-level values
//   Settings site = config->for_host("docs.example.org");       // with the overrides from `sites:` applied
//
// config/keys.def has every key with its type, default, range and meaning. The structs here are made from it, and so
// are validation and `pith config init|check|show` (config/schema.h). The initial values of Settings are the defaults.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/limits.h"
#include "core/extract/extractor.h"
#include "core/extract/keep.h"
#include "core/page/marks.h"

namespace pith::config {

using Text = std::string;
using Texts = std::vector<std::string>;
using TextMap = std::map<std::string, std::string>;
using NumberMap = std::map<std::string, double>;
using ParameterMap = std::map<std::string, Parameters>;  // by extractor name; only those that are configured

NumberMap default_boosts();  // core/base/index_fields.def

// A struct for each section: Crawl, Ingest, Cache, ...
#define PITH_SECTION(Type, name, meaning) struct Type {
#define PITH_KEY(section, name, Type, value, ...) Type name = value;
#define PITH_CORE(Type, name) Type name;
// clang-format off
#define PITH_END(Type) };
// clang-format on
#include "config/keys.def"

struct Settings {
#define PITH_SECTION(Type, name, meaning) Type name;
#include "config/keys.def"
};

}  // namespace pith::config
