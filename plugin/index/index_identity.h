// Distinguishes an index from another one in its place: if the directory is deleted, the cache notices and everything
// is indexed again.
#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"

namespace pith::pipeline {

// The name of the index, in a file "pith-index-id" inside it (deploy/manual/formats.md). An older Pith wrote none.
struct IndexIdentity {
  std::string id;        // empty if there is no index, or its name is missing or damaged
  bool damaged = false;  // the file exists, but is not what was written
};
IndexIdentity read_identity(const std::string& path);

// The index's name.
std::string identity_of_index(const std::string& path);

// The same; an index without a name gets one. The directory must exist. Errors: index_damaged, index_unwritable.
Result<std::string> identify_index(const std::string& path);

// Gives the index this name, whatever it was. If killed at any moment, it leaves the old one or this one.
std::optional<Error> name_index(const std::string& path, const std::string& id);

// A unique name, and whether a text looks like one.
std::string new_identity();
bool is_identity(const std::string& text);

// The file with the name.
std::string identity_file(const std::string& path);

// If the index's own files are gone, a new index will be created: it must not pass for the old one.
void forget_identity_of_lost_index(const std::string& path);

}  // namespace pith::pipeline
