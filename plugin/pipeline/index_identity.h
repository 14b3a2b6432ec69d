// Tells an index from another one in its place: if the directory is deleted, the cache notices and everything is
// indexed again.
#pragma once

#include <string>

#include "core/result.h"

namespace pith::pipeline {

// The name of the index, kept in a file inside of it; empty if there is no index, or none with a name.
std::string identity_of_index(const std::string& path);

// The same; an index without a name gets one. The directory must exist.
Result<std::string> identify_index(const std::string& path);

// Where the index's own files are gone, a new index will be made: it must not pass for the old one.
void forget_identity_of_lost_index(const std::string& path);

}  // namespace pith::pipeline
