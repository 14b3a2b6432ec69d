// CSS selectors: the subset that people use in `sites:` overrides.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/dom/document.h"

namespace pith {

struct SelectorSyntax;

// A comma-separated list of compound selectors joined by descendant (space) or child (>) combinators. Compounds: tag
// or *, #id, .class, [attr], [attr=value] with the operators = ~= ^= $= *= |=, value quoted or not; CSS escapes (`\:`,
// `\31 `) in names and values. Tags and attribute names match case-insensitively, everything else exactly.
// Pseudo-classes, the combinators + and ~, namespaces and flags (`[a=b i]`) are refused with an error that says so.
// Limits: 4,096 bytes, 256 compounds, 64 of them in one alternative.
//
// Immutable, so usable from any number of threads.
class Selector {
 public:
  // Error code "selector": the message shows the selector and the offending position.
  static Result<Selector> parse(std::string_view text);

  // Whether n is an element that the selector matches. O(depth × compounds).
  bool matches(const Document& document, NodeId n) const;

  // All matching elements, in document order. One pass, O(nodes × compounds); each test of a compound scans the
  // element's attributes once. No combination of combinators is worse than that.
  std::vector<NodeId> select(const Document& document) const;

 private:
  explicit Selector(std::shared_ptr<const SelectorSyntax> syntax);

  std::shared_ptr<const SelectorSyntax> syntax_;  // never null
};

}  // namespace pith
