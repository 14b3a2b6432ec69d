// How much memory a stretch of a test needs: the program's operator new is replaced by one that counts.
#pragma once

#include <cstddef>

namespace pith::test {

// Counts from its construction on, on all threads. One at a time.
class CountedMemory {
 public:
  CountedMemory();
  // The most that was in use at any time, less what was in use at the beginning.
  std::size_t peak() const;

 private:
  std::size_t before_;
};

}  // namespace pith::test
