#include "plugin/pipeline/doctor.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include "crawler_adapter/damaged_log.h"
#include "crawler_adapter/page_cache.h"
#include "indexer_adapter/index_files.h"
#include "indexer_adapter/searcher.h"
#include "indexer_adapter/writer.h"
#include "plugin/capture/options.h"
#include "plugin/pipeline/index_identity.h"
#include "plugin/pipeline/index_options.h"

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

class Examination {
 public:
  Examination(const config::Config& config, const DoctorHooks& hooks)
      : config_(config), hooks_(hooks), index_(config.settings().index.path) {}

  Result<Diagnosis> run() {
    if (auto error = look_at_cache()) return *std::move(error);
    if (auto error = look_at_index()) return *std::move(error);
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
          "-wal: the last transaction is not whole: a process was killed while it wrote, or a bit has flipped "
          "in it; the next crawl brings back what is missing");
    if (log.lost == 0 && !file_exists(kept)) return;
    found_.drop_log = true;
    found_.findings.push_back(
        {log.lost > 0 ? file + "-wal" : kept,
         log.lost > 0 ? fmt::format("is damaged: at least {} transactions of captured pages cannot be read", log.lost)
                      : "was damaged: transactions of captured pages were lost",
         "takes note of the loss and removes the log; crawl again to have the pages"});
  }

  std::optional<Error> look_at_cache() {
    const std::string file = cache_file(config_);
    if (!file_exists(file)) {
      found_.notes.push_back(file + ": there is no page cache yet");
      return std::nullopt;
    }
    report("checking the page cache", 0, 0);
    look_at_log(file);
    crawl::CacheOptions options = capture::cache_options(config_.settings());
    auto cache = crawl::PageCache::open_existing(options);
    if (!cache && cache.error().code == "not_writable") {
      options.read_only = true;
      cache = crawl::PageCache::open_existing(options);
    }
    if (!cache && cache.error().code != "damaged" && cache.error().code != "io") return cache.error();
    if (!cache) {
      found_.salvage = true;
      found_.findings.push_back({file, cache.error().message, salvages});
      return std::nullopt;
    }
    auto check = cache->check([&](std::int64_t done, std::int64_t total) {
      report("checking the page cache", done, total);
      return !stopped();
    });
    if (!check) return check.error();
    take(file, *check);
    if (check->structure.empty()) cache_.emplace(std::move(*cache));
    return std::nullopt;
  }

  void take(const std::string& file, const crawl::CacheCheck& check) {
    found_.pages = check.pages_checked;
    found_.bodies = check.bodies_checked;
    found_.salvage = !check.structure.empty();
    for (const std::string& line : check.structure) found_.findings.push_back({file, line, salvages});
    for (const crawl::DamagedPage& page : check.pages) {
      found_.damaged.push_back(page.id);
      found_.findings.push_back({page.url, "page " + std::to_string(page.id) + ": " + page.what,
                                 "drops it from the cache; crawl again to have it"});
    }
    if (check.work == 0) return;
    found_.drop_work = true;
    found_.findings.push_back({file, fmt::format("{} records of what was learned from pages are damaged", check.work),
                               "learns them anew from the pages"});
  }

  std::optional<Error> look_at_index() {
    if (stopped()) return std::nullopt;
    if (auto error = index::check_commit(index_)) {
      if (error->code == "index_missing") {
        found_.notes.push_back(error->message);
        return std::nullopt;
      }
      damaged_index(index_, error->message);
      return std::nullopt;
    }
    std::optional<index::WriteLock> lock;
    if (auto taken = index::WriteLock::take(index_)) {
      lock = std::move(*taken);
    } else if (taken.error().code == "index_locked") {
      found_.notes.push_back(taken.error().message + ": its files are checked, but not compared with the page cache");
      busy_ = true;
    }
    auto checksums = index::Checksums::read(index_);
    if (!checksums) {
      damaged_index(index_, checksums.error().message);
      return std::nullopt;
    }
    const index::FileCheck check = checksums->check(
        index::Depth::all, [&](std::int64_t done, std::int64_t total) { report("checking the index", done, total); });
    found_.files = static_cast<std::int64_t>(check.files);
    for (const index::DamagedFile& file : check.damaged)
      damaged_index((fs::path(index_) / file.file).string(), file.what);
    if (!busy_ && index::has_damaged_hint(index_)) {
      found_.drop_hint = true;
      found_.findings.push_back({(fs::path(index_) / "segments.gen").string(),
                                 "of the newest commit's number, is damaged; it is not needed",
                                 "removes it; the next commit writes it"});
    }
    if (!check.unknown.empty() && !busy_)
      found_.notes.push_back(
          fmt::format("{}: {} files have no checksum: another program has written them, or an older Pith; the next "
                      "`pith index` adds theirs",
                      index_, check.unknown.size()));
    if (found_.rebuild) return std::nullopt;
    // Only what is unharmed is looked at the quick way from now on. In a directory that may only be read, the slow way
    // stays.
    if (lock && check.unknown.empty()) (void)checksums->update();
    return busy_ ? std::nullopt : compare();
  }

  void damaged_index(const std::string& where, const std::string& what) {
    found_.rebuild = true;
    found_.findings.push_back({where, what, rebuilds});
  }

  // Pages that the cache says are in the index, and those that are.
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
    if (error || stopped() || !cache_) return std::nullopt;
    const auto attached = cache_->attached_index();
    if (!attached) return attached.error();
    if (*attached != identity_of_index(index_)) {
      if (attached->empty() && indexed.empty()) return std::nullopt;
      found_.findings.push_back(
          {index_, "is not the index that this page cache was indexed into", "indexes all pages of the cache into it"});
      return std::nullopt;
    }
    return compare(std::move(indexed));
  }

  std::optional<Error> compare(std::set<std::string> indexed) {
    const auto error = cache_->each("", [&](const crawl::CachedPage& page) {
      const bool there = indexed.erase(page.url) > 0;
      const bool extracted = page.account == "main" || page.account == "fallback" || page.account == "whole";
      if (extracted && page.in_index && !there) {
        found_.missing.push_back(page.id);
        found_.findings.push_back(
            {page.url, "is not in the index, although the page cache says so", "indexes it again"});
      } else if (there && !page.in_index) {
        found_.unknown.push_back(page.url);
        found_.findings.push_back({page.url, "is in the index, and should not be", "removes its document"});
      }
      return !stopped();
    });
    if (error || stopped()) return error;
    for (const std::string& url : indexed) {
      found_.unknown.push_back(url);
      found_.findings.push_back({url, "is in the index, but unknown to the page cache", "removes its document"});
    }
    return std::nullopt;
  }

  const config::Config& config_;
  const DoctorHooks& hooks_;
  const std::string index_;
  std::optional<crawl::PageCache> cache_;  // if it is readable
  bool busy_ = false;                      // somebody writes to the index
  Diagnosis found_;
};

// Out of the way, to a name of its own beside it.
Result<std::string> move_aside(const std::string& path) {
  const fs::path whole = fs::path(path).has_filename() ? fs::path(path) : fs::path(path).parent_path();
  for (int number = 1;; ++number) {
    const fs::path target = whole.string() + ".damaged-" + std::to_string(number);
    if (file_exists(target)) continue;
    std::error_code error;
    fs::rename(whole, target, error);
    if (error)
      return Error{"index_unwritable", whole.string() + ": cannot be moved to " + target.string() + ": " +
                                           error.message() + "; move it yourself, then run `pith index`"};
    return target.string();
  }
}

std::optional<Error> repair_cache(const config::Config& config, const Diagnosis& found, const DoctorHooks& hooks,
                                  Repaired& out) {
  const crawl::CacheOptions options = capture::cache_options(config.settings());
  const auto progress = [&](std::int64_t done, std::int64_t total) {
    if (hooks.progress) hooks.progress("saving pages", done, total);
    return !(hooks.stop && *hooks.stop);
  };
  if (found.salvage) {
    const auto salvage = crawl::salvage_cache(options, progress);
    if (!salvage) return salvage.error();
    out.done.push_back(fmt::format("saved {} pages, {} of them with their bodies; the damaged page cache is kept in {}",
                                   salvage->pages, salvage->bodies, salvage->kept));
    for (const crawl::DamagedPage& page : salvage->lost) out.lost.push_back({page.url, page.what});
    return std::nullopt;
  }
  if (found.damaged.empty() && !found.drop_work) return std::nullopt;
  auto cache = crawl::PageCache::open_existing(options);
  if (!cache) return cache.error();
  if (!found.damaged.empty()) {
    const auto skipped = cache->give_up(found.damaged);
    if (!skipped) return skipped.error();
    out.done.push_back(fmt::format("dropped {} damaged pages from the page cache; the index keeps {} of them",
                                   found.damaged.size(), static_cast<std::int64_t>(found.damaged.size()) - *skipped));
    for (const Finding& finding : found.findings)
      if (finding.what.starts_with("page ")) out.lost.push_back({finding.where, finding.what});
  }
  if (found.drop_work) {
    if (auto error = cache->drop_damaged_work()) return error;
    out.done.emplace_back("dropped damaged records of what was learned from pages");
  }
  return std::nullopt;
}

// The index is the only one that has the text of pages whose bodies were evicted.
std::optional<Error> note_evicted(const config::Config& config, Repaired& out) {
  auto cache = crawl::PageCache::open_existing(capture::cache_options(config.settings()));
  if (!cache) return cache.error();
  return cache->each("", [&](const crawl::CachedPage& page) {
    if (page.in_index && page.stored == 0 && page.account != "skipped")
      out.lost.push_back({page.url, "its body is no longer in the page cache: the new index is without it"});
    return true;
  });
}

std::optional<Error> repair_index(const config::Config& config, const Diagnosis& found, Repaired& out) {
  const std::string& path = config.settings().index.path;
  if (found.rebuild) {
    if (auto error = note_evicted(config, out)) return error;
    const auto lock = index::WriteLock::take(path);
    if (!lock) return lock.error();
    const auto kept = move_aside(path);
    if (!kept) return kept.error();
    out.done.push_back("moved the damaged index to " + *kept + "; documents of other programs are there alone");
    return std::nullopt;
  }
  if (found.drop_hint) {
    fs::remove(fs::path(path) / "segments.gen");
    out.done.emplace_back("removed segments.gen");
  }
  if (!found.unknown.empty()) {
    const auto options = index_writer_options(config.settings());
    if (!options) return options.error();
    auto writer = index::Writer::open(path, *options);
    if (!writer) return writer.error();
    for (const std::string& url : found.unknown)
      if (auto error = writer->remove(url)) return error;
    if (auto error = writer->close()) return error;
    out.done.push_back(fmt::format("removed {} documents from the index", found.unknown.size()));
  }
  if (found.missing.empty()) return std::nullopt;
  auto cache = crawl::PageCache::open_existing(capture::cache_options(config.settings()));
  if (!cache) return cache.error();
  if (auto error = cache->forget_documents(found.missing)) return error;
  out.done.push_back(fmt::format("made {} pages pending", found.missing.size()));
  return std::nullopt;
}

}  // namespace

Result<Diagnosis> examine(const config::Config& config, const DoctorHooks& hooks) {
  return Examination(config, hooks).run();
}

Result<Repaired> repair(const config::Config& config, const Diagnosis& diagnosis, const DoctorHooks& hooks) {
  Repaired out;
  if (diagnosis.rebuild && !file_exists(cache_file(config)))
    return Error{
        "no_cache",
        config.settings().index.path +
            ": is damaged, and there is no page cache to build it anew from; crawl again into a new index.path"};
  if (auto error = repair_cache(config, diagnosis, hooks, out)) return *std::move(error);
  if (auto error = repair_index(config, diagnosis, out)) return *std::move(error);
  if (diagnosis.drop_log) {
    std::error_code ignored;
    fs::remove(crawl::damaged_log_of(cache_file(config)), ignored);
    out.lost.push_back({"", "pages of transactions in a damaged log: which ones is not known"});
  }
  return out;
}

}  // namespace pith::pipeline
