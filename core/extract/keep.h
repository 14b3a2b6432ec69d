// What of a page's main content is kept, and what beside it is kept too.
#pragma once

namespace pith {

// The first four hold for every extractor. The others ask for telling parts of a page apart, which only the default
// extractor does; others ignore them.
struct Keep {
  bool tables = true, code = true, captions = true, images = true;
  bool title = true;      // the headline
  bool replies = true;    // on threads: posts after the first
  bool comments = false;  // of readers, on pages that are no threads
  bool related = false;   // teasers and lists of other pages
  bool share_bars = false;
  bool author_boxes = false;  // by-lines and what is said about authors
  bool operator==(const Keep&) const = default;
};

}  // namespace pith
