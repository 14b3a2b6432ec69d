// Handmade pages, and a separate index directory for each test.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/extracted_page.h"
#include "indexer_adapter/documents/inbound_texts.h"
#include "indexer_adapter/documents/page_record.h"
#include "indexer_adapter/documents/writer.h"
#include "indexer_adapter/hits/searcher.h"
#include "tests/support/temporary.h"

namespace pith::index {

// Appends a block to the page's main text, with offsets in bytes and code points.
void add_block(ExtractedPage& page, Region region, std::string_view text);

// A page of one paragraph in this language, with status main.
ExtractedPage page_of(std::string_view text, std::string_view language = "en", std::string_view title = "");

// https://example.org/NAME on the site example.org.
PageRecord record_of(std::string_view name, std::string_view site = "example.org");

// Created empty, removed on destruction.
using IndexDirectory = test::TemporaryDirectory;

// Turns the index into one written by another program or an older Pith: without checksums, and no commit says that
// there are any.
void forget_checksums(const std::string& path);

struct NamedPage {
  PageRecord record;
  ExtractedPage page;
  InboundTexts inbound_texts = {};  // without url and language, which are the page's
};

// The page's inbound texts, with its URL and language.
InboundTexts inbound_texts_of(const NamedPage& page);

// Pages have all words of a query or are no hits, scores are those of the words alone, and tests may be slow.
inline const SearcherOptions as_written{.ranking = {.title = 0, .depth = 0}, .enough = 0, .timeout = 0};
// The default, on a slow machine.
inline const SearcherOptions forgiving{.timeout = 0};

// Indexes the pages and opens the index.
Searcher index_of(const std::string& path, const std::vector<NamedPage>& pages, const WriterOptions& options = {},
                  const SearcherOptions& searching = as_written);

// The last parts of the URLs found, sorted; only "error CODE" after an error.
std::vector<std::string> found(const Searcher& searcher, const Query& query);
std::vector<std::string> found(const Searcher& searcher, std::string_view text);

// For BOOST_REQUIRE_MESSAGE, which always builds its message.
template <typename T>
std::string message_of(const Result<T>& result) {
  return result ? std::string() : result.error().message;
}

// The snippet with its highlights in [brackets].
std::string marked(const std::vector<Piece>& pieces);

}  // namespace pith::index
