// A page's title without its site's name.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace pith {

// Cuts "Article | Site", "Site: Article", "Article - Section - Site" at separators that stand between spaces (a colon
// behind a word): what names the site or the host goes, with what stands behind it; else, if one of the headings is
// what stands before or behind a separator, that heading stays. Otherwise the title is left whole. Linear.
std::string title_without_site(std::string_view title, std::string_view site_name, std::string_view host,
                               std::span<const std::string> headings);

}  // namespace pith
