// Two small trees from a fuzzer's bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/dom/detail/document_builder.h"

namespace pith::fuzz {

// Reads bytes as steps of a walk: open one of three elements, add a text of one of two words, close. Zero ends the
// tree, so that the next one can begin; so do `max_nodes` nodes, since the naive implementations are slow. Consumes
// what it read.
inline Document read_tree(std::string_view& bytes, std::size_t max_nodes) {
  DocumentBuilder builder;
  builder.open("root");
  std::size_t depth = 0;
  while (!bytes.empty() && builder.size() < max_nodes) {
    const unsigned char step = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    if (step == 0) break;
    switch (step % 6) {
      case 0:
      case 1:
      case 2:
        builder.open(std::string(1, static_cast<char>('p' + step % 6)));
        ++depth;
        break;
      case 3:
      case 4:
        builder.text(step % 6 == 3 ? "one" : "two");
        break;
      default:
        if (depth > 0) {
          builder.close();
          --depth;
        }
    }
  }
  return builder.finish();
}

// For results of the check_... functions of tests/support/naive_mappings.h: any text is a failure.
inline void require_nothing(const std::string& wrong) {
  if (wrong.empty()) return;
  std::fprintf(stderr, "%s\n", wrong.c_str());
  std::abort();
}

}  // namespace pith::fuzz
