// The scheme of analysis.h as a Lucene::Analyzer.
#pragma once

#include <string>

#include "indexer_adapter/lucene.h"

namespace pith::index {

// For documents with stems of `stem_language` (see Analysers::stems_of; empty: no stems). Treats all fields alike.
// Values of one field are 100 positions apart, so that phrases do not cross them. Thread-safe as Lucene's analysers
// are: streams are kept per thread.
Lucene::AnalyzerPtr make_analyzer(const std::string& stem_language);

}  // namespace pith::index
