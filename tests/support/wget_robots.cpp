#include "tests/support/wget_robots.h"

// wget.h is C and uses `restrict` as a keyword.
#define restrict __restrict__
#include <wget.h>
#undef restrict

namespace pith::test {

std::vector<std::string> wget_forbidden_prefixes(std::string_view robots_txt, const std::string& product_token) {
  const std::string text(robots_txt);  // zero-terminated
  wget_robots_t* robots = wget_robots_parse(text.c_str(), product_token.c_str());
  std::vector<std::string> prefixes;
  if (!robots) return prefixes;
  for (int i = 0; i < wget_vector_size(robots->paths); ++i) {
    const auto& path = *static_cast<const wget_string_t*>(wget_vector_get(robots->paths, i));
    prefixes.emplace_back(path.p, path.len);
  }
  wget_robots_free(&robots);
  return prefixes;
}

}  // namespace pith::test
