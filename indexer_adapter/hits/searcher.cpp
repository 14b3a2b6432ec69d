#include "indexer_adapter/hits/searcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <mutex>
#include <optional>

#include "indexer_adapter/documents/index_document.h"
#include "indexer_adapter/hits/detail/search_run.h"
#include "indexer_adapter/hits/detail/suggester.h"
#include "indexer_adapter/lucene/detail/index_directory.h"
#include "indexer_adapter/lucene/detail/lucene_error.h"
#include "indexer_adapter/lucene/index_files.h"
#include "indexer_adapter/lucene/lucene.h"
#include "indexer_adapter/lucene/warm_up.h"
#include "indexer_adapter/query/detail/deadline.h"
#include "indexer_adapter/query/detail/index_view.h"
#include "indexer_adapter/query/query_syntax.h"

namespace pith::index {
namespace {

Result<SearchedFields> searched_fields(const SearcherOptions& options) {
  SearchedFields searched;
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

// The same for all commits of an index, and hardly ever for two indexes: Lucene's version begins with the time when the
// index was created, and grows by one per commit, as the generation does.
std::int64_t birth_of(const Lucene::IndexReaderPtr& reader) {
  return reader->getVersion() - reader->getIndexCommit()->getGeneration();
}

}  // namespace

struct Searcher::Impl {
  std::string path;
  SearcherOptions options;
  SearchedFields searched;
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

  Result<Hits> search(const Query& query, const Rules& rules) const;
  Result<Hits> search_with_not_as_word(const Query& query, const std::string& words, const Rules& rules) const;
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

Result<Hits> Searcher::search(const Query& asked, const Rules& rules) const {
  return impl_->guarded<Hits>([&] {
    Query query = asked;
    ReadQuery read = read_query(asked.text, find_field(asked.field), impl_->options.query_limits);
    query.text = std::move(read.text);
    auto hits = impl_->search(query, rules);
    if (hits) hits->notes.insert(hits->notes.begin(), read.notes.begin(), read.notes.end());
    return hits;
  });
}

Result<Hits> Searcher::Impl::search(const Query& query, const Rules& rules) const {
  if (query.offset > max_hits || query.limit > max_hits || query.offset + query.limit > max_hits)
    return wrong_request("query_paging",
                         "query: only the first " + std::to_string(max_hits) + " hits can be paged through");
  try {
    SearchRun run(options, searched, current(), query, rules);
    const auto words = query.like.empty() ? with_not_as_word(query.text) : std::nullopt;
    if (words && run.wants_nothing()) {
      auto hits = search_with_not_as_word(query, *words, rules);
      return hits && hits->total > 0 ? std::move(hits) : run.answer();
    }
    auto hits = run.answer();
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

Result<Hits> Searcher::Impl::search_with_not_as_word(const Query& query, const std::string& words,
                                                     const Rules& rules) const {
  Query other = query;
  other.text = words;
  auto hits = SearchRun(options, searched, current(), other, rules).answer();
  if (!hits) return hits;
  std::vector<std::string> notes = {"searched for \"NOT\" as a word; \"-word\" leaves out pages with a word"};
  std::ranges::move(hits->notes, std::back_inserter(notes));
  hits->notes = std::move(notes);
  return hits;
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
