#include "crawler_adapter/cache/cache_repair.h"

#include <sqlite3.h>

#include <algorithm>
#include <exception>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "core/system/digest.h"
#include "crawler_adapter/cache/detail/cache_connection.h"
#include "crawler_adapter/cache/detail/cache_schema.h"
#include "crawler_adapter/cache/detail/record_checksum.h"

namespace pith::crawl {
namespace {

constexpr const char* structure_query = "PRAGMA integrity_check(20)";

bool is_damage(const std::exception& exception) {
  const auto* sqlite = dynamic_cast<const SQLite::Exception*>(&exception);
  const int code = sqlite ? sqlite->getErrorCode() : SQLITE_OK;
  return code == SQLITE_CORRUPT || code == SQLITE_NOTADB || code == SQLITE_ERROR;  // cache_error says why
}

// Messages of SQLite may have several lines.
std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

// What is wrong with the body; empty if nothing is.
std::string fault_of_body(CacheConnection& impl, const SQLite::Column& stored, const SQLite::Column& dictionary,
                          std::int64_t size, const std::string& digest) {
  if (size < 0) return "its size is negative";
  const auto body = impl.dictionaries.unpack(stored, dictionary, static_cast<std::size_t>(size));
  if (!body) return "its body does not unpack";
  return sha256_hex(*body) == digest ? "" : "its body is another one than was stored";
}

bool has_right_body(CacheConnection& impl, std::int64_t page) {
  const Cursor query = impl.cursor(
      "SELECT bytes, dictionary, size, digest FROM body JOIN page ON page.id = body.page WHERE body.page = ?");
  query->bind(1, page);
  if (!query->executeStep()) return false;
  return fault_of_body(impl, query->getColumn(0), query->getColumn(1), query->getColumn(2).getInt64(),
                       query->getColumn(3).getString())
      .empty();
}

// Dictionaries of which one copy is damaged, with their text.
std::vector<std::pair<std::int64_t, std::string>> half_damaged_dictionaries(CacheConnection& impl) {
  std::vector<std::pair<std::int64_t, std::string>> found;
  const Cursor query = impl.cursor(
      "SELECT id, dictionary.bytes, dictionary_copy.bytes FROM dictionary LEFT JOIN dictionary_copy ON dictionary = "
      "id");
  while (query->executeStep()) {
    auto text = dictionary_text(query->getColumn(1)), copy = dictionary_text(query->getColumn(2));
    if (text.has_value() != copy.has_value())
      found.emplace_back(query->getColumn(0).getInt64(), text ? *std::move(text) : *std::move(copy));
  }
  return found;
}

// Definitions of columns, indexes and triggers. A cache made by an older Pith differs only in the text of its tables.
std::set<std::string> definitions(SQLite::Database& database) {
  SQLite::Statement query(database,
                          "SELECT type || ' ' || name || char(10) || sql FROM sqlite_schema WHERE type IN ('index', "
                          "'trigger') AND sql IS NOT NULL "
                          "UNION ALL SELECT 'column ' || tables.name || '.' || columns.name || char(10) || "
                          "columns.type || \"notnull\" || pk || "
                          "ifnull(dflt_value, '-') FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS "
                          "columns WHERE tables.type = 'table'");
  std::set<std::string> all;
  while (query.executeStep()) all.insert(query.getColumn(0).getString());
  return all;
}

class Check {
 public:
  Check(CacheConnection& impl, const CheckProgress& progress) : impl_(impl), progress_(progress) {}

  CacheCheck run() {
    look([&] { structure(); });
    look([&] { work(); });
    look([&] { pages(); });
    return std::move(check_);
  }

 private:
  // Whatever SQLite cannot read is structural damage.
  template <typename Look>
  void look(Look body) {
    try {
      body();
    } catch (const std::exception& exception) {
      if (!is_damage(exception)) throw;
      check_.structure.push_back(one_line(exception.what()));
    }
  }

  void structure() {
    SQLite::Database intact(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    intact.exec(cache_schema);
    const auto wanted = definitions(intact), found = definitions(impl_.database);
    for (const std::string& definition : wanted)
      if (!found.contains(definition))
        check_.structure.push_back("the definition of " + definition.substr(0, definition.find('\n')) + " is damaged");
    const Cursor query = impl_.cursor(structure_query);
    while (query->executeStep())
      if (std::string line = query->getColumn(0).getString(); line != "ok")
        check_.structure.push_back(one_line(std::move(line)));
  }

  void work() {
    static const std::string sql =
        std::string(
            "SELECT (SELECT count(*) FROM page WHERE NOT is_sealed(links) OR NOT is_sealed(shape) OR NOT "
            "is_sealed(link_texts) OR NOT ") +
        state_is_known +
        ") + (SELECT count(*) FROM sample WHERE NOT is_sealed(summary)) + "
        "(SELECT count(*) FROM site_model WHERE NOT is_sealed(templates))";
    const Cursor query = impl_.cursor(sql.c_str());
    if (query->executeStep()) check_.work = query->getColumn(0).getInt64();
    check_.work += static_cast<std::int64_t>(half_damaged_dictionaries(impl_).size());
  }

  // Uses short transactions, because a crawler may be running.
  void pages() {
    static const std::string sql =
        std::string("SELECT id, url, digest, size, state, ") + record_is_intact +
        ", body.bytes, body.dictionary, EXISTS(SELECT 1 FROM body_size WHERE body_size.page = page.id) "
        "FROM page LEFT JOIN body ON body.page = page.id WHERE id > ? ORDER BY id LIMIT 64";
    std::int64_t total = 0;
    look([&] { total = impl_.database.execAndGet("SELECT count(*) FROM page").getInt64(); });
    std::int64_t last = -1;
    for (bool more = true; more;) {
      more = false;
      const Cursor query = impl_.cursor(sql.c_str());
      query->bind(1, last);
      while (query->executeStep()) {
        more = true;
        const std::int64_t id = query->getColumn(0).getInt64();
        if (id <= last) {
          check_.structure.emplace_back("pages are out of order");
          return;
        }
        last = id;
        ++check_.pages_checked;
        if (std::string fault = fault_of(*query); !fault.empty())
          check_.pages.push_back({id, query->getColumn(1).getString(), std::move(fault)});
      }
      if (progress_ && !progress_(check_.pages_checked, total)) {
        check_.stopped = true;
        return;
      }
    }
  }

  std::string fault_of(SQLite::Statement& row) {
    if (row.getColumn(5).getInt() == 0) return "its record has a wrong checksum";
    const SQLite::Column bytes = row.getColumn(6);
    if (bytes.isNull())
      return row.getColumn(8).getInt() == 0 && row.getColumn(4).getString() != "pending" ? "" : "its body is missing";
    ++check_.bodies_checked;
    check_.bytes_checked += bytes.getBytes();
    return fault_of_body(impl_, bytes, row.getColumn(7), row.getColumn(3).getInt64(), row.getColumn(2).getString());
  }

  CacheConnection& impl_;
  const CheckProgress& progress_;
  CacheCheck check_;
};

// Returns how many rows it changes. Binds the page's id.
int change(CacheConnection& impl, const char* sql, std::int64_t page) {
  const Cursor statement = impl.cursor(sql);
  statement->bind(1, page);
  return statement->exec();
}

std::optional<Error> change_all(CacheConnection& impl, const char* sql, std::span<const std::int64_t> pages) {
  return guarded<std::optional<Error>>(impl.file, [&]() -> std::optional<Error> {
    WriteTransaction transaction(impl.database);
    for (const std::int64_t page : pages) change(impl, sql, page);
    transaction.commit();
    return std::nullopt;
  });
}

}  // namespace

Result<CacheCheck> CacheRepair::check(const CheckProgress& progress) {
  return guarded<Result<CacheCheck>>(impl_->file,
                                     [&]() -> Result<CacheCheck> { return Check(*impl_, progress).run(); });
}

Result<std::int64_t> CacheRepair::give_up(std::span<const std::int64_t> pages) {
  return guarded<Result<std::int64_t>>(impl_->file, [&]() -> Result<std::int64_t> {
    WriteTransaction transaction(impl_->database);
    std::int64_t skipped = 0;
    for (const std::int64_t page : pages) {
      change(*impl_, "UPDATE site SET processed = -1 WHERE name = (SELECT site FROM page WHERE id = ?)", page);
      if (!has_right_body(*impl_, page))
        for (const char* sql : {"DELETE FROM body WHERE page = ?", "DELETE FROM body_size WHERE page = ?"})
          change(*impl_, sql, page);
      skipped += change(*impl_, skip_damaged, page);
    }
    transaction.commit();
    return skipped;
  });
}

std::optional<Error> CacheRepair::drop_damaged_work() {
  return guarded<std::optional<Error>>(impl_->file, [&]() -> std::optional<Error> {
    WriteTransaction transaction(impl_->database);
    impl_->database.exec(std::string("UPDATE page SET (state, reason) = (SELECT iif(count(*), 'pending', 'skipped'), "
                                     "iif(count(*), '', 'evicted') FROM body_size WHERE page = page.id) WHERE NOT ") +
                         state_is_known);
    impl_->database.exec(R"sql(
      UPDATE page SET links = NULL WHERE NOT is_sealed(links);
      UPDATE page SET shape = NULL WHERE NOT is_sealed(shape);
      UPDATE page SET link_texts = NULL, fingerprint = '' WHERE NOT is_sealed(link_texts);
      DELETE FROM sample WHERE NOT is_sealed(summary);
      DELETE FROM site_model WHERE NOT is_sealed(templates);
      UPDATE site SET processed = -1;
    )sql");
    for (const auto& [id, text] : half_damaged_dictionaries(*impl_)) {
      const std::string frame = compress_body(text);
      for (const char* sql : {"UPDATE dictionary SET bytes = ?1 WHERE id = ?2",
                              "INSERT OR REPLACE INTO dictionary_copy(bytes, dictionary) VALUES(?1, ?2)"}) {
        const Cursor mend = impl_->cursor(sql);
        mend->bind(1, frame.data(), static_cast<int>(frame.size()));
        mend->bind(2, id);
        mend->exec();
      }
    }
    transaction.commit();
    return std::nullopt;
  });
}

std::optional<Error> CacheRepair::forget_documents(std::span<const std::int64_t> pages) {
  return change_all(*impl_,
                    "UPDATE page SET in_index = 0, fingerprint = '', document_digest = '', inbound_digest = '', "
                    "(state, reason) = (SELECT iif(count(*), 'pending', 'skipped'), iif(count(*), '', 'evicted') "
                    "FROM body_size WHERE page = page.id) WHERE id = ? AND state IN ('main', 'fallback', 'whole')",
                    pages);
}

std::optional<Error> CacheRepair::keep_documents(std::span<const std::int64_t> pages) {
  return change_all(*impl_,
                    "UPDATE page SET in_index = 1, state = 'main', reason = '' WHERE id = ? AND state = 'skipped' "
                    "AND reason = 'evicted'",
                    pages);
}

}  // namespace pith::crawl
