#include "tests/unit/main_content/counted_memory.h"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> in_use = 0, most = 0;

}  // namespace

namespace pith::test {

CountedMemory::CountedMemory() : before_(in_use) { most = before_; }

std::size_t CountedMemory::peak() const { return most - before_; }

}  // namespace pith::test

void* operator new(std::size_t bytes) {
  void* memory = std::malloc(bytes == 0 ? 1 : bytes);
  if (!memory) throw std::bad_alloc();
  const std::size_t now = in_use += malloc_usable_size(memory);
  for (std::size_t before = most; before < now && !most.compare_exchange_weak(before, now);) {
  }
  return memory;
}
// std::stable_sort asks so for its buffer, and gives it back to the operator below.
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  try {
    return operator new(bytes);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void operator delete(void* memory) noexcept {
  if (memory) in_use -= malloc_usable_size(memory);
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }
