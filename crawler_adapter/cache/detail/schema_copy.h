// A copy of the places where the tables of a page cache begin in its file, kept beside the file: "pages.sqlite-schema".
// SQLite stores them only on the file's first page, and cannot read a row once that page is damaged, although all rows
// are there. Private to crawler_adapter.
//
// The copy is text, sealed (record_checksum.h): "version V", "cookie C" (SQLite's count of schema changes), then one
// line for each table and index with its name and the number of its first page.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace pith::crawl {

struct SchemaCopy {
  std::int64_t version = 0;  // of the cache's format
  std::int64_t cookie = 0;
  std::map<std::string, std::int64_t> roots;  // by name
};

// The copy for this database file; nullopt if it is missing or damaged.
std::optional<SchemaCopy> read_schema_copy(const std::string& database_file);

// Writes the copy if it is missing, damaged, or has another cookie than the database. A copy with the same cookie is
// kept, whatever the database says: if they differ, a bit has flipped there. With `anew` it is always written. If it
// cannot be written, there is no copy. Throws SQLite::Exception.
void keep_schema_copy(SQLite::Database& database, const std::string& database_file, bool anew);

// Gives a damaged file that nobody has open the first page that makes most rows readable: its own, one made from
// `copy`, or one with the positions of the tables in an unchanged new cache. Moves its log into it first. Throws
// std::system_error if the file cannot be written.
void mend_schema_page(const std::string& file, const std::optional<SchemaCopy>& copy);

}  // namespace pith::crawl
