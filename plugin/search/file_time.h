// Times of files, to see whether they have changed.
#pragma once

#include <cstdint>
#include <ctime>

namespace pith::pipeline {

inline std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace pith::pipeline
