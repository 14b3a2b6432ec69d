// Gives back what a grown vector has reserved and does not need.
#pragma once

#include <cstddef>
#include <vector>

namespace pith {

// Copies large vectors only: those of most pages are small, and gone soon.
template <typename T>
void trim(std::vector<T>& list) {
  constexpr std::size_t large = std::size_t{256} << 10;  // bytes
  if (list.capacity() * sizeof(T) > large) list.shrink_to_fit();
}

}  // namespace pith
