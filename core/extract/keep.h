// Which parts of a page's main content are kept, and which other parts of the page.
#pragma once

namespace pith {

// The first four apply to every extractor. The rest need an extractor that distinguishes parts of a page, which only
// the default one does; others ignore them.
struct Keep {
  bool tables = true, code = true, captions = true, images = true;
  bool title = true;      // the headline
  bool replies = true;    // on threads: posts after the first
  bool comments = false;  // of readers, on pages that are not threads
  bool related = false;   // teasers and lists of other pages
  bool share_bars = false;
  bool author_boxes = false;  // bylines, texts about authors, member data and signatures of forums
  bool operator==(const Keep&) const = default;
};

}  // namespace pith
