// Metadata in the page's own markup: <meta>, microdata, and what a reader sees.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/dom/document.h"
#include "core/dom/node_set.h"
#include "core/page/detail/metadata_fields.h"

namespace pith {

struct MarkupMetadata {
  MetadataFields open_graph;         // og: and article: properties
  MetadataFields meta;               // <meta name>: plain, Dublin Core, citation_, parsely-, sailthru.
  MetadataFields microdata;          // itemprop, but no date (visible_date.h)
  MetadataFields visible;            // <title>, <html lang>, rel=author, by-line classes
  std::vector<std::string> written;  // authors in a by-line that only its words tell
  std::string content_language;      // <meta http-equiv>
  std::string canonical, og_url;     // as written in the page
  bool canonical_in_head = false;
  std::vector<std::string> headings;        // the first <h1>s
  std::vector<std::string> lower_headings;  // the first <h2>s and <h3>s
};

// One pass, O(nodes + text). By-lines inside comments, footers, asides and navigation do not count, nor do
// those of elements with more than 40 nodes or 300 bytes of text. Nodes in `ignored`, if given, are skipped except for
// <html lang> and <link>, and the text of elements that contain such nodes is not read.
MarkupMetadata read_markup(const Document& document, const NodeSet* ignored = nullptr);

}  // namespace pith
