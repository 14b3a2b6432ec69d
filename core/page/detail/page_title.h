// A page's title without its site's name.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace pith {

// Shortens "Article | Site", "Site: Article", "Article - Section - Site" at separators between spaces (or a colon after
// a word): drops the part that names the site or the host, and what follows it; otherwise, if the part before or after
// a separator is one of the headings, keeps that heading. Leaves any other title whole. `headings` are the page's
// <h1>s. In "Page - Site" the <h1> may be the site's name; it is if the part before the separator is one of the
// `lower_headings` (<h2>, <h3>). Linear.
std::string title_without_site(std::string_view title, std::string_view site_name, std::string_view host,
                               std::span<const std::string> headings, std::span<const std::string> lower_headings = {});

// For a title like "Page - Site": the part before the separator if `heading` is all that follows; otherwise empty. A
// view into the title. Linear.
std::string_view before_in_title(std::string_view title, std::string_view heading);

// Whether two names have the same letters and digits, in any case. Linear.
bool is_same_name(std::string_view a, std::string_view b);

}  // namespace pith
