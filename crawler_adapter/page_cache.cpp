#include "crawler_adapter/page_cache.h"

#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "crawler_adapter/damaged_log.h"
#include "crawler_adapter/detail/body_codec.h"
#include "crawler_adapter/detail/page_cache_impl.h"
#include "crawler_adapter/detail/page_cache_schema.h"
#include "crawler_adapter/detail/record_checksum.h"

namespace pith::crawl {
namespace fs = std::filesystem;

const char* const page_columns =
    "page.id, page.url, page.site, status, redirect_to, content_type, charset, etag, last_modified, page.fetched, "
    "digest, size, account, reason, confidence, in_index, robots, folded_into, "
    "ifnull((SELECT stored FROM body_size WHERE body_size.page = page.id), 0)";

CachedPage read_page(SQLite::Statement& row) {
  CachedPage page;
  page.id = row.getColumn(0).getInt64();
  page.url = row.getColumn(1).getString();
  page.site = row.getColumn(2).getString();
  page.status = row.getColumn(3).getInt();
  page.redirect_to = row.getColumn(4).getString();
  page.content_type = row.getColumn(5).getString();
  page.charset = row.getColumn(6).getString();
  page.etag = row.getColumn(7).getString();
  page.last_modified = row.getColumn(8).getString();
  page.fetched = row.getColumn(9).getInt64();
  page.digest = row.getColumn(10).getString();
  page.size = row.getColumn(11).getInt64();
  page.account = row.getColumn(12).getString();
  page.reason = row.getColumn(13).getString();
  page.confidence = row.getColumn(14).getDouble();
  page.in_index = row.getColumn(15).getInt() != 0;
  page.robots = row.getColumn(16).getString();
  page.folded_into = row.getColumn(17).getString();
  page.stored = row.getColumn(18).getInt64();
  return page;
}

Error cache_error(const std::string& file, const std::exception& exception) {
  if (dynamic_cast<const std::system_error*>(&exception) != nullptr)
    return {"io", file + ": " + exception.what() + "; check the disk and the permissions, then run again"};
  const auto* sqlite = dynamic_cast<const SQLite::Exception*>(&exception);
  switch (sqlite ? sqlite->getErrorCode() : -1) {
    case SQLITE_FULL:
      return {"disk_full", file + ": the disk is full; free some space and run again, nothing stored so far is lost"};
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      return {"not_writable",
              file + ": cannot be opened for writing; check that the directory exists and its permissions"};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {"busy", file + ": another process has been writing for 30 seconds; try again"};
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_ERROR:  // statements are the program's own: what they name is not there
      return {"damaged", file + ": is damaged or no page cache (" + exception.what() +
                             "); `pith doctor --repair` saves what can be read of it"};
    case SQLITE_IOERR:
      return {"io", file + ": the disk or its file system fails (" + exception.what() +
                        "); check them and run again, nothing stored so far is lost"};
    default:
      return {"io", file + ": " + exception.what()};
  }
}

namespace {

// SQLite reads a database in WAL mode by way of two files beside it, and makes them where they are missing. In a
// directory that cannot be written to, it has to be told that there is no writer instead: a writer would have made
// them.
SQLite::Database open_database(const std::string& path, bool read_only) {
  constexpr int timeout = 30'000;
  std::error_code error;
  if (!read_only) return {path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, timeout};
  const std::string directory = fs::path(path).parent_path().string();
  if (access(directory.empty() ? "." : directory.c_str(), W_OK) == 0 || fs::exists(path + "-wal", error))
    return {path, SQLite::OPEN_READWRITE, timeout};
  std::string uri = "file:";
  for (const char c : path) uri += c == '%' ? "%25" : c == '?' ? "%3f" : c == '#' ? "%23" : std::string(1, c);
  return {uri + "?immutable=1", SQLite::OPEN_READONLY | SQLite::OPEN_URI, timeout};
}

}  // namespace

PageCache::Impl::Impl(const CacheOptions& cache_options, const std::string& path, CacheLock shared)
    : options(cache_options), file(path), lock(std::move(shared)), database(open_database(path, options.read_only)) {
  add_checksum_functions(database.getHandle());
  if (options.read_only) {
    // The last one to close would else bring a log into the file that a killed process has left.
    std::error_code error;
    int was = 0;
    if (fs::file_size(path + "-wal", error) > 0 && !error)
      sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, &was);
    database.exec("PRAGMA query_only = ON");
    return;
  }
  // A killed process loses nothing that was committed; a power cut may lose the last commits, never the file.
  database.exec("PRAGMA journal_mode = WAL");
  database.exec("PRAGMA synchronous = NORMAL");
  database.exec("PRAGMA foreign_keys = ON");
}

Cursor PageCache::Impl::cursor(const char* sql) {
  auto found = statements.find(std::string_view(sql));
  if (found == statements.end()) found = statements.emplace(sql, SQLite::Statement(database, sql)).first;
  return Cursor(found->second);
}

namespace {

std::string setting(SQLite::Database& database, const char* key) {
  SQLite::Statement query(database, "SELECT value FROM meta WHERE key = ?");
  query.bind(1, key);
  return query.executeStep() ? query.getColumn(0).getString() : std::string();
}

void put_setting(SQLite::Database& database, const char* key, const std::string& value) {
  SQLite::Statement put(database,
                        "INSERT INTO meta VALUES(?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value");
  put.bind(1, key);
  put.bind(2, value);
  put.exec();
}

// Assigns every page its site anew: `cache.site` has changed.
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
  )sql");
}

constexpr int highest_version = 1000;  // no Pith writes a higher one: a bit has flipped

// Brings a fresh or older database up to date. Several processes may do so at once: the first one wins.
std::optional<Error> prepare(SQLite::Database& database, const std::string& file, const CacheOptions& options) {
  const SiteMode mode = options.site_mode;
  const std::string wanted = mode == SiteMode::domain ? "domain" : "host";
  const auto version = [&] { return database.execAndGet("PRAGMA user_version").getInt(); };
  // A version before columns that are there: a bit has flipped. One statement, and so one view of the file.
  const auto has_columns_of_it = [&] {
    return database
               .execAndGet(
                   "SELECT (SELECT user_version FROM pragma_user_version) >= ifnull((SELECT max(CASE name "
                   "WHEN 'checksum' THEN 5 WHEN 'keyed_simhash' THEN 6 WHEN 'standing' THEN 7 END) FROM "
                   "pragma_table_info('page')), 0)")
               .getInt() != 0;
  };
  if (version() == cache_version && setting(database, "site_mode") == wanted) return std::nullopt;
  const auto newer = [&]() -> std::optional<Error> {
    if (version() >= 0 && version() <= cache_version && has_columns_of_it()) return std::nullopt;
    if (version() < 0 || version() <= cache_version || version() > highest_version)
      return Error{
          "damaged",
          file + ": is damaged (the version of its format); `pith doctor --repair` saves what can be read of it"};
    return Error{"newer_version", file + ": was written by a newer Pith (format " + std::to_string(version()) + ")"};
  };
  if (auto error = newer()) return error;
  if (options.read_only)
    return Error{"outdated", file +
                                 ": is of an older Pith, or cache.site has changed; any command that is no dry run "
                                 "brings it up to date, `pith stats` for one"};
  WriteTransaction transaction(database);
  if (auto error = newer()) return error;
  if (version() == 0) {
    database.exec(cache_schema);
    put_setting(database, "site_mode", wanted);
  } else {
    if (version() < 2) database.exec(cache_step_2);
    if (version() < 3) database.exec(cache_step_3);
    if (version() < 4) database.exec(cache_step_4);
    if (version() < 5) database.exec(cache_step_5);
    if (version() < 6) database.exec(cache_step_6);
    if (version() < 7) database.exec(cache_step_7);
    if (setting(database, "site_mode") != wanted) {
      assign_sites(database, mode);
      put_setting(database, "site_mode", wanted);
    }
  }
  database.exec(draw_content_key);
  database.exec("PRAGMA user_version = " + std::to_string(cache_version));
  transaction.commit();
  return std::nullopt;
}

}  // namespace

PageCache::PageCache(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
PageCache::PageCache(PageCache&&) noexcept = default;
PageCache& PageCache::operator=(PageCache&&) noexcept = default;
PageCache::~PageCache() = default;

const CacheOptions& PageCache::options() const { return impl_->options; }

Result<PageCache> PageCache::open(const CacheOptions& options) {
  const std::string file = (fs::path(options.directory) / "pages.sqlite").string();
  std::error_code error;
  fs::create_directories(options.directory, error);
  if (error)
    return Error{"not_writable", options.directory + ": cannot be created (" + error.message() + "); see cache.path"};
  return guarded<Result<PageCache>>(file, [&]() -> Result<PageCache> {
    auto lock = CacheLock::share(options.directory);
    if (!lock) return lock.error();
    if (const auto kept = interrupted_salvage(options))
      return Error{"damaged", file + ": a repair was interrupted, which has left its log in " + *kept +
                                  "; `pith doctor --repair` ends it"};
    if (!options.read_only)
      if (auto failed = keep_damaged_log(file)) return *std::move(failed);
    auto impl = std::make_unique<Impl>(options, file, *std::move(lock));
    if (auto failed = prepare(impl->database, file, options)) return *failed;
    return PageCache(std::move(impl));
  });
}

Result<PageCache> PageCache::open_existing(const CacheOptions& options) {
  const std::string file = (fs::path(options.directory) / "pages.sqlite").string();
  std::error_code error;
  if (!fs::exists(file, error))
    return Error{"no_cache", file + ": there is no page cache; run `pith crawl URL` first, or set cache.path"};
  return open(options);
}

Result<std::optional<CachedPage>> PageCache::find(const std::string& url) {
  return guarded<Result<std::optional<CachedPage>>>(impl_->file, [&]() -> Result<std::optional<CachedPage>> {
    static const std::string sql = std::string("SELECT ") + page_columns + " FROM page WHERE url = ?";
    const Cursor query = impl_->cursor(sql.c_str());
    query->bind(1, url);
    if (!query->executeStep()) return std::optional<CachedPage>();
    return std::optional(read_page(*query));
  });
}

Result<std::string> PageCache::follow_redirects(const std::string& url) {
  return guarded<Result<std::string>>(impl_->file, [&]() -> Result<std::string> {
    std::string at = url;
    for (int step = 0; step < 10; ++step) {
      const Cursor query = impl_->cursor("SELECT redirect_to FROM page WHERE url = ? AND redirect_to <> ''");
      query->bind(1, at);
      if (!query->executeStep()) break;
      at = query->getColumn(0).getString();
    }
    return at;
  });
}

Result<std::vector<std::string>> PageCache::redirects_to(const std::string& url) {
  return guarded<Result<std::vector<std::string>>>(impl_->file, [&]() -> Result<std::vector<std::string>> {
    const Cursor query = impl_->cursor("SELECT url FROM page WHERE redirect_to = ? AND redirect_to <> '' ORDER BY url");
    query->bind(1, url);
    std::vector<std::string> urls;
    while (query->executeStep()) urls.push_back(query->getColumn(0).getString());
    return urls;
  });
}

Result<std::string> PageCache::body(std::int64_t page) {
  return guarded<Result<std::string>>(impl_->file, [&]() -> Result<std::string> {
    static const std::string sql = std::string("SELECT bytes, size, ") + record_is_intact +
                                   " FROM body JOIN page ON page.id = body.page WHERE body.page = ?";
    const Cursor query = impl_->cursor(sql.c_str());
    query->bind(1, page);
    if (!query->executeStep())
      return Error{"no_body", impl_->file + ": no body is kept of page " + std::to_string(page) +
                                  " (evicted by the cache's bounds, or never stored)"};
    if (query->getColumn(2).getInt() == 0)
      return Error{"damaged_body", impl_->file + ": the record of page " + std::to_string(page) +
                                       " has a wrong checksum; `pith doctor` says more"};
    const SQLite::Column column = query->getColumn(0);
    // A damaged frame may claim any size; memory is given for the size that the page had.
    const std::int64_t size = std::max<std::int64_t>(query->getColumn(1).getInt64(), 0);
    return decompress_body({static_cast<const char*>(column.getBlob()), static_cast<std::size_t>(column.getBytes())},
                           static_cast<std::size_t>(size));
  });
}

std::optional<Error> PageCache::each(const std::string& site, const std::function<bool(const CachedPage&)>& visit) {
  return guarded<std::optional<Error>>(impl_->file, [&]() -> std::optional<Error> {
    static const std::string all = std::string("SELECT ") + page_columns + " FROM page ORDER BY url";
    static const std::string one = std::string("SELECT ") + page_columns + " FROM page WHERE site = ? ORDER BY url";
    const Cursor query = impl_->cursor(site.empty() ? all.c_str() : one.c_str());
    if (!site.empty()) query->bind(1, site);
    while (query->executeStep())
      if (!visit(read_page(*query))) break;
    return std::nullopt;
  });
}

std::optional<Error> PageCache::attach_index(const std::string& index_id) {
  return guarded<std::optional<Error>>(impl_->file, [&]() -> std::optional<Error> {
    if (setting(impl_->database, "index_id") == index_id) return std::nullopt;
    WriteTransaction transaction(impl_->database);
    impl_->database.exec(R"sql(
      UPDATE page SET in_index = 0, fingerprint = '', document_digest = '',
        account = CASE WHEN account = 'skipped' THEN account
                       WHEN EXISTS(SELECT 1 FROM body_size WHERE page = page.id) THEN 'pending' ELSE 'skipped' END,
        reason = CASE WHEN account = 'skipped' THEN reason
                      WHEN EXISTS(SELECT 1 FROM body_size WHERE page = page.id) THEN '' ELSE 'evicted' END;
      UPDATE site SET processed = -1;
      DELETE FROM template_document;
    )sql");
    put_setting(impl_->database, "index_id", index_id);
    transaction.commit();
    return std::nullopt;
  });
}

std::optional<Error> PageCache::rename_index(const std::string& index_id) {
  return guarded<std::optional<Error>>(impl_->file, [&]() -> std::optional<Error> {
    WriteTransaction transaction(impl_->database);
    put_setting(impl_->database, "index_id", index_id);
    transaction.commit();
    return std::nullopt;
  });
}

Result<std::string> PageCache::attached_index() {
  return guarded<Result<std::string>>(impl_->file,
                                      [&]() -> Result<std::string> { return setting(impl_->database, "index_id"); });
}

}  // namespace pith::crawl
