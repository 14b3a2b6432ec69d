// The runs of a block as inline Markdown.
#pragma once

#include <string>
#include <string_view>

#include "core/dom/document.h"
#include "core/render/detail/block_scan.h"
#include "core/render/detail/page_urls.h"

namespace pith {

class MarkdownInline {
 public:
  enum class Place {
    paragraph,  // line breaks are hard breaks: "\\\n"
    heading,    // one line, no '#' at its end
    cell,       // one line, pipes escaped
  };

  MarkdownInline(const Document& document, PageUrls& urls) : document_(document), urls_(urls) {}

  // Empty if nothing is left, for example for an image without a usable source. A link around several blocks is written
  // in the first of them only. Linear in the block.
  std::string render(const ScannedBlock& block, Place place);

 private:
  const Document& document_;
  PageUrls& urls_;
  NodeId last_link_ = no_node;  // in earlier blocks
};

// Plain text of one line as what follows a heading's "#".
std::string markdown_heading(std::string_view text);

}  // namespace pith
