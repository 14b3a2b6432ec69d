// Limits for one page. A page that exceeds one is given up with a reason that `pith stats` counts.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pith {

// The defaults are far above honest pages and far below what hurts: gumbo needs 5 to 8.5 times the page's bytes, and
// its time is quadratic in the nesting depth.
struct Limits {
  std::size_t max_bytes = 16u << 20;    // of the decoded page (UTF-8)
  std::uint32_t max_depth = 1000;       // of nested open elements
  std::uint32_t max_nodes = 2'000'000;  // elements and text nodes
  std::uint32_t max_attributes = 256;   // on one element
  std::size_t max_memory = 512u << 20;  // of the parser, in bytes
  std::uint32_t max_words = 1'000'000;  // of the main content
  double max_seconds = 10;              // of processor time, for parsing and extraction; 0: no limit. Enforced by the
                                        // caller (core/base/stop.h)
};

}  // namespace pith
