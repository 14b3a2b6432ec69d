// The synonyms and best bets of all sites (search.synonyms, search.best_bets), read anew when their files change.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "config/load.h"
#include "core/base/result.h"
#include "indexer_adapter/query/query.h"
#include "indexer_adapter/query/rules.h"

namespace pith::pipeline {

// Thread-safe.
class SearchRules {
 public:
  // Reads all files. Errors: "rules" (indexer_adapter/query/rule_file.h), "io" for a file that cannot be read. `warn`
  // is called, once for each version of a file, when one that has changed is wrong; its rules stay as they were.
  static Result<std::shared_ptr<SearchRules>> open(config::Config config,
                                                   std::function<void(const std::string&)> warn = {});

  // For a search of one site: those of the configuration for it. For a search of all sites (""): of all files together.
  // Looks for changed files at most once a second.
  index::Rules of_site(const std::string& site);
  // The same for the host or site that a query is restricted to.
  index::Rules of_query(const index::Query& query) { return of_site(query.host.empty() ? query.site : query.host); }

  // Files that are wrong now.
  std::size_t broken() const;

  // The best bets whose page is not among `pages` (URLs), a line each, for people.
  std::vector<std::string> without_page(const std::set<std::string>& pages) const;

 private:
  struct Files {
    std::vector<std::string> synonyms, best_bets;
    auto operator<=>(const Files&) const = default;
  };
  struct Stamp {
    std::int64_t changed = 0, written = 0, bytes = 0;
    std::uint64_t file = 0;
    bool operator==(const Stamp&) const = default;
  };
  struct File {
    Stamp stamp;
    std::vector<index::Rule> rules;
    bool broken = false;
  };
  enum class Kind { synonyms, best_bets };
  using Name = std::pair<Kind, std::string>;

  SearchRules(config::Config config, std::function<void(const std::string&)> warn);
  static Stamp stamp_of(const std::string& path);
  static Result<std::vector<index::Rule>> read(const Name& name);
  static Files all_files(const config::Config& config);
  Files files_of(const std::string& site) const;
  std::vector<index::Rule> rules_of(Kind kind, const std::vector<std::string>& paths) const;
  void look();

  const config::Config config_;
  const Files all_;
  const std::function<void(const std::string&)> warn_;
  std::mutex looking_;        // held by the thread that looks for changes
  mutable std::mutex mutex_;  // guards what follows
  std::map<Name, File> files_;
  std::map<Files, index::Rules> made_;
  std::chrono::steady_clock::time_point looked_;
};

}  // namespace pith::pipeline
