// The streams of terms that documents get from Pith's analyser, beside one field for each value as others analyse them.
#include <boost/test/unit_test.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "indexer_adapter/documents/index_document.h"
#include "indexer_adapter/lucene/lucene.h"
#include "tests/unit/index/pages.h"

namespace pith::index {
namespace {

using Lucene::newLucene;

// All terms of an index of one document, with their positions: "field:term 0 3 105".
std::vector<std::string> postings(const Lucene::DocumentPtr& document, const Lucene::AnalyzerPtr& analyzer) {
  const auto directory = newLucene<Lucene::RAMDirectory>();
  const auto writer =
      newLucene<Lucene::IndexWriter>(directory, analyzer, true, Lucene::IndexWriter::MaxFieldLengthUNLIMITED);
  writer->addDocument(document);
  writer->close();
  const auto reader = Lucene::IndexReader::open(directory, true);
  std::vector<std::string> all;
  for (const auto terms = reader->terms(); terms->next();) {
    const auto term = terms->term();
    std::string line = Lucene::StringUtils::toUTF8(term->field() + L":" + term->text());
    const auto positions = reader->termPositions(term);
    BOOST_TEST_REQUIRE(positions->next());
    for (int i = 0; i < positions->freq(); ++i) line += ' ' + std::to_string(positions->nextPosition());
    all.push_back(std::move(line));
  }
  reader->close();
  return all;
}

void check_equal(const ExtractedPage& page, const std::string& language) {
  const auto analyzer = analyzer_for(language);
  const PageRecord record = record_of("a");
  const auto streams = postings(make_document(record, page, {}, analyzer), analyzer);
  const auto values = postings(make_document(record, page), analyzer);
  BOOST_TEST(!values.empty());
  BOOST_TEST(streams == values, boost::test_tools::per_element());
}

const std::vector<std::string> words = {"running",    "Häuser", "STRASSE", "straße",   "köpa",    "İstanbul", "ısı",
                                        "l'homme",    "naïve",  "北京市",  "カタカナ", "ภาษาไทย", "한국어",   "foo-bar",
                                        "3.14",       "ёлка",   "кошки",   "العربية",  "ـــ",     "שלום",     "е́",
                                        "so\u00adft", "!",      "—",       "",         "a",       "to",       "été",
                                        "être",       "œuvre",  "ﬁne",     "①",        "mañana",  "günəş"};

}  // namespace

BOOST_AUTO_TEST_SUITE(term_streams)

BOOST_AUTO_TEST_CASE(terms_and_positions_are_those_of_single_values) {
  std::mt19937 random(25);
  const auto below = [&](std::size_t n) { return random() % n; };
  for (const char* language : {"", "en", "de", "sv", "tr", "ru", "ar", "zh", "fr", "da", "es", "az"})
    for (int run = 0; run < 25; ++run) {
      std::string lines;
      for (std::size_t line = below(8); line > 0; --line) {
        for (std::size_t word = below(6); word > 0; --word)
          lines += (below(20) == 0 ? std::string(300, 'x') : words[below(words.size())]) + " ";
        lines += "\n";
      }
      ExtractedPage page = page_of(lines, language);
      page.template_text = page.anchors = lines;
      check_equal(page, language);
    }
}

// Terms of short values are kept, those of long ones read when they are asked for.
BOOST_AUTO_TEST_CASE(long_values_give_the_same_terms) {
  std::string text;
  for (std::size_t i = 0; text.size() < 1'000'000; ++i) text += words[(i * i + i / 7) % words.size()] + " ";
  for (const std::size_t size : {text.size(), text.size() / 10}) {
    ExtractedPage page = page_of(text.substr(0, size), "en");
    page.template_text = page.blocks.text + "\nanother line\n" + page.blocks.text;
    check_equal(page, "en");
  }
}

BOOST_AUTO_TEST_CASE(a_longest_word_at_a_value_s_edge_counts_as_a_position) {
  const std::string longest(300, 'x');
  for (const std::string& lines :
       std::vector<std::string>{longest + " a\nb", "a " + longest + "\n" + longest + "\n\nb " + longest + " c", "\n\na",
                                longest + "\n" + longest, "北\n京 北"}) {
    ExtractedPage page = page_of("content", "en");
    page.template_text = lines;
    check_equal(page, "en");
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::index
