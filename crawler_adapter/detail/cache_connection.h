// What the faces of the page cache share: the connection and its error handling. Private to crawler_adapter.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "crawler_adapter/cache_records.h"
#include "crawler_adapter/detail/cache_lock.h"

namespace pith::crawl {

// One use of a prepared statement. It is reset at the end of the scope: a statement left standing on a row would keep
// an old view of the database open and everything written since out of sight.
class Cursor {
 public:
  explicit Cursor(SQLite::Statement& statement) : statement_(&statement) {}
  Cursor(const Cursor&) = delete;
  Cursor& operator=(const Cursor&) = delete;
  ~Cursor() {
    statement_->tryReset();
    statement_->clearBindings();
  }
  SQLite::Statement* operator->() const { return statement_; }
  SQLite::Statement& operator*() const { return *statement_; }

 private:
  SQLite::Statement* statement_;
};

struct CacheConnection {
  CacheConnection(const CacheOptions& options, const std::string& file, CacheLock lock);

  // Prepares a statement, or finds it prepared; it lives as long as the connection.
  Cursor cursor(const char* sql);

  // Of the table `meta`; empty if there is none. Writing belongs into a transaction.
  std::string setting(const char* key);
  void put_setting(const char* key, const std::string& value);

  CacheOptions options;
  std::string file;
  CacheLock lock;  // let go after the connection
  SQLite::Database database;
  std::map<std::string, SQLite::Statement, std::less<>> statements;
  std::map<std::string, std::int64_t> urls_of_site;  // as counted once, and what this connection has added since
  struct Excess {
    std::int64_t pages = 0, bytes = 0;
  };
  // By how much the bodies of pending pages were beyond a bound when they were looked through last; site "": all.
  std::map<std::string, Excess> kept_excess;
};

// Opens or creates, and brings an older file up to date. Errors as CacheReader says, "newer_version", and "damaged" where
// a salvage was interrupted.
Result<std::shared_ptr<CacheConnection>> open_connection(const CacheOptions& options);

// The file of a cache.
std::string database_file(const CacheOptions& options);

// What SQLite threw, as an Error that names the file and what to do.
Error cache_error(const std::string& file, const std::exception& exception);

// Runs `body`; whatever is thrown becomes an Error. `R` is Result<T> or std::optional<Error>.
template <typename R, typename Body>
R guarded(const std::string& file, Body&& body) {
  try {
    return body();
  } catch (const std::exception& exception) {
    return cache_error(file, exception);
  }
}

// BEGIN IMMEDIATE: a transaction that will write takes the lock first, so that it can wait for it.
class WriteTransaction {
 public:
  explicit WriteTransaction(SQLite::Database& database)
      : transaction_(database, SQLite::TransactionBehavior::IMMEDIATE) {}
  void commit() { transaction_.commit(); }

 private:
  SQLite::Transaction transaction_;
};

// What was sealed (record_checksum.h); of NULL and of what is damaged nothing is known. Valid until the row's next
// step.
std::optional<std::string_view> unsealed_blob(const SQLite::Column& column);
// The same of hashes of links.
std::optional<std::vector<std::uint64_t>> links_of(const SQLite::Column& column);

}  // namespace pith::crawl
