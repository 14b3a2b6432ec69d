// Field names in a query.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pith::index {

// The name before a colon, as written: "Title" at the beginning of "Title:x"; empty if there is none at `at`.
inline std::string field_name_at(std::wstring_view query, std::size_t at) {
  constexpr std::size_t longest = 40;
  const auto in_name = [](wchar_t c) { return (c >= L'a' && c <= L'z') || (c >= L'A' && c <= L'Z') || c == L'_'; };
  std::string name;
  for (; at < query.size() && name.size() <= longest && in_name(query[at]); ++at) name += static_cast<char>(query[at]);
  return at < query.size() && query[at] == L':' ? name : std::string();
}

}  // namespace pith::index
