// A constant set of tags, for definitions that list elements.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>

#include "core/dom/tag.h"

namespace pith {

class TagSet {
 public:
  constexpr TagSet(std::initializer_list<Tag> tags) {
    for (const Tag tag : tags) held_[static_cast<std::size_t>(tag)] = true;
  }
  constexpr bool contains(Tag tag) const { return held_[static_cast<std::size_t>(tag)]; }

 private:
  std::array<bool, static_cast<std::size_t>(Tag::count_)> held_{};
};

}  // namespace pith
