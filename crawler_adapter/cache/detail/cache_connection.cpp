#include "crawler_adapter/cache/detail/cache_connection.h"

#include <sqlite3.h>
#include <unistd.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <vector>

#include "core/text/percent.h"
#include "core/text/url.h"
#include "crawler_adapter/cache/damaged_files.h"
#include "crawler_adapter/cache/damaged_log.h"
#include "crawler_adapter/cache/detail/cache_schema.h"
#include "crawler_adapter/cache/detail/record_checksum.h"
#include "crawler_adapter/cache/detail/schema_copy.h"
#include "crawler_adapter/page/crawl_errors.h"
#include "crawler_adapter/page/disk_space.h"

namespace pith::crawl {
namespace fs = std::filesystem;

std::optional<std::vector<std::uint64_t>> links_of(const SQLite::Column& column) {
  const auto bytes = unsealed_blob(column);
  if (!bytes) return std::nullopt;
  std::vector<std::uint64_t> links(bytes->size() / sizeof(std::uint64_t));
  if (!links.empty()) std::memcpy(links.data(), bytes->data(), links.size() * sizeof(std::uint64_t));
  return links;
}

std::optional<std::string_view> unsealed_blob(const SQLite::Column& column) {
  if (column.isNull()) return std::nullopt;
  return unsealed({static_cast<const char*>(column.getBlob()), static_cast<std::size_t>(column.getBytes())});
}

Error cache_error(const std::string& file, const std::exception& exception) {
  if (dynamic_cast<const std::system_error*>(&exception) != nullptr)
    return {code::io, file + ": " + exception.what() + "; check the disk and the permissions, then run again"};
  const auto* sqlite = dynamic_cast<const SQLite::Exception*>(&exception);
  // The files beside a database cannot be made on a full disk, which is an error of reading or opening then.
  int number = sqlite ? sqlite->getErrorCode() : -1;
  if ((number == SQLITE_IOERR || number == SQLITE_CANTOPEN) && is_disk_full(file)) number = SQLITE_FULL;
  switch (number) {
    case SQLITE_FULL:
      return {code::disk_full,
              file + ": the disk is full; free some space and run again, nothing stored so far is lost"};
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      return {code::not_writable,
              file + ": cannot be opened for writing; check that the directory exists and its permissions"};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {code::busy, file + ": another process has been writing for 30 seconds; try again"};
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_ERROR:  // the statements are our own: a name in them is missing in the file
      return {code::damaged, file + ": is damaged or no page cache (" + exception.what() +
                                 "); `pith doctor --repair` saves what can be read of it"};
    case SQLITE_IOERR:
      return {code::io, file + ": the disk or its file system fails (" + exception.what() +
                            "); check them and run again, nothing stored so far is lost"};
    default:
      return {code::io, file + ": " + exception.what()};
  }
}

namespace {

constexpr int lock_timeout_ms = 30'000;

// If two processes change a new file to WAL mode at the same time, SQLite refuses one of them at once, without waiting
// for the timeout: both have read the file, and would wait for each other to write. Trying again is safe, since nothing
// else was done with the connection yet.
void set_wal_mode(SQLite::Database& database) {
  constexpr int pause_ms = 10;
  for (int waited = 0;; waited += pause_ms) {
    const int status = database.tryExec("PRAGMA journal_mode = WAL");
    if (status == SQLITE_OK) return;
    if (status != SQLITE_BUSY || waited >= lock_timeout_ms) throw SQLite::Exception(database.getHandle(), status);
    sqlite3_sleep(pause_ms);
  }
}

// SQLite reads a database in WAL mode with the help of two files beside it, and creates them if they are missing. In a
// directory that is not writable, it must be told instead that there is no writer: a writer would have created them.
SQLite::Database open_database(const std::string& path, bool read_only) {
  std::error_code error;
  if (!read_only) return {path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, lock_timeout_ms};
  const std::string directory = fs::path(path).parent_path().string();
  if (access(directory.empty() ? "." : directory.c_str(), W_OK) == 0 || fs::exists(path + "-wal", error))
    return {path, SQLite::OPEN_READWRITE, lock_timeout_ms};
  const std::string name = percent_encoded(path, [](char c) { return c != '%' && c != '?' && c != '#'; });
  return {"file:" + name + "?immutable=1", SQLite::OPEN_READONLY | SQLite::OPEN_URI, lock_timeout_ms};
}

}  // namespace

CacheConnection::CacheConnection(const CacheOptions& cache_options, const std::string& path, CacheLock shared)
    : options(cache_options), file(path), lock(std::move(shared)), database(open_database(path, options.read_only)) {
  add_checksum_functions(database.getHandle());
  if (options.read_only) {
    // Otherwise the last connection to close would move a log left by a killed process into the file.
    std::error_code error;
    int was = 0;
    if (fs::file_size(path + "-wal", error) > 0 && !error)
      sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, &was);
    database.exec("PRAGMA query_only = ON");
    return;
  }
  // A killed process loses no commits; a power cut may lose the last ones, but never damages the file.
  set_wal_mode(database);
  database.exec("PRAGMA synchronous = NORMAL");
  database.exec("PRAGMA foreign_keys = ON");
}

std::string CacheConnection::setting(const char* key) {
  const Cursor query = cursor("SELECT value FROM meta WHERE key = ?");
  query->bind(1, key);
  return query->executeStep() ? query->getColumn(0).getString() : std::string();
}

void CacheConnection::put_setting(const char* key, const std::string& value) {
  const Cursor put = cursor("INSERT INTO meta VALUES(?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value");
  put->bind(1, key);
  put->bind(2, value);
  put->exec();
}

namespace {

// Assigns a site to every page again: `cache.site` has changed.
void assign_sites(SQLite::Database& database, SiteMode mode) {
  SQLite::Statement query(database, "SELECT id, url FROM page");
  SQLite::Statement update(database, "UPDATE page SET site = ? WHERE id = ?");
  SQLite::Statement add(database, "INSERT OR IGNORE INTO site(name) VALUES(?)");
  while (query.executeStep()) {
    const auto url = parse_url(query.getColumn(1).getString());
    if (!url) continue;
    const std::string site = site_of(*url, mode);
    add.bind(1, site);
    add.exec();
    add.reset();
    update.bind(1, site);
    update.bind(2, query.getColumn(0).getInt64());
    update.exec();
    update.reset();
  }
  database.exec(R"sql(
    DELETE FROM site WHERE name NOT IN (SELECT site FROM page);
    UPDATE body_size SET site = (SELECT site FROM page WHERE page.id = body_size.page);
    UPDATE site SET processed = -1,
      bodies = (SELECT count(*) FROM body_size WHERE site = name),
      stored = (SELECT ifnull(sum(stored), 0) FROM body_size WHERE site = name);
    UPDATE page SET links = NULL;
    DELETE FROM sample;
    DELETE FROM site_model;
    UPDATE dictionary SET site = NULL;
  )sql");
}

constexpr int highest_version = 1000;  // no Pith writes a higher one: a bit has flipped

// Creates the database or brings an older one up to date. Several processes may do so at once: the first one wins.
std::optional<Error> prepare(CacheConnection& connection) {
  SQLite::Database& database = connection.database;
  const std::string& file = connection.file;
  const CacheOptions& options = connection.options;
  const SiteMode mode = options.site_mode;
  const std::string wanted = mode == SiteMode::domain ? "domain" : "host";
  const auto version = [&] { return database.execAndGet("PRAGMA user_version").getInt(); };
  // If the version is older than some columns, a bit has flipped. One statement, so that it reads one state of the
  // file.
  const auto has_columns_of_it = [&] {
    return database
               .execAndGet(
                   "SELECT (SELECT user_version FROM pragma_user_version) >= ifnull((SELECT max(CASE name "
                   "WHEN 'checksum' THEN 5 WHEN 'keyed_simhash' THEN 6 WHEN 'standing' THEN 7 WHEN 'aside_words' THEN "
                   "8 WHEN 'mentions' THEN 9 END) FROM pragma_table_info('page')), 0)")
               .getInt() != 0;
  };
  if (version() == cache_version && connection.setting("site_mode") == wanted) {
    if (!options.read_only) keep_schema_copy(database, file, false);
    return std::nullopt;
  }
  const auto newer = [&]() -> std::optional<Error> {
    if (version() >= 0 && version() <= cache_version && has_columns_of_it()) return std::nullopt;
    // A newer Pith would have written its version into the copy as well.
    const auto copy = read_schema_copy(file);
    const bool flipped = copy && copy->version == cache_version &&
                         std::popcount(static_cast<unsigned>(version() ^ cache_version)) == 1 &&
                         copy->cookie == database.execAndGet("PRAGMA schema_version").getInt64();
    if (version() <= cache_version || version() > highest_version || flipped)
      return Error{
          code::damaged,
          file + ": is damaged (the version of its format); `pith doctor --repair` saves what can be read of it"};
    return Error{code::newer_version,
                 file + ": was written by a newer Pith (format " + std::to_string(version()) + ")"};
  };
  if (auto error = newer()) return error;
  if (options.read_only)
    return Error{code::outdated, file +
                                     ": is of an older Pith, or cache.site has changed; any command that is no dry run "
                                     "brings it up to date, `pith stats` for one"};
  WriteTransaction transaction(database);
  if (auto error = newer()) return error;
  if (version() == 0) {
    database.exec(cache_schema);
    connection.put_setting("site_mode", wanted);
  } else {
    if (version() < 2) database.exec(cache_step_2);
    if (version() < 3) database.exec(cache_step_3);
    if (version() < 4) database.exec(cache_step_4);
    if (version() < 5) database.exec(cache_step_5);
    if (version() < 6) database.exec(cache_step_6);
    if (version() < 7) database.exec(cache_step_7);
    if (version() < 8) database.exec(cache_step_8);
    if (version() < 9) database.exec(cache_step_9);
    if (version() < 10) database.exec(cache_step_10);
    if (connection.setting("site_mode") != wanted) {
      assign_sites(database, mode);
      connection.put_setting("site_mode", wanted);
    }
  }
  database.exec(draw_content_key);
  database.exec("PRAGMA user_version = " + std::to_string(cache_version));
  transaction.commit();
  keep_schema_copy(database, file, true);
  return std::nullopt;
}

}  // namespace

std::string database_file(const CacheOptions& options) {
  return (fs::path(options.directory) / "pages.sqlite").string();
}

Result<std::shared_ptr<CacheConnection>> open_connection(const CacheOptions& options) {
  using Opened = Result<std::shared_ptr<CacheConnection>>;
  const std::string file = database_file(options);
  std::error_code error;
  fs::create_directories(options.directory, error);
  if (error)
    return Error{code::not_writable,
                 options.directory + ": cannot be created (" + error.message() + "); see cache.path"};
  return guarded<Opened>(file, [&]() -> Opened {
    auto lock = CacheLock::share(options.directory);
    if (!lock) return lock.error();
    if (const auto kept = interrupted_salvage(options.directory))
      return Error{code::damaged, file + ": a repair was interrupted, which has left its log in " + *kept +
                                      "; `pith doctor --repair` ends it"};
    if (!options.read_only)
      if (auto failed = keep_damaged_log(file)) return *std::move(failed);
    auto connection = std::make_shared<CacheConnection>(options, file, *std::move(lock));
    if (auto failed = prepare(*connection)) return *failed;
    return connection;
  });
}

}  // namespace pith::crawl
