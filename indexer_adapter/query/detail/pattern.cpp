#include "indexer_adapter/query/detail/pattern.h"

#include "indexer_adapter/query/query_syntax.h"

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

bool fits_host(std::wstring_view host, std::wstring_view pattern) {
  const std::size_t colon = host.rfind(L':');
  const bool port = colon != host.npos && colon + 1 < host.size() && host.back() != L']';
  const std::wstring_view bare = host.substr(0, port ? colon : host.size());
  const auto fits = [&](std::wstring_view each) { return fits_pattern(host, each) || fits_pattern(bare, each); };
  const bool with_itself = pattern.size() > 2 && pattern[0] == QueryNode::any_run && pattern[1] == L'.';
  return fits(pattern) || (with_itself && fits(pattern.substr(2)));
}

}  // namespace pith::index
