// What the classes of the page cache share: the connection and its error handling. Private to crawler_adapter.
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
#include "crawler_adapter/cache/cache_records.h"
#include "crawler_adapter/cache/detail/body_dictionaries.h"
#include "crawler_adapter/cache/detail/cache_lock.h"
#include "crawler_adapter/cache/detail/recent_bodies.h"
#include "crawler_adapter/cache/detail/statements.h"

namespace pith::crawl {

struct CacheConnection {
  CacheConnection(const CacheOptions& options, const std::string& file, CacheLock lock);

  // A statement lives as long as the connection.
  Cursor cursor(const char* sql) { return statements.cursor(sql); }

  // Values in the table `meta`; empty if there is none. Write them in a transaction.
  std::string setting(const char* key);
  void put_setting(const char* key, const std::string& value);

  CacheOptions options;
  std::string file;
  CacheLock lock;  // released after the connection
  SQLite::Database database;
  Statements statements{database};
  BodyDictionaries dictionaries{statements};
  RecentBodies recent_bodies;                        // captured by this connection
  std::map<std::string, std::int64_t> urls_of_site;  // as counted once, plus what this connection has added since
  struct Excess {
    std::int64_t pages = 0, bytes = 0;
  };
  // By how much the bodies of pending pages exceeded a bound when they were last examined; site "": all.
  std::map<std::string, Excess> kept_excess;
};

// The database file of a cache.
std::string database_file(const CacheOptions& options);

// The Error for an exception from SQLite; it names the file and says what to do.
Error cache_error(const std::string& file, const std::exception& exception);

// Runs `body`; any exception becomes an Error. `R` is Result<T> or std::optional<Error>.
template <typename R, typename Body>
R guarded(const std::string& file, Body&& body) {
  try {
    return body();
  } catch (const std::exception& exception) {
    return cache_error(file, exception);
  }
}

// BEGIN IMMEDIATE: a transaction that will write gets the lock first, so that it can wait for it.
class WriteTransaction {
 public:
  explicit WriteTransaction(SQLite::Database& database)
      : transaction_(database, SQLite::TransactionBehavior::IMMEDIATE) {}
  void commit() { transaction_.commit(); }

 private:
  SQLite::Transaction transaction_;
};

// The bytes that were sealed (record_checksum.h); nullopt if NULL or damaged. Valid until the row's next step.
std::optional<std::string_view> unsealed_blob(const SQLite::Column& column);
// The same for hashes of links.
std::optional<std::vector<std::uint64_t>> links_of(const SQLite::Column& column);

}  // namespace pith::crawl
