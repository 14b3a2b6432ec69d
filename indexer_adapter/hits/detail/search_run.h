// One search: from a query to its hits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "indexer_adapter/hits/detail/hit_collector.h"
#include "indexer_adapter/hits/detail/page_boosts.h"
#include "indexer_adapter/hits/detail/title_match.h"
#include "indexer_adapter/hits/hits.h"
#include "indexer_adapter/hits/searcher_options.h"
#include "indexer_adapter/query/detail/deadline.h"
#include "indexer_adapter/query/detail/dictionary.h"
#include "indexer_adapter/query/detail/forgiving.h"
#include "indexer_adapter/query/detail/index_view.h"
#include "indexer_adapter/query/detail/query_builder.h"
#include "indexer_adapter/query/detail/restriction.h"
#include "indexer_adapter/query/query_syntax.h"
#include "indexer_adapter/query/rules.h"

namespace pith::index {

// The fields searched by default, with their weights.
using SearchedFields = std::vector<std::pair<Field, double>>;

// Answers one query on one view of the index, in this order: the pages with all of its words; if these are too few,
// those that lack some (forgiving.h); best bets that have none. Used once, on one thread. The functions throw TimeIsUp
// and TooManyMatches.
class SearchRun {
 public:
  // All but `on` outlive it.
  SearchRun(const SearcherOptions& options, const SearchedFields& searched, std::shared_ptr<const IndexView> on,
            const Query& query, const Rules& rules);
  SearchRun(const SearchRun&) = delete;
  SearchRun& operator=(const SearchRun&) = delete;

  // Whether the query, which is not restricted to a site or the like, only leaves pages out.
  bool wants_nothing();

  // Errors: query_* (query_syntax.h), query_like (like.h).
  Result<Hits> answer();

 private:
  // The query as it is searched for.
  struct Wording {
    BuiltQuery built;
    TitleMatch titles;
    Forgiven forgiven = {};  // if pages may lack some of it
  };
  // The tree of `words` (the query's text, or a correction of it) and of the query's `like`.
  Result<QueryNode> tree(const std::string& words) const;
  // Where no site has the name in a restriction to a site, makes it one to the host of that name, if there is one.
  void look_for_hosts(QueryNode& node);
  // Says so if no page has a word with its sign: for "C#" where there is only "C".
  void look_for_signs(const QueryNode& node);
  Result<Wording> wording(const QueryNode& tree) const;
  std::optional<Wording> forgiving_wording() const;
  // Of all pages, or within the restrictions.
  std::size_t count(const QueryNode& node, bool restricted) const;
  void collect(const Lucene::QueryPtr& query, const Lucene::CollectorPtr& collector) const;
  // What the query finds and the wordings do not; null wordings find nothing.
  void collect_rest(const Lucene::QueryPtr& query, std::initializer_list<const Wording*> found,
                    const Lucene::CollectorPtr& collector) const;
  std::vector<std::string> without(const Wording& partial, std::int32_t document) const;
  // Fills hits and template_line. `partial`: of the hits that lack something; or nullptr.
  void show(const Wording& complete, const Wording* partial, const std::vector<FoundDocument>& found);
  void explain_no_hits();
  void advise(const QueryNode& tree);

  const SearcherOptions& options_;
  const Query& query_;
  const Rules& rules_;
  const std::shared_ptr<const IndexView> on_;
  Deadline deadline_;
  NearWords near_words_;
  LeafReader leaves_;
  PageBoosts boosts_;
  QueryContext context_;
  std::vector<Restriction> restrictions_;
  QueryNode wanted_;
  Hits result_;
};

}  // namespace pith::index
