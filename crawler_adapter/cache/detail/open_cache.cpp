#include "crawler_adapter/cache/detail/open_cache.h"

#include <array>
#include <bit>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "core/text/url.h"
#include "crawler_adapter/cache/damaged_files.h"
#include "crawler_adapter/cache/damaged_log.h"
#include "crawler_adapter/cache/detail/cache_schema.h"
#include "crawler_adapter/cache/detail/schema_copy.h"
#include "crawler_adapter/cache/site.h"
#include "crawler_adapter/page/crawl_errors.h"

namespace pith::crawl {
namespace fs = std::filesystem;

namespace {

constexpr int highest_version = 1000;  // no Pith writes a higher one: a bit has flipped

constexpr int oldest_version = 1;
// From the oldest version to the next, and so on.
constexpr std::array steps = {cache_step_2,  cache_step_3,  cache_step_4,  cache_step_5,  cache_step_6,
                              cache_step_7,  cache_step_8,  cache_step_9,  cache_step_10, cache_step_11,
                              cache_step_12, cache_step_13, cache_step_14, cache_step_15};
static_assert(oldest_version + steps.size() == cache_version);

// Assigns a site to every page again: `cache.site` has changed.
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
    UPDATE dictionary SET site = NULL;
  )sql");
}

// The format of an open cache's file. Several processes may bring it up to date at once: the first one wins.
class CacheFormat {
 public:
  explicit CacheFormat(CacheConnection& connection)
      : connection_(connection),
        database_(connection.database),
        site_mode_(connection.options.site_mode == SiteMode::domain ? "domain" : "host") {}

  std::optional<Error> bring_up_to_date() {
    const bool read_only = connection_.options.read_only;
    if (version() == cache_version && has_site_mode()) {
      if (!read_only) keep_schema_copy(database_, connection_.file, false);
      return std::nullopt;
    }
    if (auto error = why_unreadable()) return error;
    if (read_only)
      return Error{code::outdated, connection_.file +
                                       ": is of an older Pith, or cache.site has changed; any command that is no dry "
                                       "run brings it up to date, `pith stats` for one"};
    WriteTransaction transaction(database_);
    if (auto error = why_unreadable()) return error;  // another process may have been faster
    convert();
    transaction.commit();
    keep_schema_copy(database_, connection_.file, true);
    return std::nullopt;
  }

 private:
  int version() { return database_.execAndGet("PRAGMA user_version").getInt(); }
  bool has_site_mode() { return connection_.setting("site_mode") == site_mode_; }

  // If not, a bit has flipped. One statement, so that it reads one state of the file.
  bool has_columns_of_version() {
    return database_
               .execAndGet(
                   "SELECT (SELECT user_version FROM pragma_user_version) >= ifnull((SELECT max(CASE name "
                   "WHEN 'checksum' THEN 5 WHEN 'keyed_simhash' THEN 6 WHEN 'standing' THEN 7 WHEN 'aside_words' THEN "
                   "8 WHEN 'mentions' THEN 9 WHEN 'state' THEN 11 WHEN 'settled' THEN 13 END) FROM "
                   "pragma_table_info('page')), 0)")
               .getInt() != 0;
  }

  // A newer Pith would have written its version into the copy of the schema as well.
  bool has_flipped_bit() {
    const auto copy = read_schema_copy(connection_.file);
    return copy && copy->version == cache_version &&
           std::popcount(static_cast<unsigned>(version() ^ cache_version)) == 1 &&
           copy->cookie == database_.execAndGet("PRAGMA schema_version").getInt64();
  }

  std::optional<Error> why_unreadable() {
    if (version() >= 0 && version() <= cache_version && has_columns_of_version()) return std::nullopt;
    const std::string& file = connection_.file;
    if (version() <= cache_version || version() > highest_version || has_flipped_bit())
      return Error{
          code::damaged,
          file + ": is damaged (the version of its format); `pith doctor --repair` saves what can be read of it"};
    return Error{code::newer_version,
                 file + ": was written by a newer Pith (format " + std::to_string(version()) + ")"};
  }

  void convert() {
    if (version() == 0) {
      database_.exec(cache_schema);
    } else {
      for (auto step = static_cast<std::size_t>(version() - oldest_version); step < steps.size(); ++step)
        database_.exec(steps[step]);
      if (!has_site_mode()) assign_sites(database_, connection_.options.site_mode);
    }
    connection_.put_setting("site_mode", site_mode_);
    database_.exec(draw_content_key);
    database_.exec("PRAGMA user_version = " + std::to_string(cache_version));
  }

  CacheConnection& connection_;
  SQLite::Database& database_;
  const std::string site_mode_;
};

}  // namespace

Result<std::shared_ptr<CacheConnection>> open_connection(const CacheOptions& options) {
  using Opened = Result<std::shared_ptr<CacheConnection>>;
  const std::string file = database_file(options);
  std::error_code error;
  fs::create_directories(options.directory, error);
  if (error)
    return Error{code::not_writable,
                 options.directory + ": cannot be created (" + error.message() + "); see cache.path"};
  return guarded<Opened>(file, [&]() -> Opened {
    auto lock = CacheLock::share(options.directory);
    if (!lock) return lock.error();
    if (const auto kept = interrupted_salvage(options.directory))
      return Error{code::damaged, file + ": a repair was interrupted, which has left its log in " + *kept +
                                      "; `pith doctor --repair` ends it"};
    if (!options.read_only)
      if (auto failed = keep_damaged_log(file)) return *std::move(failed);
    auto connection = std::make_shared<CacheConnection>(options, file, *std::move(lock));
    if (auto failed = CacheFormat(*connection).bring_up_to_date()) return *failed;
    return connection;
  });
}

}  // namespace pith::crawl
