// How much slower programs are with a sanitizer, for tests that limit time.
#pragma once

namespace pith::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr double sanitizer_slowdown = 4;
#else
inline constexpr double sanitizer_slowdown = 1;
#endif

}  // namespace pith::test
