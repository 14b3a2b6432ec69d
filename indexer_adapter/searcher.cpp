#include "indexer_adapter/searcher.h"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "indexer_adapter/dictionary.h"
#include "indexer_adapter/document.h"
#include "indexer_adapter/hints.h"
#include "indexer_adapter/index_files.h"
#include "indexer_adapter/lucene.h"
#include "indexer_adapter/lucene_error.h"
#include "indexer_adapter/query_builder.h"
#include "indexer_adapter/text.h"
#include "indexer_adapter/tokeniser.h"

namespace pith::index {
namespace {

using Lucene::newLucene;

Lucene::TermPtr marker(const FieldMap& fields, std::string_view generator = generator_name) {
  return newLucene<Lucene::Term>(to_wide(fields[Field::generator]), to_wide(generator));
}

// One commit of the index, open. Closed with its last user.
struct View {
  Lucene::IndexReaderPtr reader;
  Lucene::IndexSearcherPtr searcher;
  std::vector<std::string> stem_languages;
  Lucene::FilterPtr only_pith;  // null if there are no documents of others

  View(const Lucene::IndexReaderPtr& opened, const FieldMap& fields)
      : reader(opened), searcher(newLucene<Lucene::IndexSearcher>(opened)) {
    std::vector<std::wstring> names;
    for (const FieldInfo& info : index::fields())
      if (info.kind == FieldKind::text && fields.has(info.field)) names.push_back(to_wide(fields[info.field]));
    stem_languages = languages_with_stems(reader, names);
    if (reader->docFreq(marker(fields)) < reader->maxDoc()) {
      only_pith = newLucene<Lucene::CachingWrapperFilter>(
          newLucene<Lucene::QueryWrapperFilter>(newLucene<Lucene::TermQuery>(marker(fields))));
    }
  }

  View(const View&) = delete;
  View& operator=(const View&) = delete;
  ~View() {
    try {
      searcher->close();
      reader->close();
    } catch (const std::exception&) {  // nothing was written: nothing is lost
    }
  }
};

Result<std::vector<std::pair<Field, double>>> searched_fields(const SearcherOptions& options) {
  std::vector<std::pair<Field, double>> searched;
  for (const auto& [name, boost] : options.boosts) {
    const FieldInfo* info = find_field(name);
    if (info == nullptr) return unknown_field(name, "index.boosts");
    if (info->kind != FieldKind::text)
      return Error{"unknown_field", "index.boosts." + name + ": is no text; boosts are for text fields"};
    if (!(boost >= 0 && boost <= 1000)) return Error{"bad_boost", "index.boosts." + name + ": must be from 0 to 1000"};
  }
  for (const FieldInfo& info : fields()) {
    double boost = info.boost;
    if (!options.boosts.empty()) {
      const auto given = options.boosts.find(std::string(info.name));
      boost = given == options.boosts.end() ? 0 : given->second;
    }
    if (boost > 0 && options.fields.has(info.field)) searched.emplace_back(info.field, boost);
  }
  if (searched.empty()) return Error{"bad_boost", "index.boosts: no field of the index has a boost over 0"};
  return searched;
}

std::string ascii_lower(std::string text) { return to_utf8(lower(to_wide(text))); }

}  // namespace

struct Searcher::Impl {
  std::string path;
  SearcherOptions options;
  std::vector<std::pair<Field, double>> searched;
  mutable std::mutex mutex;  // of view
  std::shared_ptr<const View> view;

  std::shared_ptr<const View> current() const {
    const std::lock_guard lock(mutex);
    return view;
  }

  std::wstring index_name(Field field) const { return to_wide(options.fields[field]); }

  template <typename T, typename Action>
  Result<T> guarded(Action action) const {
    try {
      return action();
    } catch (...) {
      return error_in_flight("index_read", "index: cannot read " + path + " (if this lasts, index again)");
    }
  }

  Lucene::FilterPtr filter(const View& on, const std::vector<Restriction>& restrictions, bool templates) const {
    if (restrictions.empty() && !templates) return on.only_pith;
    const auto wanted = newLucene<Lucene::BooleanQuery>();
    wanted->add(newLucene<Lucene::TermQuery>(
                    marker(options.fields, templates ? template_generator_name : generator_name)),
                Lucene::BooleanClause::MUST);
    for (const Restriction& restriction : restrictions)
      wanted->add(newLucene<Lucene::TermQuery>(
                      newLucene<Lucene::Term>(index_name(restriction.field), to_wide(restriction.value))),
                  Lucene::BooleanClause::MUST);
    return newLucene<Lucene::QueryWrapperFilter>(wanted);
  }

  std::optional<Error> restrictions_of(const Query& query, std::vector<Restriction>& restrictions) const {
    for (const auto& [name, value, field] :
         {std::tuple("site", &query.site, Field::site), std::tuple("lang", &query.lang, Field::lang)}) {
      if (value->empty()) continue;
      if (!options.fields.has(field))
        return Error{"query_field", std::string("query: the index has no field ") + name + " to choose by"};
      restrictions.push_back({name, ascii_lower(*value), field});
    }
    return std::nullopt;
  }

  std::string stored(const Lucene::DocumentPtr& document, Field field) const {
    return options.fields.has(field) ? to_utf8(document->get(index_name(field))) : std::string();
  }

  Lucene::FieldSelectorPtr hit_fields() const {
    auto names = Lucene::Collection<Lucene::String>::newInstance();
    for (const Field field : {Field::url, Field::title, Field::site, Field::lang, Field::status, Field::author,
                              Field::published, Field::description, Field::content})
      if (options.fields.has(field)) names.add(index_name(field));
    return newLucene<Lucene::MapFieldSelector>(names);
  }

  Hit hit(const Lucene::DocumentPtr& document, double score, const std::vector<SnippetPattern>& patterns,
          std::map<std::string, Stemmer>& stemmers) const {
    Hit hit;
    hit.url = stored(document, Field::url);
    hit.title = stored(document, Field::title);
    hit.site = stored(document, Field::site);
    hit.lang = stored(document, Field::lang);
    hit.status = stored(document, Field::status);
    hit.author = stored(document, Field::author);
    hit.published = stored(document, Field::published);
    hit.description = stored(document, Field::description);
    hit.score = score;
    if (options.fields.has(Field::content)) {
      const std::string stems = options.analysers.stems_of(hit.lang);
      Stemmer* stemmer = stems.empty() ? nullptr : &stemmers.try_emplace(stems, stems).first->second;
      hit.snippet = make_snippet(document->get(index_name(Field::content)), patterns, stemmer);
    }
    return hit;
  }

  Result<Hits> search(const Query& query) const;
  std::optional<Error> visit_marked(std::string_view generator, const std::function<bool(const StoredPage&)>& visit) const;
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
  const Impl& reading = *impl;
  auto view = reading.guarded<std::shared_ptr<const View>>([&] {
    const auto reader = Lucene::IndexReader::open(Lucene::FSDirectory::open(widen(path)), true);
    return std::make_shared<const View>(reader, options.fields);
  });
  if (!view) return view.error();
  impl->view = std::move(*view);
  return Searcher(std::move(impl));
}

Result<Hits> Searcher::search(const Query& query) const {
  return impl_->guarded<Hits>([&] { return impl_->search(query); });
}

Result<Hits> Searcher::Impl::search(const Query& query) const {
  if (query.offset > max_hits || query.limit > max_hits || query.offset + query.limit > max_hits)
    return Error{"query_paging", "query: only the first " + std::to_string(max_hits) + " hits can be paged through"};
  const FieldInfo* field = nullptr;
  if (!query.field.empty()) {
    field = find_field(query.field);
    if (field == nullptr || field->kind == FieldKind::packed || field->field == Field::generator)
      return Error{"query_field", unknown_field(query.field, "query").message};
  }
  std::vector<Restriction> restrictions;
  if (auto error = restrictions_of(query, restrictions)) return std::move(*error);
  const auto tree = parse_query(query.text, field);
  if (!tree) return tree.error();

  const auto on = current();
  QueryContext context{options.fields, searched, on->stem_languages, on->reader};
  if (const std::string stems = options.analysers.stems_of(query.lang); !query.lang.empty() && !stems.empty())
    context.stem_languages = {stems};
  const auto built = build_query(*tree, context);
  if (!built) return built.error();

  const auto wanted = static_cast<std::int32_t>(std::max<std::size_t>(1, query.offset + query.limit));
  const auto top = on->searcher->search(built->query, filter(*on, restrictions, query.templates), wanted);
  Hits hits;
  hits.total = static_cast<std::size_t>(top->totalHits);
  const auto selector = hit_fields();
  std::map<std::string, Stemmer> stemmers;
  const auto found = static_cast<std::size_t>(top->scoreDocs.size());
  for (std::size_t i = query.offset; i < std::min(found, query.offset + query.limit); ++i) {
    const auto& scored = top->scoreDocs[static_cast<std::int32_t>(i)];
    hits.hits.push_back(hit(on->searcher->doc(scored->doc, selector), scored->score, built->patterns, stemmers));
  }
  if (hits.total == 0) {
    const auto count = [&](const QueryNode& node, bool restricted) -> std::size_t {
      const auto other = build_query(node, context);
      if (!other) return 0;
      const auto within = filter(*on, restricted ? restrictions : std::vector<Restriction>(), query.templates);
      return static_cast<std::size_t>(on->searcher->search(other->query, within, 1)->totalHits);
    };
    Advice advice = advise(*tree, query.text, restrictions, context, count);
    hits.hints = std::move(advice.hints);
    hits.suggestion = std::move(advice.suggestion);
  }
  return hits;
}

Result<std::optional<StoredPage>> Searcher::document(std::string_view url) const {
  using Found = std::optional<StoredPage>;
  return impl_->guarded<Found>([&]() -> Found {
    const auto on = impl_->current();
    const auto documents = on->reader->termDocs(key_of(url, impl_->options.fields));
    if (!documents->next()) return std::nullopt;
    return stored_page(on->reader->document(documents->doc()), impl_->options.fields);
  });
}

Result<std::size_t> Searcher::count() const {
  return impl_->guarded<std::size_t>([&] {
    const auto on = impl_->current();
    std::size_t count = 0;
    for (const auto documents = on->reader->termDocs(marker(impl_->options.fields)); documents->next();) ++count;
    return count;
  });
}

std::optional<Error> Searcher::Impl::visit_marked(std::string_view generator,
                                                  const std::function<bool(const StoredPage&)>& visit) const {
  const auto done = guarded<bool>([&] {
    const auto on = current();
    const auto documents = on->reader->termDocs(marker(options.fields, generator));
    while (documents->next())
      if (!visit(stored_page(on->reader->document(documents->doc()), options.fields))) break;
    return true;
  });
  if (!done) return done.error();
  return std::nullopt;
}

std::optional<Error> Searcher::all_documents(const std::function<bool(const StoredPage&)>& visit) const {
  return impl_->visit_marked(generator_name, visit);
}

std::optional<Error> Searcher::all_templates(const std::function<bool(const StoredPage&)>& visit) const {
  return impl_->visit_marked(template_generator_name, visit);
}

Result<bool> Searcher::reopen_if_changed() {
  return impl_->guarded<bool>([&] {
    const auto on = impl_->current();
    if (on->reader->isCurrent()) return false;
    const auto reader = on->reader->reopen();
    if (reader == on->reader) return false;
    auto view = std::make_shared<const View>(reader, impl_->options.fields);
    const std::lock_guard lock(impl_->mutex);
    impl_->view = std::move(view);
    return true;
  });
}

}  // namespace pith::index
