// The query tree as a Lucene query, and as patterns for the snippets.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "indexer_adapter/detail/deadline.h"
#include "indexer_adapter/detail/leaf_reader.h"
#include "indexer_adapter/detail/snippet.h"
#include "indexer_adapter/lucene.h"
#include "indexer_adapter/query_syntax.h"
#include "indexer_adapter/schema.h"

namespace pith::index {

struct QueryContext {
  const FieldMap& fields;
  std::vector<std::pair<Field, double>> searched;  // where words without a field are looked for, with their boosts
  std::vector<std::string> stem_languages;         // the stems to look for
  LeafReader& leaves;                              // of the index that is searched
  const Deadline& deadline;

  const Lucene::IndexReaderPtr& reader() const { return leaves.view().reader(); }
  std::wstring index_name(Field field) const;
  std::vector<std::wstring> searched_names() const;
};

struct BuiltQuery {
  Lucene::QueryPtr query;                // good for as long as context.leaves
  std::vector<SnippetPattern> patterns;  // of what is looked for in text, not of what is to be left out
  bool scored = false;                   // whether the pages' scores say anything
};

// A word, phrase or pattern is scored over all fields together (leaf.h); what keywords, dates and numbers find is not
// scored. A page's score is the sum over all parts of the query that it has. A word that the tokeniser takes apart
// ("foo-bar") is a phrase; a run of Han or Thai is split into words, all of which are wanted. Quoted phrases are not
// stemmed. Patterns are looked up among all terms of the index: leaving some out would leave pages out.
// Errors: query_field for a field that the index leaves out or a value that the field cannot have. Throws what
// LeafReader does.
Result<BuiltQuery> build_query(const QueryNode& node, const QueryContext& context);

}  // namespace pith::index
