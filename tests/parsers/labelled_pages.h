// The labelled pages of PITH_DATA.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <set>
#include <string>

#include "core/text/encoding.h"

namespace pith::test {

// Calls visit(file, html) for 250 pages of each set, in order of their names; with PITH_FULL, for all. False, after
// saying so, if PITH_DATA is not set.
template <typename Visit>
bool visit_labelled_pages(Visit visit) {
  namespace fs = std::filesystem;
  const char* data = std::getenv("PITH_DATA");
  if (!data) {
    std::puts("skipped: PITH_DATA is not set");
    return false;
  }
  const int most = std::getenv("PITH_FULL") ? std::numeric_limits<int>::max() : 250;
  for (const auto& set : fs::directory_iterator(data)) {
    if (!fs::exists(set.path() / "manifest.jsonl")) continue;
    std::set<fs::path> files;
    for (const auto& file : fs::directory_iterator(set.path() / "html")) files.insert(file.path());
    int of_set = 0;
    for (const fs::path& file : files) {
      if (++of_set > most) break;
      std::ifstream in(file, std::ios::binary);
      const std::string bytes((std::istreambuf_iterator<char>(in)), {});
      visit(file, decode_html(bytes).text);
    }
  }
  return true;
}

}  // namespace pith::test
