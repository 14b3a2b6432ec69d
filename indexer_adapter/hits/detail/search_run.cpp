#include "indexer_adapter/hits/detail/search_run.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/text/ascii.h"
#include "indexer_adapter/hits/detail/hit_maker.h"
#include "indexer_adapter/hits/detail/score_explanation.h"
#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/query/detail/best_bets.h"
#include "indexer_adapter/query/detail/dictionary.h"
#include "indexer_adapter/query/detail/hints.h"
#include "indexer_adapter/query/detail/like.h"
#include "indexer_adapter/query/detail/synonyms.h"
#include "indexer_adapter/words/detail/tokeniser.h"
#include "indexer_adapter/words/detail/written_forms.h"

namespace pith::index {
namespace {

using Lucene::newLucene;

DocumentKind kind_of(const Query& query) { return query.templates ? DocumentKind::site_template : DocumentKind::page; }

// Query::field; nullptr if it is empty.
Result<const FieldInfo*> default_field(const Query& query) {
  if (query.field.empty()) return nullptr;
  const FieldInfo* const field = find_field(query.field);
  if (field == nullptr) return wrong_request("query_field", unknown_field(query.field, "query").message);
  if (field->kind == FieldKind::packed || field->field == Field::generator)
    return wrong_request("query_field", "query: the field \"" + query.field + "\" cannot be searched");
  return field;
}

bool is_words(const QueryNode& node) {
  using Kind = QueryNode::Kind;
  if (node.kind == Kind::all_of) return std::all_of(node.children.begin(), node.children.end(), is_words);
  return (node.kind == Kind::word || node.kind == Kind::phrase) && node.field == nullptr;
}

// Whether a line of a template may stand above the hits: it can have words, but no date and no fields, and stands there
// once.
bool asks_a_template(const Query& query, const QueryNode& tree) {
  return !query.templates && query.offset == 0 && query.limit > 0 && query.field.empty() && query.host.empty() &&
         query.lang.empty() && query.after.empty() && query.before.empty() && query.like.empty() && is_words(tree);
}

bool has_best_bets(const Query& query, Order order) {
  return order == Order::relevance && !query.templates && query.like.empty() && query.field.empty();
}

bool is_blank(std::string_view words) { return trim_ascii(words).empty(); }

}  // namespace

SearchRun::SearchRun(const SearcherOptions& options, const SearchedFields& searched,
                     std::shared_ptr<const IndexView> on, const Query& query, const Rules& rules)
    : options_(options),
      query_(query),
      rules_(rules),
      on_(std::move(on)),
      deadline_(options.timeout),
      near_words_(deadline_),
      leaves_(*on_, options.ranking, deadline_, kind_of(query)),
      boosts_(*on_, options.ranking, options.fields),
      context_{options.fields, searched, on_->stem_languages(), leaves_, deadline_, near_words_, rules.synonyms.get()} {
  const std::string stems = options.analysers.stems_of(query.lang);
  if (!query.lang.empty() && !stems.empty()) context_.stem_languages = {stems};
}

bool SearchRun::wants_nothing() {
  const auto restrictions = restrictions_of(query_);
  if (!restrictions || !restrictions->empty()) return false;
  const auto wanted = tree(query_.text);
  if (!wanted) return false;
  const auto is_negative = [](const QueryNode& node) { return node.kind == QueryNode::Kind::none_of; };
  return is_negative(*wanted) ||
         (wanted->kind == QueryNode::Kind::all_of && std::ranges::all_of(wanted->children, is_negative));
}

Result<QueryNode> SearchRun::tree(const std::string& words) const {
  const auto field = default_field(query_);
  if (!field) return field.error();
  const bool empty = is_blank(words);
  if (empty && query_.like.empty() && !restrictions_.empty()) return QueryNode();
  std::optional<QueryNode> text;
  if (!empty || query_.like.empty()) {
    auto parsed = parse_query(words, *field, options_.query_limits);
    if (!parsed) return parsed;
    text = std::move(*parsed);
    if (context_.synonyms != nullptr) add_synonyms(*text, *context_.synonyms, context_.stem_languages);
  }
  if (query_.like.empty()) return std::move(*text);
  auto like = like_query(query_.like, context_);
  if (like && text) like->children.push_back(std::move(*text));
  return like;
}

// Most people mean a host by "site", and do not know what the index calls one.
void SearchRun::look_for_hosts(QueryNode& node) {
  for (QueryNode& child : node.children) look_for_hosts(child);
  if (node.field != &info_of(Field::site) || node.kind != QueryNode::Kind::word || !options_.fields.has(Field::site))
    return;
  const std::wstring site = lower(node.text);
  if (documents_with(context_.reader(), context_.index_name(Field::site), site) > 0) return;
  QueryNode host = node;
  host.field = &info_of(Field::host);
  if (count(host, false) == 0) return;
  node = std::move(host);
  const std::string name = to_utf8(site);
  result_.notes.push_back("no site is called \"" + name + "\"; searched the host of that name (host:" + name + ")");
}

void SearchRun::look_for_signs(const QueryNode& node) {
  if (node.kind == QueryNode::Kind::none_of) return;
  for (const QueryNode& child : node.children) look_for_signs(child);
  const bool is_text = node.field == nullptr || node.field->kind == FieldKind::text;
  if (!is_text || (node.kind != QueryNode::Kind::word && node.kind != QueryNode::Kind::phrase)) return;
  const std::vector<std::wstring> fields = node.field == nullptr
                                               ? context_.searched_names()
                                               : std::vector<std::wstring>{context_.index_name(node.field->field)};
  const auto has = [&](const std::wstring& word) {
    return std::ranges::any_of(
        fields, [&](const std::wstring& field) { return documents_with(context_.reader(), field, word) > 0; });
  };
  for (const Token& token : tokenise(node.text)) {
    const std::wstring form = signed_form(node.text, token);
    if (form.empty() || has(form) || !has(token.folded)) continue;
    const std::size_t begin = form.front() == L'.' ? token.begin - 1 : token.begin;
    result_.notes.push_back("no page has \"" + to_utf8(node.text.substr(begin, form.size())) + "\"; searched for \"" +
                            to_utf8(node.text.substr(token.begin, token.end - token.begin)) + "\"");
  }
}

Result<Hits> SearchRun::answer() {
  auto restrictions = restrictions_of(query_);
  if (!restrictions) return restrictions.error();
  restrictions_ = *std::move(restrictions);
  auto wanted = tree(query_.text);
  if (!wanted) return wanted.error();
  wanted_ = *std::move(wanted);
  look_for_hosts(wanted_);
  for (Restriction& restriction : restrictions_) look_for_hosts(restriction.node);
  look_for_signs(wanted_);
  const bool forgiving = options_.enough > 0 && query_.like.empty();
  if (forgiving) free_function_words(wanted_, context_.stem_languages);
  const auto complete = wording(wanted_);
  if (!complete) return complete.error();

  // Pages that are only filtered have no scores to order by.
  const Order order = query_.order == Order::relevance && !complete->built.scored ? Order::newest : query_.order;
  const auto collector = newLucene<HitCollector>(*on_, options_.fields, boosts_, deadline_, order,
                                                 query_.limit == 0 ? 0 : query_.offset + query_.limit, query_.facets);
  FoundBets bets;
  if (has_best_bets(query_, order) && rules_.best_bets)
    bets = find_best_bets(rules_.best_bets->pages(wanted_), restrictions_, context_);
  collector->prefer(bets.documents);
  collector->begin(complete->titles, false);
  collect(complete->built.query, collector);
  std::optional<Wording> partial;
  if (forgiving && collector->total() < options_.enough) partial = forgiving_wording();
  const Wording* const some = partial ? &*partial : nullptr;
  if (partial) {
    collector->begin(partial->titles, true);
    collect_rest(partial->built.query, {&*complete}, collector);
  }
  if (!bets.documents.empty()) {
    collector->begin(complete->titles, false);
    collect_rest(bets.query, {&*complete, some}, collector);
  }
  result_.total = collector->total();
  result_.complete = collector->complete();
  if (result_.total > result_.complete)
    result_.notes.insert(result_.notes.end(), partial->forgiven.notes.begin(), partial->forgiven.notes.end());
  if (query_.order != Order::relevance && query_.limit > 0 && result_.total > 0 && !collector->any_dated())
    result_.notes.emplace_back("no hit says when it was published, so the hits are not sorted by date");
  if (query_.facets) result_.facets = collector->facets();
  show(*complete, some, collector->best());
  if (result_.total == 0) explain_no_hits();
  return std::move(result_);
}

Result<SearchRun::Wording> SearchRun::wording(const QueryNode& tree) const {
  auto built = build_query(all_of(tree, restrictions_), context_);
  if (!built) return built.error();
  TitleMatch titles(*on_, options_.ranking.title, context_.index_name(Field::title), built->words, deadline_);
  return Wording{std::move(*built), std::move(titles)};
}

std::optional<SearchRun::Wording> SearchRun::forgiving_wording() const {
  auto forgiven =
      forgive(wanted_, context_, [&](const QueryNode& node, bool restricted) { return count(node, restricted); });
  if (!forgiven) return std::nullopt;
  auto partial = wording(forgiven->tree);
  if (!partial) return std::nullopt;
  partial->forgiven = std::move(*forgiven);
  return std::move(*partial);
}

void SearchRun::collect(const Lucene::QueryPtr& query, const Lucene::CollectorPtr& collector) const {
  on_->searcher()->search(query, on_->only(kind_of(query_)), collector);
}

void SearchRun::collect_rest(const Lucene::QueryPtr& query, std::initializer_list<const Wording*> found,
                             const Lucene::CollectorPtr& collector) const {
  const auto rest = newLucene<Lucene::BooleanQuery>();
  rest->add(query, Lucene::BooleanClause::MUST);
  for (const Wording* wording : found)
    if (wording != nullptr) rest->add(wording->built.query, Lucene::BooleanClause::MUST_NOT);
  collect(rest, collector);
}

std::size_t SearchRun::count(const QueryNode& node, bool restricted) const {
  const auto query = build_query(restricted ? all_of(node, restrictions_) : node, context_);
  if (!query) return 0;
  const auto collector =
      newLucene<HitCollector>(*on_, options_.fields, boosts_, deadline_, Order::relevance, std::size_t{0}, false);
  collect(query->query, collector);
  return collector->total();
}

void SearchRun::show(const Wording& complete, const Wording* partial, const std::vector<FoundDocument>& found) {
  std::vector<Hit>& hits = result_.hits;
  HitMaker maker(leaves_, options_.fields, options_.analysers, context_.stem_languages, deadline_);
  for (std::size_t i = query_.offset; i < found.size(); ++i) {
    // Asking for ten thousand hits with snippets is legitimate.
    if (!hits.empty() && hits.size() % hits_in_time == 0) deadline_ = Deadline(options_.timeout);
    if (query_.ranking_alone) {
      hits.push_back(maker.rank(found[i]));
      continue;
    }
    const Wording& wording = found[i].partial ? *partial : complete;
    hits.push_back(maker.make(found[i], wording.built.patterns));
    if (found[i].partial && !hits.back().best_bet) hits.back().without = without(*partial, found[i].document);
    if (query_.explain) hits.back().explanation = explain_score(found[i], wording.built, wording.titles, *on_, boosts_);
  }
  if (!query_.ranking_alone && asks_a_template(query_, wanted_))
    result_.template_line = maker.template_line(complete.built.patterns, hits, query_.site);
}

std::vector<std::string> SearchRun::without(const Wording& partial, std::int32_t document) const {
  std::vector<std::string> out;
  const Segment& segment = on_->segments()[on_->segment_of(document)];
  for (std::size_t i = 0; i < partial.built.wanted.size(); ++i) {
    const auto weight = partial.built.wanted[i]->weight(on_->searcher());
    const auto scorer = weight->scorer(segment.reader, true, false);
    const std::int32_t here = document - segment.first_document;
    if (!scorer || scorer->advance(here) != here) out.push_back(partial.forgiven.names[i]);
  }
  return out;
}

void SearchRun::explain_no_hits() {
  const bool alone = is_blank(query_.text);
  if (!query_.like.empty() && alone && restrictions_.empty())
    return result_.hints.push_back("no other page shares enough words with " + query_.like);
  try {
    // The words taken from the page of `like` are in the index: only those that the user typed can be wrong.
    const bool like = !query_.like.empty() && !alone;
    advise(like ? *parse_query(query_.text, find_field(query_.field), options_.query_limits) : wanted_);
  } catch (const TimeIsUp&) {  // the answer is complete without hints
  } catch (const TooManyMatches&) {
  }
}

void SearchRun::advise(const QueryNode& tree) {
  if (query_.templates) return result_.hints.push_back("no site's template says that");
  const auto count = [&](const QueryNode& node, bool restricted) { return this->count(node, restricted); };
  if (!query_.like.empty() && count(tree, true) > 0)
    return result_.hints.push_back("pages match, but none of them shares enough words with " + query_.like);
  const auto finds = [&](const std::string& words) {
    const auto suggested = this->tree(words);
    return suggested && count(*suggested, true) > 0;
  };
  Advice advice = index::advise(tree, query_.text, restrictions_, context_, count, finds);
  result_.hints = std::move(advice.hints);
  result_.suggestion = std::move(advice.suggestion);
}

}  // namespace pith::index
