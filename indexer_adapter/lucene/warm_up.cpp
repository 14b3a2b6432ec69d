#include "indexer_adapter/lucene/warm_up.h"

#include <mutex>

#include "indexer_adapter/lucene/lucene.h"

namespace pith::index {

using Lucene::newLucene;

void warm_up() {
  static std::once_flag once;
  std::call_once(once, [] {
    // Triggers what a writer, a reader and a query initialise at their first use.
    const auto directory = newLucene<Lucene::RAMDirectory>();
    const auto analyzer = newLucene<Lucene::WhitespaceAnalyzer>();
    const auto writer =
        newLucene<Lucene::IndexWriter>(directory, analyzer, true, Lucene::IndexWriter::MaxFieldLengthUNLIMITED);
    const auto document = newLucene<Lucene::Document>();
    document->add(newLucene<Lucene::Field>(L"f", L"words", Lucene::Field::STORE_YES, Lucene::Field::INDEX_ANALYZED));
    document->add(newLucene<Lucene::NumericField>(L"n", Lucene::Field::STORE_YES, true)->setDoubleValue(1));
    writer->addDocument(document);
    writer->close();
    const auto searcher = newLucene<Lucene::IndexSearcher>(directory, true);
    searcher->search(newLucene<Lucene::PrefixQuery>(newLucene<Lucene::Term>(L"f", L"w")), 1);
    Lucene::MultiTermQuery::CONSTANT_SCORE_FILTER_REWRITE();
    Lucene::MultiTermQuery::CONSTANT_SCORE_BOOLEAN_QUERY_REWRITE();
    searcher->search(Lucene::NumericRangeQuery::newDoubleRange(L"n", 0.0, 1.0, true, true), 1);
    searcher->close();
  });
}

}  // namespace pith::index
