#include "indexer_adapter/documents/detail/terms.h"

#include <algorithm>
#include <cstddef>

#include "indexer_adapter/lucene/detail/text.h"

namespace pith::index {

using Lucene::newLucene;

Lucene::TermPtr marker_of(const FieldMap& fields, DocumentKind kind) {
  return newLucene<Lucene::Term>(to_wide(fields[Field::generator]), to_wide(generator_name(kind)));
}

std::wstring words_field(const std::wstring& text_field) { return to_wide(words_name(to_utf8(text_field))); }

std::uint32_t depth_of(std::wstring_view url) {
  std::size_t at = url.find(L"://");
  at = url.find(L'/', at == url.npos ? 0 : at + 3);
  const std::size_t end = std::min(url.find_first_of(L"?#"), url.size());
  std::uint32_t segments = 0;
  for (; at < end; ++at)
    if (url[at] == L'/' && at + 1 < end && url[at + 1] != L'/') ++segments;
  return segments;
}

}  // namespace pith::index
