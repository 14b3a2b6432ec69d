// Which pages of a site have the same content, and which of them is indexed.
#pragma once

#include <span>
#include <vector>

#include "crawler_adapter/cache/extracted_row.h"

namespace pith::pipeline {

// The changes after which one of the pages with the same content is indexed; without `fold`, all of them. `rows` are
// all of a site's. The outcome depends only on the set of pages: neither on their order nor on what was folded before.
//
// A page is folded into another one for two reasons:
//   canonical  it names that one by <link rel=canonical>, and that one can be indexed. Chains are followed to their
//              end; in a cycle, the preferred page stays. The link is trusted only if the two pages are duplicates, or
//              if their URLs differ only in query, index file name, trailing slash, scheme, "www." and letter case,
//              and at most half of the site leads to that page, at once or in a chain, on the strength of such a URL
//              alone. Otherwise a template with the home page, or the next page, as every page's canonical would empty
//              the index.
//   duplicate  its main content is an exact or near duplicate (core/extract/content_signature.h) of that one's, or its
//              bytes are the same.
// The kept page is in the same area of the site (core/text/site_area.h) or in one above it, unless the folded one names
// it: a neighbour's copy takes no page out of the index. Links and names from other areas do not make a page preferred.
// Preferred is, in this order: a page that can be indexed; one in an area with fewer parts; one that others name; one
// with a headline (core/page/headline.h); one with more links from pages with other content (none, some, ten or more);
// one with clearly more text around its content (in classes, each with four times the words of the previous one), which
// a print version lacks; one without a query; the shortest URL; the smallest URL. Pages are processed in this order,
// and each is compared only with those kept before it: there are no chains of duplicates whose ends have nothing in
// common. A page that names another one as its canonical comes after all that do not. A page that cannot be indexed
// comes last.
//
// Near duplicates are found by four bands of 16 bits, one of which they must share. Among pages that share a band, the
// 256 most preferred are examined: near duplicates beyond them, which occur only on artificial sites, all stay.
// O(n log n).
std::vector<crawl::FoldChange> fold_changes(std::span<const crawl::ExtractedRow> rows, bool fold);

}  // namespace pith::pipeline
