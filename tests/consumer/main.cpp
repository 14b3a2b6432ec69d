// An indexer with its own IndexWriter adds Pith's documents in its own schema: body text under "text", the URL under
// "id", no structure.
#include <core/dom/parse.h>
#include <core/extract/extract_page.h>
#include <core/extract/registry.h>
#include <indexer_adapter/documents/index_document.h>
#include <indexer_adapter/lucene/warm_up.h>

#include <iostream>
#include <utility>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto fields = pith::index::FieldMap::make({{"content", "text"}, {"url", "id"}, {"structure", ""}});
  const auto document = pith::parse_html("<body><nav>Menu</nav><main><h1>Hello</h1><p>From a host program.</p></main>");
  auto extractor = pith::make_extractor("conex");
  if (!fields || !document || !extractor) return 1;

  pith::ExtractOptions options;
  options.extractor_name = "conex/1";
  options.extractor = std::move(*extractor);
  const pith::Url url = *pith::parse_url("http://example.org/hello");
  const pith::ExtractedPage page = pith::extract_page({.page = *document, .url = &url}, options);

  pith::index::warm_up();
  const auto writer = Lucene::newLucene<Lucene::IndexWriter>(
      Lucene::FSDirectory::open(Lucene::StringUtils::toUnicode(argv[1])), pith::index::analyzer_for("en"), true,
      Lucene::IndexWriter::MaxFieldLengthUNLIMITED);
  for (int time = 0; time < 2; ++time)  // the second replaces the first
    pith::index::replace_page(writer, {.url = url.str(), .site = "example.org", .fetched = {}, .digest = {}}, page,
                              *fields);
  writer->commit();
  std::cout << writer->numDocs() << " document: " << page.blocks.text << '\n';
  writer->close();
  return 0;
}
