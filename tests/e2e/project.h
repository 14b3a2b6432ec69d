// A directory with a pith.yaml, and the real `pith` run in it.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "indexer_adapter/hits/searcher.h"
#include "tests/e2e/process.h"
#include "tests/support/temporary.h"

namespace pith::test {

// By URL: the fields that the index stores, except the time of fetching.
using IndexContent = std::map<std::string, std::map<std::string, std::string>>;

class Project {
 public:
  // Adds `yaml` to settings that make a crawl over loopback fast. Fails the test if httrack is not installed.
  explicit Project(const std::string& yaml = {});

  Command command(std::vector<std::string> arguments) const;
  // Runs pith with these arguments.
  Outcome pith(std::vector<std::string> arguments) const;
  // The same; requires exit code 0.
  std::string must(std::vector<std::string> arguments) const;
  nlohmann::json json(std::vector<std::string> arguments) const;

  // The index as a reader of the library sees it; empty if there is none yet.
  IndexContent index() const;
  // The index's documents of templates, by site.
  IndexContent templates() const;
  // The lines of `pith cache ls --json`, by URL.
  std::map<std::string, nlohmann::json> cache() const;
  // The total of `pith stats --json`. Checks captured = main + fallback + whole + skipped + pending, in total and per
  // site.
  nlohmann::json stats() const;
  // URLs that a search finds. Requires exit code 0 for some and 1 for none.
  std::set<std::string> search(const std::string& query) const;

  // Empties cache and index.
  void reset() const;
  // Copies cache and index from another project.
  void take_data(const Project& other) const;

  std::string operator/(const std::string& name) const { return directory_ / name; }

 private:
  IndexContent read_index(
      const std::string& key,
      std::optional<Error> (index::Searcher::*all)(const std::function<bool(const index::StoredPage&)>&) const) const;
  TemporaryDirectory directory_;
};

// Checks that both contents are the same; otherwise says where they differ.
void check_same_index(const IndexContent& actual, const IndexContent& expected);

std::string read_file(const std::string& path);  // empty if there is no such file
void write_file(const std::string& path, const std::string& text);

}  // namespace pith::test
