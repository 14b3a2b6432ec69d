#include "crawler_adapter/cache/detail/body_dictionaries.h"

#include <sqlite3.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "crawler_adapter/page/crawl_errors.h"

namespace pith::crawl {
namespace {

constexpr std::int64_t bodies_without = 4;  // of a site, before one begins a dictionary
constexpr std::size_t kept_in_memory = 8;   // at most half a megabyte each
constexpr unsigned uses_between_checks = 32;

// Whether a dictionary is worth keeping: it saves a fifth.
bool helps(std::size_t with, std::size_t without) { return with * 5 < without * 4; }

std::string_view view_of(const SQLite::Column& column) {
  return {static_cast<const char*>(column.getBlob()), static_cast<std::size_t>(column.getBytes())};
}

}  // namespace

std::optional<std::string> dictionary_text(const SQLite::Column& bytes) {
  auto text = decompress_body(view_of(bytes), BodyDictionary::max_bytes);
  if (!text) return std::nullopt;
  return *std::move(text);
}

std::optional<std::string> BodyDictionaries::read(std::int64_t id) {
  for (const char* sql :
       {"SELECT bytes FROM dictionary WHERE id = ?", "SELECT bytes FROM dictionary_copy WHERE dictionary = ?"}) {
    try {
      const Cursor query = statements_.cursor(sql);
      query->bind(1, id);
      if (!query->executeStep()) continue;
      if (auto text = dictionary_text(query->getColumn(0))) return text;
    } catch (const SQLite::Exception& exception) {
      if (exception.getErrorCode() != SQLITE_CORRUPT) throw;
    }
  }
  return std::nullopt;
}

BodyDictionaries::Known& BodyDictionaries::keep(std::int64_t id, std::string_view text) {
  if (known_.size() >= kept_in_memory) known_.pop_back();
  return known_.emplace_front(Known{id, std::make_unique<BodyDictionary>(text)});
}

BodyDictionary* BodyDictionaries::find(std::int64_t id) {
  const Known* const found = known(id);
  return found ? found->dictionary.get() : nullptr;
}

BodyDictionaries::Known* BodyDictionaries::known(std::int64_t id) {
  const auto found = std::ranges::find(known_, id, &Known::id);
  if (found != known_.end()) {
    known_.splice(known_.begin(), known_, found);
    return &known_.front();
  }
  const auto text = read(id);
  return text ? &keep(id, *text) : nullptr;
}

BodyDictionaries::Known& BodyDictionaries::begin(const std::string& site, std::string_view body, PackedBody& out) {
  const std::string_view text = body.substr(0, BodyDictionary::max_bytes);
  const std::string frame = compress_body(text);
  const Cursor retire = statements_.cursor("UPDATE dictionary SET site = NULL WHERE site = ?");
  retire->bind(1, site);
  retire->exec();
  // A number that no dictionary had before: what other connections remember stays true.
  const Cursor add =
      statements_.cursor("INSERT INTO dictionary(id, site, bytes) VALUES(random(), ?1, ?2) RETURNING id");
  add->bind(1, site);
  add->bindNoCopy(2, frame.data(), static_cast<int>(frame.size()));
  add->executeStep();
  const std::int64_t id = add->getColumn(0).getInt64();
  const Cursor copy = statements_.cursor("INSERT INTO dictionary_copy(dictionary, bytes) VALUES(?, ?)");
  copy->bind(1, id);
  copy->bindNoCopy(2, frame.data(), static_cast<int>(frame.size()));
  copy->exec();
  out.stored += 2 * frame.size();
  return keep(id, text);
}

PackedBody BodyDictionaries::pack(const std::string& site, std::string_view body) {
  PackedBody out;
  const auto pack_with = [&](Known& known) {
    out.bytes = compress_body(body, known.dictionary.get());
    out.dictionary = known.id;
  };
  const Cursor newest = statements_.cursor("SELECT id FROM dictionary WHERE site = ?");
  newest->bind(1, site);
  if (newest->executeStep()) {
    if (Known* const its = known(newest->getColumn(0).getInt64())) {
      pack_with(*its);
      if (++its->uses % uses_between_checks != 0 || helps(out.bytes.size(), compress_body(body).size())) {
        out.stored = out.bytes.size();
        return out;
      }
    }
    newest->reset();
  } else {
    const Cursor count = statements_.cursor("SELECT bodies FROM site WHERE name = ?");
    count->bind(1, site);
    if (!count->executeStep() || count->getColumn(0).getInt64() < bodies_without) {
      out.bytes = compress_body(body);
      out.stored = out.bytes.size();
      return out;
    }
  }
  pack_with(begin(site, body, out));
  out.stored += out.bytes.size();
  return out;
}

Result<std::string> BodyDictionaries::unpack(const SQLite::Column& bytes, const SQLite::Column& dictionary,
                                             std::size_t max_bytes) {
  if (dictionary.isNull()) return decompress_body(view_of(bytes), max_bytes);
  BodyDictionary* const its = find(dictionary.getInt64());
  if (its == nullptr) return damaged_body("its dictionary cannot be read");
  return decompress_body(view_of(bytes), max_bytes, its);
}

}  // namespace pith::crawl
