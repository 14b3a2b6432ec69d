// Page templates as text: a page's markup, with names in place of what differs between pages or sites.
//
//   {{title}}                              a value
//   {{#menu}} ... {{/menu}}                its contents, for each item
//   {{#fill}} ... {{|}} ... {{/fill}}      one of the alternatives, as often as requested
//
// The code that fills in the names defines their meaning (scale_pages.cpp).
#pragma once

#include <string>
#include <vector>

namespace pith::bench {

struct SkeletonNode {
  enum class Kind { text, value, section } kind = Kind::text;
  std::string text;                                     // or name
  std::vector<std::vector<SkeletonNode>> alternatives;  // of sections, at least one
};
using Skeleton = std::vector<SkeletonNode>;

// Throws std::runtime_error, which names the file and the mistake in it.
Skeleton read_skeleton(const std::string& file);

}  // namespace pith::bench
