// Memory that runs out for all threads but those that are spared: replaces operator new of the program.
#pragma once

#include <atomic>

namespace pith::test {

extern std::atomic<bool> memory_is_short;
extern thread_local bool is_spared;

}  // namespace pith::test
