// The dictionaries with which the bodies of the page cache are packed: what the pages of a site have in common, above
// all its template, is stored once. Private to crawler_adapter.
//
// A site's fifth body begins its dictionary, which is the beginning of that body: a smaller site would not save what a
// dictionary takes. All later bodies of the site are packed with it. Now and then one is also packed without; if the
// dictionary hardly helped, since the site looks different by now, that body begins a new one. The last body that needs
// a dictionary takes it along (cache_schema.h). There are two copies of each, so that damage to one costs no page.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "crawler_adapter/cache/detail/body_codec.h"
#include "crawler_adapter/cache/detail/statements.h"

namespace pith::crawl {

struct PackedBody {
  std::string bytes;
  std::optional<std::int64_t> dictionary;  // its id
  std::size_t stored = 0;                  // bytes, with those of a dictionary that it has begun
};

// Of one connection, whose statements they use. Keeps the last few in memory.
class BodyDictionaries {
 public:
  explicit BodyDictionaries(Statements& statements) : statements_(statements) {}

  // Throws SQLite::Exception. Call it in a transaction that also stores the body.
  PackedBody pack(const std::string& site, std::string_view body);

  // Errors: as decompress_body. `dictionary`: the column of the body's row. Throws SQLite::Exception.
  Result<std::string> unpack(const SQLite::Column& bytes, const SQLite::Column& dictionary, std::size_t max_bytes);

  // Null if there is none with this id, or both copies are damaged. Valid until the next call. Throws
  // SQLite::Exception.
  BodyDictionary* find(std::int64_t id);

 private:
  struct Known {
    std::int64_t id;
    std::unique_ptr<BodyDictionary> dictionary;
    unsigned uses = 0;
  };

  Known* known(std::int64_t id);
  std::optional<std::string> read(std::int64_t id);
  Known& keep(std::int64_t id, std::string_view text);
  Known& begin(const std::string& site, std::string_view body, PackedBody& out);

  Statements& statements_;
  std::list<Known> known_;  // the last used first
};

// The text of a dictionary in stored form; nullopt if it is damaged.
std::optional<std::string> dictionary_text(const SQLite::Column& bytes);

}  // namespace pith::crawl
