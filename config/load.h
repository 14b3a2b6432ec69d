// Reading the configuration, and the class that holds it.
//
// Nothing here throws on any input, prints, or ends the program. All problems of a file are found and reported at once:
//
//   pith.yaml:3:6: siblings.n: expected a whole number from 0 to 64, got "four"
//   pith.yaml:12:3: siblings.m: unknown key; did you mean siblings.n?
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/problem.h"
#include "config/schema.h"
#include "core/base/result.h"

namespace pith::config {

// One value that was given: all but the defaults is kept as a list of these.
struct Assignment {
  const Key* key;
  Value value;  // of a map: the entries that were given
};

// One entry of `sites:`.
struct SiteOverrides {
  std::string pattern;  // as config/host_pattern.h makes it
  std::vector<Assignment> assignments;
};

// A checked configuration. What holds for a page is, later before earlier: what was set by `set`, the entries of
// `sites:` that match its host (in the order of the file), the top level of the file, the defaults.
//
// Reading from several threads is safe while nobody calls set().
class Config {
 public:
  Config() = default;  // the defaults, with paths relative to the working directory

  // What holds for no site in particular.
  const Settings& settings() const { return settings_; }

  // What holds for pages of a host (see config/host_pattern.h; the port is no part of it). Copies and matches each
  // time: ask once per site, not per page.
  Settings for_host(std::string_view host) const;

  // Where the value of a key comes from: "default", "pith.yaml:12", or what set() was told. `path` is that of a key, of
  // an entry of a map ("index.boosts.title", "extract.parameters.conex.threshold"), or of one that is given in `sites:`
  // ("sites.*.example.org.extract.skip"). Empty for a path that is none of these.
  std::string origin(std::string_view path) const;
  // The same for a value of one of sites(); `path` is again that of the key or of an entry of a map.
  std::string origin(const SiteOverrides& site, std::string_view path) const;

  // Sets a key or an entry of a map from the command line or the environment (`origin` says which), checked as in a
  // file. The text is the value as it is, without quotes; for a list a text that begins with [ is read as YAML, another
  // is its one element. A relative path is one from the working directory. Sites are not set like this. On an error
  // ("bad_config", the message as in a file with `origin` for its name) nothing has changed.
  std::optional<Error> set(std::string_view path, std::string_view text, std::string_view origin);

  // The file that was read, as the caller named it; empty for none.
  const std::string& file() const { return file_; }

  // The overrides in the order in which they apply. What set() was told for keys that sites may override is the last of
  // them, for all hosts ("*"), if there are sites: written into a file, this list makes the same Config again.
  std::vector<SiteOverrides> sites() const;

 private:
  friend class Loader;

  Settings settings_;
  std::string file_;
  std::map<std::string, std::string, std::less<>> origins_;
  std::vector<SiteOverrides> sites_;
  std::vector<Assignment> commands_;  // what was set, each key once
};

// Reads and checks a file of at most 1 MiB. Relative paths in it, and the defaults of the keys that are paths, are
// taken from the directory in which the file stands (as named; symbolic links are not followed), so that everyone who
// reads the file from anywhere means the same directories; they come out absolute.
//
// Error codes: "no_config" if the file cannot be read, "bad_config" if something in it is wrong. The message has one
// line for each problem. `problems`, if given, gets the same as data.
Result<Config> load(const std::filesystem::path& path, std::vector<Problem>* problems = nullptr);

// The same for text. `name` stands in messages and origins for the file's. With an empty directory relative paths stay
// as they are.
Result<Config> load_text(std::string_view text, std::string_view name, const std::filesystem::path& directory = {},
                         std::vector<Problem>* problems = nullptr);

// Finds the file that applies (config/locate.h) and loads it; without one, the defaults with paths from the working
// directory, made absolute. `given` is what the user named, empty for nothing.
Result<Config> open(const std::filesystem::path& given = {});

}  // namespace pith::config
