// Answers queries from an index that a Writer, or a host program with index_document.h, has filled.
//
//   auto searcher = pith::index::Searcher::open("pith-data/index", {});
//   const auto hits = searcher->search({.text = "title:install \"virtual host\" -windows", .site = "example.org"});
//   if (!hits) ...                          // hits.error(): for people, names the position
//   if (hits->total == 0) ...               // hits->hints: why, and what to try
//
// query_syntax.h describes the query language, analysis.h what words match. All words are wanted unless OR is between
// them; pages that lack some follow if too few have all (SearcherOptions::enough). Only documents with Pith's marker
// are ever found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "indexer_adapter/documents/stored_page.h"
#include "indexer_adapter/hits/hits.h"
#include "indexer_adapter/hits/searcher_options.h"
#include "indexer_adapter/hits/suggest.h"
#include "indexer_adapter/query/query.h"
#include "indexer_adapter/query/rules.h"

namespace pith::index {

// A view of the index as of the last commit at open() or reopen_if_changed(). All functions are thread-safe; a running
// search keeps the view that it began with.
class Searcher {
 public:
  // Errors: index_missing, index_damaged, index_version (index_files.h), index_read, unknown_field (in boosts).
  static Result<Searcher> open(const std::string& path, const SearcherOptions& options);

  Searcher(Searcher&&) noexcept;
  Searcher& operator=(Searcher&&) noexcept;
  ~Searcher();

  // Errors: query_* (query_syntax.h), query_paging, query_like (like.h), query_timeout, query_too_broad (its words have
  // more matches than memory can hold), index_read.
  // `rules`: the synonyms and best bets that apply.
  Result<Hits> search(const Query& query, const Rules& rules = {}) const;

  // What a reader may be about to type. Bounded in work, and in time by a quarter of a second: what is not found by
  // then is left out. Errors: query_too_long (over max_suggest_bytes), index_read.
  Result<std::vector<Suggestion>> suggest(const SuggestQuery& query) const;

  // nullopt if the index does not have the page. Errors: too_large (beyond the bounds), index_read.
  Result<std::optional<StoredPage>> document(std::string_view url, const ReadBounds& bounds = {}) const;

  // Pith's pages in the index.
  Result<std::size_t> count() const;

  // Calls `visit` with each page, in index order, until it returns false.
  std::optional<Error> all_documents(const std::function<bool(const StoredPage&)>& visit) const;

  // The same for the documents of sites' templates: site, content, lang.
  std::optional<Error> all_templates(const std::function<bool(const StoredPage&)>& visit) const;

  // Shows later commits, or those of an index that replaced this one; returns whether there were any.
  Result<bool> reopen_if_changed();

 private:
  struct Impl;
  explicit Searcher(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace pith::index
