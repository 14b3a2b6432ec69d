// Formats: what `pith map` writes of a page.
//
// To add one: a file NAME.cpp in this folder that defines `NAME_format`, and a line in formats.def.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/extract/extracted_page.h"
#include "core/render/chunks.h"
#include "crawler_adapter/cache/page_state.h"
#include "crawler_adapter/page/captured_page.h"
#include "indexer_adapter/documents/page_record.h"

namespace pith::map {

// A page that is left out, and why.
struct LeftOut {
  index::PageRecord record;
  std::string reason;      // "http_404", "duplicate"
  std::string stands_for;  // the URL that it redirects to, or whose content it has; or empty
  crawl::RecordPlace place;
};

// What a document has besides its page's fields.
struct Wanted {
  bool structure = false;  // the page's blocks
  ChunkSize chunk = {};    // formats of chunks
};

struct Format {
  const char* name;         // for --format
  const char* description;  // one line, for help
  std::string (*head)();    // what the output begins with

  // All bytes of an extracted page. Error "bad_structure".
  Result<std::string> (*page)(const index::PageRecord& record, const ExtractedPage& page,
                              const crawl::RecordPlace& place, const Wanted& wanted);
  std::string (*left_out)(const LeftOut& page);  // empty: the format has no place for it
};

std::vector<const Format*> formats();

// nullptr if there is none of this name.
const Format* find_format(std::string_view name);

}  // namespace pith::map
