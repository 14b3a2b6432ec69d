// What the page cache knows about extracted pages for comparing them, and the results of the comparison.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/extract/content_signature.h"
#include "crawler_adapter/cache/page_reason.h"

namespace pith::crawl {

// A page that is indexed, or would be if it were not folded.
struct ExtractedRow {
  std::int64_t id = 0;
  std::string url;
  std::string canonical;  // target of its <link rel=canonical>, normalised; empty if absent
  ContentSignature content;
  bool can_be_indexed = true;  // its document is in the index, or its body is still there to be extracted
  std::string folded_into;     // URL; empty if it is not folded
  PageReason reason;           // why it is folded: duplicate, canonical
  bool has_headline = false;
  std::int64_t page_words = 0;            // in content and template
  std::vector<std::uint64_t> links = {};  // hash_url of linked pages, at most 32
};

// Folds a page into another one, or unfolds it if `into` is empty.
struct FoldChange {
  std::int64_t page = 0;
  std::string digest;  // from ContentSignature: if the page has another one by now, nothing changes
  std::string into;    // URL
  PageReason reason;
};

}  // namespace pith::crawl
