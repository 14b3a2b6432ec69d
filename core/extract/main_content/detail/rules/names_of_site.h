// Which of a page's names are the site's.
#pragma once

#include <string>
#include <vector>

#include "core/dom/document.h"
#include "core/extract/main_content/detail/site/site_statistics.h"

namespace pith {

// The names of the page (core/page/page_names.h) that at least two other pages, and a third of them, have too. If all
// parts of the title are, the rarest is the page's own, as on the pages of a section, unless nearly as many have it.
std::vector<std::string> names_of_site(const Document& page, const OtherPages& site);

}  // namespace pith
