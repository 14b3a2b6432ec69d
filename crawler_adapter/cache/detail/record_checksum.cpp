#include "crawler_adapter/cache/detail/record_checksum.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>
#include <zlib.h>

#include <cstdint>

namespace pith::crawl {
namespace {

constexpr std::size_t seal_bytes = 4;

std::uint32_t add(std::uint32_t crc, std::string_view bytes) {
  return static_cast<std::uint32_t>(::crc32_z(crc, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

std::string seal_of(std::string_view bytes) {
  const std::uint32_t crc = add(0, bytes);
  std::string seal;
  for (unsigned i = 0; i < seal_bytes; ++i) seal += static_cast<char>(crc >> 8 * i);
  return seal;
}

std::string_view text_of(sqlite3_value* value) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
  return text == nullptr ? std::string_view()
                         : std::string_view(text, static_cast<std::size_t>(sqlite3_value_bytes(value)));
}

// Each value follows its length, so that no text can move from one column to the next unnoticed.
void page_checksum(sqlite3_context* context, int count, sqlite3_value** values) {
  std::uint32_t crc = 0;
  for (int i = 0; i < count; ++i) {
    const std::string_view text = text_of(values[i]);
    crc = add(add(crc, std::to_string(text.size()) + ":"), text);
  }
  sqlite3_result_int64(context, crc);
}

void sealed_value(sqlite3_context* context, int, sqlite3_value** values) {
  if (sqlite3_value_type(values[0]) == SQLITE_NULL) return;  // the result is then NULL
  const void* blob = sqlite3_value_blob(values[0]);
  const std::string out = sealed(
      {static_cast<const char*>(blob), blob == nullptr ? 0 : static_cast<std::size_t>(sqlite3_value_bytes(values[0]))});
  sqlite3_result_blob(context, out.data(), static_cast<int>(out.size()), SQLITE_TRANSIENT);
}

void is_sealed(sqlite3_context* context, int, sqlite3_value** values) {
  const void* blob = sqlite3_value_blob(values[0]);
  const std::string_view bytes(static_cast<const char*>(blob),
                               blob == nullptr ? 0 : static_cast<std::size_t>(sqlite3_value_bytes(values[0])));
  sqlite3_result_int(context, sqlite3_value_type(values[0]) == SQLITE_NULL || unsealed(bytes) ? 1 : 0);
}

}  // namespace

void add_checksum_functions(sqlite3* database) {
  constexpr int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC;
  if (sqlite3_create_function_v2(database, "page_checksum", -1, flags, nullptr, page_checksum, nullptr, nullptr,
                                 nullptr) != SQLITE_OK ||
      sqlite3_create_function_v2(database, "sealed", 1, flags, nullptr, sealed_value, nullptr, nullptr, nullptr) !=
          SQLITE_OK ||
      sqlite3_create_function_v2(database, "is_sealed", 1, flags, nullptr, is_sealed, nullptr, nullptr, nullptr) !=
          SQLITE_OK)
    throw SQLite::Exception(database);
}

std::string sealed(std::string_view bytes) { return seal_of(bytes).append(bytes); }

std::optional<std::string_view> unsealed(std::string_view bytes) {
  if (bytes.size() < seal_bytes) return std::nullopt;
  const std::string_view inside = bytes.substr(seal_bytes);
  if (bytes.substr(0, seal_bytes) != seal_of(inside)) return std::nullopt;
  return inside;
}

}  // namespace pith::crawl
