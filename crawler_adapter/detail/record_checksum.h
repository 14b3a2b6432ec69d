// Checksums in the page cache: SQLite has none, and hands out a flipped bit as it stands. Private to crawler_adapter.
//
// A page's row has one of what a crawl said of it, in its column `checksum`. What is learned from
// pages (links, shapes, summaries, leaders of templates) is sealed: CRC-32 in front of the bytes, little-endian. Bodies
// have the checksum of their zstd frame. What else stands in rows is bookkeeping, which `pith doctor` compares with the
// index.
#pragma once

#include <optional>
#include <string>
#include <string_view>

struct sqlite3;

namespace pith::crawl {

inline constexpr const char* record_is_intact =
    "(checksum = page_checksum(url, status, redirect_to, content_type, charset, digest, size, robots))";

// Skips a page whose body or record is damaged; an intact record whose document is in the index stays as it is. Binds
// the page's id.
inline constexpr const char* skip_damaged =
    "UPDATE page SET account = 'skipped', reason = 'damaged_body', folded_into = '', document_digest = '', checksum = "
    "page_checksum(url, status, redirect_to, content_type, charset, digest, size, robots) WHERE id = ? AND NOT "
    "(in_index AND account IN ('main', 'fallback', 'whole') AND "
    "checksum = page_checksum(url, status, redirect_to, content_type, charset, digest, size, robots))";
inline constexpr const char* account_is_known = "(account IN ('pending', 'main', 'fallback', 'whole', 'skipped'))";

// Makes page_checksum(...), sealed(blob) and is_sealed(blob or NULL) known to SQL on this connection. Throws
// SQLite::Exception.
void add_checksum_functions(sqlite3* database);

std::string sealed(std::string_view bytes);
// nullopt if the bytes are not those that were sealed.
std::optional<std::string_view> unsealed(std::string_view bytes);

}  // namespace pith::crawl
