// The part that a visible text plays on its page.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith {

// Text that the page's marks or the configuration take out has no role.
enum class Role : std::uint8_t {
  content,        // main content
  aside,          // the page's own, but beside the point: tags, date line, breadcrumb, related links, cards, comments
  site_template,  // the site's, on this page as on others
};

inline constexpr std::size_t role_count = 3;
inline constexpr std::array<std::string_view, role_count> role_names = {"content", "aside", "template"};
constexpr std::string_view name_of(Role role) { return role_names[static_cast<std::size_t>(role)]; }

}  // namespace pith
