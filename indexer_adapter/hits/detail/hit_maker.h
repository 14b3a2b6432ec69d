// From a document that a search found to the hit that people see.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "indexer_adapter/documents/detail/stored_fields.h"
#include "indexer_adapter/documents/field_map.h"
#include "indexer_adapter/hits/detail/hit_collector.h"
#include "indexer_adapter/hits/detail/sections.h"
#include "indexer_adapter/hits/detail/snippet.h"
#include "indexer_adapter/hits/hits.h"
#include "indexer_adapter/lucene/lucene.h"
#include "indexer_adapter/query/detail/deadline.h"
#include "indexer_adapter/query/detail/leaf_reader.h"
#include "indexer_adapter/words/analysis.h"

namespace pith::index {

// For one search, in one thread. What it is given must outlive it. Throws TimeIsUp and what Lucene++ throws.
class HitMaker {
 public:
  // `stem_languages`: those whose stems the search looks for.
  HitMaker(const LeafReader& leaves, const FieldMap& fields, const Analysers& analysers,
           const std::vector<std::string>& stem_languages, const Deadline& deadline);

  // All but what the words of the query say of it: `without`, `explanation`. `patterns`: the query's, at one address
  // for all hits of a wording.
  Hit make(const FoundDocument& found, const std::vector<SnippetPattern>& patterns);

  // As Query::ranking_alone wants it.
  Hit rank(const FoundDocument& found) const;

  // The line of a site's template that answers what the hits made so far do not: none of them has all words in its
  // title or in one section. Looks at the templates of `site`; if that is empty, of the sites of the hits; or else at
  // the first few.
  std::optional<TemplateLine> template_line(const std::vector<SnippetPattern>& patterns, const std::vector<Hit>& hits,
                                            const std::string& site);

 private:
  // Fills in what Query::ranking_alone wants.
  StoredFields read(const FoundDocument& found, std::initializer_list<Field> fields, std::size_t content_pieces,
                    Hit& hit) const;
  const TellingWords& telling(const std::vector<SnippetPattern>& patterns, const std::string& language);
  double weight_of(const SnippetPattern& pattern);
  Stemmer* stemmer_of(const std::string& language);  // nullptr: it has no stems
  Stemmer& stemmer_for(const std::string& stems);
  // Whether the title or one section has all the words.
  bool find_section(Hit& hit, const std::wstring& content, const StoredFields& stored, const TellingWords& words,
                    Stemmer* stemmer);

  const LeafReader& leaves_;
  const FieldMap& fields_;
  const Analysers& analysers_;
  const std::vector<std::string>& stem_languages_;
  const Deadline& deadline_;
  std::map<std::string, Stemmer> stemmers_;
  std::map<std::pair<const void*, std::string>, TellingWords> telling_;
  // Of long contents, all hits of a search share what is read beyond the first piece of each, so that ten books cost
  // not much more than one; the first hits have most of it.
  std::size_t pieces_left_ = 8;
  bool together_ = false;  // a hit has all words of the query in one place
};

}  // namespace pith::index
