#include "tests/unit/capture/short_memory.h"

#include <cstdlib>
#include <new>

namespace pith::test {

std::atomic<bool> memory_is_short = false;
thread_local bool is_spared = false;

}  // namespace pith::test

void* operator new(std::size_t bytes) {
  if (pith::test::memory_is_short && !pith::test::is_spared) throw std::bad_alloc();
  if (void* memory = std::malloc(bytes == 0 ? 1 : bytes)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
