// Reading the configuration, and the class that holds it.
//
// Nothing here throws on any input, prints, or exits. All problems in a file are found and reported at once:
//
//   pith.yaml:3:6: siblings.n: expected a whole number from 0 to 64, got "four"
//   pith.yaml:12:3: siblings.m: unknown key; did you mean siblings.n?
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/problem.h"
#include "config/schema.h"
#include "core/base/result.h"

namespace pith::config {

// One value that was given. Everything except the defaults is kept as a list of these.
struct Assignment {
  const Key* key;
  Value value;  // for a map: the entries that were given
};

// One entry of `sites:`.
struct SiteOverrides {
  std::string pattern;  // in the form of config/host_pattern.h
  std::vector<Assignment> assignments;
};

// A checked configuration. The values for a page come from, strongest first: `set`, the entries of `sites:` that match
// its host (the last in the file is strongest), the top level of the file, the defaults.
//
// Several threads may read it while no thread calls set().
class Config {
 public:
  Config() = default;  // the defaults, with paths relative to the working directory

  // The settings without any site's overrides.
  const Settings& settings() const { return settings_; }

  // The settings for the pages of a host (host_with_port of their URLs, see config/host_pattern.h). Copies and matches
  // on each call: call it once per site, not per page.
  Settings for_host(std::string_view host) const;

  // Where the value of a key comes from: "default", "pith.yaml:12", or the origin passed to set(). `path` names a key,
  // a map entry ("index.boosts.title", "extract.parameters.conex.threshold"), or one of these under `sites:`
  // ("sites.*.example.org.extract.skip"). Empty for any other path.
  std::string origin(std::string_view path) const;
  // The same for a value in one of sites(); `path` again names a key or a map entry.
  std::string origin(const SiteOverrides& site, std::string_view path) const;

  // Sets a key or a map entry from the command line or the environment (`origin` says which), with the same checks as
  // for a file. The text is the plain value, without quotes; for a list, text that begins with [ is read as YAML, other
  // text is its only element. Relative paths start from the working directory. Sites cannot be set this way. On an
  // error ("bad_config"; the message names `origin` in place of a file) nothing changes.
  std::optional<Error> set(std::string_view path, std::string_view text, std::string_view origin);

  // The file that was read, as the caller named it; empty if none was.
  const std::string& file() const { return file_; }

  // The overrides in the order in which they apply. If there are sites, the values from set() for keys that sites may
  // override come last, for all hosts ("*"). So a file made from this list gives the same Config.
  std::vector<SiteOverrides> sites() const;

 private:
  friend class Loader;
  friend Result<Config> for_crawl(Config config, std::span<const std::string> urls);

  Settings settings_;
  std::string file_;
  std::map<std::string, std::string, std::less<>> origins_;
  std::vector<SiteOverrides> sites_;
  std::vector<Assignment> commands_;  // from set(), each key once
};

// Reads and checks a file of at most 1 MiB. Relative paths in it, and the defaults of keys that are paths, start from
// the file's directory (as named; symbolic links are not followed) and are made absolute, so that the file means the
// same directories wherever it is read from.
//
// A file may begin with the settings of another, which `base:` names, and then says only what to crawl: so several
// crawls share a cache, an index, and all that decides what is in them.
//
// Error codes: "no_config" if the file cannot be read, "bad_config" if something in it is wrong. The message has one
// line per problem. `problems`, if given, receives them as data.
Result<Config> load(const std::filesystem::path& path, std::vector<Problem>* problems = nullptr);

// The same for text. Messages and origins use `name` as the file's name. With an empty directory, relative paths stay
// unchanged.
Result<Config> load_text(std::string_view text, std::string_view name, const std::filesystem::path& directory = {},
                         std::vector<Problem>* problems = nullptr);

// Finds the file that applies (config/locate.h) and loads it. Without a file: the defaults, with absolute paths from
// the working directory. `given` is the file that the user named; may be empty.
Result<Config> open(const std::filesystem::path& given = {});

}  // namespace pith::config
