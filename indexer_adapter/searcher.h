// Answers queries from an index that a Writer, or a host program with document.h, has filled.
//
//   auto searcher = pith::index::Searcher::open("pith-data/index", {});
//   const auto hits = searcher->search({.text = "title:install \"virtual host\" -windows", .site = "example.org"});
//   if (!hits) ...                          // hits.error(): for people, names the position
//   if (hits->total == 0) ...               // hits->hints: why, and what to try
//
// The query language stands in query_syntax.h, what words match in analysis.h. All words are wanted unless OR stands
// between them. Only documents with Pith's marker are ever found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "indexer_adapter/analysis.h"
#include "indexer_adapter/place.h"
#include "indexer_adapter/query.h"
#include "indexer_adapter/query_syntax.h"
#include "indexer_adapter/ranking.h"
#include "indexer_adapter/schema.h"
#include "indexer_adapter/snippet.h"
#include "indexer_adapter/stored_page.h"

namespace pith::index {

struct SearcherOptions {
  FieldMap fields = {};
  // Weights of the fields that a search looks at, by Pith's names; empty: the schema's. A text field with a weight is
  // looked at, one without or with 0 is not.
  std::map<std::string, double> boosts = {};
  Analysers analysers = {};  // as the index was written with: for the words of snippets
  Ranking ranking = {};
  QueryLimits query_limits = {};
  // Seconds that a search may take: to find the hits and to show the first `hits_in_time` of them, and again for each
  // as many more. 0: any time.
  double timeout = 5;
};

// How a score came about: the value, what it is, and what it is made of.
struct Explanation {
  double value = 0;
  std::string text = {};
  std::vector<Explanation> parts = {};
};

struct FacetValue {
  std::string value;
  std::size_t count = 0;
};

struct Facet {
  std::vector<FacetValue> values = {};  // largest first, max_facet_values at most
  std::size_t others = 0;               // values that are left out
};

inline constexpr std::size_t max_facet_values = 20;

// Of all hits, by their site, language, and year of publication. Pages without one are counted under "".
struct Facets {
  Facet sites, languages, years;
};

struct Hit {
  std::string url, title, site, lang, status, type, author, published, description;
  double score = 0;            // 0 where the query has no words
  std::vector<Piece> snippet;  // of the main content
  std::optional<Place> place;  // where the snippet's first matched word stands; none: no word of it matches, or the
                               // index has no structure of the page
  Explanation explanation;     // if asked for; its value is the score
};

struct Hits {
  std::size_t total = 0;
  std::vector<Hit> hits;           // best first
  std::vector<std::string> hints;  // where nothing was found: why, and what to try; a line each
  std::string suggestion;          // the query with misspelt words corrected, if that finds something
  std::optional<Facets> facets;    // if asked for
};

// A view of the index as of the last commit at open() or reopen_if_changed(). All functions may be called from any
// number of threads at once; searches under way keep the view that they began with.
class Searcher {
 public:
  // Errors: index_missing, index_damaged, index_version (index_files.h), index_read, unknown_field (in boosts).
  static Result<Searcher> open(const std::string& path, const SearcherOptions& options);

  Searcher(Searcher&&) noexcept;
  Searcher& operator=(Searcher&&) noexcept;
  ~Searcher();

  // Errors: query_* (query_syntax.h), query_paging, query_like (like.h), query_timeout, query_too_broad (its words
  // occur more often than memory has room for), index_read.
  Result<Hits> search(const Query& query) const;

  // nullopt if the index does not have the page.
  Result<std::optional<StoredPage>> document(std::string_view url) const;

  // Pages of Pith's in the index.
  Result<std::size_t> count() const;

  // Calls `visit` with each page, in the order of the index, until it returns false.
  std::optional<Error> all_documents(const std::function<bool(const StoredPage&)>& visit) const;

  // The same with the documents of sites' templates: site, content, lang.
  std::optional<Error> all_templates(const std::function<bool(const StoredPage&)>& visit) const;

  // Sees commits since, or those of another index that was put in its place; whether there were any.
  Result<bool> reopen_if_changed();

 private:
  struct Impl;
  explicit Searcher(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace pith::index
