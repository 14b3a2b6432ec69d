// A page's title without its site's name.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace pith {

// Cuts "Article | Site", "Site: Article", "Article - Section - Site" at separators that stand between spaces (a colon
// behind a word): what names the site or the host goes, with what stands behind it; else, if one of the headings is
// what stands before or behind a separator, that heading stays. Otherwise the title is left whole. `headings` are the
// page's <h1>s: of "Page - Site" the site's name may be the <h1>, which it is where one of the `lower_headings`
// (<h2>, <h3>) is what stands before. Linear.
std::string title_without_site(std::string_view title, std::string_view site_name, std::string_view host,
                               std::span<const std::string> headings, std::span<const std::string> lower_headings = {});

// Of a title like "Page - Site": what stands before the separator behind which only `heading` stands; empty if there is
// none. Views into the title. Linear.
std::string_view before_in_title(std::string_view title, std::string_view heading);

// Whether two names have the same letters and digits, in any case. Linear.
bool is_same_name(std::string_view a, std::string_view b);

}  // namespace pith
