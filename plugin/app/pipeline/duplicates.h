// Which pages of a site say the same as another one, and which of them is indexed.
#pragma once

#include <span>
#include <vector>

#include "crawler_adapter/extracted_row.h"

namespace pith::pipeline {

// What is to change so that of pages that say the same one is indexed; without `fold`, all of them. Rows are all those
// of a site. The outcome depends on the set of pages alone: neither on their order nor on what was folded before.
//
// A page is folded into another one for two reasons:
//   canonical  it names that one by <link rel=canonical>, and that one can be indexed. Chains are followed to their
//              end, of a cycle the preferred page stays. The name is believed only if the two pages are duplicates, or
//              if their URLs differ in nothing but query, index file name, trailing slash, scheme, "www." and letter
//              case, and not more than half of the site name that page on the ground of such a URL alone. Otherwise a
//              template that has the home page as every page's canonical would empty the index.
//   duplicate  its main content is an exact or near duplicate (core/extract/content_signature.h) of that one's, or its bytes
//              are the same.
// Preferred is, in this order: a page that can be indexed; one that is no feed (core/page/standing.h); one that others
// name; one with a headline; one with more links from pages that say something else (none, some, ten or more); one with
// clearly more text around its content (classes, each of four times the words of the one before), which a print version
// does not have; one without a query; that of the shortest URL; the smallest. Pages are taken in this order, and each is
// compared with those that stayed before it only: there are no chains of duplicates, whose ends have nothing in common. A
// page that names another one as its canonical comes after all that do not. No page is folded into a feed that is none
// itself, as long as it can be indexed, whatever it names: feeds, and pages that cannot be indexed, come last of all.
//
// Near duplicates are found by four bands of 16 bits, one of which they must have in common. Of pages that share a band
// the 256 most preferred are looked at: near duplicates beyond them, which only a made-up site has, all stay.
// O(n log n).
std::vector<crawl::FoldChange> fold_changes(std::span<const crawl::ExtractedRow> rows, bool fold);

}  // namespace pith::pipeline
