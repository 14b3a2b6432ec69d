#include "crawler_adapter/cache/detail/schema_copy.h"

#include <sqlite3.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <sstream>
#include <system_error>

#include "core/system/write_file.h"
#include "crawler_adapter/cache/detail/cache_schema.h"
#include "crawler_adapter/cache/detail/record_checksum.h"
#include "crawler_adapter/cache/detail/sqlite_file.h"

namespace pith::crawl {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_copy_bytes = 64 << 10;

std::string copy_of(const std::string& database_file) { return database_file + "-schema"; }

// Not a stream of the standard library: a program that the crawler starts must not inherit the file.
struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

SchemaCopy schema_of(SQLite::Database& database) {
  SchemaCopy copy;
  // Read first, so that a change in between makes the copy outdated.
  copy.cookie = database.execAndGet("PRAGMA schema_version").getInt64();
  copy.version = database.execAndGet("PRAGMA user_version").getInt64();
  SQLite::Statement query(database, "SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0");
  while (query.executeStep()) copy.roots[query.getColumn(0).getString()] = query.getColumn(1).getInt64();
  return copy;
}

SQLite::Database fresh_cache() {
  SQLite::Database database(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  database.exec(cache_schema);
  return database;
}

// A definition without its comments, so that all definitions fit on one page.
std::string bare(const std::string& sql) {
  std::string out;
  for (std::size_t i = 0; i < sql.size(); ++i) {
    if (sql.compare(i, 2, "--") == 0) i = std::min(sql.find('\n', i), sql.size() - 1);
    const bool space = sql[i] == ' ' || sql[i] == '\n';
    if (!space || (!out.empty() && out.back() != ' ')) out += space ? ' ' : sql[i];
  }
  return out;
}

// The first page of a file whose tables, those that a salvage reads, begin at these pages; empty if the copy lacks one.
std::string first_page(const std::map<std::string, std::int64_t>& roots) {
  const std::set<std::string> tables = {"page",      "body",  "dictionary", "dictionary_copy",
                                        "body_size", "crawl", "meta",       "fetch_budget"};
  SQLite::Database intact = fresh_cache(), made(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  made.exec("PRAGMA page_size = " + std::to_string(page_bytes) + "; PRAGMA writable_schema = ON");
  made.exec("PRAGMA user_version = " + std::to_string(cache_version));
  SQLite::Statement definition(intact, "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE rootpage > 0");
  SQLite::Statement put(made, "INSERT INTO sqlite_schema(type, name, tbl_name, rootpage, sql) VALUES(?, ?, ?, ?, ?)");
  while (definition.executeStep()) {
    if (!tables.contains(definition.getColumn(2).getString())) continue;
    const auto root = roots.find(definition.getColumn(1).getString());
    if (root == roots.end()) return {};
    for (int i = 0; i < 3; ++i) put.bind(i + 1, definition.getColumn(i).getString());
    put.bind(4, root->second);
    if (definition.getColumn(3).isNull())
      put.bind(5);
    else
      put.bind(5, bare(definition.getColumn(3).getString()));
    put.exec();
    put.reset();
  }
  sqlite3_int64 size = 0;
  unsigned char* bytes = sqlite3_serialize(made.getHandle(), "main", &size, 0);
  std::string page;
  if (bytes != nullptr && size == static_cast<sqlite3_int64>(page_bytes))
    page.assign(reinterpret_cast<const char*>(bytes), page_bytes);
  sqlite3_free(bytes);
  return page;
}

std::string read_first_page(const std::string& file) {
  std::string page(page_bytes, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(page.data(), static_cast<std::streamsize>(page.size()));
  page.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
  return page;
}

// Bytes of the database header that are the same in all caches
// (https://www.sqlite.org/fileformat2.html#the_database_header): a flipped bit in them must not cost the whole file.
void write_first_page(const std::string& file, std::string page) {
  const auto put = [&](std::size_t at, const std::string& bytes) {
    if (page.size() >= at + bytes.size()) page.replace(at, bytes.size(), bytes);
  };
  using namespace std::string_literals;
  put(0, "SQLite format 3\0\x10\0\x02\x02\0\x40\x20\x20"s);
  put(28, "\0\0\0\0"s);    // number of pages: then taken from the file size
  put(44, "\0\0\0\x04"s);  // schema format
  put(56, "\0\0\0\x01"s);  // UTF-8
  std::fstream out(file, std::ios::binary | std::ios::in | std::ios::out);
  out.write(page.data(), static_cast<std::streamsize>(page.size()));
  if (!out.flush()) throw std::system_error(EIO, std::generic_category(), file + ": cannot be written");
}

// Whether the copy has the definitions of the file that begins with this page.
bool is_of(const SchemaCopy& copy, const std::string& page) {
  return copy.version == cache_version && number_at(page, 60, 4) == cache_version &&
         number_at(page, 40, 4) == copy.cookie;
}

// Otherwise the first page in the log would hide the one in the file.
void take_in_log(const std::string& file) {
  try {
    SQLite::Database database(file, SQLite::OPEN_READWRITE);
    sqlite3_wal_checkpoint_v2(database.getHandle(), "main", SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
  } catch (const SQLite::Exception&) {  // the following steps report what cannot be read
  }
}

// Counts valid rows, up to the first damage from either end.
std::int64_t readable_rows(SQLite::Database& database, const std::string& table, const std::string& is_row) {
  std::int64_t rows = 0;
  for (const char* order : {"ASC", "DESC"}) {
    try {
      SQLite::Statement query(database,
                              "SELECT 1 FROM " + table + " NOT INDEXED WHERE " + is_row + " ORDER BY rowid " + order);
      while (query.executeStep()) ++rows;
    } catch (const SQLite::Exception&) {  // count up to the damage
    }
  }
  return rows;
}

std::int64_t readable_rows(const std::string& file) {
  try {
    SQLite::Database database(file, SQLite::OPEN_READWRITE);
    database.exec("PRAGMA writable_schema = ON");  // continue after a definition that SQLite does not understand
    return readable_rows(database, "page", "id = rowid AND typeof(url) = 'text' AND url LIKE 'http%'") +
           readable_rows(database, "body", "page = rowid AND typeof(bytes) = 'blob'");
  } catch (const SQLite::Exception&) {
    return 0;
  }
}

}  // namespace

std::optional<SchemaCopy> read_schema_copy(const std::string& database_file) {
  const File in(std::fopen(copy_of(database_file).c_str(), "rbe"));
  std::string bytes(most_copy_bytes, '\0');
  bytes.resize(in ? std::fread(bytes.data(), 1, bytes.size(), in.get()) : 0);
  const auto text = unsealed(bytes);
  if (!text) return std::nullopt;
  SchemaCopy copy;
  std::istringstream lines{std::string(*text)};
  std::string name;
  std::int64_t number = 0;
  while (lines >> name >> number)
    if (name == "version")
      copy.version = number;
    else if (name == "cookie")
      copy.cookie = number;
    else
      copy.roots[name] = number;
  return copy;
}

void keep_schema_copy(SQLite::Database& database, const std::string& database_file, bool anew) {
  const auto kept = read_schema_copy(database_file);
  if (kept && !anew && kept->version == cache_version &&
      kept->cookie == database.execAndGet("PRAGMA schema_version").getInt64())
    return;
  const SchemaCopy now = schema_of(database);
  std::string text = "version " + std::to_string(now.version) + "\ncookie " + std::to_string(now.cookie) + "\n";
  for (const auto& [name, root] : now.roots) text += name + " " + std::to_string(root) + "\n";
  replace_file(copy_of(database_file), sealed(text));
}

void mend_schema_page(const std::string& file, const std::optional<SchemaCopy>& copy) {
  write_first_page(file, read_first_page(file));
  take_in_log(file);
  const std::string own = read_first_page(file);
  write_first_page(file, own);
  std::int64_t most = readable_rows(file);
  std::string best = own;
  SQLite::Database fresh = fresh_cache();
  for (const SchemaCopy& known : {copy.value_or(SchemaCopy()), schema_of(fresh)}) {
    const std::string page = first_page(known.roots);
    if (page.empty()) continue;
    write_first_page(file, page);
    const std::int64_t rows = readable_rows(file);
    // Of equal ones, the page without flipped bits in its definitions: columns have the same positions in all versions.
    if (rows < most || (rows == most && !is_of(known, own))) continue;
    most = rows;
    best = page;
  }
  write_first_page(file, best);
}

}  // namespace pith::crawl
