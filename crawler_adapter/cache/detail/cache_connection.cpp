#include "crawler_adapter/cache/detail/cache_connection.h"

#include <sqlite3.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <vector>

#include "core/text/percent.h"
#include "crawler_adapter/cache/detail/host_of_page.h"
#include "crawler_adapter/cache/detail/record_checksum.h"
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
  if (number == SQLITE_IOERR && is_at_size_limit(file))
    return {code::disk_full, file +
                                 ": files of this process may not grow any larger (ulimit -f); raise the limit and run "
                                 "again, nothing stored so far is lost"};
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
  add_host_function(database.getHandle());
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

std::string database_file(const CacheOptions& options) {
  return (fs::path(options.directory) / "pages.sqlite").string();
}

}  // namespace pith::crawl
