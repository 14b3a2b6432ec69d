// schema.org metadata in <script type="application/ld+json">.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "core/page/detail/metadata_fields.h"

namespace pith {

// Reads the article-like object (Article, BlogPosting, ..., else another creative work, else the WebPage) of the
// scripts, with authors that it refers to by @id, and the site's name. Looks for objects at the top, in arrays, in
// @graph, mainEntity and mainEntityOfPage. Ignores a script that is broken, over 1 MB, or nested deeper than 64.
// Decodes entities in values. Linear, never throws.
//
// `names_page` says whether a title may be the page's: scripts also describe a video, a review or one product of a
// list. If it rejects an article's title, the article's other values still count; of another work, none do.
MetadataFields read_json_ld(std::span<const std::string_view> scripts,
                            const std::function<bool(std::string_view)>& names_page);

}  // namespace pith
