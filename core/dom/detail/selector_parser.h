// The grammar of Selector::parse, and its result.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace pith {

// A parsed selector.
struct SelectorSyntax {
  struct AttributeTest {
    std::string name, value;
    char op;  // '=', '~', '^', '$', '*', '|', or 'e' for "exists"
  };
  struct Compound {
    std::string tag;  // empty: any
    std::string id;
    std::vector<std::string> classes;
    std::vector<AttributeTest> attributes;
    bool child_of_previous = false;  // joined to the compound before it by '>'
  };
  using Complex = std::vector<Compound>;  // left to right, never empty

  std::vector<Complex> alternatives;  // never empty
};

// Error code "selector".
Result<SelectorSyntax> parse_selector(std::string_view text);

}  // namespace pith
