// Where the tables of a page cache begin in its file, kept beside the file: "pages.sqlite-schema". SQLite has this on the
// file's first page alone, and cannot read a row once that page is damaged, though all rows are there. Private to
// crawler_adapter.
//
// The copy is text, sealed (record_checksum.h): "version V", "cookie C" (SQLite's count of changes of the schema), then
// the name of each table and index with the number of its first page, a line each.
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

// Of this database file. nullopt if there is none, or it is damaged.
std::optional<SchemaCopy> read_schema_copy(const std::string& database_file);

// Writes the copy where it is missing, damaged, or of another cookie than the database. One of the same cookie stays,
// whatever the database says: a bit has flipped there. With `anew` it is written in any case. If it cannot be written,
// there is none. Throws SQLite::Exception.
void keep_schema_copy(SQLite::Database& database, const std::string& database_file, bool anew);

// Gives a damaged file that nobody has open the first page with which most rows can be read: its own, or one made of
// `copy`, or of where a cache's tables begin that nothing has changed since it was made. Brings its log into it first.
// Throws std::system_error where the file cannot be written.
void mend_schema_page(const std::string& file, const std::optional<SchemaCopy>& copy);

}  // namespace pith::crawl
