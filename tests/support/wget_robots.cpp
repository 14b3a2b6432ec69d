#include "tests/support/wget_robots.h"

#include "plugin/hooks/wget2/libwget.h"

namespace pith::test {

std::vector<std::string> wget_forbidden_prefixes(std::string_view robots_txt, const std::string& product_token) {
  const std::string text(robots_txt);  // zero-terminated
  std::vector<std::string> prefixes;
#if LIBWGET_VERSION_NUMBER < 0x020000
  wget_robots* robots = wget_robots_parse(text.c_str(), product_token.c_str());
  for (int i = 0; robots && i < wget_vector_size(robots->paths); ++i) {
    const auto& path = *static_cast<const wget_string_t*>(wget_vector_get(robots->paths, i));
    prefixes.emplace_back(path.p, path.len);
  }
#else
  wget_robots* robots = nullptr;
  if (wget_robots_parse(&robots, text.c_str(), product_token.c_str()) != WGET_E_SUCCESS) return prefixes;
  for (int i = 0; i < wget_robots_get_path_count(robots); ++i) {
    const wget_string& path = *wget_robots_get_path(robots, i);
    prefixes.emplace_back(path.p, path.len);
  }
#endif
  if (robots) wget_robots_free(&robots);
  return prefixes;
}

bool is_old_libwget() { return LIBWGET_VERSION_NUMBER < 0x020000; }

}  // namespace pith::test
