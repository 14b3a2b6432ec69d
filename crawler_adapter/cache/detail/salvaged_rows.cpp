#include "crawler_adapter/cache/detail/salvaged_rows.h"

#include <SQLiteCpp/VariadicBind.h>
#include <sqlite3.h>

#include <algorithm>
#include <string_view>

#include "core/system/digest.h"
#include "core/text/url.h"
#include "crawler_adapter/cache/detail/body_codec.h"
#include "crawler_adapter/cache/detail/record_checksum.h"

namespace pith::crawl {
namespace {

constexpr std::int64_t least_row_bytes = 32;  // a page's row is longer: this bounds the number of rows in a file

// Whether the new file failed, such as on a full disk: then the rest of the old one must not be given up as lost.
bool is_of_writing(const SQLite::Exception& exception) {
  for (const int code : {SQLITE_FULL, SQLITE_NOMEM, SQLITE_READONLY, SQLITE_BUSY, SQLITE_CANTOPEN})
    if (exception.getErrorCode() == code) return true;
  for (const int code : {SQLITE_IOERR_WRITE, SQLITE_IOERR_FSYNC, SQLITE_IOERR_TRUNCATE})
    if (exception.getExtendedErrorCode() == code) return true;
  return false;
}

// Runs `read` and stops at data that SQLite finds damaged; false if there was any.
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

std::vector<std::string> columns_of(SQLite::Database& database) {
  std::vector<std::string> names;
  readable([&] {
    SQLite::Statement query(database, "SELECT name FROM pragma_table_info('page')");
    while (query.executeStep()) names.push_back(query.getColumn(0).getString());
  });
  return names;
}

std::string quoted(const std::string& name) {
  std::string out = "\"";
  for (const char c : name) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

// Runs a statement with these values. Returns how many rows it changes.
template <typename... Values>
int run(SQLite::Database& database, const char* sql, const Values&... values) {
  SQLite::Statement statement(database, sql);
  SQLite::bind(statement, values...);
  return statement.exec();
}

void copy_value(SQLite::Statement& to, int at, const SQLite::Column& value) {
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

}  // namespace

SalvagedRows::SalvagedRows(SQLite::Database& from, SQLite::Database& to, std::int64_t bytes, SiteMode site_mode,
                           const CheckProgress& progress)
    : from_(from), to_(to), max_id_(bytes / least_row_bytes), site_mode_(site_mode), progress_(progress) {
  // SQLite continues after an entry of the schema table that it does not understand.
  from_.exec("PRAGMA writable_schema = ON");
}

bool SalvagedRows::can_read() {
  find_ids();
  std::int64_t count = -1;
  readable([&] { count = from_.execAndGet("SELECT count(*) FROM page").getInt64(); });
  return !ids_.empty() || count == 0;
}

bool SalvagedRows::copy(Salvage& result) {
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

// A column has the same position in all versions, which identifies a column whose name is damaged. What is learned from
// a page, and large, is left behind: damage to it must not cost the page. Without a fingerprint it is learned again.
void SalvagedRows::match_columns() {
  static constexpr std::string_view learned[] = {"links", "shape", "link_texts", "fingerprint"};
  const auto wanted = columns_of(to_), known = columns_of(from_);
  const auto has = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (std::ranges::find(learned, wanted[i]) != std::end(learned)) continue;
    if (has(known, wanted[i]))
      columns_.emplace_back(wanted[i], wanted[i]);
    else if (i < known.size() && !has(wanted, known[i]))
      columns_.emplace_back(wanted[i], known[i]);
  }
  has_checksum_ =
      std::any_of(columns_.begin(), columns_.end(), [](const auto& column) { return column.first == "checksum"; });
}

void SalvagedRows::copy_small_tables() {
  // The columns of its first version.
  const auto copy = [&](const std::string& table, const std::string& names) {
    const auto columns = static_cast<int>(std::ranges::count(names, ',')) + 1;
    SQLite::Statement read(from_, "SELECT * FROM " + table);
    SQLite::Statement write(
        to_, "INSERT OR IGNORE INTO " + table + "(" + names + ") VALUES(?" + (columns == 2 ? ", ?)" : ", ?, ?)"));
    while (read.executeStep()) {
      for (int i = 0; i < columns; ++i) copy_value(write, i + 1, read.getColumn(i));
      readable([&] { write.exec(); });
      write.reset();
    }
  };
  readable([&] { copy("crawl", "name, run"); });
  readable([&] { copy("meta", "key, value"); });
  readable([&] { copy("fetch_budget", "site, day, used"); });
}

// Finds the pages that any part of the file names, with the URL and site from its indexes. Ids between known ones
// are tried as well.
void SalvagedRows::find_ids() {
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
      SQLite::Statement query(from_, std::string("SELECT id, url, site FROM page INDEXED BY page_site ORDER BY site ") +
                                         order + ", url " + order);
      while (query.executeStep()) {
        note(query.getColumn(0).getInt64());
        note_name(query.getColumn(0).getInt64(), query.getColumn(1).getString(), query.getColumn(2).getString());
      }
    });
    readable([&] {
      SQLite::Statement query(
          from_, std::string("SELECT id, url FROM page INDEXED BY sqlite_autoindex_page_1 ORDER BY url ") + order);
      while (query.executeStep()) {
        note(query.getColumn(0).getInt64());
        note_name(query.getColumn(0).getInt64(), query.getColumn(1).getString(), "");
      }
    });
  }
  readable([&] {
    SQLite::Statement query(from_, "SELECT page FROM body_size ORDER BY page");
    while (query.executeStep()) note(query.getColumn(0).getInt64());
  });
  if (ids_.empty()) return;
  // A flipped bit may produce a number of any size: gaps before distant ids are not filled.
  std::int64_t last = 0;
  std::vector<std::int64_t> between;
  for (const std::int64_t id : ids_) {
    if (id - last < 10'000)
      for (std::int64_t i = last + 1; i < id; ++i) between.push_back(i);
    last = id;
  }
  ids_.insert(between.begin(), between.end());
}

void SalvagedRows::note_name(std::int64_t id, std::string url, std::string site) {
  std::vector<Name>& names = named_[id];
  if (std::none_of(names.begin(), names.end(), [&](const Name& name) { return name.url == url; }))
    names.push_back({std::move(url), std::move(site)});
}

void SalvagedRows::take(std::int64_t id, Salvage& result) {
  bool found = false;
  const bool read = readable([&] { found = copy_row(id); });
  if (!read || !found) {
    const auto named = named_.find(id);
    if (named == named_.end()) {
      if (!read)
        result.lost.push_back(
            {"", "page " + std::to_string(id) + ": its record cannot be read, and nothing else names it"});
      return;
    }
    const Name& name = named->second.front();
    readable([&] { add_stub(id, name); });
    result.lost.push_back({name.url, "its record cannot be read"});
    return;
  }
  ++result.pages;
  std::string fault = is_intact(id) || has_named_url(id) ? "" : "its record has a wrong checksum";
  std::string body_fault;
  bool has_body = false;
  if (!readable([&] { has_body = copy_body(id, body_fault); })) body_fault = "its body cannot be read";
  if (has_body) ++result.bodies;
  if (fault.empty()) fault = std::move(body_fault);
  if (fault.empty()) return;
  skip(id);
  result.lost.push_back({url_of(id), std::move(fault)});
}

bool SalvagedRows::copy_row(std::int64_t id) {
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
    copy_value(write, i + 1, read.getColumn(i));
    if (name == "id") write.bind(i + 1, id);
    if (name == "url") {
      url = read.getColumn(i).getString();
      write.bind(i + 1, url);  // a flipped bit may have turned the text into bytes, which never equal a text
    }
    // The site follows from the URL, whatever is stored.
    if (name == "site")
      if (const auto parsed = parse_url(url)) write.bind(i + 1, site_of(*parsed, site_mode_));
  }
  write.exec();
  return true;
}

bool SalvagedRows::is_intact(std::int64_t id) {
  SQLite::Statement check(
      to_, std::string("SELECT ") + (has_checksum_ ? record_is_intact : "TRUE") + " FROM page WHERE id = ?");
  check.bind(1, id);
  return check.executeStep() && check.getColumn(0).getInt() != 0;
}

// Whether a record with a wrong checksum is right with a URL from an index; if so, it gets that URL. Otherwise it keeps
// its own if an index confirms it, or else gets the index's.
bool SalvagedRows::has_named_url(std::int64_t id) {
  const auto named = named_.find(id);
  if (named == named_.end()) return false;
  const std::string own = url_of(id);
  bool confirmed = false;
  for (const Name& name : named->second) {
    confirmed = confirmed || name.url == own;
    if (name.url != own && readable([&] { set_url(id, name.url); }) && is_intact(id)) return true;
  }
  readable([&] { set_url(id, confirmed ? own : named->second.front().url); });
  return false;
}

void SalvagedRows::set_url(std::int64_t id, const std::string& url) {
  const auto parsed = parse_url(url);
  run(to_, "UPDATE page SET url = ?, site = ifnull(nullif(?, ''), site) WHERE id = ?", url,
      parsed ? site_of(*parsed, site_mode_) : std::string(), id);
}

// Whether there is a body and it is the original one; otherwise `fault` says what is wrong, if anything is.
bool SalvagedRows::copy_body(std::int64_t id, std::string& fault) {
  SQLite::Statement read(from_, "SELECT * FROM body WHERE page = ?");  // by position: a name may be damaged
  read.bind(1, id);
  SQLite::Statement row(to_, "SELECT size, digest, site, fetched, state FROM page WHERE id = ?");
  row.bind(1, id);
  row.executeStep();
  if (!read.executeStep()) {
    if (row.getColumn(4).getString() == "pending") fault = "its body is missing";
    return false;
  }
  const SQLite::Column bytes = read.getColumn(1);
  const std::string_view stored(static_cast<const char*>(bytes.getBlob()), static_cast<std::size_t>(bytes.getBytes()));
  const auto size = static_cast<std::size_t>(std::max<std::int64_t>(row.getColumn(0).getInt64(), 0));
  const bool with_dictionary = read.getColumnCount() > 2 && !read.getColumn(2).isNull();  // not before version 10
  const auto body =
      with_dictionary ? dictionaries_.unpack(bytes, read.getColumn(2), size) : decompress_body(stored, size);
  if (!body || sha256_hex(*body) != row.getColumn(1).getString()) {
    fault = "its body has a wrong checksum";
    return false;
  }
  SQLite::Statement put(to_, "INSERT INTO body VALUES(?, ?, ?)");
  put.bind(1, id);
  put.bind(2, stored.data(), static_cast<int>(stored.size()));
  auto counted = static_cast<std::int64_t>(stored.size());  // with a dictionary that comes along
  if (with_dictionary) {
    counted += copy_dictionary(read.getColumn(2).getInt64());
    put.bind(3, read.getColumn(2).getInt64());
  }
  put.exec();
  run(to_, "INSERT INTO body_size VALUES(?, ?, ?, ?)", id, row.getColumn(2).getString(), row.getColumn(3).getInt64(),
      counted);
  return true;
}

// The one that a body was just unpacked with. Returns the bytes that this takes; 0 if it is there. For new bodies there
// will be a new one: its site may be damaged.
std::int64_t SalvagedRows::copy_dictionary(std::int64_t id) {
  SQLite::Statement known(to_, "SELECT 1 FROM dictionary WHERE id = ?");
  known.bind(1, id);
  if (known.executeStep()) return 0;
  const std::string frame = compress_body(dictionaries_.find(id)->text());
  for (const char* sql :
       {"INSERT INTO dictionary VALUES(?1, NULL, ?2)", "INSERT INTO dictionary_copy VALUES(?1, ?2)"}) {
    SQLite::Statement put(to_, sql);
    put.bind(1, id);
    put.bind(2, frame.data(), static_cast<int>(frame.size()));
    put.exec();
  }
  return 2 * static_cast<std::int64_t>(frame.size());
}

void SalvagedRows::skip(std::int64_t id) { run(to_, skip_damaged, id); }

void SalvagedRows::add_stub(std::int64_t id, const Name& name) {
  run(to_,
      "INSERT INTO page(id, url, site, status, redirect_to, content_type, charset, etag, last_modified, fetched, "
      "digest, size, crawl, run, state, reason, checksum, in_index) VALUES(?1, ?2, ?3, 0, '', '', '', '', '', 0, '', "
      "0, '', 0, 'skipped', 'damaged_body', page_checksum(?2, 0, '', '', '', '', 0, ''), 1)",
      id, name.url, name.site);
}

std::string SalvagedRows::url_of(std::int64_t id) {
  SQLite::Statement query(to_, "SELECT url FROM page WHERE id = ?");
  query.bind(1, id);
  return query.executeStep() ? query.getColumn(0).getString() : std::string();
}

}  // namespace pith::crawl
