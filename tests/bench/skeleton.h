// Page templates as text: a page's markup with names where a page, or its site, has something of its own.
//
//   {{title}}                              a value
//   {{#menu}} ... {{/menu}}                its inside for each item
//   {{#fill}} ... {{|}} ... {{/fill}}      one of the alternatives, as often as asked for
//
// What the names mean is the matter of whoever fills them in (scale_pages.cpp).
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

// Throws std::runtime_error, which names the file and what is wrong in it.
Skeleton read_skeleton(const std::string& file);

}  // namespace pith::bench
