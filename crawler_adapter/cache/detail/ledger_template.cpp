// The documents of sites' templates in the index, as recorded in the page cache.
#include <optional>
#include <string>
#include <vector>

#include "crawler_adapter/cache/cache_ledger.h"
#include "crawler_adapter/cache/detail/cache_connection.h"

namespace pith::crawl {

Result<std::string> CacheLedger::template_inputs(const std::string& site) {
  return guarded<Result<std::string>>(impl_->file, [&]() -> Result<std::string> {
    const Cursor query = impl_->cursor("SELECT inputs FROM template_document WHERE site = ?");
    query->bind(1, site);
    return query->executeStep() ? query->getColumn(0).getString() : std::string();
  });
}

std::optional<Error> CacheLedger::save_template_inputs(const std::string& site, const std::string& inputs) {
  return guarded<std::optional<Error>>(impl_->file, [&]() -> std::optional<Error> {
    const Cursor put = impl_->cursor("INSERT OR REPLACE INTO template_document VALUES(?, ?)");
    put->bind(1, site);
    put->bind(2, inputs);
    put->exec();
    return std::nullopt;
  });
}

Result<std::vector<std::string>> CacheLedger::templates_to_remove() {
  return guarded<Result<std::vector<std::string>>>(impl_->file, [&]() -> Result<std::vector<std::string>> {
    const Cursor query = impl_->cursor(
        "SELECT site FROM template_document WHERE NOT EXISTS"
        "(SELECT 1 FROM page WHERE page.site = template_document.site AND in_index = 1) ORDER BY site");
    std::vector<std::string> sites;
    while (query->executeStep()) sites.push_back(query->getColumn(0).getString());
    return sites;
  });
}

std::optional<Error> CacheLedger::mark_template_removed(const std::string& site) {
  return guarded<std::optional<Error>>(impl_->file, [&]() -> std::optional<Error> {
    const Cursor remove = impl_->cursor("DELETE FROM template_document WHERE site = ?");
    remove->bind(1, site);
    remove->exec();
    return std::nullopt;
  });
}

}  // namespace pith::crawl
