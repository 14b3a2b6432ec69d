// Checksums in the page cache: SQLite has none, and returns flipped bits unnoticed. Private to crawler_adapter.
//
// The column `checksum` of a page's row covers what a crawl reported about the page. What is learned from pages (links,
// shapes, summaries, leaders of templates) is sealed: preceded by its CRC-32, little-endian. Bodies have the checksum
// of their zstd frame. The rest of the rows is bookkeeping, which `pith doctor` compares with the index.
#pragma once

#include <optional>
#include <string>
#include <string_view>

struct sqlite3;

namespace pith::crawl {

inline constexpr const char* record_is_intact =
    "(checksum = page_checksum(url, status, redirect_to, content_type, charset, digest, size, robots))";

// Skips a page whose body or record is damaged; an intact record whose document is in the index is unchanged. Binds the
// page's id.
inline constexpr const char* skip_damaged =
    "UPDATE page SET state = 'skipped', reason = 'damaged_body', folded_into = '', document_digest = '', checksum = "
    "page_checksum(url, status, redirect_to, content_type, charset, digest, size, robots) WHERE id = ? AND NOT "
    "(in_index AND state IN ('main', 'fallback', 'whole') AND "
    "checksum = page_checksum(url, status, redirect_to, content_type, charset, digest, size, robots))";
inline constexpr const char* state_is_known = "(state IN ('pending', 'main', 'fallback', 'whole', 'skipped'))";

// Adds page_checksum(...), sealed(blob) and is_sealed(blob or NULL) to SQL on this connection. Throws
// SQLite::Exception.
void add_checksum_functions(sqlite3* database);

std::string sealed(std::string_view bytes);
// nullopt if the bytes are not the ones that were sealed.
std::optional<std::string_view> unsealed(std::string_view bytes);

}  // namespace pith::crawl
