// Look-ups in the terms of an index.
#include "indexer_adapter/query/detail/dictionary.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "indexer_adapter/lucene/lucene.h"
#include "indexer_adapter/query/detail/deadline.h"
#include "indexer_adapter/words/analysis.h"
#include "indexer_adapter/words/detail/stemmer.h"

using namespace pith::index;
using Lucene::newLucene;

namespace {

// A document with these terms in each of the fields.
Lucene::IndexReaderPtr index_of(const std::vector<std::vector<std::wstring>>& fields) {
  const auto directory = newLucene<Lucene::RAMDirectory>();
  const auto writer = newLucene<Lucene::IndexWriter>(directory, newLucene<Lucene::WhitespaceAnalyzer>(), true,
                                                     Lucene::IndexWriter::MaxFieldLengthUNLIMITED);
  const auto document = newLucene<Lucene::Document>();
  for (std::size_t i = 0; i < fields.size(); ++i)
    for (const std::wstring& term : fields[i])
      document->add(newLucene<Lucene::Field>(std::to_wstring(i), term, Lucene::Field::STORE_NO,
                                             Lucene::Field::INDEX_NOT_ANALYZED_NO_NORMS));
  writer->addDocument(document);
  writer->close();
  return Lucene::IndexReader::open(directory, true);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(dictionary)

BOOST_AUTO_TEST_CASE(languages_whose_stems_are_there) {
  std::vector<std::wstring> terms = {L"word", L"~", L"~~", L"~~x", L"~d", L"~de", L"~dea~x", L"~zz~x", L"~x", L"\x7f"};
  for (const std::string_view language : stem_languages()) {
    terms.push_back(stem_term(language, L""));
    terms.push_back(stem_term(language, L"stem"));
    terms.push_back(stem_term(language, L"~\x4e00"));
    terms.emplace_back(language.begin(), language.end());
  }
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::vector<std::wstring>> fields(3);
    for (auto& field : fields)
      for (std::size_t i = random() % 8; i > 0; --i) field.push_back(terms[random() % terms.size()]);
    std::vector<std::string> expected;
    for (const std::string_view language : stem_languages())
      if (std::ranges::any_of(fields, [&](const auto& field) {
            return std::ranges::any_of(
                field, [&](const std::wstring& term) { return term.starts_with(stem_term(language, L"")); });
          }))
        expected.emplace_back(language);
    BOOST_TEST(languages_with_stems(index_of(fields), {L"0", L"1", L"2", L"none"}) == expected,
               boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(words_spelled_alike_are_found_within_a_bound) {
  std::vector<std::wstring> terms = {L"harbor", L"habour", L"hrabour", L"herbour", L"harbours", L"larbour", L"zebra"};
  for (int i = 0; i < 2'000; ++i) terms.push_back(L"ha" + std::to_wstring(i));
  for (int i = 0; i < 20'000; ++i) terms.push_back(L"h" + std::to_wstring(i));
  const auto reader = index_of({terms, {L"harbour", L"hurbour"}});
  const Deadline never(0);
  const auto near = [&](NearWords& words, const wchar_t* word) {
    std::vector<std::wstring> out;
    for (const NearWord& found : words.of(reader, {L"0", L"1"}, word)) out.push_back(found.text);
    std::ranges::sort(out);
    return out;
  };
  using Words = std::vector<std::wstring>;
  const Words early = {L"habour", L"harbor", L"harbours"},
              all = {L"habour", L"harbor", L"harbours", L"herbour", L"hrabour", L"hurbour"};
  NearWords patient(never);
  BOOST_TEST((near(patient, L"harbour") == all));
  NearWords hasty(never, 5'000);  // first those with the first two letters
  BOOST_TEST((near(hasty, L"harbour") == early));
  BOOST_TEST((near(hasty, L"zebr") == Words()));  // nothing is left for another word
  BOOST_TEST((near(hasty, L"harbour") == early));
  NearWords other(never, 5'000);
  BOOST_TEST((near(other, L"zebr") == Words{L"zebra"}));
}

BOOST_AUTO_TEST_SUITE_END()
