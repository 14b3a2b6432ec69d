// The space that the index may still take (index.max_bytes).
#pragma once

#include <cstdint>

#include "config/config.h"
#include "core/base/result.h"

namespace pith::pipeline {

// The size of what is written is only known once it is committed; until then it is estimated. The last twentieth stays
// free for removals and new statistics. Without a bound there is always room.
class IndexRoom {
 public:
  explicit IndexRoom(const config::Index& settings);

  // Counts so many bytes more. False if it might be too much: commit what was written, measure(), and ask again.
  bool take(std::uintmax_t bytes);
  // Looks at the index as committed.
  void measure();

  // Code index_full.
  Error full() const;

 private:
  const config::Index& settings_;
  std::uintmax_t size_ = 0;
};

}  // namespace pith::pipeline
