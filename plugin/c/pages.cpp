// Pages and documents of the C interface.
#include <memory>
#include <mutex>
#include <string>

#include "config/host_pattern.h"
#include "core/extract/extract_page.h"
#include "core/render/render.h"
#include "indexer_adapter/export/chunk_documents.h"
#include "plugin/c/handles.h"
#include "plugin/c/site_handle.h"
#include "plugin/search/extracted_view.h"
#include "plugin/site/page_clock.h"

using namespace pith;
using namespace pith::c;

struct pith_document {
  ExtractedPage page;
  std::string url;
  mutable std::once_flag markdown_once, json_once, metadata_once;
  mutable std::string markdown, json, metadata;
};

namespace {

Result<pith_document*> extract(const pith_config& config, const pith_site* site, const pith_page& page) {
  const auto read = ReceivedPage::read(config, page);
  if (!read) return read.error();
  const auto at_page = [&](const Error& error) { return read->name.empty() ? error : error_at(read->name, error); };
  const auto setup = config.setups().of_host(read->url ? config::host_with_port(*read->url) : std::string());
  if (!setup) return setup.error();
  const auto document = pipeline::parse_in_time(read->body, read->type.charset, (*setup)->limits);
  if (!document) return at_page(document.error());
  ExtractOptions options = (*setup)->extract;
  options.want_markdown = true;
  pipeline::PageClock clock((*setup)->limits.max_seconds);
  KeyPage key{.page = *document,
              .url = read->url ? &*read->url : nullptr,
              .robots = read->robots,
              .fetched = page.fetched,
              .stop = &clock};
  if (site && read->url && (*setup)->in_site()) {
    const auto known = site->of(*read->url, **setup);
    if (!known) return at_page(known.error());
    key.site = *known;
  }
  auto out = std::make_unique<pith_document>();
  out->page = extract_page(key, options);
  out->url = read->name;
  return out.release();
}

}  // namespace

extern "C" {

pith_document* pith_extract(const pith_config* config, const pith_site* site, const pith_page* page,
                            pith_error* error) {
  return guarded<pith_document*>(error, nullptr, [&] { return extract(*config, site, *page); });
}

pith_bytes pith_document_view(const pith_document* document, pith_view view) {
  if (!document) return {nullptr, 0};
  const ExtractedPage& page = document->page;
  const auto made = [&](std::once_flag& once, std::string& text, const auto& make) {
    std::call_once(once, [&] { text = make(); });
    return bytes_of(text);
  };
  try {
    switch (view) {
      case PITH_TEXT:
        return bytes_of(page.blocks.text);
      case PITH_HTML:
        return bytes_of(page.html);
      case PITH_MARKDOWN:
        return made(document->markdown_once, document->markdown,
                    [&] { return with_title(page.markdown, page.metadata.title, page.blocks); });
      case PITH_JSON:
        return made(document->json_once, document->json,
                    [&] { return pipeline::extracted_json(page, document->url, pipeline::Members::all); });
      case PITH_METADATA:
        return made(document->metadata_once, document->metadata,
                    [&] { return pipeline::extracted_json(page, document->url, pipeline::Members::metadata); });
    }
  } catch (...) {  // no memory
  }
  return {nullptr, 0};
}

pith_result* pith_document_chunks(const pith_document* document, const pith_chunk_size* size, pith_error* error) {
  return guarded<pith_result*>(error, nullptr, [&]() -> Result<pith_result*> {
    const auto stored =
        index::stored_page({.url = document->url, .site = {}, .fetched = {}, .digest = {}}, document->page);
    const auto chunks = sinks::make_chunk_documents(stored, size_of(size));
    if (!chunks) return chunks.error();
    auto list = nlohmann::ordered_json::array();
    for (const sinks::SinkDocument& chunk : *chunks) list.push_back(chunk.fields);
    return result_of(text_of(list));
  });
}

void pith_document_free(pith_document* document) { delete document; }

}  // extern "C"
