#include "indexer_adapter/hits/searcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>

#include "core/text/ascii.h"
#include "indexer_adapter/documents/index_document.h"
#include "indexer_adapter/hits/detail/hit_collector.h"
#include "indexer_adapter/hits/detail/hit_maker.h"
#include "indexer_adapter/hits/detail/page_boosts.h"
#include "indexer_adapter/hits/detail/suggester.h"
#include "indexer_adapter/hits/detail/title_match.h"
#include "indexer_adapter/lucene/detail/index_directory.h"
#include "indexer_adapter/lucene/detail/lucene_error.h"
#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/lucene/index_files.h"
#include "indexer_adapter/lucene/lucene.h"
#include "indexer_adapter/lucene/warm_up.h"
#include "indexer_adapter/query/detail/best_bets.h"
#include "indexer_adapter/query/detail/deadline.h"
#include "indexer_adapter/query/detail/dictionary.h"
#include "indexer_adapter/query/detail/forgiving.h"
#include "indexer_adapter/query/detail/hints.h"
#include "indexer_adapter/query/detail/index_view.h"
#include "indexer_adapter/query/detail/like.h"
#include "indexer_adapter/query/detail/query_builder.h"
#include "indexer_adapter/query/detail/restriction.h"
#include "indexer_adapter/query/detail/synonyms.h"
#include "indexer_adapter/query/query_syntax.h"
#include "indexer_adapter/words/detail/tokeniser.h"

namespace pith::index {
namespace {

using Lucene::newLucene;

Result<std::vector<std::pair<Field, double>>> searched_fields(const SearcherOptions& options) {
  std::vector<std::pair<Field, double>> searched;
  for (const auto& [name, boost] : options.boosts) {
    const FieldInfo* info = find_field(name);
    if (info == nullptr) return unknown_field(name, "index.boosts");
    if (info->kind != FieldKind::text)
      return Error{"unknown_field", "index.boosts." + name + ": is not a text field; only text fields have boosts"};
    if (!(boost >= 0 && boost <= 1000)) return Error{"bad_boost", "index.boosts." + name + ": must be from 0 to 1000"};
  }
  for (const FieldInfo& info : fields()) {
    const auto given = options.boosts.find(std::string(info.name));
    const double boost = options.boosts.empty() ? info.boost : given == options.boosts.end() ? 0 : given->second;
    if (boost > 0 && options.fields.has(info.field)) searched.emplace_back(info.field, boost);
  }
  if (searched.empty()) return Error{"bad_boost", "index.boosts: no field of the index has a boost over 0"};
  return searched;
}

// Query::field; nullptr if it is empty.
Result<const FieldInfo*> default_field(const Query& query) {
  if (query.field.empty()) return nullptr;
  const FieldInfo* const field = find_field(query.field);
  if (field == nullptr) return wrong_request("query_field", unknown_field(query.field, "query").message);
  if (field->kind == FieldKind::packed || field->field == Field::generator)
    return wrong_request("query_field", "query: the field \"" + query.field + "\" cannot be searched");
  return field;
}

DocumentKind kind_of(const Query& query) { return query.templates ? DocumentKind::site_template : DocumentKind::page; }

bool is_words(const QueryNode& node) {
  using Kind = QueryNode::Kind;
  if (node.kind == Kind::all_of) return std::all_of(node.children.begin(), node.children.end(), is_words);
  return (node.kind == Kind::word || node.kind == Kind::phrase) && node.field == nullptr;
}

// Whether a line of a template may stand above the hits: it can have words, but no date and no fields, and stands there
// once.
bool asks_a_template(const Query& query, const QueryNode& tree) {
  return !query.templates && query.offset == 0 && query.limit > 0 && query.field.empty() && query.host.empty() &&
         query.lang.empty() && query.host.empty() && query.after.empty() && query.before.empty() &&
         query.like.empty() && is_words(tree);
}

bool has_best_bets(const Query& query, Order order) {
  return order == Order::relevance && !query.templates && query.like.empty() && query.field.empty();
}

bool is_blank(std::string_view words) { return trim_ascii(words).empty(); }

// The same for all commits of an index, and hardly ever for two indexes: Lucene's version begins with the time when the
// index was created, and grows by one per commit, as the generation does.
std::int64_t birth_of(const Lucene::IndexReaderPtr& reader) {
  return reader->getVersion() - reader->getIndexCommit()->getGeneration();
}

// Lucene's, without parts that add nothing.
Explanation explanation_of(const Lucene::ExplanationPtr& lucene) {
  Explanation explanation{lucene->getValue(), to_utf8(lucene->getDescription()), {}};
  if (explanation.text.ends_with(':')) explanation.text.pop_back();
  if (const auto details = lucene->getDetails())
    for (const auto& detail : details)
      if (detail->getValue() != 0) explanation.parts.push_back(explanation_of(detail));
  if (explanation.text == "sum of" && explanation.parts.size() == 1) return std::move(explanation.parts.front());
  return explanation;
}

}  // namespace

struct Searcher::Impl {
  std::string path;
  SearcherOptions options;
  std::vector<std::pair<Field, double>> searched;
  mutable std::mutex mutex;  // of view
  std::shared_ptr<const IndexView> view;

  std::shared_ptr<const IndexView> current() const {
    const std::lock_guard lock(mutex);
    return view;
  }

  template <typename T, typename Action>
  Result<T> guarded(Action action) const {
    try {
      return action();
    } catch (...) {
      return error_in_flight(IndexError::read, "index: cannot read " + path + " (check the disk, then try again)");
    }
  }

  // The state of a running search.
  struct Search {
    const Query& query;
    const Rules& rules;
    std::shared_ptr<const IndexView> on;
    Deadline deadline;
    NearWords near_words;
    LeafReader leaves;
    PageBoosts boosts;
    QueryContext context;

    Search(const Impl& impl, const Query& asked, const Rules& by)
        : query(asked),
          rules(by),
          on(impl.current()),
          deadline(impl.options.timeout),
          near_words(deadline),
          leaves(*on, impl.options.ranking, deadline, kind_of(query)),
          boosts(*on, impl.options.ranking, impl.options.fields),
          context{impl.options.fields, impl.searched,    on->stem_languages(), leaves, deadline,
                  near_words,          by.synonyms.get()} {
      const std::string stems = impl.options.analysers.stems_of(query.lang);
      if (!query.lang.empty() && !stems.empty()) context.stem_languages = {stems};
    }
  };

  Result<Hits> search(const Query& asked, const Rules& rules) const;
  Result<Hits> search_as_read(const Query& query, const Rules& rules) const;
  Result<Hits> search(Search& search) const;
  Result<Hits> search_with_not_as_word(const Query& query, const std::string& words, const Rules& rules) const;
  // Whether the query, which is not restricted to a site or the like, only leaves pages out.
  bool wants_nothing(Search& search) const;
  Result<QueryNode> tree(Search& search, const std::string& words, bool restricted) const;
  // The query as it is searched for.
  struct Wording {
    BuiltQuery built;
    TitleMatch titles;
    Forgiven forgiven = {};  // if pages may lack some of it
  };
  Result<Wording> wording(Search& search, const QueryNode& tree, const std::vector<Restriction>& restrictions) const;
  std::optional<Wording> forgiving_wording(Search& search, const QueryNode& wanted,
                                           const std::vector<Restriction>& restrictions) const;
  void collect(const Search& search, const Lucene::QueryPtr& query, const Lucene::CollectorPtr& collector) const;
  // Where no site has the name in a restriction to a site, makes it one to the host of that name, if there is one.
  void look_for_hosts(Search& search, QueryNode& node, std::vector<std::string>& notes) const;
  std::size_t count(Search& search, const QueryNode& node, const std::vector<Restriction>& restrictions,
                    bool restricted) const;
  std::vector<std::string> without(const Search& search, const Wording& partial, std::int32_t document) const;
  // Fills hits and template_line. `partial`: of the hits that lack something; or nullptr.
  void show(Search& search, const QueryNode& wanted, const Wording& complete, const Wording* partial,
            const std::vector<FoundDocument>& found, Hits& result) const;
  Explanation explain(const Search& search, const Wording& wording, const FoundDocument& found) const;
  void explain_no_hits(Search& search, const QueryNode& wanted, const std::vector<Restriction>& restrictions,
                       Hits& result) const;
  void advise(Search& search, const QueryNode& tree, const std::vector<Restriction>& restrictions, Hits& hits) const;
  std::optional<Error> visit_all(DocumentKind kind, const std::function<bool(const StoredPage&)>& visit) const;
};

Searcher::Searcher(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Searcher::Searcher(Searcher&&) noexcept = default;
Searcher& Searcher::operator=(Searcher&&) noexcept = default;
Searcher::~Searcher() = default;

Result<Searcher> Searcher::open(const std::string& path, const SearcherOptions& options) {
  auto searched = searched_fields(options);
  if (!searched) return searched.error();
  warm_up();
  if (auto error = check_index(path)) return std::move(*error);
  auto impl = std::make_unique<Impl>();
  impl->path = path;
  impl->options = options;
  impl->searched = std::move(*searched);
  auto view = impl->guarded<std::shared_ptr<const IndexView>>([&] {
    const auto reader = Lucene::IndexReader::open(open_directory(path), true);
    return std::make_shared<const IndexView>(reader, options.fields, nullptr);
  });
  if (!view) return view.error();
  impl->view = std::move(*view);
  return Searcher(std::move(impl));
}

Result<Hits> Searcher::search(const Query& query, const Rules& rules) const {
  return impl_->guarded<Hits>([&]() -> Result<Hits> { return impl_->search(query, rules); });
}

Result<Hits> Searcher::Impl::search(const Query& asked, const Rules& rules) const {
  Query query = asked;
  ReadQuery read = read_query(asked.text, find_field(asked.field), options.query_limits);
  query.text = std::move(read.text);
  auto hits = search_as_read(query, rules);
  if (hits) hits->notes.insert(hits->notes.begin(), read.notes.begin(), read.notes.end());
  return hits;
}

Result<Hits> Searcher::Impl::search_as_read(const Query& query, const Rules& rules) const {
  if (query.offset > max_hits || query.limit > max_hits || query.offset + query.limit > max_hits)
    return wrong_request("query_paging",
                         "query: only the first " + std::to_string(max_hits) + " hits can be paged through");
  try {
    Search running(*this, query, rules);
    const auto words = query.like.empty() ? with_not_as_word(query.text) : std::nullopt;
    if (words && wants_nothing(running)) {
      auto hits = search_with_not_as_word(query, *words, rules);
      return hits && hits->total > 0 ? std::move(hits) : search(running);
    }
    auto hits = search(running);
    if (!words || !hits || hits->total > 0) return hits;
    auto others = search_with_not_as_word(query, *words, rules);
    return others && others->total > 0 ? std::move(others) : std::move(hits);
  } catch (const TimeIsUp&) {
    return Error{"query_timeout",
                 fmt::format("query: not answered within {} seconds (search.timeout); ask for fewer or longer words",
                             options.timeout),
                 ErrorKind::timed_out};
  } catch (const TooManyMatches&) {
    return wrong_request("query_too_broad",
                         "query: its words occur too often to be counted; leave out the most common ones");
  }
}

bool Searcher::Impl::wants_nothing(Search& search) const {
  const auto restrictions = restrictions_of(search.query);
  if (!restrictions || !restrictions->empty()) return false;
  const auto wanted = tree(search, search.query.text, false);
  if (!wanted) return false;
  const auto is_negative = [](const QueryNode& node) { return node.kind == QueryNode::Kind::none_of; };
  return is_negative(*wanted) ||
         (wanted->kind == QueryNode::Kind::all_of && std::ranges::all_of(wanted->children, is_negative));
}

Result<Hits> Searcher::Impl::search_with_not_as_word(const Query& query, const std::string& words,
                                                     const Rules& rules) const {
  Query other = query;
  other.text = words;
  Search running(*this, other, rules);
  auto hits = search(running);
  if (hits)
    hits->notes.insert(hits->notes.begin(), "searched for \"NOT\" as a word; \"-word\" leaves out pages with a word");
  return hits;
}

// The tree of `words` (the query's text, or a correction of it) and of the query's `like`.
Result<QueryNode> Searcher::Impl::tree(Search& search, const std::string& words, bool restricted) const {
  const Query& query = search.query;
  const auto field = default_field(query);
  if (!field) return field.error();
  const bool empty = is_blank(words);
  if (empty && query.like.empty() && restricted) return QueryNode();
  std::optional<QueryNode> text;
  if (!empty || query.like.empty()) {
    auto parsed = parse_query(words, *field, options.query_limits);
    if (!parsed) return parsed;
    text = std::move(*parsed);
    if (search.context.synonyms != nullptr)
      add_synonyms(*text, *search.context.synonyms, search.context.stem_languages);
  }
  if (query.like.empty()) return std::move(*text);
  auto like = like_query(query.like, search.context);
  if (like && text) like->children.push_back(std::move(*text));
  return like;
}

// Most people mean a host by "site", and do not know what the index calls one.
void Searcher::Impl::look_for_hosts(Search& search, QueryNode& node, std::vector<std::string>& notes) const {
  for (QueryNode& child : node.children) look_for_hosts(search, child, notes);
  if (node.field != &info_of(Field::site) || node.kind != QueryNode::Kind::word || !options.fields.has(Field::site))
    return;
  const std::wstring site = lower(node.text);
  if (documents_with(search.context.reader(), search.context.index_name(Field::site), site) > 0) return;
  QueryNode host = node;
  host.field = &info_of(Field::host);
  if (count(search, host, {}, false) == 0) return;
  node = std::move(host);
  const std::string name = to_utf8(site);
  notes.push_back("no site is called \"" + name + "\"; searched the host of that name (host:" + name + ")");
}

Result<Hits> Searcher::Impl::search(Search& search) const {
  const Query& query = search.query;
  auto restricted = restrictions_of(query);
  if (!restricted) return restricted.error();
  std::vector<Restriction> restrictions = *std::move(restricted);
  auto wanted = tree(search, query.text, !restrictions.empty());
  if (!wanted) return wanted.error();
  std::vector<std::string> notes;
  look_for_hosts(search, *wanted, notes);
  for (Restriction& restriction : restrictions) look_for_hosts(search, restriction.node, notes);
  const bool forgiving = options.enough > 0 && query.like.empty();
  if (forgiving) free_function_words(*wanted, search.context.stem_languages);
  const auto complete = wording(search, *wanted, restrictions);
  if (!complete) return complete.error();

  // Pages that are only filtered have no scores to order by.
  const Order order = query.order == Order::relevance && !complete->built.scored ? Order::newest : query.order;
  const auto collector = newLucene<HitCollector>(*search.on, options.fields, search.boosts, search.deadline, order,
                                                 query.limit == 0 ? 0 : query.offset + query.limit, query.facets);
  FoundBets bets;
  if (has_best_bets(query, order) && search.rules.best_bets)
    bets = find_best_bets(search.rules.best_bets->pages(*wanted), restrictions, search.context);
  collector->prefer(bets.documents);
  collector->begin(complete->titles, false);
  collect(search, complete->built.query, collector);
  std::optional<Wording> partial;
  if (forgiving && collector->total() < options.enough) partial = forgiving_wording(search, *wanted, restrictions);
  if (partial) {
    const auto rest = newLucene<Lucene::BooleanQuery>();
    rest->add(partial->built.query, Lucene::BooleanClause::MUST);
    rest->add(complete->built.query, Lucene::BooleanClause::MUST_NOT);
    collector->begin(partial->titles, true);
    collect(search, rest, collector);
  }
  if (!bets.documents.empty()) {  // those that the query does not find
    const auto rest = newLucene<Lucene::BooleanQuery>();
    rest->add(bets.query, Lucene::BooleanClause::MUST);
    rest->add(complete->built.query, Lucene::BooleanClause::MUST_NOT);
    if (partial) rest->add(partial->built.query, Lucene::BooleanClause::MUST_NOT);
    collector->begin(complete->titles, false);
    collect(search, rest, collector);
  }
  Hits result;
  result.total = collector->total();
  result.complete = collector->complete();
  result.notes = std::move(notes);
  if (result.total > result.complete)
    result.notes.insert(result.notes.end(), partial->forgiven.notes.begin(), partial->forgiven.notes.end());
  if (query.facets) result.facets = collector->facets();
  show(search, *wanted, *complete, partial ? &*partial : nullptr, collector->best(), result);
  if (result.total == 0) explain_no_hits(search, *wanted, restrictions, result);
  return result;
}

Result<Searcher::Impl::Wording> Searcher::Impl::wording(Search& search, const QueryNode& tree,
                                                        const std::vector<Restriction>& restrictions) const {
  auto built = build_query(all_of(tree, restrictions), search.context);
  if (!built) return built.error();
  TitleMatch titles(*search.on, options.ranking.title, search.context.index_name(Field::title), built->words,
                    search.deadline);
  return Wording{std::move(*built), std::move(titles)};
}

std::optional<Searcher::Impl::Wording> Searcher::Impl::forgiving_wording(
    Search& search, const QueryNode& wanted, const std::vector<Restriction>& restrictions) const {
  auto forgiven = forgive(wanted, search.context, [&](const QueryNode& node, bool restricted) {
    return count(search, node, restrictions, restricted);
  });
  if (!forgiven) return std::nullopt;
  auto partial = wording(search, forgiven->tree, restrictions);
  if (!partial) return std::nullopt;
  partial->forgiven = std::move(*forgiven);
  return std::move(*partial);
}

void Searcher::Impl::collect(const Search& search, const Lucene::QueryPtr& query,
                             const Lucene::CollectorPtr& collector) const {
  search.on->searcher()->search(query, search.on->only(kind_of(search.query)), collector);
}

std::size_t Searcher::Impl::count(Search& search, const QueryNode& node, const std::vector<Restriction>& restrictions,
                                  bool restricted) const {
  const auto query = build_query(restricted ? all_of(node, restrictions) : node, search.context);
  if (!query) return 0;
  const auto collector = newLucene<HitCollector>(*search.on, options.fields, search.boosts, search.deadline,
                                                 Order::relevance, std::size_t{0}, false);
  collect(search, query->query, collector);
  return collector->total();
}

void Searcher::Impl::explain_no_hits(Search& search, const QueryNode& wanted,
                                     const std::vector<Restriction>& restrictions, Hits& result) const {
  const Query& query = search.query;
  const bool alone = is_blank(query.text);
  if (!query.like.empty() && alone && restrictions.empty())
    return result.hints.push_back("no other page shares enough words with " + query.like);
  try {
    // The words taken from the page of `like` are in the index: only those that the user typed can be wrong.
    const bool like = !query.like.empty() && !alone;
    advise(search, like ? *parse_query(query.text, find_field(query.field), options.query_limits) : wanted,
           restrictions, result);
  } catch (const TimeIsUp&) {  // the answer is complete without hints
  } catch (const TooManyMatches&) {
  }
}

void Searcher::Impl::show(Search& search, const QueryNode& wanted, const Wording& complete, const Wording* partial,
                          const std::vector<FoundDocument>& found, Hits& result) const {
  std::vector<Hit>& hits = result.hits;
  HitMaker maker(search.leaves, options.fields, options.analysers, search.context.stem_languages, search.deadline);
  for (std::size_t i = search.query.offset; i < found.size(); ++i) {
    // Asking for ten thousand hits with snippets is legitimate.
    if (!hits.empty() && hits.size() % hits_in_time == 0) search.deadline = Deadline(options.timeout);
    if (search.query.ranking_alone) {
      hits.push_back(maker.rank(found[i]));
      continue;
    }
    const Wording& wording = found[i].partial ? *partial : complete;
    hits.push_back(maker.make(found[i], wording.built.patterns));
    if (found[i].partial && !hits.back().best_bet) hits.back().without = without(search, *partial, found[i].document);
    if (search.query.explain) hits.back().explanation = explain(search, wording, found[i]);
  }
  if (!search.query.ranking_alone && asks_a_template(search.query, wanted))
    result.template_line = maker.template_line(complete.built.patterns, hits, search.query.site);
}

std::vector<std::string> Searcher::Impl::without(const Search& search, const Wording& partial,
                                                 std::int32_t document) const {
  std::vector<std::string> out;
  const Segment& segment = search.on->segments()[search.on->segment_of(document)];
  for (std::size_t i = 0; i < partial.built.wanted.size(); ++i) {
    const auto weight = partial.built.wanted[i]->weight(search.on->searcher());
    const auto scorer = weight->scorer(segment.reader, true, false);
    const std::int32_t here = document - segment.first_document;
    if (!scorer || scorer->advance(here) != here) out.push_back(partial.forgiven.names[i]);
  }
  return out;
}

Explanation Searcher::Impl::explain(const Search& search, const Wording& wording, const FoundDocument& found) const {
  const BuiltQuery& built = wording.built;
  if (!built.scored) return {0, "the query only filters pages", {}};
  if (found.bet != 0 && found.score == 0) return {0, "best bet without the query's words", {}};
  const auto& searcher = search.on->searcher();
  Explanation words = explanation_of(searcher->explain(built.query->weight(searcher), found.document));
  const Segment& segment = search.on->segments()[search.on->segment_of(found.document)];
  const auto at = static_cast<std::size_t>(found.document - segment.first_document);
  const double recency = search.boosts.recency(segment, at), depth = search.boosts.depth(segment, at);
  const double title = wording.titles.boost(segment, at), links = search.boosts.links(segment, at);
  if (recency == 1 && depth == 1 && title == 1 && links == 1) return words;
  Explanation all{found.score, "product of", {std::move(words)}};
  if (recency != 1) all.parts.push_back({recency, "recency (search.recency)", {}});
  if (depth != 1) all.parts.push_back({depth, "place in the site (search.depth)", {}});
  if (links != 1)
    all.parts.push_back(
        {links, fmt::format("pages that link to it: {} (search.links)", search.boosts.linking(segment, at)), {}});
  if (title != 1) all.parts.push_back({title, "title like the query (search.title)", {}});
  return all;
}

void Searcher::Impl::advise(Search& search, const QueryNode& tree, const std::vector<Restriction>& restrictions,
                            Hits& hits) const {
  const auto count = [&](const QueryNode& node, bool restricted) {
    return this->count(search, node, restrictions, restricted);
  };
  if (search.query.templates) return hits.hints.push_back("no site's template says that");
  const std::string& like = search.query.like;
  if (!like.empty() && count(tree, true) > 0)
    return hits.hints.push_back("pages match, but none of them shares enough words with " + like);
  const auto finds = [&](const std::string& words) {
    const auto suggested = this->tree(search, words, !restrictions.empty());
    return suggested && count(*suggested, true) > 0;
  };
  Advice advice = index::advise(tree, search.query.text, restrictions, search.context, count, finds);
  hits.hints = std::move(advice.hints);
  hits.suggestion = std::move(advice.suggestion);
}

Result<std::vector<Suggestion>> Searcher::suggest(const SuggestQuery& query) const {
  constexpr double seconds = 0.25;
  if (query.text.size() > max_suggest_bytes)
    return wrong_request("query_too_long",
                         fmt::format("query: suggestions are for at most {} bytes", max_suggest_bytes));
  return impl_->guarded<std::vector<Suggestion>>([&] {
    const auto on = impl_->current();
    const Deadline deadline(seconds);
    return Suggester(*on, impl_->options.fields, query, deadline).suggest();
  });
}

Result<std::optional<StoredPage>> Searcher::document(std::string_view url, const ReadBounds& bounds) const {
  using Found = std::optional<StoredPage>;
  return impl_->guarded<Found>([&]() -> Result<Found> {
    const auto on = impl_->current();
    const auto documents = on->reader()->termDocs(key_of(url, impl_->options.fields));
    if (!documents->next()) return Found();
    auto page = stored_page(on->reader()->document(documents->doc()), impl_->options.fields, bounds);
    if (!page) return too_large("too_large", fmt::format("{}: more than {} bytes are stored of it", url, bounds.bytes));
    return page;
  });
}

Result<std::size_t> Searcher::count() const {
  return impl_->guarded<std::size_t>([&] {
    const auto on = impl_->current();
    std::size_t count = 0;
    for (const auto documents = on->reader()->termDocs(marker_of(impl_->options.fields, DocumentKind::page));
         documents->next();)
      ++count;
    return count;
  });
}

std::optional<Error> Searcher::Impl::visit_all(DocumentKind kind,
                                               const std::function<bool(const StoredPage&)>& visit) const {
  const auto done = guarded<bool>([&] {
    const auto on = current();
    const auto documents = on->reader()->termDocs(marker_of(options.fields, kind));
    while (documents->next())
      if (!visit(stored_page(on->reader()->document(documents->doc()), options.fields))) break;
    return true;
  });
  return done ? std::nullopt : std::optional(done.error());
}

std::optional<Error> Searcher::all_documents(const std::function<bool(const StoredPage&)>& visit) const {
  return impl_->visit_all(DocumentKind::page, visit);
}

std::optional<Error> Searcher::all_templates(const std::function<bool(const StoredPage&)>& visit) const {
  return impl_->visit_all(DocumentKind::site_template, visit);
}

Result<bool> Searcher::reopen_if_changed() {
  if (auto error = check_index(impl_->path)) return *std::move(error);
  return impl_->guarded<bool>([&] {
    const auto on = impl_->current();
    if (on->reader()->isCurrent()) return false;
    auto reader = on->reader()->reopen();
    if (reader == on->reader()) return false;
    // Lucene++ takes segments with the same name for the same segment, and keeps its open files.
    const bool same_index = birth_of(reader) == birth_of(on->reader());
    if (!same_index) {
      reader->close();
      reader = Lucene::IndexReader::open(on->reader()->directory(), true);
    }
    auto view = std::make_shared<const IndexView>(reader, impl_->options.fields, same_index ? on.get() : nullptr);
    const std::lock_guard lock(impl_->mutex);
    impl_->view = std::move(view);
    return true;
  });
}

}  // namespace pith::index
