// LQF, the link quota filter: drops block elements whose text is mostly links.
//
// The heuristic that C. Mantratzis, M. Orgun, S. Cassidy (Separating XHTML content from navigation clutter using
// DOM-structure block analysis, Hypertext 2005) and G. Kaiser, S. Gupta, S. Stolfo (Extracting context to improve
// accuracy for HTML content extraction, WWW 2005) use; a row of Table 2 of Mohammadzadeh et al. 2011. The sources leave
// open: which elements are judged (here: all block elements except <body>), what a character is (white space does not
// count), and how to judge a block that contains a dropped block (by the rest: bottom-up, filters.h). The default quota
// was chosen by measurement on labelled pages, between the 25 % and 75 % usual in the literature.
#include <memory>

#include "core/extract/extractor.h"
#include "core/extract/extractors/detail/filters.h"

namespace pith {
namespace {

class LinkQuotaFilter final : public Extractor {
 public:
  explicit LinkQuotaFilter(const Parameters& p) : quota_(parameter<double>(p, "quota")) {}

  NodeSet choose(const ExtractorInput& input) const override {
    const Document& page = input.page;
    const auto drops = [&](NodeId n, const LinkedText& held) {
      return page[n].is_element() && is_block(page[n].tag) && held.linked > quota_ * held.characters;
    };
    return without(page, drop_bottom_up(page, drops));
  }

 private:
  double quota_;
};

}  // namespace

ExtractorInfo lqf_info() {
  return {
      .name = "lqf",
      .version = 1,
      .site_level = false,
      .summary = "link quota filter: all text but that of blocks which mostly consist of links",
      .source =
          "Mantratzis, Orgun, Cassidy 2005; Kaiser, Gupta, Stolfo 2005; compared in Mohammadzadeh et al. (DANAg) 2011, "
          "table 2",
      .parameters = {{.name = "quota",
                      .meaning = "share of a block's characters in links above which the block is dropped",
                      .fallback = 0.25,
                      .minimum = 0,
                      .maximum = 1}},
      .make = [](const Parameters& p) -> std::unique_ptr<Extractor> { return std::make_unique<LinkQuotaFilter>(p); },
  };
}

}  // namespace pith
