// The memory of a parser's run: handed out from large pieces, reused by size when the parser gives it back, and freed
// all at once at the end. gumbo's own freeing recurses over the tree and overflows the stack on deep pages; this does
// not walk the tree.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace pith {

// Not thread-safe. Memory is aligned for pointers. Throws std::bad_alloc.
class ParserMemory {
 public:
  ParserMemory() = default;
  ParserMemory(const ParserMemory&) = delete;
  ParserMemory& operator=(const ParserMemory&) = delete;
  ~ParserMemory();

  void* take(std::size_t size);
  void give_back(void* memory);  // from take(), or null
  // As realloc: `memory` is from take(), or null.
  void* take_more(void* memory, std::size_t size);

  // Bytes of the heap in use now.
  std::size_t held() const { return pieces_.size() * piece_size + large_bytes_; }

 private:
  static constexpr std::size_t piece_size = 64 << 10, unit = 16, classes = 64;
  static constexpr std::size_t large = unit * classes;  // from this size on: straight from the heap, and freed at once

  struct Free {
    Free* next;
  };
  struct Large {
    Large *before, *behind;
    std::size_t size;
  };

  void* take_large(std::size_t size);
  void* carve(std::size_t size);

  std::vector<std::unique_ptr<char[]>> pieces_;
  char* next_ = nullptr;
  std::size_t left_ = 0;
  std::array<Free*, classes> free_{};
  Large* large_ = nullptr;
  std::size_t large_bytes_ = 0;
};

}  // namespace pith
