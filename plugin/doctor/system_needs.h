// What Pith needs from the system that it runs on, and whether it is there: for one that no package manager installed.
#pragma once

#include <string>
#include <vector>

namespace pith::pipeline {

struct SystemNeed {
  enum class Kind { library, crawler, plugin };
  Kind kind;
  std::string name;
  std::string path;     // empty: missing
  std::string version;  // as it says itself; of a library, the file behind its name. Empty: unknown
  std::string purpose;  // what does not work without it
  std::string remedy;   // what to do if it is missing
};

// The shared libraries that the program names itself (those are there, or it would not have started), and for each
// crawler the program on the PATH and Pith's plugin. Starts the crawlers with --version and waits at most 5 seconds for
// each; writes nothing that stays.
std::vector<SystemNeed> system_needs();

}  // namespace pith::pipeline
