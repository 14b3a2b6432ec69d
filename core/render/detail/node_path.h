// The steps of path_of, for one node and for many nodes at once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/dom/document.h"
#include "core/render/block.h"

namespace pith {

// One-based position among the siblings of the same name; 0 if it is the only one. O(siblings).
std::uint32_t position_of(const Document& document, NodeId element);

// position_of for all elements between the root and the blocks' nodes, in O(nodes) overall; 0 elsewhere.
std::vector<std::uint32_t> positions_of(const Document& document, const Blocks& blocks);

// path_of (core/render/blocks.h) with positions from `position(NodeId) -> std::uint32_t`. O(depth, at most 64).
template <typename Position>
std::string node_path(const Document& document, NodeId n, const Position& position);

// The name of a step: "text()", an element's name, or "*" for one longer than 32 bytes.
std::string_view step_name(const Document& document, NodeId n);

template <typename Position>
std::string node_path(const Document& document, NodeId n, const Position& position) {
  constexpr std::size_t max_steps = 64;
  std::vector<NodeId> steps;
  for (; n != no_node && steps.size() < max_steps; n = document[n].parent) steps.push_back(n);
  std::string path = n == no_node ? "" : "//";
  for (std::size_t i = steps.size(); i-- > 0;) {
    path += step_name(document, steps[i]);
    if (document[steps[i]].is_element())
      if (const std::uint32_t at = position(steps[i]); at > 0) path += '[' + std::to_string(at) + ']';
    if (i > 0) path += '/';
  }
  return path;
}

}  // namespace pith
