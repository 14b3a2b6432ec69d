// The query tree as a Lucene query, and as patterns for the snippets.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/result.h"
#include "indexer_adapter/lucene.h"
#include "indexer_adapter/query_syntax.h"
#include "indexer_adapter/schema.h"
#include "indexer_adapter/snippet.h"

namespace pith::index {

struct QueryContext {
  const FieldMap& fields;
  std::vector<std::pair<Field, double>> searched;  // where words without a field are looked for, with their boosts
  std::vector<std::string> stem_languages;         // the stems to look for
  Lucene::IndexReaderPtr reader;                   // for words spelled alike

  std::wstring index_name(Field field) const;
  std::vector<std::wstring> searched_names() const;
};

struct BuiltQuery {
  Lucene::QueryPtr query;
  std::vector<SnippetPattern> patterns;  // of what is looked for in text, not of what is to be left out
};

// A word scores with its best field and way of matching (dismax): as written, folded, by a stem; a tenth of the others
// adds to it. A word that the tokeniser takes apart ("foo-bar") is a phrase; a run of Han or Thai is split into words,
// all of which are wanted. Quoted phrases are not stemmed. Errors: query_field for a field that the index leaves out or
// a value that the field cannot have.
Result<BuiltQuery> build_query(const QueryNode& node, const QueryContext& context);

}  // namespace pith::index
