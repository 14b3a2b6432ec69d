// A page cache that SQLite can no longer read as a whole, row by row into a new one.
#include <sqlite3.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "crawler_adapter/body_codec.h"
#include "crawler_adapter/damaged_log.h"
#include "crawler_adapter/digest.h"
#include "crawler_adapter/page_cache_check.h"
#include "crawler_adapter/page_cache_impl.h"
#include "crawler_adapter/page_cache_schema.h"
#include "crawler_adapter/record_checksum.h"

namespace pith::crawl {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t least_row_bytes = 32;  // a page's row is longer: bounds the number of rows in a file

// Trouble of the new file, such as a full disk: no reason to take the rest of the old one for lost.
bool is_of_writing(const SQLite::Exception& exception) {
  for (const int code : {SQLITE_FULL, SQLITE_NOMEM, SQLITE_READONLY, SQLITE_BUSY, SQLITE_CANTOPEN})
    if (exception.getErrorCode() == code) return true;
  for (const int code : {SQLITE_IOERR_WRITE, SQLITE_IOERR_FSYNC, SQLITE_IOERR_TRUNCATE})
    if (exception.getExtendedErrorCode() == code) return true;
  return false;
}

// Runs `read`; what SQLite finds damaged there is left out.
template <typename Read>
bool readable(Read read) {
  try {
    read();
    return true;
  } catch (const SQLite::Exception& exception) {
    if (is_of_writing(exception)) throw;
    return false;
  }
}

// Bytes of the database's header that are the same in all caches
// (https://www.sqlite.org/fileformat2.html#the_database_header): a bit that flips in them must not cost the whole file.
void mend_header(const std::string& file) {
  std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
  stream.write("SQLite format 3\0\x10\0\x02\x02\0\x40\x20\x20", 24);
  stream.seekp(28);
  stream.write("\0\0\0\0", 4);  // pages of the file: taken from its size then
  stream.seekp(44);
  stream.write("\0\0\0\x04", 4);  // format of the schema
  stream.seekp(56);
  stream.write("\0\0\0\x01", 4);  // UTF-8
}

// Whether a connection of another process stands in the way.
bool is_in_use(const std::string& file) {
  try {
    SQLite::Database database(file, SQLite::OPEN_READWRITE, 2'000);
    int was = 0;
    sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, &was);  // leaves the log as it is
    database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK");
  } catch (const SQLite::Exception& exception) {
    return exception.getErrorCode() == SQLITE_BUSY || exception.getErrorCode() == SQLITE_LOCKED;
  }
  return false;
}

class Salvager {
 public:
  Salvager(SQLite::Database& from, SQLite::Database& to, std::int64_t bytes, SiteMode site_mode,
           const CheckProgress& progress)
      : from_(from), to_(to), max_id_(bytes / least_row_bytes), site_mode_(site_mode), progress_(progress) {}

  bool has_checksums() const { return has_checksum_; }

  // Whether there are pages, or are none indeed.
  bool can_read() {
    find_ids();
    std::int64_t count = -1;
    readable([&] { count = from_.execAndGet("SELECT count(*) FROM page").getInt64(); });
    return !ids_.empty() || count == 0;
  }

  // After can_read(). False if it was stopped.
  bool run(Salvage& result) {
    copy_small_tables();
    if (ids_.empty()) return true;
    match_columns();
    std::int64_t done = 0;
    for (const std::int64_t id : ids_) {
      take(id, result);
      if (++done % 256 == 0 && progress_ && !progress_(done, static_cast<std::int64_t>(ids_.size()))) return false;
    }
    return true;
  }

 private:
  static std::vector<std::string> columns_of(SQLite::Database& database) {
    std::vector<std::string> names;
    readable([&] {
      SQLite::Statement query(database, "SELECT name FROM pragma_table_info('page')");
      while (query.executeStep()) names.push_back(query.getColumn(0).getString());
    });
    return names;
  }

  // A column keeps its place in all versions: one whose name is damaged is known by that.
  void match_columns() {
    const auto wanted = columns_of(to_), known = columns_of(from_);
    const auto has = [](const std::vector<std::string>& names, const std::string& name) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (wanted[i] == "links" || wanted[i] == "shape") continue;
      if (has(known, wanted[i]))
        columns_.emplace_back(wanted[i], wanted[i]);
      else if (i < known.size() && !has(wanted, known[i]))
        columns_.emplace_back(wanted[i], known[i]);
    }
    has_checksum_ =
        std::any_of(columns_.begin(), columns_.end(), [](const auto& column) { return column.first == "checksum"; });
  }

  void copy_small_tables() {
    for (const auto& [table, columns] : {std::pair("crawl", 2), std::pair("meta", 2), std::pair("fetch_budget", 3)})
      readable([&] {
        SQLite::Statement read(from_, std::string("SELECT * FROM ") + table);
        SQLite::Statement write(
            to_, std::string("INSERT OR IGNORE INTO ") + table + (columns == 2 ? " VALUES(?, ?)" : " VALUES(?, ?, ?)"));
        while (read.executeStep()) {
          for (int i = 0; i < columns; ++i) bind(write, i + 1, read.getColumn(i));
          readable([&] { write.exec(); });
          write.reset();
        }
      });
  }

  // The pages that any part of the file knows of; with the URL and site that its indexes have. What lies between two
  // that are known is looked for as well.
  void find_ids() {
    const auto note = [&](std::int64_t id) {
      if (id >= 0 && id <= max_id_) ids_.insert(id);
    };
    for (const char* order : {"ASC", "DESC"})
      readable([&] {
        SQLite::Statement query(from_, std::string("SELECT rowid FROM page NOT INDEXED ORDER BY rowid ") + order);
        while (query.executeStep() && ids_.size() <= static_cast<std::size_t>(max_id_))
          note(query.getColumn(0).getInt64());
      });
    for (const char* order : {"ASC", "DESC"}) {
      readable([&] {
        SQLite::Statement query(
            from_, std::string("SELECT id, url, site FROM page INDEXED BY page_site ORDER BY site ") + order +
                       ", url " + order);
        while (query.executeStep()) {
          note(query.getColumn(0).getInt64());
          named_[query.getColumn(0).getInt64()] = {query.getColumn(1).getString(), query.getColumn(2).getString()};
        }
      });
      readable([&] {
        SQLite::Statement query(
            from_, std::string("SELECT id, url FROM page INDEXED BY sqlite_autoindex_page_1 ORDER BY url ") + order);
        while (query.executeStep()) {
          note(query.getColumn(0).getInt64());
          named_.try_emplace(query.getColumn(0).getInt64(), query.getColumn(1).getString(), "");
        }
      });
    }
    readable([&] {
      SQLite::Statement query(from_, "SELECT page FROM body_size ORDER BY page");
      while (query.executeStep()) note(query.getColumn(0).getInt64());
    });
    if (ids_.empty()) return;
    // A flipped bit may make a number of any size: those far from all others are not filled up to.
    std::int64_t last = 0;
    std::vector<std::int64_t> between;
    for (const std::int64_t id : ids_) {
      if (id - last < 10'000)
        for (std::int64_t i = last + 1; i < id; ++i) between.push_back(i);
      last = id;
    }
    ids_.insert(between.begin(), between.end());
  }

  void take(std::int64_t id, Salvage& result) {
    bool found = false, intact = false;
    const bool read = readable([&] { found = copy_row(id, intact); });
    const auto named = named_.find(id);
    if (!read || !found) {
      if (named == named_.end()) {
        if (!read) result.lost.push_back({id, "", "its record cannot be read, and nothing else names it"});
        return;
      }
      const bool added = readable([&] { add_stub(id, named->second.first, named->second.second); });
      result.lost.push_back({id, named->second.first, "its record cannot be read"});
      if (added) ++result.pages;
      return;
    }
    ++result.pages;
    std::string fault = intact ? "" : "its record has a wrong checksum";
    bool has_body = false;
    if (fault.empty() && (!readable([&] { has_body = copy_body(id, fault); }))) fault = "its body cannot be read";
    if (has_body) ++result.bodies;
    if (!fault.empty()) skip(id);
    if (!fault.empty()) result.lost.push_back({id, url_of(id), std::move(fault)});
  }

  bool copy_row(std::int64_t id, bool& intact) {
    std::string names, marks, read_names, url;
    for (const auto& [name, read_name] : columns_) {
      const char* comma = names.empty() ? "" : ", ";
      names += comma + name;
      marks += std::string(comma) + "?";
      read_names += comma + quoted(read_name);
    }
    SQLite::Statement read(from_, "SELECT " + read_names + " FROM page NOT INDEXED WHERE rowid = ?");
    read.bind(1, id);
    if (!read.executeStep()) return false;
    SQLite::Statement write(to_, "INSERT INTO page(" + names + ") VALUES(" + marks + ")");
    for (int i = 0; i < static_cast<int>(columns_.size()); ++i) {
      const std::string& name = columns_[static_cast<std::size_t>(i)].first;
      bind(write, i + 1, read.getColumn(i));
      if (name == "id") write.bind(i + 1, id);
      if (name == "url") url = read.getColumn(i).getString();
      // A site is what the URL says, whatever stands there.
      if (name == "site")
        if (const auto parsed = parse_url(url)) write.bind(i + 1, site_of(*parsed, site_mode_));
    }
    write.exec();
    SQLite::Statement check(
        to_, std::string("SELECT ") + (has_checksum_ ? record_is_intact : "TRUE") + " FROM page WHERE id = ?");
    check.bind(1, id);
    intact = check.executeStep() && check.getColumn(0).getInt() != 0;
    return true;
  }

  static std::string quoted(const std::string& name) {
    std::string out = "\"";
    for (const char c : name) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + "\"";
  }

  bool copy_body(std::int64_t id, std::string& fault) {
    SQLite::Statement read(from_, "SELECT bytes FROM body WHERE page = ?");
    read.bind(1, id);
    SQLite::Statement row(to_, "SELECT size, digest, site, fetched, account FROM page WHERE id = ?");
    row.bind(1, id);
    row.executeStep();
    if (!read.executeStep()) {
      if (row.getColumn(4).getString() == "pending") fault = "its body is missing";
      return false;
    }
    const SQLite::Column bytes = read.getColumn(0);
    const std::string_view stored(static_cast<const char*>(bytes.getBlob()),
                                  static_cast<std::size_t>(bytes.getBytes()));
    const std::int64_t size = std::max<std::int64_t>(row.getColumn(0).getInt64(), 0);
    const auto body = decompress_body(stored, static_cast<std::size_t>(size));
    if (!body || sha256_hex(*body) != row.getColumn(1).getString()) {
      fault = "its body has a wrong checksum";
      return false;
    }
    SQLite::Statement put(to_, "INSERT INTO body VALUES(?, ?)");
    put.bind(1, id);
    put.bind(2, stored.data(), static_cast<int>(stored.size()));
    put.exec();
    SQLite::Statement note(to_, "INSERT INTO body_size VALUES(?, ?, ?, ?)");
    note.bind(1, id);
    note.bind(2, row.getColumn(2).getString());
    note.bind(3, row.getColumn(3).getInt64());
    note.bind(4, static_cast<std::int64_t>(stored.size()));
    note.exec();
    return true;
  }

  void skip(std::int64_t id) {
    SQLite::Statement update(to_, skip_damaged);
    update.bind(1, id);
    update.exec();
  }

  void add_stub(std::int64_t id, const std::string& url, const std::string& site) {
    SQLite::Statement add(to_,
                          "INSERT INTO page(id, url, site, status, redirect_to, content_type, charset, etag, "
                          "last_modified, fetched, digest, "
                          "size, crawl, run, account, reason, checksum, in_index) VALUES(?1, ?2, ?3, 0, '', '', '', "
                          "'', '', 0, '', 0, '', 0, "
                          "'skipped', 'damaged_body', page_checksum(?2, 0, '', '', '', '', 0, ''), 1)");
    add.bind(1, id);
    add.bind(2, url);
    add.bind(3, site);
    add.exec();
  }

  std::string url_of(std::int64_t id) {
    SQLite::Statement query(to_, "SELECT url FROM page WHERE id = ?");
    query.bind(1, id);
    return query.executeStep() ? query.getColumn(0).getString() : std::string();
  }

  static void bind(SQLite::Statement& to, int at, const SQLite::Column& value) {
    if (value.isInteger())
      to.bind(at, value.getInt64());
    else if (value.isFloat())
      to.bind(at, value.getDouble());
    else if (value.isText())
      to.bind(at, value.getString());
    else if (value.isBlob())
      to.bind(at, value.getBlob(), value.getBytes());
    else
      to.bind(at);
  }

  SQLite::Database& from_;
  SQLite::Database& to_;
  const std::int64_t max_id_;
  const SiteMode site_mode_;
  const CheckProgress& progress_;
  std::set<std::int64_t> ids_;
  std::map<std::int64_t, std::pair<std::string, std::string>> named_;
  std::vector<std::pair<std::string, std::string>> columns_;  // names in the new file and in the old one
  bool has_checksum_ = false;
};

// Files that must not outlive the work.
class Scratch {
 public:
  explicit Scratch(std::vector<std::string> files) : files_(std::move(files)) { remove(); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { remove(); }

 private:
  void remove() const {
    std::error_code ignored;
    for (const std::string& file : files_)
      for (const char* tail : {"", "-wal", "-shm", "-journal"}) fs::remove(file + tail, ignored);
  }
  std::vector<std::string> files_;
};

fs::path new_directory(const fs::path& beside) {
  for (int number = 1;; ++number)
    if (fs::path path = beside / ("damaged-" + std::to_string(number)); fs::create_directory(path)) return path;
}

}  // namespace

Result<Salvage> salvage_cache(const CacheOptions& options, const CheckProgress& progress) {
  const fs::path file = fs::path(options.directory) / "pages.sqlite";
  const std::string log = file.string() + "-wal", fresh = file.string() + ".new";
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return Error{"no_cache", file.string() + ": there is no page cache"};
  if (is_in_use(file.string()))
    return Error{"busy", file.string() + ": another process uses it; end crawls and `pith index`, then repair"};
  return guarded<Result<Salvage>>(file.string(), [&]() -> Result<Salvage> {
    Salvage result;
    const std::string source = file.string() + ".salvage";  // a copy: SQLite writes to what it opens
    const Scratch scratch({source, fresh});
    fs::copy_file(file, source);
    if (fs::exists(log)) fs::copy_file(log, source + "-wal");
    mend_header(source);
    {
      SQLite::Database from(source, SQLite::OPEN_READWRITE), to(fresh, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
      add_checksum_functions(from.getHandle());
      add_checksum_functions(to.getHandle());
      SQLite::Transaction transaction(to);
      to.exec(cache_schema);
      to.exec(std::string("INSERT INTO meta VALUES('site_mode', '") +
              (options.site_mode == SiteMode::domain ? "domain')" : "host')"));
      Salvager salvager(from, to, static_cast<std::int64_t>(fs::file_size(source)), options.site_mode, progress);
      if (!salvager.can_read())
        return Error{"unreadable", file.string() +
                                       ": not even the list of tables can be read; restore a copy of your "
                                       "own, or remove the file and crawl again"};
      if (!salvager.run(result)) return Error{"interrupted", "interrupted: the cache is as it was"};
      to.exec(std::string("UPDATE page SET account = iif(EXISTS(SELECT 1 FROM body WHERE page = page.id), "
                          "'pending', 'skipped'), reason = '' WHERE NOT ") +
              account_is_known);
      to.exec(R"sql(
        UPDATE page SET site = '(no site)' WHERE site = '';
        INSERT OR IGNORE INTO site(name) SELECT DISTINCT site FROM page;
        UPDATE site SET processed = -1, bodies = (SELECT count(*) FROM body_size WHERE site = name),
          stored = (SELECT ifnull(sum(stored), 0) FROM body_size WHERE site = name);
      )sql");
      if (!salvager.has_checksums())
        to.exec(
            "UPDATE page SET checksum = page_checksum(url, status, redirect_to, content_type, charset, digest, size, "
            "robots)");
      to.exec("PRAGMA user_version = " + std::to_string(cache_version));
      transaction.commit();
      to.exec("PRAGMA journal_mode = WAL; PRAGMA wal_checkpoint(TRUNCATE)");
    }
    const fs::path kept = new_directory(options.directory);
    result.kept = kept.string();
    fs::copy_file(file, kept / "pages.sqlite");
    if (fs::exists(log)) fs::copy_file(log, kept / "pages.sqlite-wal");
    // The old log first: it must not pass for the new file's.
    fs::remove(log);
    fs::remove(file.string() + "-shm");
    fs::remove(damaged_log_of(file.string()));
    fs::rename(fresh, file);
    return result;
  });
}

}  // namespace pith::crawl
