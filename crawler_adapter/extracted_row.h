// What the page cache knows of extracted pages for comparing them, and what comes of that.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/extract/content_signature.h"
#include "core/page/standing.h"
#include "crawler_adapter/page_reason.h"

namespace pith::crawl {

// A page that is indexed, or would be if it were not folded into another one.
struct ExtractedRow {
  std::int64_t id = 0;
  std::string url;
  std::string canonical;  // what its <link rel=canonical> names, normalised; empty if it has none
  ContentSignature content;
  bool can_be_indexed = true;  // its document is in the index, or its body is still there to be extracted
  std::string folded_into;     // URL; empty if it is not folded
  PageReason reason;           // why it is folded: duplicate, canonical
  Standing standing = Standing::plain;
  std::int64_t page_words = 0;            // of content and template
  std::vector<std::uint64_t> links = {};  // hash_url of pages that it links to, 32 at most
};

// A page that is to be folded into another one from now on, or, with an empty `into`, no longer.
struct FoldChange {
  std::int64_t page = 0;
  std::string digest;  // ContentSignature's: if the page has another one by now, nothing is changed
  std::string into;    // URL
  PageReason reason;
};

}  // namespace pith::crawl
