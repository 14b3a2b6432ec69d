// Flips bits in files.
#pragma once

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <string>

#include "tests/e2e/project.h"
#include "tests/support/flip.h"

namespace pith::test {

// Flips the first byte of this text in the file.
inline void flip_text(const std::string& file, const std::string& text) {
  const std::size_t at = read_file(file).find(text);
  BOOST_REQUIRE_MESSAGE(at != std::string::npos, text << " is not in " << file);
  flip(file, at, 0);
}

// Flips a bit of a page's body. What is in the file twice is a dictionary, or left over from before.
inline void flip_body(const std::string& cache) {
  const std::string bytes = read_file(cache), frame("\x28\xb5\x2f\xfd", 4);
  for (std::size_t at = bytes.find(frame); at != std::string::npos; at = bytes.find(frame, at + 1)) {
    const std::string begin = bytes.substr(at, 40);
    if (bytes.find(begin) == bytes.rfind(begin)) return flip(cache, at + 30, 2);
  }
  BOOST_FAIL("no body in " << cache);
}

// The file of an index that has the pages' texts.
inline std::string segment_in(const std::string& index) {
  for (const auto& entry : std::filesystem::directory_iterator(index))
    if (entry.path().extension() == ".cfs") return entry.path().filename();
  BOOST_FAIL("no segment");
  return {};
}

// Damages a definition in the page cache, and text in the index.
inline void damage_both(const Project& project) {
  flip_text(project / "pith-data/cache/pages.sqlite", "CREATE INDEX page_site");
  const std::string index = project / "pith-data/index/";
  flip(index + segment_in(index), 200, 4);
}

}  // namespace pith::test
