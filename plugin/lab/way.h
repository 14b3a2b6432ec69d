// Whether headlines and captions count as content. Golds differ in that, so systems are measured in each way.
#pragma once

#include <array>
#include <string>

#include "core/dom/document.h"
#include "core/dom/node_set.h"
#include "plugin/lab/page_set.h"

namespace pith::eval {

struct Way {
  bool title = true, captions = true;
};

// The usual one first.
inline constexpr std::array<Way, 4> all_ways{
    {{true, true}, {.title = false}, {.captions = false}, {.title = false, .captions = false}}};

// What is left out: "title out", "captions out", "title and captions out"; empty: nothing.
std::string name_of(Way way);

// What the page's manifest says about its gold; where it does not, as in `otherwise`.
Way way_of(const LabelledPage& page, Way otherwise);

// As `extract.keep_captions: false` does, with any extractor. O(nodes).
void remove_captions(const Document& document, NodeSet& content);

}  // namespace pith::eval
