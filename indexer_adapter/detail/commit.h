// What Lucene's newest commit says about itself, and the files that it is made of.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace pith::index {

// Stands in the user data of commits that Pith makes: the list of checksums (checksums.h) is there.
inline constexpr const wchar_t* has_checksums_mark = L"pith-checksums";

struct Commit {
  std::set<std::string> files;  // of segments; all are there
  bool has_checksums = false;
};

// The commit that Lucene++ would open. Errors: index_missing, index_damaged, index_version, index_read (index_files.h).
Result<Commit> newest_commit(const std::string& path);

// Removes segments files that a killed process left half written, if an older one is whole or none was ever finished.
// Only for whoever holds the lock: a commit that another process is just writing looks the same.
void drop_unfinished_commits(const std::string& path);

// Whether the name is one of Lucene's for the files of segments: "_1a.cfs", "_1a_3.del".
bool is_of_segment(const std::string& name);

// The names of those that are in the directory, of commits or not.
Result<std::vector<std::string>> files_of_segments(const std::string& path);

// What is lost with such a file, for people.
std::string_view what_it_holds(std::string_view name);

}  // namespace pith::index
