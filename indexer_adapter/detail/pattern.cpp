#include "indexer_adapter/detail/pattern.h"

#include "indexer_adapter/query_syntax.h"

namespace pith::index {

bool fits_pattern(std::wstring_view word, std::wstring_view pattern) {
  std::size_t w = 0, p = 0, star = std::wstring_view::npos, resume = 0;
  while (w < word.size()) {
    if (p < pattern.size() && pattern[p] == QueryNode::any_run) {
      star = p++;
      resume = w;
    } else if (p < pattern.size() && (pattern[p] == QueryNode::any_one || pattern[p] == word[w])) {
      ++p;
      ++w;
    } else if (star != std::wstring_view::npos) {
      p = star + 1;
      w = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == QueryNode::any_run) ++p;
  return p == pattern.size();
}

}  // namespace pith::index
