// What kind of page a page is.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace pith {

enum class PageType : std::uint8_t { article, thread, listing, product, documentation, service, other };

inline constexpr std::array<std::string_view, 7> page_type_names = {"article",       "thread",  "listing", "product",
                                                                    "documentation", "service", "other"};
inline std::string_view name_of(PageType type) { return page_type_names[static_cast<std::size_t>(type)]; }

}  // namespace pith
