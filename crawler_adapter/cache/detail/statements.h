// The prepared statements of a connection to the page cache. Private to crawler_adapter.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace pith::crawl {

// One use of a prepared statement. It is reset at the end of the scope: a statement that is still on a row would keep
// an old snapshot of the database open and hide everything written since.
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

// The database must outlive them.
class Statements {
 public:
  explicit Statements(SQLite::Database& database) : database_(database) {}

  // Prepares a statement, or finds the prepared one. Throws SQLite::Exception.
  Cursor cursor(const char* sql) {
    auto found = prepared_.find(std::string_view(sql));
    if (found == prepared_.end()) found = prepared_.emplace(sql, SQLite::Statement(database_, sql)).first;
    return Cursor(found->second);
  }

 private:
  SQLite::Database& database_;
  std::map<std::string, SQLite::Statement, std::less<>> prepared_;
};

}  // namespace pith::crawl
