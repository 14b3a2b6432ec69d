#include "core/dom/detail/parser.h"

#include <algorithm>

namespace pith {

Error too_deep(const Limits& limits) {
  return too_large("too_deep", "more than " + std::to_string(limits.max_depth) +
                                   " elements are open at once (extract.limits.max_depth)");
}

Error tree_too_deep(const Limits& limits) {
  return too_large("too_deep", "misnested elements nest deeper than " + std::to_string(most_levels(limits)) +
                                   " levels (four times extract.limits.max_depth)");
}

Error too_many_nodes(std::size_t nodes, const Limits& limits) {
  return too_large("too_many_nodes", "the page has " + std::to_string(nodes) + " nodes, the limit is " +
                                         std::to_string(limits.max_nodes) + " (extract.limits.max_nodes)");
}

Error too_many_attributes(const Limits& limits) {
  return too_large("too_many_attributes", "an element has more than " + std::to_string(limits.max_attributes) +
                                              " attributes (extract.limits.max_attributes)");
}

Error too_much_memory(const Limits& limits) {
  return too_large("too_much_memory", "parsing the page takes more than " + std::to_string(limits.max_memory) +
                                          " bytes (extract.limits.max_memory)");
}

Error too_slow() { return too_large("too_slow", "parsing the page takes too long (extract.limits.max_seconds)"); }

std::string with_title_closed(std::string_view utf8, std::size_t title) {
  const std::size_t end = std::min(utf8.find('<', title), utf8.size());
  return std::string(utf8.substr(0, end)).append("</title>").append(utf8.substr(end));
}

}  // namespace pith
