#include "plugin/index/index_run.h"

#include <chrono>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "crawler_adapter/cache/cache_capture.h"
#include "crawler_adapter/cache/page_reason.h"
#include "crawler_adapter/cache/page_state.h"
#include "indexer_adapter/documents/writer.h"
#include "indexer_adapter/hits/searcher.h"
#include "indexer_adapter/lucene/index_files.h"
#include "plugin/capture/options.h"
#include "plugin/index/inbound_text_writer.h"
#include "plugin/index/index_identity.h"
#include "plugin/index/index_options.h"
#include "plugin/index/index_room.h"
#include "plugin/index/index_scheme.h"
#include "plugin/index/last_runs.h"
#include "plugin/index/site_run.h"
#include "plugin/site/duplicates.h"
#include "plugin/site/extraction_pool.h"
#include "plugin/site/page_outcome.h"
#include "plugin/site/pages_in_work.h"
#include "plugin/site/run_errors.h"

namespace pith::pipeline {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t pages_per_commit = 2000;
constexpr auto time_per_commit = std::chrono::seconds(20);

class IndexRun {
 public:
  IndexRun(SiteRun& run, index::Writer& writer)
      : run_(run),
        cache_(run.cache),
        writer_(writer),
        sites_(run.sites),
        options_digest_(run.setups.digest()),
        room_(run.settings.index),
        fold_(run.settings.index.duplicates == "fold"),
        maker_(writer, run.setups.document_digest(), fold_),
        inbound_texts_(cache_, writer, room_, run.setups.document_digest()) {
    summary_.sites = static_cast<std::int64_t>(sites_.size());
  }

  std::optional<Error> extract_and_write(bool all, PagesInWork& in_work) {
    const PoolOptions options{.all = all, .outcomes = &maker_, .in_work = &in_work};
    const auto empty = run_.extract(sites_, options, [&](PoolResult&& result) {
      auto error = take(std::move(result));
      if (!error && (outcomes_.size() >= pages_per_commit || Clock::now() - flushed_ > time_per_commit))
        error = flush();
      count_progress();
      return error;
    });
    if (!empty) return empty.error();
    summary_.stopped = run_.is_stopped();
    for (const EmptySite& site : *empty) finished_.emplace_back(site.site, site.change);
    return flush();
  }

  // Continues with the sites of pages that no longer have a duplicate in the index: these must be extracted. False if
  // there are none.
  bool go_on() {
    if (summary_.stopped) return false;
    sites_ = std::exchange(unfinished_, {});
    goes_on_ = true;
    return !sites_.empty();
  }

  // Removes documents of pages that are now skipped; of all sites if it is empty.
  std::optional<Error> remove_skipped(const std::string& site) {
    auto list = cache_.to_remove(site);
    if (!list) return list.error();
    if (list->empty()) return std::nullopt;
    std::vector<std::int64_t> pages;
    for (const auto& [page, url] : *list) {
      if (auto error = writer_.remove(url)) return error;
      pages.push_back(page);
    }
    if (auto error = writer_.commit()) return error;
    count_removed(pages);
    count_progress();
    run_.report();
    return cache_.mark_removed(pages);
  }

  // Removes the templates' documents of sites without any page in the index.
  std::optional<Error> remove_templates() {
    const auto sites = cache_.templates_to_remove();
    if (!sites) return sites.error();
    for (const std::string& site : *sites)
      if (auto error = writer_.put_template(site, "")) return error;
    if (sites->empty()) return std::nullopt;
    if (auto error = writer_.commit()) return error;
    for (const std::string& site : *sites)
      if (auto error = cache_.mark_template_removed(site)) return error;
    return std::nullopt;
  }

  std::optional<Error> fetch_siblings(const config::Config& config, PagesInWork& in_work) {
    auto fetched = pipeline::fetch_siblings(config, cache_, run_.setups, sites_, in_work, run_.hooks.stop,
                                            [&](const std::string& site) {
                                              run_.progress.site_name = site;
                                              ++run_.progress.siblings_fetched;
                                              run_.report();
                                            });
    if (!fetched) return fetched.error();
    summary_.siblings = std::move(*fetched);
    summary_.stopped = run_.is_stopped();
    return std::nullopt;
  }

  const IndexSummary& summary() const { return summary_; }

 private:
  struct Shape {
    std::int64_t page;
    std::string digest;
    std::string shape;
  };
  struct Links {
    std::int64_t page;
    std::string digest;
    std::vector<std::uint64_t> targets;
  };

  // A site's duplicates are only known when all its pages are written: what this run wrote and removes again was never
  // there for its users.
  void count_removed(const std::vector<std::int64_t>& pages) {
    for (const std::int64_t page : pages) {
      const auto written = indexed_before_.find(page);
      if (written == indexed_before_.end()) {
        ++summary_.removed;
        continue;
      }
      --summary_.written;
      ++summary_.folded;
      summary_.removed += written->second;
    }
  }

  // The site last: a commit that makes room for this page must not count for the whole site.
  std::optional<Error> take(PoolResult result) {
    const bool ends_site = result.ends_site;
    const std::pair site(result.site, result.site_change);
    if (auto error = take_page(std::move(result))) return error;
    if (ends_site) finished_.push_back(site);
    return std::nullopt;
  }

  std::optional<Error> take_page(PoolResult result) {
    if (!goes_on_) ++summary_.examined;
    if (result.links) links_.push_back({result.page.id, result.page.digest, *std::move(result.links)});
    if (result.new_shape) shapes_.push_back({result.page.id, result.page.digest, *result.page.shape});
    if (result.site_template) {
      const std::string& site = sites_[result.site];
      if (auto error = writer_.put_template(site, result.site_template->text)) return error;
      templates_.emplace_back(site, result.site_template->inputs);
    }
    if (!goes_on_) run_.progress.reach(result.site, sites_[result.site], result.site_pages);
    if (!result.extracted) return std::nullopt;
    PageOutcome& made = *result.outcome;
    count(result.page.id, made.outcome);
    if (made.document) {
      if (auto error = make_room(made.index_bytes)) return error;
      if (auto error = writer_.put(*std::move(made.document))) return error;
      written_.push_back(result.page.id);
      indexed_before_.emplace(result.page.id, result.page.in_index);
      ++summary_.written;
    }
    outcomes_.push_back(std::move(made.outcome));
    return std::nullopt;
  }

  // A page that is extracted once more, since nothing stands for it any longer, counts as what it is now.
  void count(std::int64_t page, const crawl::Outcome& outcome) {
    if (stayed_folded_.erase(page) > 0) {
      --summary_.folded;
    } else {
      ++summary_.extracted;
      summary_.page_words += outcome.page_words;
      summary_.content_words += outcome.content_words;
      summary_.aside_words += outcome.aside_words;
      summary_.template_words += outcome.template_words;
    }
    if (outcome.stays_folded) stayed_folded_.insert(page);
    summary_.folded += outcome.stays_folded;
    summary_.skipped += outcome.state == crawl::PageState::skipped;
  }

  // The index first: what it has not committed must stay pending. Before that, the cache records the pages for which
  // the index may differ from it, so that a crash between the two leaves nothing behind.
  std::optional<Error> flush() {
    flushed_ = Clock::now();
    if (!written_.empty()) {
      if (auto error = cache_.announce(written_)) return error;
    }
    if (!written_.empty() || !templates_.empty())
      if (auto error = writer_.commit()) return error;
    for (const auto& [site, inputs] : templates_)
      if (auto error = cache_.save_template_inputs(site, inputs)) return error;
    for (const Links& links : links_)
      if (auto error = cache_.save_links(links.page, links.digest, links.targets)) return error;
    for (const Shape& shape : shapes_)
      if (auto error = cache_.save_shape(shape.page, shape.digest, shape.shape)) return error;
    if (auto error = cache_.record(outcomes_)) return error;
    if (!written_.empty()) room_.measure();
    if (auto error = finish_sites()) return error;
    written_.clear();
    outcomes_.clear();
    links_.clear();
    shapes_.clear();
    finished_.clear();
    templates_.clear();
    return std::nullopt;
  }

  // Whether there is room for a page. If not, what was written stays; the page, and those after it, stay pending.
  std::optional<Error> make_room(std::uintmax_t needed) {
    if (room_.take(needed)) return std::nullopt;
    if (auto error = flush()) return error;
    room_.measure();
    if (room_.take(needed)) return std::nullopt;
    return room_.full();
  }

  // All pages of these sites are recorded. What their pages say of each other is committed for all of them at once:
  // there may be thousands of small sites.
  std::optional<Error> finish_sites() {
    std::vector<std::pair<std::string, std::int64_t>> done;
    std::optional<Error> full;
    for (const auto& [number, change] : finished_) {
      const std::string& site = sites_[number];
      const auto pending = fold(site);
      if (!pending) return pending.error();
      if (*pending > 0) {
        unfinished_.push_back(site);
        continue;
      }
      full = inbound_texts_.write(site);
      if (full && full->code != code::index_full) return full;
      if (full) break;
      done.emplace_back(site, change);
    }
    if (auto error = inbound_texts_.commit()) return error;
    summary_.inbound_texts = inbound_texts_.written();
    for (const auto& [site, change] : done)
      if (auto error = cache_.finish_site(site, options_digest_, change)) return error;
    return full;
  }

  // Folds duplicates; returns the number of pages that must be extracted for that.
  Result<std::int64_t> fold(const std::string& site) {
    const auto rows = cache_.extracted_rows(site);
    if (!rows) return rows.error();
    return cache_.fold(fold_changes(*rows, fold_));
  }

  void count_progress() {
    run_.progress.examined = summary_.examined;
    run_.progress.extracted = summary_.extracted;
    run_.progress.written = summary_.written;
    run_.progress.removed = summary_.removed;
  }

  SiteRun& run_;
  crawl::CacheLedger& cache_;
  index::Writer& writer_;
  std::vector<std::string> sites_;
  const std::string options_digest_;
  IndexRoom room_;
  const bool fold_;
  const OutcomeMaker maker_;
  InboundTextWriter inbound_texts_;
  bool goes_on_ = false;  // with sites already examined
  IndexSummary summary_;
  std::vector<crawl::Outcome> outcomes_;
  std::vector<std::int64_t> written_;
  std::unordered_map<std::int64_t, bool> indexed_before_;  // of all pages written: whether the index had a document
  std::unordered_set<std::int64_t> stayed_folded_;         // extracted pages for which another one stands
  std::vector<Links> links_;
  std::vector<Shape> shapes_;
  std::vector<std::pair<std::size_t, std::int64_t>> finished_;  // sites, with the change up to which they are done
  std::vector<std::pair<std::string, std::string>>
      templates_;                        // sites whose template document was written, with its inputs
  std::vector<std::string> unfinished_;  // sites with pages to extract in the same run
  Clock::time_point flushed_ = Clock::now();
};

bool has_no_documents(const std::string& path) {
  const auto error = index::check_commit(path);
  return error && index::is(*error, index::IndexError::missing);
}

enum class Documents { none, of_cache, of_others };

// of_cache: at least three quarters of the index's documents are of pages as the cache has them.
Result<Documents> documents_of(crawl::CacheLedger& cache, const config::Settings& settings) {
  const auto options = index_searcher_options(settings);
  if (!options) return options.error();
  const auto searcher = index::Searcher::open(settings.index.path, *options);
  if (!searcher) return searcher.error();
  std::size_t pages = 0, same = 0;
  std::optional<Error> unread;
  const auto error = searcher->all_documents([&](const index::StoredPage& page) {
    const auto url = page.find("url"), digest = page.find("digest");
    if (url == page.end()) return true;
    const auto known = cache.find(url->second);
    if (!known) unread = known.error();
    ++pages;
    same += known.ok() && *known && digest != page.end() && (*known)->digest == digest->second;
    return !unread;
  });
  if (unread || error) return unread ? *unread : *error;
  return pages == 0 ? Documents::none : 4 * same >= 3 * pages ? Documents::of_cache : Documents::of_others;
}

// A cache does not take over the index of another one: it would never remove its pages. It may have been indexed into
// several, and may not know the names of all, if it was restored or repaired.
// false: it is another cache's, but has no documents.
Result<bool> check_owner(crawl::CacheLedger& cache, const config::Settings& settings) {
  const std::string& path = settings.index.path;
  const std::string name = identity_of_index(path);
  const auto is_own = cache.owns_index(name);
  if (!is_own) return is_own.error();
  if (name.empty() || *is_own) return true;
  const auto documents = documents_of(cache, settings);
  if (!documents) return documents.error();
  if (*documents != Documents::of_others) return *documents == Documents::of_cache;
  return Error{code::foreign_index, "index: " + path +
                                        " belongs to another page cache; choose another index.path, or " +
                                        "remove this index if its cache is gone for good"};
}

// Pages that were in another index, and cannot be extracted again.
Result<std::int64_t> count_evicted(crawl::CacheLedger& cache) {
  std::int64_t evicted = 0;
  if (auto error = cache.each("", [&](const crawl::CachedPage& page) {
        evicted += page.reason == crawl::PageReason::evicted && !page.in_index;
        return true;
      }))
    return *std::move(error);
  return evicted;
}

}  // namespace

std::optional<Error> check_index(const config::Config& config) {
  const config::Settings& settings = config.settings();
  forget_identity_of_lost_index(settings.index.path);
  if (has_no_documents(settings.index.path)) return std::nullopt;
  auto cache = crawl::CacheLedger::open(capture::cache_options(settings));
  const auto owner = cache ? check_owner(*cache, settings) : cache.error();
  return owner ? std::nullopt : std::optional(owner.error());
}

Result<IndexSummary> run_index(const config::Config& config, const IndexHooks& hooks, const IndexScope& scope) {
  const config::Settings& settings = config.settings();
  const auto opened = SiteRun::open(config, hooks, capture::cache_options(settings));
  if (!opened) return opened.error();
  SiteRun& site_run = **opened;
  crawl::CacheLedger& cache = site_run.cache;
  auto writer_options = index_writer_options(settings);
  if (!writer_options) return writer_options.error();
  forget_identity_of_lost_index(settings.index.path);
  const bool new_index = has_no_documents(settings.index.path);
  const auto is_own = new_index ? Result<bool>(true) : check_owner(cache, settings);
  if (!is_own) return is_own.error();
  auto writer = index::Writer::open(settings.index.path, *writer_options);
  if (!writer) return writer.error();
  // Its former owner must not take it for its own any more.
  if (auto error = *is_own ? std::nullopt : name_index(settings.index.path, new_identity())) return *error;
  const auto id = identify_index(settings.index.path);
  if (!id) return id.error();
  if (auto error = cache.attach_index(*id)) return *error;
  const std::string scheme = scheme_of(settings);
  if (!new_index && read_scheme(settings.index.path) != scheme) forget_scheme(settings.index.path);
  if (auto error = new_index ? write_scheme(settings.index.path, scheme) : std::nullopt) return *error;

  if (auto error = site_run.choose(scope)) return *error;
  const auto again = examined_again(cache, site_run.setups.digest(), site_run.sites);
  if (!again) return again.error();
  if (hooks.again && again->other_version + again->other_settings > 0) hooks.again(*again);
  IndexRun run(site_run, *writer);
  PagesInWork in_work(site_run.cache_options.directory);
  if (auto error = run.fetch_siblings(config, in_work)) return *error;
  std::optional<Error> full;
  if (!run.summary().stopped) {  // otherwise pages would be extracted without the siblings that they still wait for
    bool all = scope.all;
    do {
      full = run.extract_and_write(std::exchange(all, false), in_work);
      if (full && full->code != code::index_full) return *full;
    } while (!full && run.go_on());
  }
  if (auto error = run.remove_skipped(scope.site)) return *error;
  if (auto error = run.remove_templates()) return *error;
  if (auto error = writer->close()) return *error;
  // Nothing is pending any more: the cache's bounds apply again.
  if (const auto evicted = crawl::CacheCapture(cache).evict(); !evicted) return evicted.error();
  if (auto error = write_last_indexing(cache)) return *error;
  if (full) return *full;
  IndexSummary summary = run.summary();
  if (scope.site.empty() && !summary.stopped)
    if (auto error = write_scheme(settings.index.path, scheme)) return *error;
  summary.again = *again;
  if (new_index) {
    const auto evicted = count_evicted(cache);
    if (!evicted) return evicted.error();
    summary.evicted = *evicted;
  }
  return summary;
}

}  // namespace pith::pipeline
