// Replaces a file that SQLite can no longer read as a whole with a new one. SQLite's own `.recover` cannot: it fails in
// Debian 12, and once the first page or a root is damaged it does not know whose rows are whose (tests/damage/compare).
#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>
#include <vector>

#include "crawler_adapter/cache/cache_repair.h"
#include "crawler_adapter/cache/damaged_files.h"
#include "crawler_adapter/cache/detail/cache_connection.h"
#include "crawler_adapter/cache/detail/cache_lock.h"
#include "crawler_adapter/cache/detail/cache_schema.h"
#include "crawler_adapter/cache/detail/record_checksum.h"
#include "crawler_adapter/cache/detail/salvaged_rows.h"
#include "crawler_adapter/cache/detail/schema_copy.h"
#include "crawler_adapter/cache/detail/tree_mend.h"
#include "crawler_adapter/page/crawl_errors.h"

namespace pith::crawl {
namespace {

namespace fs = std::filesystem;

// Whether a connection that ignores CacheLock, from another program, blocks the file.
bool is_in_use(const std::string& file) {
  try {
    SQLite::Database database(file, SQLite::OPEN_READWRITE, 2'000);
    int was = 0;
    sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, &was);  // keep the log as it is
    database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK");
  } catch (const SQLite::Exception& exception) {
    return exception.getErrorCode() == SQLITE_BUSY || exception.getErrorCode() == SQLITE_LOCKED;
  }
  return false;
}

// A temporary database.
class Scratch {
 public:
  explicit Scratch(std::string file) : file_(std::move(file)) { remove(); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { remove(); }

 private:
  void remove() const {
    std::error_code ignored;
    for (const char* tail : {"", "-wal", "-shm", "-journal"}) fs::remove(file_ + tail, ignored);
  }
  std::string file_;
};

// An empty log does not count: opening alone creates one.
bool has_log(const fs::path& file) {
  std::error_code missing;
  return fs::file_size(file.string() + "-wal", missing) > 0 && !missing;
}

// Links under another name, so that the bytes stay the same, or copies if the file system has no links.
std::optional<Error> link_or_copy(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::create_hard_link(from, to, error);
  if (!error || fs::exists(to, error)) return std::nullopt;
  if (const auto copied = copy_readable(from, to); !copied) return copied.error();
  return std::nullopt;
}

// Copies all readable rows from `source` into `fresh`.
std::optional<Error> copy_rows(const std::string& source, const std::string& fresh, const CacheOptions& options,
                               const CheckProgress& progress, Salvage& result) {
  SQLite::Database from(source, SQLite::OPEN_READWRITE), to(fresh, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  add_checksum_functions(from.getHandle());
  add_checksum_functions(to.getHandle());
  SQLite::Transaction transaction(to);
  to.exec(cache_schema);
  to.exec(std::string("INSERT INTO meta VALUES('site_mode', '") +
          (options.site_mode == SiteMode::domain ? "domain')" : "host')"));
  SalvagedRows rows(from, to, static_cast<std::int64_t>(fs::file_size(source)), options.site_mode, progress);
  const bool readable = rows.can_read();
  if (readable && !rows.copy(result)) return Error{code::interrupted, "interrupted: the cache is as it was"};
  to.exec(draw_content_key);  // in case it could not be read
  if (!readable || (result.pages == 0 && !result.lost.empty()))
    return Error{code::unreadable,
                 options.directory +
                     ": no page of its pages.sqlite can be read; restore a copy of your own, or remove "
                     "the file and crawl again; it is as it was"};
  to.exec(std::string("UPDATE page SET state = iif(EXISTS(SELECT 1 FROM body WHERE page = page.id), "
                      "'pending', 'skipped'), reason = '' WHERE NOT ") +
          state_is_known);
  to.exec(R"sql(
    UPDATE page SET site = '(no site)' WHERE site = '';
    INSERT OR IGNORE INTO site(name) SELECT DISTINCT site FROM page;
    UPDATE site SET processed = -1, bodies = (SELECT count(*) FROM body_size WHERE site = name),
      stored = (SELECT ifnull(sum(stored), 0) FROM body_size WHERE site = name);
  )sql");
  if (!rows.has_checksums())
    to.exec(
        "UPDATE page SET checksum = page_checksum(url, status, redirect_to, content_type, charset, digest, size, "
        "robots)");
  to.exec("PRAGMA user_version = " + std::to_string(cache_version));
  transaction.commit();
  to.exec("PRAGMA journal_mode = WAL; PRAGMA wal_checkpoint(TRUNCATE)");
  return std::nullopt;
}

// Copies all readable rows of the file and its log into `fresh`, using a copy: SQLite writes to files that it opens.
std::optional<Error> save_rows(const fs::path& file, const std::optional<std::string>& interrupted,
                               const std::string& fresh, const CacheOptions& options, const CheckProgress& progress,
                               Salvage& result) {
  const std::string copy = file.string() + ".salvage";
  const Scratch scratch(copy);
  std::vector<std::pair<fs::path, std::string>> files = {{file, copy}};
  if (interrupted)
    files.emplace_back(kept_log(*interrupted), copy + "-wal");
  else if (has_log(file))
    files.emplace_back(file.string() + "-wal", copy + "-wal");
  for (const auto& [from, to] : files) {
    const auto unreadable = copy_readable(from, to);
    if (!unreadable) return unreadable.error();
    result.unreadable_bytes += *unreadable;
  }
  mend_schema_page(copy, read_schema_copy(file));
  mend_trees(copy);
  return copy_rows(copy, fresh, options, progress, result);
}

// Replaces the damaged file with `fresh`, and keeps it in `kept` with its logs. The log is moved first: it must not be
// mistaken for the new file's. If killed in between, interrupted_salvage() finds it in `kept`.
std::optional<Error> swap_files(const fs::path& file, const fs::path& fresh, const fs::path& kept) {
  const fs::path log = file.string() + "-wal";
  if (auto error = link_or_copy(file, kept / "pages.sqlite")) return error;
  const bool had_log = has_log(file);
  if (had_log)
    fs::rename(log, kept_log(kept));
  else
    fs::remove(log);
  fs::remove(file.string() + "-shm");
  std::error_code error;
  fs::rename(fresh, file, error);
  if (!error) return std::nullopt;
  std::error_code ignored;
  if (had_log) fs::rename(kept_log(kept), log, ignored);
  return Error{code::io, file.string() + ": cannot be replaced (" + error.message() +
                             "); it is as it was; check the disk and the permissions, then run again"};
}

}  // namespace

Result<Salvage> salvage_cache(const CacheOptions& options, const CheckProgress& progress) {
  const fs::path file = database_file(options);
  const std::string fresh = file.string() + ".new";
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return Error{code::no_cache, file.string() + ": there is no page cache"};
  const auto lock = CacheLock::own(options.directory);
  if (!lock) return lock.error();
  if (is_in_use(file.string()))
    return Error{code::busy, file.string() + ": another process uses it; end crawls and `pith index`, then try again"};
  return guarded<Result<Salvage>>(file.string(), [&]() -> Result<Salvage> {
    Salvage result;
    const Scratch scratch(fresh);
    const auto interrupted = has_log(file) ? std::nullopt : interrupted_salvage(options.directory);
    if (auto error = save_rows(file, interrupted, fresh, options, progress, result)) return *std::move(error);
    if (interrupted) {
      result.kept = *interrupted;
    } else {
      auto directory = new_damaged_directory(options.directory);
      if (!directory) return directory.error();
      result.kept = *std::move(directory);
    }
    if (auto error = write_lost(result.kept, result.lost)) return *std::move(error);
    if (auto error = swap_files(file, fresh, result.kept)) return *std::move(error);
    SQLite::Database now(file, SQLite::OPEN_READWRITE);
    keep_schema_copy(now, file, true);
    return result;
  });
}

}  // namespace pith::crawl
