#include "plugin/index/dry_run.h"

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/text/white_space.h"
#include "crawler_adapter/cache/page_reason.h"
#include "indexer_adapter/hits/searcher.h"
#include "plugin/capture/options.h"
#include "plugin/index/index_identity.h"
#include "plugin/index/index_options.h"
#include "plugin/index/site_run.h"
#include "plugin/site/document_digest.h"

namespace pith::pipeline {
namespace {

constexpr std::size_t lines_a_page = 20;  // changed lines shown

std::string value_of(const index::StoredPage& page, const std::string& field) {
  const auto found = page.find(field);
  return found == page.end() ? std::string() : found->second;
}

// Fields whose values mean something to a person. For others, only the name is shown.
bool is_readable(const std::string& field) {
  for (const char* name :
       {"title", "status", "reason", "type", "lang", "author", "published", "description", "extractor"})
    if (field == name) return true;
  return false;
}

void compare(const index::StoredPage& before, const index::StoredPage& after, PageChange& change) {
  const auto cut = [](const std::string& value) { return std::string(cut_utf8(value, 200)); };
  for (const index::FieldInfo& info : index::fields()) {
    const std::string name(info.name), old = value_of(before, name), now = value_of(after, name);
    if (old == now || info.field == index::Field::fetched || info.field == index::Field::url ||
        info.field == index::Field::site)
      continue;
    if (info.field == index::Field::content)
      change.content = diff_excerpt(old, now, lines_a_page);
    else if (is_readable(name))
      change.fields.push_back({name, cut(old), cut(now)});
    else
      change.others.push_back(name);
  }
}

class DryRun {
 public:
  DryRun(SiteRun& run, std::optional<index::Searcher> searcher, index::FieldMap fields, std::size_t limit)
      : run_(run),
        searcher_(std::move(searcher)),
        fields_(std::move(fields)),
        document_settings_(run.setups.document_digest()),
        fold_(run.settings.index.duplicates == "fold"),
        limit_(limit) {}

  std::optional<Error> extract(const std::string& site, bool all) {
    auto skipped = searcher_ ? run_.cache.to_remove(site) : std::vector<std::pair<std::int64_t, std::string>>();
    if (!skipped) return skipped.error();
    const auto done =
        run_.extract(run_.sites, {.all = all}, [&](PoolResult&& result) { return take(std::move(result)); });
    if (!done) return done.error();
    summary_.stopped = run_.is_stopped();
    for (const auto& [page, url] : *skipped)
      if (!extracted_.contains(page))
        if (auto error = take_skipped(url)) return error;
    return fold_ ? std::nullopt : count_unfolded();
  }

  DryRunSummary summary() {
    for (auto& [place, change] : changes_) summary_.pages.push_back(std::move(change));
    return std::move(summary_);
  }

 private:
  std::optional<Error> take(PoolResult result) {
    run_.progress.examined = ++summary_.examined;
    run_.progress.reach(result.site, run_.sites[result.site], result.site_pages);
    if (!result.extracted) return std::nullopt;
    run_.progress.extracted = ++summary_.extracted;
    extracted_.insert(result.page.id);
    if (fold_ && result.page.folded)
      return std::nullopt;  // most likely it has the same content as before, like the page it duplicates
    const bool in_index = searcher_ && result.page.in_index;
    PageChange change{.url = result.page.url, .site = run_.sites[result.site]};
    index::StoredPage after;
    if (result.result.status == Status::skipped) {
      if (!in_index) return std::nullopt;
      change.change = Change::removed;
      change.reason = crawl::PageReason::named(result.result.reason);
    } else {
      const index::PageRecord record{
          .url = change.url, .site = change.site, .fetched = {}, .digest = result.page.digest};
      if (in_index && digest_document(record, result.result, document_settings_) == result.page.document_digest)
        return std::nullopt;
      change.change = in_index ? Change::changed : Change::added;
      after = index::stored_page(record, result.result, fields_);
    }
    return keep(std::move(change), after);
  }

  // A page skipped without extraction: gone, redirected, or no longer HTML.
  std::optional<Error> take_skipped(const std::string& url) {
    const auto page = run_.cache.find(url);
    if (!page) return page.error();
    if (!*page) return std::nullopt;
    return keep({.url = url, .site = (*page)->site, .change = Change::removed, .reason = (*page)->reason}, {});
  }

  std::optional<Error> count_unfolded() {
    for (const std::string& site : run_.sites)
      if (auto error = run_.cache.each(site, [&](const crawl::CachedPage& page) {
            summary_.unfolded += !page.folded_into.empty();
            return true;
          }))
        return error;
    return std::nullopt;
  }

  // Counts the change, and compares it with the index if it is among the first so far.
  std::optional<Error> keep(PageChange change, const index::StoredPage& after) {
    ++(change.change == Change::changed ? summary_.changed
       : change.change == Change::added ? summary_.added
                                        : summary_.removed);
    run_.progress.written = summary_.changed + summary_.added;
    run_.progress.removed = summary_.removed;
    std::pair place(change.site, change.url);
    if (limit_ > 0 && changes_.size() == limit_) {
      if (place > changes_.rbegin()->first) return std::nullopt;
      changes_.erase(std::prev(changes_.end()));
    }
    index::StoredPage before;
    if (change.change != Change::added) {
      auto stored = searcher_->document(change.url);
      if (!stored) return stored.error();
      if (*stored) before = std::move(**stored);
    }
    if (change.change == Change::removed)
      change.fields.push_back({"title", std::string(cut_utf8(value_of(before, "title"), 200)), ""});
    else
      compare(before, after, change);
    changes_.emplace(std::move(place), std::move(change));
    return std::nullopt;
  }

  SiteRun& run_;
  const std::optional<index::Searcher> searcher_;  // none: there is no index, or not the one that the cache knows
  const index::FieldMap fields_;
  const std::string document_settings_;
  const bool fold_;
  const std::size_t limit_;
  DryRunSummary summary_;
  std::set<std::int64_t> extracted_;                                   // pages
  std::map<std::pair<std::string, std::string>, PageChange> changes_;  // by site and URL
};

// The index that the cache knows; nullopt if another or none is there, so that run_index would begin a new one.
Result<std::optional<index::Searcher>> open_index(crawl::CacheLedger& cache, const config::Settings& settings) {
  using Found = std::optional<index::Searcher>;
  const auto attached = cache.attached_index();
  if (!attached) return attached.error();
  if (attached->empty() || *attached != identity_of_index(settings.index.path)) return Found();
  const auto options = index_searcher_options(settings);
  if (!options) return options.error();
  auto searcher = index::Searcher::open(settings.index.path, *options);
  if (!searcher) return searcher.error();
  return Found(std::move(*searcher));
}

}  // namespace

std::string_view name_of(Change change) {
  switch (change) {
    case Change::changed:
      return "changed";
    case Change::added:
      return "added";
    case Change::removed:
      break;
  }
  return "removed";
}

Result<DryRunSummary> dry_run(const config::Config& config, const IndexScope& scope, std::size_t limit,
                              const IndexHooks& hooks) {
  const config::Settings& settings = config.settings();
  crawl::CacheOptions cache_options = capture::cache_options(settings);
  cache_options.read_only = true;
  const auto site_run = SiteRun::open(config, hooks, cache_options);
  if (!site_run) return site_run.error();
  const auto options = index_writer_options(settings);
  if (!options) return options.error();
  auto searcher = open_index((*site_run)->cache, settings);
  if (!searcher) return searcher.error();
  IndexScope looked_at = scope;
  if (!*searcher) looked_at.all = true;  // a new index begins with all pages
  if (auto error = (*site_run)->choose(looked_at)) return *error;
  DryRun run(**site_run, std::move(*searcher), options->fields, limit);
  if (auto error = run.extract(scope.site, looked_at.all)) return *error;
  return run.summary();
}

}  // namespace pith::pipeline
