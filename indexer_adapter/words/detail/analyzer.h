// The scheme of analysis.h as a Lucene::Analyzer.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "indexer_adapter/lucene/lucene.h"

namespace pith::index {

// For documents with stems of one language (see Analysers::stems_of; empty: no stems). Treats all fields alike. Values
// of one field are 100 positions apart, so that phrases do not cross them. Thread-safe as Lucene's analysers are:
// streams are kept per thread.
class WordAnalyzer : public Lucene::Analyzer {
 public:
  using String = Lucene::String;  // for the macro
  LUCENE_CLASS(WordAnalyzer);
  explicit WordAnalyzer(std::string stem_language) : language_(std::move(stem_language)) {}

  Lucene::TokenStreamPtr tokenStream(const String& field, const Lucene::ReaderPtr& reader) override;
  Lucene::TokenStreamPtr reusableTokenStream(const String& field, const Lucene::ReaderPtr& reader) override;
  std::int32_t getPositionIncrementGap(const String& field) override;

  // The terms that a document gets from a field with these values, each at the same position, as one stream: Lucene++
  // needs longer to begin a value than to add a dozen terms, and pages have many short lines. Without offsets.
  // The stream is for any thread, and begins when it is reset. The terms of short values are found now, those of long
  // ones while they are read.
  Lucene::TokenStreamPtr stream_of(std::vector<std::wstring> values);

 private:
  std::string language_;
};

}  // namespace pith::index
