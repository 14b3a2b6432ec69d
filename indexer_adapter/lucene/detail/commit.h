// What Lucene's newest commit says about itself, and its files.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace pith::index {

// In the user data of Pith's commits: a list of checksums (checksums.h) exists.
inline constexpr const wchar_t* has_checksums_mark = L"pith-checksums";

struct Commit {
  std::set<std::string> files;  // of segments; all exist
  bool has_checksums = false;
};

// The commit that Lucene++ would open. Errors: index_missing, index_damaged, index_version, index_read (index_files.h).
Result<Commit> newest_commit(const std::string& path);

// Removes segments files that a killed process left half written, if an older one is intact or none was ever completed.
// Call only while holding the write lock: a commit that another process is writing looks the same.
void drop_unfinished_commits(const std::string& path);

// Whether Lucene names segment files like this: "_1a.cfs", "_1a_3.del".
bool is_of_segment(const std::string& name);

// The names of all segment files in the directory, whether a commit has them or not.
Result<std::vector<std::string>> files_of_segments(const std::string& path);

// What is lost with such a file, as text for people.
std::string_view what_it_holds(std::string_view name);

}  // namespace pith::index
