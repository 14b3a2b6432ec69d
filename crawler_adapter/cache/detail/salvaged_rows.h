// Copies what SQLite can still read from a damaged page cache into a new one, row by row. Private to crawler_adapter.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "crawler_adapter/cache/cache_repair.h"
#include "crawler_adapter/cache/detail/body_dictionaries.h"
#include "crawler_adapter/cache/detail/statements.h"
#include "crawler_adapter/cache/site.h"

namespace pith::crawl {

// Both databases need the functions of record_checksum.h, and the new one the tables of cache_schema.h. Throws
// SQLite::Exception for errors in the new one.
class SalvagedRows {
 public:
  // `bytes`: size of the old file.
  SalvagedRows(SQLite::Database& from, SQLite::Database& to, std::int64_t bytes, SiteMode site_mode,
               const CheckProgress& progress);

  // Whether pages were found, or the cache really has none.
  bool can_read();
  // Call after can_read(). False if it was stopped.
  bool copy(Salvage& result);
  // Call after copy().
  bool has_checksums() const { return has_checksum_; }

 private:
  struct Name {
    std::string url, site;
  };

  void find_ids();
  void note_name(std::int64_t id, std::string url, std::string site);
  void match_columns();
  void copy_small_tables();
  void take(std::int64_t id, Salvage& result);
  bool copy_row(std::int64_t id);
  bool is_intact(std::int64_t id);
  bool has_named_url(std::int64_t id);
  bool copy_body(std::int64_t id, std::string& fault);
  std::int64_t copy_dictionary(std::int64_t id);
  void set_url(std::int64_t id, const std::string& url);
  void skip(std::int64_t id);
  void add_stub(std::int64_t id, const Name& name);
  std::string url_of(std::int64_t id);

  SQLite::Database& from_;
  SQLite::Database& to_;
  const std::int64_t max_id_;
  const SiteMode site_mode_;
  const CheckProgress& progress_;
  std::set<std::int64_t> ids_;
  std::map<std::int64_t, std::vector<Name>> named_;           // according to the indexes
  std::vector<std::pair<std::string, std::string>> columns_;  // names in the new file and in the old one
  Statements from_statements_{from_};
  BodyDictionaries dictionaries_{from_statements_};
  bool has_checksum_ = false;
};

}  // namespace pith::crawl
