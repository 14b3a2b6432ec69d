// The analysis (see analysis.h) as a Lucene::Analyzer.
#pragma once

#include <string>

#include "indexer_adapter/lucene.h"

namespace pith::index {

// For documents whose stems are of `stem_language` (see Analysers::stems_of; empty: no stems). All fields alike. Values
// of one field are 100 positions apart, so that phrases do not cross them. Thread-safe as Lucene's analysers are:
// streams are kept per thread.
Lucene::AnalyzerPtr make_analyzer(const std::string& stem_language);

}  // namespace pith::index
