// Parts of a page that a reader may or may not want with its main content, found by names, headings and repetition.
#pragma once

#include <cstdint>
#include <vector>

#include "core/extract/keep.h"
#include "core/extract/main_content/detail/site/site_statistics.h"
#include "core/extract/main_content/detail/view/page_view.h"
#include "core/page/page_type.h"

namespace pith {

enum class Part : std::uint16_t {
  title = 1,
  reply = 2,
  comment = 4,
  related = 8,
  share_bar = 16,
  author_box = 32,
  read_more = 64,
  other_product = 128,
  member = 256,
  teaser = 512
};
using Parts = std::uint16_t;  // a set of them
constexpr Parts bit(Part part) { return static_cast<Parts>(part); }

// For each run the parts it belongs to, as bits.
//   title       the headline (core/extract/main_content/detail/rules/headline.h)
//   reply       on threads: in an item after the first of a group of posts
//   comment     on other pages: in an element named as of comments, or under a heading that announces them
//   related     in an element named as of other pages' teasers, or under a heading that announces them
//   teaser      both, and not by an id, which may be a heading's words; and such a heading, if nothing else was chosen
//               of what it announces
//   share_bar   short, in an element named as of sharing
//   author_box  in an element named as of authors
//   other_product  in cards of other products (core/extract/main_content/detail/rules/prices.h)
//   member      what a forum says of the author of a post (core/extract/main_content/detail/rules/members.h):
//               on threads, and on other pages if there is more than one
//   read_more   on articles: a line like "Read more: the new pier", mostly a link, in an element named so
// Form fields and buttons are in no part. O(runs · depth).
// `chosen`: by run, what was chosen so far; empty if it is not known.
std::vector<Parts> find_parts(const PageView& page, PageType type, RunId headline, const OtherPages& site,
                              const std::vector<char>& chosen = {});

// Removes from the chosen runs what is not to be kept, and adds what is. Adds nothing to a page without chosen runs.
void apply(const Keep& keep, const std::vector<Parts>& parts, std::vector<char>& chosen);

}  // namespace pith
