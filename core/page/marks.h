// Marks by which a page's author tells search engines what not to index or show.
//
//   mark                                                     switch            effect
//   <meta name="robots"> or "pith": noindex, none            robots_meta       the page is skipped as "noindex"
//                        nosnippet, max-snippet:0                              none of its content is shown
//                        nofollow, none                                        `pith crawl` follows none of its links
//   X-Robots-Tag, the same rules                             robots_header     the same
//   data-nosnippet                                           data_nosnippet    not shown
//   data-pagefind-body                                       pagefind          if there is one, only this is content
//   data-pagefind-ignore                                                       not content
//   data-elastic-include                                     elastic           if there is one, only this is content
//   data-elastic-exclude                                                       not content, except an include inside
//   <!--htdig_noindex--> ... <!--/htdig_noindex-->           htdig             not content
//   <!--UdmComment--> ... <!--/UdmComment-->                 udm_comment       not content
//   <!--googleoff: index--> ... <!--googleon: index-->       googleoff         not content; `all`: the same
//   <!--googleoff: snippet--> ... <!--googleon: snippet-->                     not shown
//
// "Not content" applies everywhere: to templates, titles and all other metadata too. "Not shown" means that a search
// finds it but shows none of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/dom/document.h"
#include "core/dom/node_set.h"

namespace pith {

// Which marks are honoured.
struct MarkSwitches {
  bool robots_meta = true, robots_header = true;
  bool data_nosnippet = true;
  bool pagefind = true, elastic = true;
  bool htdig = true, udm_comment = true, googleoff = true;
  bool operator==(const MarkSwitches&) const = default;
};

// What a page's marks mean.
struct Marks {
  explicit Marks(const Document& page) : excluded(page), wanted(page), unshown(page) {}

  bool noindex = false;
  bool nofollow = false;              // for crawlers: no link of the page is to be followed
  bool nosnippet = false;             // for the whole page; unshown is left empty then
  NodeSet excluded;                   // not content
  NodeSet wanted;                     // empty: the page does not say; may overlap with excluded, which wins
  NodeSet unshown;                    // nothing in <head>: titles are shown
  std::vector<std::string> honoured;  // names of the switches whose marks were found, each once
};

// `robots_header`: values of X-Robots-Tag, one per line (core/page/detail/robots_rules.h). One pass, O(nodes +
// attributes).
Marks read_marks(const Document& page, std::string_view robots_header, const MarkSwitches& switches);

}  // namespace pith
