// schema.org metadata in <script type="application/ld+json">.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "core/page/detail/metadata_fields.h"

namespace pith {

// Reads the article-like object (Article, BlogPosting, ..., else another creative work, else the WebPage) of the
// scripts, with authors that it refers to by @id, and the site's name. Objects are looked for at the top, in arrays, in
// @graph, mainEntity and mainEntityOfPage. A script that is broken, over 1 MB, or nested deeper than 64 counts as none.
// Entities in values are decoded. Linear, never throws.
//
// `names_page` says of a title whether it may be the page's: scripts also tell of a video, a review or one product of a
// list. Of an article whose title it denies the rest is believed, of another work nothing.
MetadataFields read_json_ld(std::span<const std::string_view> scripts,
                            const std::function<bool(std::string_view)>& names_page);

}  // namespace pith
