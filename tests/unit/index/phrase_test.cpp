// Frequencies of phrases, against counting by hand and Lucene's scorers.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "indexer_adapter/documents/detail/similarity.h"
#include "indexer_adapter/documents/index_document.h"
#include "indexer_adapter/lucene/lucene.h"
#include "indexer_adapter/query/detail/deadline.h"
#include "indexer_adapter/query/detail/leaf.h"
#include "indexer_adapter/query/detail/phrase_frequencies.h"

namespace pith::index {
namespace {

using Lucene::newLucene;
using LuceneField = Lucene::Field;
using Frequencies = std::map<std::int32_t, double>;  // by document
using Slots = std::vector<Leaf::Slot>;

const std::wstring field = L"text";
const Deadline never(0);

struct TextDocument {
  std::vector<std::string> values;  // words of one letter each
  bool deleted = false;
};

// Words by position. Between two values are 100 positions without a word.
std::map<std::int32_t, char> words_of(const TextDocument& document) {
  std::map<std::int32_t, char> words;
  std::int32_t next = 0;
  for (const std::string& value : document.values) {
    if (!words.empty()) next += 100;
    for (const char c : value) words[next++] = c;
  }
  return words;
}

bool fits(const Leaf::Slot& slot, char word) {
  return std::ranges::any_of(slot.variants, [&](const Leaf::Variant& variant) {
    return variant.text == std::wstring(1, static_cast<wchar_t>(word));
  });
}

Frequencies counted(const std::vector<TextDocument>& documents, const Slots& slots, const std::vector<char>& chosen) {
  Frequencies found;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    if (documents[i].deleted || !chosen[i]) continue;
    const auto words = words_of(documents[i]);
    for (std::int32_t begin = -3; begin < 400; ++begin) {
      const bool all = std::ranges::all_of(slots, [&](const Leaf::Slot& slot) {
        const auto word = words.find(begin + slot.position);
        return word != words.end() && fits(slot, word->second);
      });
      if (all) ++found[static_cast<std::int32_t>(i)];
    }
  }
  return found;
}

// With gaps, in the whole segment.
Frequencies by_lucene(const Lucene::IndexReaderPtr& segment, const Slots& slots, unsigned slop,
                      const std::vector<char>& chosen) {
  const auto phrase = newLucene<Lucene::MultiPhraseQuery>();
  const auto plain = newLucene<Lucene::PhraseQuery>();
  bool variants = false;
  for (const Leaf::Slot& slot : slots) {
    auto terms = Lucene::Collection<Lucene::TermPtr>::newInstance();
    for (const Leaf::Variant& variant : slot.variants) terms.add(newLucene<Lucene::Term>(field, variant.text));
    phrase->add(terms, slot.position);
    plain->add(terms[0], slot.position);
    variants |= slot.variants.size() > 1;
  }
  phrase->setSlop(static_cast<std::int32_t>(slop));
  plain->setSlop(static_cast<std::int32_t>(slop));
  const auto searcher = newLucene<Lucene::IndexSearcher>(segment);
  searcher->setSimilarity(plain_similarity());
  const auto weight = (variants ? Lucene::QueryPtr(phrase) : Lucene::QueryPtr(plain))->weight(searcher);
  const auto scorer = weight->scorer(segment, true, false);
  Frequencies found;
  if (!scorer) return found;
  for (std::int32_t document; (document = scorer->nextDoc()) != Lucene::DocIdSetIterator::NO_MORE_DOCS;)
    if (chosen[static_cast<std::size_t>(document)]) found[document] = scorer->score() / weight->getValue();
  return found;
}

Frequencies visited(PhraseReader& reader, const Lucene::IndexReaderPtr& segment, const Slots& slots, unsigned slop,
                    const std::vector<char>& chosen) {
  Frequencies found;
  std::int32_t last = -1;
  reader.visit(slots, slop, field, segment, chosen, [&](std::int32_t document, double frequency) {
    BOOST_REQUIRE(document > last);
    last = document;
    found[document] = frequency;
  });
  return found;
}

// With gaps, Lucene's scorer orders slots that share a word by their addresses in memory: it counts now this, now that.
bool words_repeat(const Slots& slots) {
  std::set<std::wstring> words;
  std::size_t variants = 0;
  for (const Leaf::Slot& slot : slots)
    for (const Leaf::Variant& variant : slot.variants) {
      words.insert(variant.text);
      ++variants;
    }
  return words.size() < variants;
}

std::string shown(const Slots& slots, unsigned slop) {
  std::string text;
  for (const Leaf::Slot& slot : slots) {
    text += " " + std::to_string(slot.position) + ":";
    for (const Leaf::Variant& variant : slot.variants) text += std::string(variant.text.begin(), variant.text.end());
  }
  return text + " ~" + std::to_string(slop);
}

std::string random_word(std::mt19937& random) { return std::string(1, "aaabbcd"[random() % 7]); }

std::vector<TextDocument> random_documents(std::mt19937& random, std::size_t count) {
  std::vector<TextDocument> documents(count);
  for (TextDocument& document : documents) {
    for (unsigned values = random() % 3; values-- > 0;) {
      std::string value;
      for (unsigned words = 1 + random() % 8; words-- > 0;) value += random_word(random);
      document.values.push_back(value);
    }
    document.deleted = random() % 6 == 0;
  }
  return documents;
}

// One segment of the documents, with deletions.
Lucene::IndexReaderPtr segment_of(const std::vector<TextDocument>& documents) {
  const auto directory = newLucene<Lucene::RAMDirectory>();
  const auto writer =
      newLucene<Lucene::IndexWriter>(directory, analyzer_for(""), true, Lucene::IndexWriter::MaxFieldLengthUNLIMITED);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const auto document = newLucene<Lucene::Document>();
    for (const std::string& value : documents[i].values) {
      std::wstring text;
      for (const char c : value) text += {static_cast<wchar_t>(c), L' '};
      document->add(newLucene<LuceneField>(field, text, LuceneField::STORE_NO, LuceneField::INDEX_ANALYZED_NO_NORMS));
    }
    document->add(newLucene<LuceneField>(L"id", std::to_wstring(i), LuceneField::STORE_NO,
                                         LuceneField::INDEX_NOT_ANALYZED_NO_NORMS));
    writer->addDocument(document);
  }
  writer->close();
  const auto deleting = Lucene::IndexReader::open(directory, false);
  for (std::size_t i = 0; i < documents.size(); ++i)
    if (documents[i].deleted) deleting->deleteDocuments(newLucene<Lucene::Term>(L"id", std::to_wstring(i)));
  deleting->close();
  auto segments = Lucene::Collection<Lucene::IndexReaderPtr>::newInstance();
  Lucene::ReaderUtil::gatherSubReaders(segments, Lucene::IndexReader::open(directory, true));
  BOOST_REQUIRE(segments.size() == 1);
  return segments[0];
}

Slots random_slots(std::mt19937& random, bool with_variants) {
  Slots slots;
  std::int32_t position = 0;
  for (unsigned count = 2 + random() % 3; count-- > 0;) {
    std::set<std::string> variants = {random_word(random)};
    if (with_variants && random() % 2 == 0) variants.insert({random_word(random), "e"});  // no document has an e
    slots.push_back({{}, position});
    for (const std::string& word : variants)
      slots.back().variants.push_back({std::wstring(word.begin(), word.end()), 1});
    position += random() % 5 == 0 ? 2 : 1;
  }
  return slots;
}

std::vector<char> random_choice(std::mt19937& random, std::size_t count) {
  std::vector<char> chosen(count);
  for (char& one : chosen) one = random() % 5 != 0;
  return chosen;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(phrases)

BOOST_AUTO_TEST_CASE(frequencies_in_random_documents) {
  std::mt19937 random(17);
  PhraseReader reader(never);
  std::size_t found = 0;
  for (int round = 0; round < 60; ++round) {
    // Many documents too: for postings of more than one block, and rare words beside common ones.
    const auto documents = random_documents(random, round % 20 == 0 ? 3'000 : 1 + random() % 30);
    const auto segment = segment_of(documents);
    const auto chosen = random_choice(random, documents.size());
    for (int i = 0; i < 20; ++i) {
      const Slots slots = random_slots(random, i % 2 == 0);
      const auto expected = counted(documents, slots, chosen);
      BOOST_TEST((visited(reader, segment, slots, 0, chosen) == expected), round << shown(slots, 0));
      found += expected.size();
      if (words_repeat(slots)) continue;
      const unsigned slop = 1 + random() % 6;
      BOOST_TEST((visited(reader, segment, slots, slop, chosen) == by_lucene(segment, slots, slop, chosen)),
                 round << shown(slots, slop));
    }
  }
  BOOST_TEST(found > 1'000u);
}

BOOST_AUTO_TEST_CASE(a_rare_word_beside_words_in_every_document) {
  std::vector<TextDocument> documents(5'000, {{"aba"}, false});
  documents[7].values = {"bacab"};
  documents[4'999].values = {"ab", "cab"};
  documents[4'000].values = {"cba"};
  const auto segment = segment_of(documents);
  const std::vector<char> chosen(documents.size(), 1);
  PhraseReader reader(never);
  const auto slot = [](wchar_t word, std::int32_t position) {
    return Leaf::Slot{{{std::wstring(1, word), 1}}, position};
  };
  const Slots slots = {slot('c', 0), slot('a', 1), slot('b', 2)};
  BOOST_TEST((visited(reader, segment, slots, 0, chosen) == Frequencies{{7, 1}, {4'999, 1}}));
  BOOST_TEST((visited(reader, segment, slots, 2, chosen) == by_lucene(segment, slots, 2, chosen)));
  BOOST_TEST(visited(reader, segment, {slot('c', 0), slot('x', 1)}, 0, chosen).empty());
  BOOST_TEST(visited(reader, segment, {slot('c', 0), slot('x', 1)}, 3, chosen).empty());
}

BOOST_AUTO_TEST_CASE(phrases_end_in_time) {
  const std::vector<TextDocument> documents(3, {{std::string(50'000, 'a')}, false});
  const auto segment = segment_of(documents);
  const std::vector<char> chosen(documents.size(), 1);
  const Slots slots(3, {{{L"a", 1}}, 0});
  Slots apart = slots;
  for (std::size_t i = 0; i < apart.size(); ++i) apart[i].position = static_cast<std::int32_t>(i);
  const Deadline over(1e-9);
  PhraseReader reader(over);
  for (const unsigned slop : {0u, 100u}) BOOST_CHECK_THROW(visited(reader, segment, apart, slop, chosen), TimeIsUp);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::index
