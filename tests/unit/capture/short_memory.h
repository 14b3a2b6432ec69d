// Makes memory run out for all threads except spared ones: replaces the program's operator new.
#pragma once

#include <atomic>

namespace pith::test {

extern std::atomic<bool> memory_is_short;
extern thread_local bool is_spared;

}  // namespace pith::test
