// What pages of a site say of each other, as recorded in the page cache.
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "crawler_adapter/cache/cache_ledger.h"
#include "crawler_adapter/cache/detail/cache_connection.h"
#include "crawler_adapter/cache/detail/record_checksum.h"

namespace pith::crawl {

std::optional<Error> CacheLedger::visit_inbound_rows(const std::string& site,
                                                     const std::function<void(InboundRow&&)>& visit) {
  return guarded<std::optional<Error>>(impl_->file, [&]() -> std::optional<Error> {
    const Cursor query = impl_->cursor(
        "SELECT id, url, iif(folded_into <> '', folded_into, redirect_to), in_index AND state <> 'skipped', "
        "link_texts, inbound_digest FROM page WHERE site = ? ORDER BY url");
    query->bind(1, site);
    while (query->executeStep()) {
      InboundRow row{.id = query->getColumn(0).getInt64(),
                     .url = query->getColumn(1).getString(),
                     .stands_for = query->getColumn(2).getString(),
                     .in_index = query->getColumn(3).getInt() != 0,
                     .link_texts = {},
                     .inbound_digest = query->getColumn(5).getString()};
      if (const auto link_texts = unsealed_blob(query->getColumn(4))) row.link_texts = *link_texts;
      visit(std::move(row));
    }
    return std::nullopt;
  });
}

std::optional<Error> CacheLedger::save_inbound_digests(std::span<const std::pair<std::int64_t, std::string>> digests) {
  return guarded<std::optional<Error>>(impl_->file, [&]() -> std::optional<Error> {
    WriteTransaction transaction(impl_->database);
    for (const auto& [page, digest] : digests) {
      const Cursor update = impl_->cursor("UPDATE page SET inbound_digest = ? WHERE id = ?");
      update->bind(1, digest);
      update->bind(2, page);
      update->exec();
    }
    transaction.commit();
    return std::nullopt;
  });
}

}  // namespace pith::crawl
