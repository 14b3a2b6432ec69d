#include "plugin/doctor/doctor.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/text/number.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "crawler_adapter/cache/cache_repair.h"
#include "crawler_adapter/cache/damaged_log.h"
#include "crawler_adapter/cache/page_reason.h"
#include "crawler_adapter/cache/page_state.h"
#include "crawler_adapter/page/crawl_errors.h"
#include "indexer_adapter/documents/writer.h"
#include "indexer_adapter/hits/searcher.h"
#include "indexer_adapter/lucene/index_files.h"
#include "plugin/capture/options.h"
#include "plugin/index/index_identity.h"
#include "plugin/index/index_options.h"
#include "plugin/search/search_rules.h"
#include "plugin/site/thin_pages.h"

namespace pith::pipeline {
namespace {

namespace fs = std::filesystem;

constexpr const char* rebuilds = "moves the index aside and builds it anew from the page cache";
constexpr const char* salvages = "copies what can be read into a new page cache";

std::string cache_file(const config::Config& config) {
  return (fs::path(capture::cache_options(config.settings()).directory) / "pages.sqlite").string();
}

bool file_exists(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

// For two different indexes, as opposed to one with a flipped bit: an older Pith wrote no checksum, and the page cache
// has none.
bool are_different(const std::string& name, const std::string& other) {
  if (!is_identity(name) || !is_identity(other)) return false;
  int differences = 0;
  for (std::size_t i = 0; i < name.size(); ++i) differences += name[i] != other[i];
  return differences > 1;
}

class Examination {
 public:
  Examination(const config::Config& config, CacheAccess access, const DoctorHooks& hooks)
      : config_(config), access_(access), hooks_(hooks), index_(config.settings().index.path) {}

  Result<Diagnosis> run() {
    if (auto error = look_at_cache()) return *std::move(error);
    if (auto error = look_at_index()) return *std::move(error);
    if (!no_cache_.empty() && !found_.plan.beyond_repair)
      found_.notes.push_back(cache_file(config_) + ": there is no page cache yet");
    for (const std::int64_t page : found_.plan.kept) evicted_.erase(page);
    for (const auto& [page, url] : evicted_)
      found_.notes.push_back(url + ": its body was evicted, and no index has its text; crawl again to get it");
    return std::move(found_);
  }

 private:
  bool stopped() {
    if (hooks_.stop && *hooks_.stop) found_.stopped = true;
    return found_.stopped;
  }

  void report(const std::string& what, std::int64_t done, std::int64_t total) {
    if (hooks_.progress) hooks_.progress(what, done, total);
  }

  void look_at_log(const std::string& file) {
    const std::string kept = crawl::damaged_log_of(file);
    const crawl::LogCheck log = crawl::check_log(file);
    if (log.ends_in_the_middle && log.lost == 0)
      found_.notes.push_back(
          file +
          "-wal: the last transaction is incomplete: a process was killed while it wrote, or a bit has flipped "
          "in it; the next crawl brings back what is missing");
    if (log.lost == 0 && !file_exists(kept)) return;
    found_.plan.steps.insert(RepairStep::drop_log);
    found_.findings.push_back(
        {log.lost > 0 ? file + "-wal" : kept,
         log.lost > 0 ? fmt::format("is damaged: at least {} transactions of captured pages cannot be read", log.lost)
                      : "was damaged: transactions of captured pages were lost",
         "records the loss and moves the log to where damaged files are kept; crawl again to get the pages"});
  }

  std::optional<Error> look_at_cache() {
    const std::string file = cache_file(config_);
    std::error_code missing;
    const auto bytes = fs::file_size(file, missing);
    if (missing && missing != std::errc::no_such_file_or_directory && missing != std::errc::not_a_directory)
      return Error{crawl::code::unreadable, file + ": cannot be read: " + missing.message()};
    if (missing || bytes == 0) {
      no_cache_ = missing ? "is missing" : "is empty";
      return std::nullopt;
    }
    report("checking the page cache", 0, 0);
    crawl::CacheOptions options = capture::cache_options(config_.settings());
    if (const auto kept = crawl::interrupted_salvage(options.directory)) {
      found_.plan.steps.insert(RepairStep::salvage_cache);
      found_.findings.push_back({file, "a repair was interrupted and left its log in " + *kept, salvages});
      return std::nullopt;
    }
    look_at_log(file);
    options.read_only = access_ == CacheAccess::read_only;
    auto cache = crawl::CacheLedger::open_existing(options);
    if (!cache && cache.error().code == crawl::code::not_writable && !options.read_only) {
      options.read_only = true;
      cache = crawl::CacheLedger::open_existing(options);
    }
    if (!cache && cache.error().code == crawl::code::outdated) {
      found_.notes.push_back(cache.error().message + "; until then it is not checked");
      return std::nullopt;
    }
    if (!cache && cache.error().code != crawl::code::damaged && cache.error().code != crawl::code::io)
      return cache.error();
    if (!cache) {
      found_.plan.steps.insert(RepairStep::salvage_cache);
      found_.findings.push_back({file, cache.error().message, salvages});
      return std::nullopt;
    }
    auto check = crawl::CacheRepair(*cache).check([&](std::int64_t done, std::int64_t total) {
      report("checking the page cache", done, total);
      return !stopped();
    });
    if (!check) return check.error();
    take(file, *check);
    if (!check->structure.empty()) return std::nullopt;
    cache_.emplace(std::move(*cache));
    return note_skipped();
  }

  // What was lost before, and what an interrupted repair has left to do. In the end, pages whose text the index has are
  // removed from these.
  std::optional<Error> note_skipped() {
    std::int64_t pending = 0;
    const auto error = cache_->each("", [&](const crawl::CachedPage& page) {
      if (page.state == crawl::PageState::skipped && page.reason == crawl::PageReason::damaged_body)
        found_.notes.push_back(page.url + ": was damaged, and is skipped; crawl again to get it");
      if (page.state == crawl::PageState::skipped && page.reason == crawl::PageReason::evicted)
        evicted_.emplace(page.id, page.url);
      pending += page.state == crawl::PageState::pending;
      return true;
    });
    if (pending > 0)
      found_.notes.push_back(counted(pending, "pending page") + ": `pith index` extracts what is pending");
    if (error) return error;
    const auto counts = cache_->counts("");
    if (!counts) return counts.error();
    for (std::string& line : thin_sites(*counts)) found_.notes.push_back(std::move(line));
    return std::nullopt;
  }

  void take(const std::string& file, const crawl::CacheCheck& check) {
    found_.pages = check.pages_checked;
    found_.bodies = check.bodies_checked;
    if (!check.structure.empty()) found_.plan.steps.insert(RepairStep::salvage_cache);
    for (const std::string& line : check.structure) found_.findings.push_back({file, line, salvages});
    for (const crawl::DamagedPage& page : check.pages) {
      found_.findings.push_back({page.url, page.as_lost().what, "drops it from the cache; crawl again to get it"});
    }
    found_.plan.damaged = check.pages;
    if (check.work == 0) return;
    found_.plan.steps.insert(RepairStep::drop_learned);
    found_.findings.push_back(
        {file, counted(check.work, "damaged record") + " of what pages taught", "learns them anew from the pages"});
  }

  std::optional<Error> look_at_index() {
    if (stopped()) return std::nullopt;
    if (auto error = index::check_commit(index_)) {
      if (index::is(*error, index::IndexError::missing)) return look_for_lost_index(*error);
      return damaged_index(*error);
    }
    std::optional<index::WriteLock> lock;
    if (auto taken = index::WriteLock::take(index_)) {
      lock = std::move(*taken);
    } else if (index::is(taken.error(), index::IndexError::locked)) {
      found_.notes.push_back(taken.error().message + ": its files are checked, but not compared with the page cache");
      busy_ = true;
    }
    auto checksums = index::Checksums::read(index_);
    if (!checksums) return damaged_index(checksums.error());
    const index::FileCheck check = checksums->check(
        index::Depth::all, [&](std::int64_t done, std::int64_t total) { report("checking the index", done, total); });
    found_.files = static_cast<std::int64_t>(check.files);
    for (const index::DamagedFile& file : check.damaged) {
      const std::string where = (fs::path(index_) / file.file).string();
      if (file.unreadable)
        return index::make_error(index::IndexError::read,
                                 where + ": " + file.what + "; check the disk and the permissions, then try again");
      damaged_index(where, file.what);
    }
    if (check.list_damaged)
      found_.findings.push_back({index_, "one of two copies of its checksums is damaged", "writes both anew"});
    if (!busy_ && index::has_damaged_hint(index_)) {
      found_.plan.steps.insert(RepairStep::drop_newest_commit);
      found_.findings.push_back({(fs::path(index_) / "segments.gen").string(),
                                 "(the newest commit's number) is damaged; it is not needed",
                                 "removes it; the next commit writes it"});
    }
    if (!check.unknown.empty() && !busy_)
      found_.notes.push_back(
          fmt::format("{}: {} without a checksum, written by another program or an older Pith; the next `pith index` "
                      "adds what is missing",
                      index_, counted(check.unknown.size(), "file")));
    if (!check.left_over.empty() && !busy_)
      found_.notes.push_back(
          fmt::format("{}: {} of an unfinished write, in no commit; the next `pith index` removes what is left over",
                      index_, counted(check.left_over.size(), "file")));
    if (!found_.plan.has(RepairStep::rebuild_index))
      if (const auto error = index::check_index(index_)) return damaged_index(*error);
    if (found_.plan.has(RepairStep::rebuild_index)) return std::nullopt;
    // From now on, only intact files get the quick check. In a read-only directory, the slow check stays.
    const bool may_write = access_ != CacheAccess::read_only || !check.list_damaged;
    if (lock && check.unknown.empty() && check.left_over.empty() && may_write) (void)checksums->update();
    return busy_ ? std::nullopt : compare();
  }

  // A file that merely cannot be read, perhaps for lack of permissions, does not justify replacing it.
  std::optional<Error> damaged_index(const Error& error) {
    if (index::is(error, index::IndexError::read)) return error;
    damaged_index(index_, error.message);
    return std::nullopt;
  }

  // There is no index. That is normal if none was created yet.
  std::optional<Error> look_for_lost_index(const Error& missing) {
    std::int64_t pages = 0;
    Result<std::string> attached = std::string();
    if (cache_) {
      attached = cache_->attached_index();
      if (!attached) return attached.error();
      if (auto error = cache_->each("", [&](const crawl::CachedPage& page) {
            pages += page.in_index;
            return true;
          }))
        return error;
    }
    if (attached->empty() && pages == 0) {
      found_.notes.push_back(missing.message);
      return std::nullopt;
    }
    found_.plan.steps.insert(RepairStep::rebuild_index);
    found_.findings.push_back({index_, fmt::format("is gone; by the page cache, it held {}", counted(pages, "page")),
                               "builds it anew from the page cache"});
    return std::nullopt;
  }

  void damaged_index(const std::string& where, const std::string& what) {
    found_.plan.steps.insert(RepairStep::rebuild_index);
    found_.findings.push_back({where, what, rebuilds});
  }

  // The pages that should be in the index according to the cache, and those that are.
  std::optional<Error> compare() {
    const auto options = index_searcher_options(config_.settings());
    if (!options) return options.error();
    const auto searcher = index::Searcher::open(index_, *options);
    if (!searcher) {
      damaged_index(index_, searcher.error().message);
      return std::nullopt;
    }
    const auto total = searcher->count();
    std::set<std::string> indexed;
    const auto error = searcher->all_documents([&](const index::StoredPage& page) {
      if (const auto url = page.find("url"); url != page.end()) indexed.insert(url->second);
      ++found_.documents;
      report("comparing the index with the page cache", found_.documents,
             total.ok() ? static_cast<std::int64_t>(*total) : 0);
      return !stopped();
    });
    if (error) damaged_index(index_, error->message);
    if (error || stopped()) return std::nullopt;
    look_at_rules(indexed);
    const IndexIdentity identity = read_identity(index_);
    if (!no_cache_.empty()) {
      if (!indexed.empty() && (identity.damaged || !identity.id.empty())) lost_cache(indexed.size());
      return std::nullopt;
    }
    if (!cache_) return std::nullopt;
    const auto attached = cache_->attached_index();
    if (!attached) return attached.error();
    if (!attached->empty() && *attached == identity.id) return compare(indexed);
    return compare_names(std::move(indexed), *attached, identity);
  }

  void look_at_rules(const std::set<std::string>& indexed) {
    const auto rules = SearchRules::open(config_);
    if (!rules) return found_.notes.push_back(rules.error().message);
    for (std::string& line : (*rules)->without_page(indexed)) found_.notes.push_back(std::move(line));
  }

  void lost_cache(std::size_t documents) {
    const std::string file = cache_file(config_);
    const std::string what =
        fmt::format("{}, although the index {} has {} of pages", no_cache_, index_, counted(documents, "document"));
    found_.findings.push_back(
        {file, what, "nothing: restore a copy of your own, or crawl again into a new index.path"});
    found_.plan.beyond_repair =
        Error{crawl::code::no_cache,
              file + ": " + what + "; restore a copy of your own (cache.path), or crawl again into a new index.path"};
  }

  // According to the page cache, it was indexed into an index with another name, or into none. It may still be this
  // one: then the name is damaged, here or there.
  std::optional<Error> compare_names(std::set<std::string> indexed, const std::string& attached,
                                     const IndexIdentity& identity) {
    const std::string file = identity_file(index_);
    std::int64_t known = 0, there = 0;
    const auto error = cache_->each("", [&](const crawl::CachedPage& page) {
      if (!page.in_index || page.state == crawl::PageState::skipped) return true;
      ++known;
      there += indexed.contains(page.url);
      return true;
    });
    if (error) return error;
    if (there * 2 > known && are_different(attached, identity.id)) {
      found_.findings.push_back(
          {index_, "is not the index that this page cache was indexed into, but has documents of the same pages",
           "indexes all pages of the cache into it; documents of pages whose bodies were evicted stay"});
      return std::nullopt;
    }
    if (there * 2 > known) {
      found_.plan.steps.insert(RepairStep::write_index_identity);
      found_.findings.push_back({file,
                                 identity.damaged      ? "is damaged"
                                 : identity.id.empty() ? "is missing"
                                                       : "is not what the page cache recorded",
                                 "restores it: the documents are this page cache's"});
      return compare(std::move(indexed));
    }
    if (indexed.empty() && attached.empty() && !identity.damaged) return std::nullopt;
    if (indexed.empty()) {
      if (identity.damaged) found_.plan.steps.insert(RepairStep::drop_index_identity);
      found_.findings.push_back(
          {index_, "is not the index that this page cache was indexed into", "indexes all pages of the cache into it"});
      return std::nullopt;
    }
    if (attached.empty() && identity.id.empty() && !identity.damaged) {
      found_.notes.push_back(index_ + ": its documents belong to other programs; `pith index` adds the page cache's");
      return std::nullopt;
    }
    const std::string what =
        fmt::format("is not the index that this page cache ({}) was indexed into: its {} came from another one",
                    cache_file(config_), counted(indexed.size(), "document"));
    found_.findings.push_back(
        {index_, what, "nothing: set cache.path and index.path to a matching pair, or index.path to a new directory"});
    found_.plan.beyond_repair =
        Error{"other_index", index_ + ": " + what +
                                 "; set cache.path and index.path to a matching pair, or "
                                 "index.path to a new directory, see `pith config`; nothing was removed from it"};
    return std::nullopt;
  }

  std::optional<Error> compare(std::set<std::string> indexed) {
    const auto error = cache_->each("", [&](const crawl::CachedPage& page) {
      compare(page, indexed.erase(page.url) > 0);
      return !stopped();
    });
    if (error || stopped()) return error;
    for (const std::string& url : indexed) {
      found_.plan.unknown.push_back({url, "was only in the index"});
      found_.findings.push_back({url, "is in the index, but unknown to the page cache", "removes its document"});
    }
    return std::nullopt;
  }

  void compare(const crawl::CachedPage& page, bool there) {
    const bool extracted = is_extracted(page.state);
    if (extracted && page.in_index != there) {
      found_.plan.missing.push_back(page.id);
      const bool lost = page.stored == 0;
      if (lost) found_.plan.gone.push_back({page.url, "its body was evicted, and the index has lost its text"});
      found_.findings.push_back({page.url,
                                 there ? "is in the index, although the page cache says that it is not"
                                       : "is not in the index, although the page cache says so",
                                 lost ? "records the loss; crawl again to get it" : "indexes it again"});
    } else if (there && !page.in_index && page.reason == crawl::PageReason::evicted) {
      found_.plan.kept.push_back(page.id);
      found_.findings.push_back({page.url, "is in the index, although the page cache says that no index has it",
                                 "records that: its body was evicted, its document stays"});
    } else if (there && !page.in_index && page.state == crawl::PageState::pending) {
      found_.findings.push_back({page.url, "is in the index, and should not be yet", "indexes it again"});
    } else if (there && !page.in_index) {
      found_.plan.unknown.push_back({page.url, "was not to be indexed (" + page.reason.name() + ")"});
      found_.findings.push_back({page.url, "is in the index, and should not be", "removes its document"});
    }
  }

  const config::Config& config_;
  const CacheAccess access_;
  const DoctorHooks& hooks_;
  const std::string index_;
  std::string no_cache_;                         // why it is missing; empty if it exists
  std::optional<crawl::CacheLedger> cache_;      // if readable
  std::map<std::int64_t, std::string> evicted_;  // pages skipped as evicted
  bool busy_ = false;                            // somebody is writing to the index
  Diagnosis found_;
};

}  // namespace

Result<Diagnosis> examine(const config::Config& config, CacheAccess access, const DoctorHooks& hooks) {
  return Examination(config, access, hooks).run();
}

}  // namespace pith::pipeline
