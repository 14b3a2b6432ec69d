// The query tree as a Lucene query, and as patterns for the snippets.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "indexer_adapter/documents/field_map.h"
#include "indexer_adapter/lucene/lucene.h"
#include "indexer_adapter/query/detail/deadline.h"
#include "indexer_adapter/query/detail/leaf_reader.h"
#include "indexer_adapter/query/detail/snippet_pattern.h"
#include "indexer_adapter/query/query_syntax.h"

namespace pith::index {

class NearWords;
class SynonymTable;

struct QueryContext {
  const FieldMap& fields;
  std::vector<std::pair<Field, double>> searched;  // fields searched by default, with their boosts
  std::vector<std::string> stem_languages;         // languages of the stems to search
  LeafReader& leaves;                              // of the index searched
  const Deadline& deadline;
  NearWords& near_words;
  const SynonymTable* synonyms = nullptr;  // none

  const Lucene::IndexReaderPtr& reader() const { return leaves.view().reader(); }
  std::wstring index_name(Field field) const;
  std::vector<std::wstring> searched_names() const;
};

struct BuiltQuery {
  Lucene::QueryPtr query;                // valid as long as context.leaves
  std::vector<SnippetPattern> patterns;  // of wanted words in text, without excluded ones
  std::vector<Leaf::Slot> words;         // plain words of no field
  std::vector<Lucene::QueryPtr> wanted;  // the children of Kind::most_of
  bool scored = false;                   // whether the pages' scores mean anything
};

// A word, phrase or pattern is scored over all fields together (leaf.h); keywords, dates and numbers are not scored. A
// page's score is the sum over the parts of the query that it matches. A word that the tokeniser splits ("foo-bar") is
// a phrase; a run of Han or Thai is split into words, all of them wanted, which count more where they stand side by
// side. Quoted phrases are not stemmed. Patterns are matched against all terms of the index: skipping terms would lose
// pages. A synonym of several words is a phrase.
// Errors: query_field for a field that the index leaves out or a value that the field cannot have. Throws what
// LeafReader throws.
Result<BuiltQuery> build_query(const QueryNode& node, const QueryContext& context);

}  // namespace pith::index
