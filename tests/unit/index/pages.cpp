#include "pages.h"

#include <stdlib.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>

#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/lucene/lucene.h"

namespace pith::index {
namespace {

std::uint32_t code_points(std::string_view text) {
  return static_cast<std::uint32_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

void add_block(ExtractedPage& page, Region region, std::string_view text) {
  std::string& all = page.blocks.text;
  if (!all.empty()) all += '\n';
  Block block{};
  block.region = region;
  block.level = region == Region::heading ? 1 : 0;
  block.begin = static_cast<std::uint32_t>(all.size());
  block.begin_chars = code_points(all);
  all += text;
  block.end = static_cast<std::uint32_t>(all.size());
  block.end_chars = code_points(all);
  page.blocks.blocks.push_back(block);
}

ExtractedPage page_of(std::string_view text, std::string_view language, std::string_view title) {
  ExtractedPage page;
  page.status = Status::main;
  page.reason = "ok";
  page.confidence = 0.9;
  page.extractor = "conex/1";
  page.metadata.language = language;
  page.metadata.title = title;
  if (!text.empty()) add_block(page, Region::paragraph, text);
  return page;
}

PageRecord record_of(std::string_view name, std::string_view site) {
  return {"https://" + std::string(site) + "/" + std::string(name), std::string(site), "2024-05-31T10:00:00Z",
          "abcdef"};
}

InboundTexts inbound_texts_of(const NamedPage& page) {
  InboundTexts inbound_texts = page.inbound_texts;
  inbound_texts.url = page.record.url;
  inbound_texts.language = page.page.metadata.language;
  return inbound_texts;
}

void forget_checksums(const std::string& path) {
  const auto directory = Lucene::FSDirectory::open(widen(path));
  const auto segments = Lucene::newLucene<Lucene::SegmentInfos>();
  segments->read(directory);
  const std::string before = to_utf8(segments->getCurrentSegmentFileName());
  segments->setUserData(Lucene::MapStringString::newInstance());
  segments->commit(directory);
  std::filesystem::remove(std::filesystem::path(path) / before);
  std::filesystem::remove(std::filesystem::path(path) / "pith-checksums");
}

Searcher index_of(const std::string& path, const std::vector<NamedPage>& pages, const WriterOptions& options,
                  const SearcherOptions& searching) {
  auto writer = Writer::open(path, options);
  BOOST_REQUIRE_MESSAGE(writer.ok(), message_of(writer));
  for (const NamedPage& page : pages) {
    BOOST_REQUIRE(!writer->put(page.record, page.page));
    BOOST_REQUIRE(!writer->put_inbound_texts(inbound_texts_of(page)));
  }
  BOOST_REQUIRE(!writer->close());
  auto searcher = Searcher::open(path, searching);
  BOOST_REQUIRE_MESSAGE(searcher.ok(), message_of(searcher));
  return std::move(*searcher);
}

std::vector<std::string> found(const Searcher& searcher, const Query& query) {
  const auto hits = searcher.search(query);
  if (!hits) return {"error " + hits.error().code};
  std::vector<std::string> names;
  for (const Hit& hit : hits->hits) names.push_back(hit.url.substr(hit.url.rfind('/') + 1));
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> found(const Searcher& searcher, std::string_view text) {
  Query query;
  query.text = text;
  query.limit = 100;
  return found(searcher, query);
}

std::string marked(const std::vector<Piece>& pieces) {
  std::string text;
  for (const Piece& piece : pieces) text += piece.highlighted ? "[" + piece.text + "]" : piece.text;
  return text;
}

}  // namespace pith::index
