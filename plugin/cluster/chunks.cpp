// Chunks of pages as JSON lines, with the fields of `pith export --chunks` (indexer_adapter/export/chunk_documents.h).
// Pages that are left out have no line.
#include <string>

#include "indexer_adapter/export/chunk_documents.h"
#include "plugin/cluster/format.h"

namespace pith::map {
namespace {

Result<std::string> chunks_of(const index::PageRecord& record, const ExtractedPage& page, const crawl::RecordPlace&,
                              const Wanted& wanted) {
  const auto chunks = sinks::make_chunk_documents(index::stored_page(record, page), wanted.chunk);
  if (!chunks) return chunks.error();
  std::string out;
  for (const sinks::SinkDocument& chunk : *chunks) out += sinks::to_line(chunk.fields) + "\n";
  return out;
}

}  // namespace

extern const Format chunks_format;
const Format chunks_format{"chunks", "a JSON object a line for each chunk of a page, as `pith export --chunks`",
                           [] { return std::string(); }, chunks_of, [](const LeftOut&) { return std::string(); }};

}  // namespace pith::map
