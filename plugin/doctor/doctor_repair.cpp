// What `pith doctor --repair` does about the findings.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/text/number.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "crawler_adapter/cache/cache_repair.h"
#include "crawler_adapter/cache/damaged_log.h"
#include "crawler_adapter/cache/page_state.h"
#include "crawler_adapter/page/crawl_errors.h"
#include "indexer_adapter/documents/writer.h"
#include "indexer_adapter/lucene/index_files.h"
#include "plugin/capture/options.h"
#include "plugin/doctor/doctor.h"
#include "plugin/index/index_identity.h"
#include "plugin/index/index_options.h"

namespace pith::pipeline {
namespace {

namespace fs = std::filesystem;

Error cannot_keep(const fs::path& from, const fs::path& to, const std::error_code& error) {
  return index::make_error(index::IndexError::unwritable,
                           from.string() + ": cannot be kept as " + to.string() + ": " + error.message() +
                               "; check the permissions and the free space, then run again");
}

// An unused name beside it.
fs::path name_aside(const std::string& path) {
  const fs::path whole = fs::path(path).has_filename() ? fs::path(path) : fs::path(path).parent_path();
  std::error_code ignored;
  for (int number = 1;; ++number)
    if (fs::path aside = whole.string() + ".damaged-" + std::to_string(number); !fs::exists(aside, ignored))
      return aside;
}

// Whether there is anything except the lock.
bool has_files(const std::string& path) {
  std::error_code ignored;
  for (fs::directory_iterator entry(path, ignored), end; !ignored && entry != end; entry.increment(ignored))
    if (entry->path().filename() != "pith.lock") return true;
  return false;
}

class Repair {
 public:
  Repair(const config::Config& config, const Diagnosis& found, Repaired& out, const DoctorHooks& hooks)
      : plan_(found.plan),
        out_(out),
        hooks_(hooks),
        settings_(config.settings()),
        cache_options_(capture::cache_options(settings_)),
        index_(settings_.index.path) {}

  std::optional<Error> run() {
    const std::string file = (fs::path(cache_options_.directory) / "pages.sqlite").string();
    std::error_code missing;
    if (plan_.has(RepairStep::rebuild_index) && (fs::file_size(file, missing) == 0 || missing))
      return Error{crawl::code::no_cache,
                   index_ +
                       ": is damaged, and there is no page cache to build it anew from; crawl again into a "
                       "new index.path, see `pith config`"};
    if (auto error = plan_.has(RepairStep::salvage_cache) ? salvage() : mend_cache()) return error;
    if (auto error = keep_log(file)) return error;
    if (plan_.beyond_repair) return plan_.beyond_repair;
    return plan_.has(RepairStep::rebuild_index) ? move_index_aside() : mend_index();
  }

 private:
  // Into a list on the disk before it happens.
  std::optional<Error> lose(std::span<const crawl::LostPage> pages) {
    if (pages.empty()) return std::nullopt;
    if (auto error = make_directory()) return error;
    if (auto error = crawl::write_lost(directory_, pages)) return error;
    note_lost(pages);
    return std::nullopt;
  }

  void note_lost(std::span<const crawl::LostPage> pages) {
    out_.lost.insert(out_.lost.end(), pages.begin(), pages.end());
    std::string list = (fs::path(directory_) / "lost.txt").string();
    if (!pages.empty() && std::find(out_.lists.begin(), out_.lists.end(), list) == out_.lists.end())
      out_.lists.push_back(std::move(list));
  }

  std::optional<Error> make_directory() {
    if (!directory_.empty()) return std::nullopt;
    auto made = crawl::new_damaged_directory(cache_options_.directory);
    if (!made) return made.error();
    directory_ = *std::move(made);
    return std::nullopt;
  }

  std::optional<Error> salvage() {
    const auto salvage = crawl::salvage_cache(cache_options_, [&](std::int64_t done, std::int64_t total) {
      if (hooks_.progress) hooks_.progress("saving pages", done, total);
      return !(hooks_.stop && *hooks_.stop);
    });
    if (!salvage) return salvage.error();
    directory_ = salvage->kept;
    out_.done.push_back(fmt::format("saved {}, {} with bodies; the damaged page cache is kept in {}",
                                    counted(salvage->pages, "page"), salvage->bodies, salvage->kept));
    if (salvage->unreadable_bytes > 0)
      out_.done.push_back(
          fmt::format("{} bytes of it could not be read from the disk: replace the disk", salvage->unreadable_bytes));
    note_lost(salvage->lost);
    return std::nullopt;
  }

  std::optional<Error> mend_cache() {
    if (plan_.damaged.empty() && !plan_.has(RepairStep::drop_learned)) return std::nullopt;
    auto cache = crawl::CacheLedger::open_existing(cache_options_);
    if (!cache) return cache.error();
    if (!plan_.damaged.empty()) {
      std::vector<crawl::LostPage> lost;
      std::vector<std::int64_t> ids;
      for (const crawl::DamagedPage& page : plan_.damaged) {
        lost.push_back(page.as_lost());
        ids.push_back(page.id);
      }
      if (auto error = lose(lost)) return error;
      const auto skipped = crawl::CacheRepair(*cache).give_up(ids);
      if (!skipped) return skipped.error();
      const auto damaged = static_cast<std::int64_t>(plan_.damaged.size());
      out_.done.push_back(fmt::format("dropped {} from the page cache; the index keeps {}",
                                      counted(damaged, "damaged page"), damaged - *skipped));
    }
    if (!plan_.has(RepairStep::drop_learned)) return std::nullopt;
    if (auto error = crawl::CacheRepair(*cache).drop_damaged_work()) return error;
    out_.done.emplace_back("dropped damaged records of what pages taught");
    return std::nullopt;
  }

  std::optional<Error> keep_log(const std::string& file) {
    if (!plan_.has(RepairStep::drop_log)) return std::nullopt;
    if (auto error =
            lose(std::vector<crawl::LostPage>{{"", "pages of transactions in a damaged log: it is not known which"}}))
      return error;
    const fs::path log = crawl::damaged_log_of(file), kept = fs::path(directory_) / log.filename();
    std::error_code error;
    fs::rename(log, kept, error);
    if (error && error != std::errc::no_such_file_or_directory)
      return Error{crawl::code::not_writable, log.string() + ": cannot be moved to " + kept.string() + ": " +
                                                  error.message() + "; check the permissions, then run again"};
    if (!error) out_.done.push_back("moved the damaged log to " + kept.string());
    return std::nullopt;
  }

  // Only the index has the text of pages whose bodies were evicted.
  std::optional<Error> note_evicted() {
    auto cache = crawl::CacheLedger::open_existing(cache_options_);
    if (!cache) return cache.error();
    std::vector<crawl::LostPage> lost;
    if (auto error = cache->each("", [&](const crawl::CachedPage& page) {
          if (page.in_index && page.stored == 0 && page.state != crawl::PageState::skipped)
            lost.push_back({page.url, "its body is no longer in the page cache: the new index lacks it"});
          return true;
        }))
      return error;
    return lose(lost);
  }

  std::optional<Error> move_index_aside() {
    const bool anything = has_files(index_);
    const auto lock = index::WriteLock::take(index_);
    if (!lock) return lock.error();
    if (auto error = note_evicted()) return error;
    if (!anything) return std::nullopt;
    const fs::path aside = name_aside(index_);
    std::error_code error;
    fs::rename(index_, aside, error);
    if (error) return cannot_keep(index_, aside, error);
    out_.done.push_back("moved the damaged index to " + aside.string() +
                        "; documents of other programs are only there");
    return std::nullopt;
  }

  std::optional<Error> mend_index() {
    if (auto error = keep_what_goes()) return error;
    if (plan_.has(RepairStep::drop_newest_commit)) {
      std::error_code ignored;  // it will be found again
      if (fs::remove(fs::path(index_) / "segments.gen", ignored)) out_.done.emplace_back("removed segments.gen");
    }
    if (auto error = mend_name()) return error;
    if (auto error = remove_unknown()) return error;
    if (plan_.missing.empty() && plan_.kept.empty()) return std::nullopt;
    if (auto error = lose(plan_.gone)) return error;
    auto cache = crawl::CacheLedger::open_existing(cache_options_);
    if (!cache) return cache.error();
    if (auto error = crawl::CacheRepair(*cache).forget_documents(plan_.missing)) return error;
    if (auto error = crawl::CacheRepair(*cache).keep_documents(plan_.kept)) return error;
    if (!plan_.missing.empty())
      out_.done.push_back("made pending: " + counted(plan_.missing.size() - plan_.gone.size(), "page"));
    if (!plan_.kept.empty())
      out_.done.push_back(fmt::format("recorded {} as indexed", counted(plan_.kept.size(), "evicted page")));
    return std::nullopt;
  }

  // The index and the page cache's record of it get the same name.
  std::optional<Error> mend_name() {
    if (plan_.has(RepairStep::drop_index_identity)) {
      std::error_code ignored;  // it will be found again
      fs::remove(identity_file(index_), ignored);
    }
    if (!plan_.has(RepairStep::write_index_identity)) return std::nullopt;
    auto cache = crawl::CacheLedger::open_existing(cache_options_);
    if (!cache) return cache.error();
    std::string name = identity_of_index(index_);
    if (name.empty()) {
      const auto attached = cache->attached_index();
      if (!attached) return attached.error();
      name = is_identity(*attached) ? *attached : new_identity();
      if (auto error = name_index(index_, name)) return error;
    }
    if (auto error = cache->rename_index(name)) return error;
    out_.done.push_back("restored " + identity_file(index_));
    return std::nullopt;
  }

  std::optional<Error> remove_unknown() {
    if (plan_.unknown.empty()) return std::nullopt;
    const auto options = index_writer_options(settings_);
    if (!options) return options.error();
    if (auto error = copy_index_aside()) return error;
    std::vector<crawl::LostPage> lost = plan_.unknown;
    for (crawl::LostPage& page : lost) page.what += "; its document is removed, kept in " + aside_;
    if (auto error = lose(lost)) return error;
    auto writer = index::Writer::open(index_, *options);
    if (!writer) return writer.error();
    for (const crawl::LostPage& page : lost)
      if (auto error = writer->remove(page.url)) return error;
    if (auto error = writer->close()) return error;
    out_.done.push_back(fmt::format("removed {} from the index; the old index is kept in {}",
                                    counted(lost.size(), "document"), aside_));
    return std::nullopt;
  }

  // The next indexing removes the documents of pages whose records are damaged.
  std::optional<Error> keep_what_goes() {
    if (!plan_.has(RepairStep::salvage_cache) && plan_.damaged.empty()) return std::nullopt;
    auto cache = crawl::CacheLedger::open_existing(cache_options_);
    if (!cache) return cache.error();
    const auto going = cache->to_remove();
    if (!going) return going.error();
    if (going->empty() || index::check_commit(index_)) return std::nullopt;
    if (auto error = copy_index_aside()) return error;
    out_.done.push_back(fmt::format("copied the index to {}: documents of damaged records are removed from it ({})",
                                    aside_, counted(going->size(), "page")));
    return std::nullopt;
  }

  // Lucene++ never changes a file once written, so a link preserves it. File systems without links get copies.
  std::optional<Error> copy_index_aside() {
    if (!aside_.empty()) return std::nullopt;
    const auto lock = index::WriteLock::take(index_);
    if (!lock) return lock.error();
    const fs::path aside = name_aside(index_);
    std::error_code error;
    fs::create_directory(aside, error);
    for (fs::directory_iterator entry(index_, error), end; !error && entry != end; entry.increment(error)) {
      const std::string name = entry->path().filename();
      if (name == "pith.lock") continue;
      std::error_code no_links = std::make_error_code(std::errc::not_supported);
      if (name.starts_with("_")) fs::create_hard_link(entry->path(), aside / name, no_links);
      if (no_links && !fs::copy_file(entry->path(), aside / name, error)) break;
    }
    if (error) return cannot_keep(index_, aside, error);
    aside_ = aside.string();
    return std::nullopt;
  }

  const RepairPlan& plan_;
  Repaired& out_;
  const DoctorHooks& hooks_;
  const config::Settings& settings_;
  const crawl::CacheOptions cache_options_;
  const std::string index_;
  std::string aside_;      // a copy of the old index, once there is one
  std::string directory_;  // for damaged files in the page cache, once there is one
};

}  // namespace

std::optional<Error> repair(const config::Config& config, const Diagnosis& diagnosis, Repaired& out,
                            const DoctorHooks& hooks) {
  return Repair(config, diagnosis, out, hooks).run();
}

}  // namespace pith::pipeline
