// Scores, against the oracle.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "bm25_oracle.h"
#include "indexer_adapter/documents/index_document.h"
#include "indexer_adapter/lucene/detail/text.h"

namespace pith::index {
namespace {

using Kind = OracleQuery::Kind;

// The default boosts of the fields that the oracle knows.
const Oracle::Weights weights = [] {
  Oracle::Weights all;
  for (const char* name : {"title", "headings", "content", "anchors", "inbound", "ancestors"})
    all[name] = find_field(name)->boost;
  return all;
}();

OracleQuery word(std::string text, std::string field = "", double boost = 1) {
  return {Kind::word, std::move(text), std::move(field), boost, {}};
}
OracleQuery phrase(std::string text, std::string field = "") {
  return {Kind::phrase, std::move(text), std::move(field), 1, {}};
}
OracleQuery join(Kind kind, std::vector<OracleQuery> parts) { return {kind, "", "", 1, std::move(parts)}; }

bool near(double a, double b) { return std::abs(a - b) <= 1e-6 * std::max({1.0, std::abs(a), std::abs(b)}); }

// Checks the hits, their scores, and that they are ordered by score.
void check(const Searcher& searcher, const Oracle& oracle, const OracleQuery& query, const std::string& where) {
  const auto hits = searcher.search({.text = query.text(), .limit = 1000});
  BOOST_REQUIRE_MESSAGE(hits.ok(), message_of(hits));
  const auto expected = oracle.scores(query);
  BOOST_TEST(hits->total == expected.size(), where << ": " << query.text());
  double last = 1e9;
  for (const Hit& hit : hits->hits) {
    const auto found = expected.find(hit.url);
    if (found == expected.end() || !near(found->second, hit.score))
      BOOST_ERROR(where << ": " << query.text() << ": " << hit.url << " scores " << hit.score << ", expected "
                        << (found == expected.end() ? "no hit" : std::to_string(found->second)));
    BOOST_TEST(hit.score <= last, where << ": " << query.text());
    last = hit.score;
  }
}

const std::vector<OracleQuery> small_queries = {
    word("a"),
    word("b", "title"),
    word("a", "headings", 3),
    word("c", "inbound"),
    word("b", "ancestors", 2),
    phrase("a b", "inbound"),
    join(Kind::all, {word("a", "inbound"), join(Kind::without, {word("b", "ancestors")})}),
    phrase("a b"),
    phrase("a a"),
    phrase("b", "content"),
    join(Kind::all, {word("a"), word("b")}),
    join(Kind::any, {word("a"), word("b")}),
    join(Kind::any, {word("a", "", 4), phrase("b a"), word("c")}),
    join(Kind::all, {word("a"), join(Kind::without, {word("b")})}),
    join(Kind::all, {word("c"), join(Kind::any, {phrase("a b", "content"), word("a", "title")})}),
    join(Kind::all, {join(Kind::any, {word("a"), word("b")}), join(Kind::without, {phrase("a b")})}),
};

// Words a, b and c up to this number, drawn at random.
std::string random_text(std::mt19937& random, unsigned longest) {
  std::string words;
  for (unsigned n = random() % (longest + 1); n-- > 0;)
    words += std::string(words.empty() ? "" : " ") + "abc"[random() % 3];
  return words;
}

// Of every second page; for some of these, nothing.
InboundTexts inbound_texts_of(std::mt19937& random) {
  if (random() % 2 == 0) return {};
  return {.url = {}, .language = {}, .inbound = random_text(random, 3), .ancestors = random_text(random, 2)};
}

std::vector<NamedPage> small_pages(std::mt19937& random, std::size_t count) {
  const auto text = [&](unsigned longest) { return random_text(random, longest); };
  std::vector<NamedPage> pages;
  for (std::size_t i = 0; i < count; ++i) {
    ExtractedPage page = page_of(text(6), "", text(2));
    if (const std::string heading = text(2); !heading.empty()) add_block(page, Region::heading, heading);
    page.anchors = text(3);
    pages.push_back({record_of(std::to_string(i)), std::move(page), inbound_texts_of(random)});
  }
  return pages;
}

void put(Writer& writer, const NamedPage& page) { BOOST_REQUIRE(!writer.put(page.record, page.page)); }
void put_inbound_texts(Writer& writer, const NamedPage& page) {
  BOOST_REQUIRE(!writer.put_inbound_texts(inbound_texts_of(page)));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bm25)

BOOST_AUTO_TEST_CASE(every_corpus_of_two_short_pages) {
  std::vector<std::string> texts = {""};
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (texts[i].size() < 5)
      for (const char c : {'a', 'b'}) texts.push_back(texts[i] + (texts[i].empty() ? "" : " ") + c);
  BOOST_TEST(texts.size() == 15u);
  for (const std::string& first : texts)
    for (const std::string& second : texts) {
      const IndexDirectory directory;
      const std::vector<NamedPage> pages = {{record_of("first"), page_of(first, "", "b")},
                                            {record_of("second"), page_of(second, "", "")}};
      const Searcher searcher = index_of(directory.path(), pages);
      const Oracle oracle(pages, weights);
      for (const OracleQuery& query : small_queries) check(searcher, oracle, query, first + " | " + second);
    }
}

BOOST_AUTO_TEST_CASE(random_corpora_with_all_fields_in_segments) {
  std::mt19937 random(11);
  for (int round = 0; round < 40; ++round) {
    const IndexDirectory directory;
    const auto pages = small_pages(random, 1 + random() % 20);
    auto writer = Writer::open(directory.path(), {});
    BOOST_REQUIRE(writer.ok());
    // InboundTexts come before their page or after it, and in other segments.
    auto late = pages;
    for (const NamedPage& page : pages) {
      if (random() % 2 == 0) put_inbound_texts(*writer, page);
      put(*writer, page);
      if (random() % 4 == 0) BOOST_REQUIRE(!writer->commit());
    }
    std::shuffle(late.begin(), late.end(), random);
    for (const NamedPage& page : late) {
      put_inbound_texts(*writer, page);
      if (random() % 4 == 0) BOOST_REQUIRE(!writer->commit());
    }
    BOOST_REQUIRE(!writer->close());
    const Ranking ranking{.k1 = round % 2 == 0 ? 1.2 : 0.3, .b = round % 3 == 0 ? 0.75 : 0.2, .title = 0, .depth = 0};
    const Searcher searcher =
        std::move(*Searcher::open(directory.path(), {.ranking = ranking, .enough = 0, .timeout = 0}));
    const Oracle oracle(pages, weights, ranking);
    for (const OracleQuery& query : small_queries) check(searcher, oracle, query, "round " + std::to_string(round));
  }
}

BOOST_AUTO_TEST_CASE(words_as_written_folded_and_stems_in_languages) {
  const std::vector<std::string> german = {"Haus", "Häuser", "Hauses", "schön", "schon", "im"};
  const std::vector<std::string> english = {"house", "houses", "housing", "im", "haus"};
  std::mt19937 random(5);
  for (int round = 0; round < 10; ++round) {
    std::vector<NamedPage> pages;
    for (int i = 0; i < 12; ++i) {
      const auto& words = i % 2 == 0 ? german : english;
      std::string text;
      for (unsigned n = 1 + random() % 6; n-- > 0;) text += words[random() % words.size()] + " ";
      pages.push_back({record_of(std::to_string(i)), page_of(text, i % 2 == 0 ? "de" : "en", words[random() % 4])});
    }
    const IndexDirectory directory;
    const Searcher searcher = index_of(directory.path(), pages);
    const Oracle oracle(pages, weights);
    for (const char* text : {"haus", "Häuser", "schön", "schon", "houses", "im"}) {
      check(searcher, oracle, word(text), "languages");
      check(searcher, oracle, join(Kind::any, {word(text), word("house"), phrase("im Haus")}), "languages");
    }
  }
}

BOOST_AUTO_TEST_CASE(changes_deletions_and_merges) {
  std::mt19937 random(3);
  std::vector<NamedPage> pages = small_pages(random, 30);
  const IndexDirectory directory;
  Searcher searcher = index_of(directory.path(), pages);
  for (int round = 0; round < 5; ++round) {
    auto writer = Writer::open(directory.path(), {});
    BOOST_REQUIRE(writer.ok());
    const auto fresh = small_pages(random, 30);
    for (int i = 0; i < 9; ++i) {
      const std::size_t at = random() % pages.size();
      if (i % 3 == 2) {
        pages[at].inbound_texts = fresh[at].inbound_texts;
        put_inbound_texts(*writer, pages[at]);
      } else if (i % 3 == 0) {
        pages[at].page = fresh[at].page;
        put(*writer, pages[at]);
      } else if (pages.size() > 10) {
        BOOST_REQUIRE(!writer->remove(pages[at].record.url));
        pages.erase(pages.begin() + static_cast<std::ptrdiff_t>(at));
      }
    }
    BOOST_REQUIRE(!writer->close());
    BOOST_REQUIRE(*searcher.reopen_if_changed());
    const Oracle oracle(pages, weights);
    const Searcher anew = std::move(*Searcher::open(directory.path(), as_written));
    for (const OracleQuery& query : small_queries) {
      check(searcher, oracle, query, "reopened");
      check(anew, oracle, query, "opened");
    }
  }
  const auto writer =
      Lucene::newLucene<Lucene::IndexWriter>(Lucene::FSDirectory::open(widen(directory.path())), analyzer_for(""),
                                             false, Lucene::IndexWriter::MaxFieldLengthUNLIMITED);
  writer->optimize();
  writer->close();
  BOOST_REQUIRE(*searcher.reopen_if_changed());
  const Oracle oracle(pages, weights);
  for (const OracleQuery& query : small_queries) check(searcher, oracle, query, "merged");
}

BOOST_AUTO_TEST_CASE(a_document_without_lengths_counts_as_average) {
  const IndexDirectory directory;
  const auto writer =
      Lucene::newLucene<Lucene::IndexWriter>(Lucene::FSDirectory::open(widen(directory.path())), analyzer_for(""), true,
                                             Lucene::IndexWriter::MaxFieldLengthUNLIMITED);
  for (const auto& [name, text] : {std::pair("old", "walrus sea sea sea sea sea sea"), std::pair("same", "walrus sea"),
                                   std::pair("other", "seal sea")}) {
    const auto document = make_document(record_of(name), page_of(text, ""));
    if (std::string(name) == "old") {
      document->removeField(L"content.words");
      document->getField(L"content")->setOmitNorms(false);  // and with norms, as they were
    }
    writer->addDocument(document);
  }
  writer->close();
  const Searcher searcher = std::move(*Searcher::open(directory.path(), as_written));
  for (const char* text : {"walrus", "\"walrus sea\""}) {
    const auto hits = searcher.search({.text = text});
    BOOST_REQUIRE(hits.ok());
    BOOST_REQUIRE(hits->hits.size() == 2u);
    BOOST_TEST(hits->hits[0].score == hits->hits[1].score);
  }
}

// Of older versions: alone in their segment, merged with newer ones, and beside them.
BOOST_AUTO_TEST_CASE(depths_of_documents_without_their_number) {
  const std::vector<std::string> names = {"", "a", "b/", "b/c/d", "e/f.html?g=/h", "i//j"};
  const std::vector<double> segments = {0, 1, 1, 3, 2, 2};
  for (int round = 0; round < 8; ++round) {
    const IndexDirectory directory;
    const auto writer =
        Lucene::newLucene<Lucene::IndexWriter>(Lucene::FSDirectory::open(widen(directory.path())), analyzer_for(""),
                                               true, Lucene::IndexWriter::MaxFieldLengthUNLIMITED);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto document = make_document(record_of(names[i]), page_of("walrus", ""));
      const std::size_t half = i % 2;
      if (round & (half == 0 ? 1 : 2)) document->removeField(L"url.depth");
      writer->addDocument(document);
      if (round & 4 && i == 2) writer->commit();
    }
    writer->close();
    const Searcher searcher =
        std::move(*Searcher::open(directory.path(), {.ranking = {.title = 0, .depth = 0.5}, .timeout = 0}));
    const Searcher plain = std::move(*Searcher::open(directory.path(), as_written));
    const double score = plain.search({.text = "walrus"})->hits.front().score;
    const auto hits = searcher.search({.text = "walrus"});
    BOOST_REQUIRE(hits.ok());
    BOOST_TEST(hits->total == names.size());
    for (const Hit& hit : hits->hits)
      for (std::size_t i = 0; i < names.size(); ++i)
        if (hit.url == record_of(names[i]).url)
          BOOST_TEST(near(hit.score, score * (1 + 0.5 / (1 + segments[i]))), round << " " << hit.url);
  }
}

BOOST_AUTO_TEST_CASE(prefixes_and_spellings_are_one_word_each) {
  const std::vector<NamedPage> pages = {{record_of("two"), page_of("confer confer x x", "")},
                                        {record_of("mixed"), page_of("confer config x x", "")},
                                        {record_of("none"), page_of("x x x x", "")}};
  const IndexDirectory directory;
  const Searcher searcher = index_of(directory.path(), pages);
  const auto hits = searcher.search({.text = "conf*"});
  BOOST_REQUIRE(hits.ok());
  BOOST_REQUIRE(hits->hits.size() == 2u);
  // idf of a word in 2 of 3 pages; the words count as variants of one word.
  const double idf = std::log(1 + 1.5 / 2.5);
  BOOST_TEST(near(hits->hits[0].score, idf * 2 / 3.2));
  BOOST_TEST(near(hits->hits[1].score, idf * 1 / 2.2));
  BOOST_TEST(searcher.search({.text = "confer~"})->total == 2u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::index
