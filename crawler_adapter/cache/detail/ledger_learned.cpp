// What is learned from pages, in the page cache: stored with checksums, and computed again if damaged.
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "crawler_adapter/cache/cache_ledger.h"
#include "crawler_adapter/cache/detail/cache_connection.h"
#include "crawler_adapter/cache/detail/record_checksum.h"

namespace pith::crawl {

std::optional<Error> CacheLedger::save_links(std::int64_t page, const std::string& digest,
                                             std::span<const std::uint64_t> links) {
  return guarded<std::optional<Error>>(impl_->file, [&]() -> std::optional<Error> {
    const Cursor update = impl_->cursor("UPDATE page SET links = ? WHERE id = ? AND digest = ?");
    const std::string bytes = sealed({reinterpret_cast<const char*>(links.data()), links.size_bytes()});
    update->bind(1, static_cast<const void*>(bytes.data()), static_cast<int>(bytes.size()));
    update->bind(2, page);
    update->bind(3, digest);
    update->exec();
    return std::nullopt;
  });
}

std::optional<Error> CacheLedger::save_shape(std::int64_t page, const std::string& digest, const std::string& shape) {
  return guarded<std::optional<Error>>(impl_->file, [&]() -> std::optional<Error> {
    const std::string bytes = sealed(shape);
    const Cursor update = impl_->cursor("UPDATE page SET shape = ? WHERE id = ? AND digest = ?");
    update->bind(1, static_cast<const void*>(bytes.data()), static_cast<int>(bytes.size()));
    update->bind(2, page);
    update->bind(3, digest);
    update->exec();
    return std::nullopt;
  });
}

Result<SiteModelRecord> CacheLedger::site_model(const std::string& site) {
  return guarded<Result<SiteModelRecord>>(impl_->file, [&]() -> Result<SiteModelRecord> {
    const Cursor query =
        impl_->cursor("SELECT version, pages, fresh, explained, redesigned, templates FROM site_model WHERE site = ?");
    query->bind(1, site);
    SiteModelRecord record;
    if (!query->executeStep()) return record;
    const auto templates = unsealed_blob(query->getColumn(5));
    if (!templates) return record;  // damaged: learned again
    record.templates = *templates;
    record.version = query->getColumn(0).getInt64();
    record.pages = query->getColumn(1).getInt64();
    record.fresh = query->getColumn(2).getInt64();
    record.explained = query->getColumn(3).getInt64();
    record.redesigned = query->getColumn(4).getInt64();
    return record;
  });
}

std::optional<Error> CacheLedger::save_site_model(const std::string& site, const SiteModelRecord& record) {
  return guarded<std::optional<Error>>(impl_->file, [&]() -> std::optional<Error> {
    const std::string templates = sealed(record.templates);
    const Cursor put = impl_->cursor("INSERT OR REPLACE INTO site_model VALUES(?, ?, ?, ?, ?, ?, ?)");
    put->bind(1, site);
    put->bind(2, record.version);
    put->bind(3, static_cast<const void*>(templates.data()), static_cast<int>(templates.size()));
    put->bind(4, record.pages);
    put->bind(5, record.fresh);
    put->bind(6, record.explained);
    put->bind(7, record.redesigned);
    put->exec();
    return std::nullopt;
  });
}

Result<std::vector<SampleSummary>> CacheLedger::sample(const std::string& site) {
  return guarded<Result<std::vector<SampleSummary>>>(impl_->file, [&]() -> Result<std::vector<SampleSummary>> {
    const Cursor query = impl_->cursor("SELECT page, inputs, summary FROM sample WHERE site = ? ORDER BY page");
    query->bind(1, site);
    std::vector<SampleSummary> list;
    while (query->executeStep()) {
      const auto summary = unsealed_blob(query->getColumn(2));
      if (!summary) continue;  // damaged: made again
      list.push_back({.page = query->getColumn(0).getInt64(),
                      .inputs = query->getColumn(1).getString(),
                      .summary = std::string(*summary)});
    }
    return list;
  });
}

std::optional<Error> CacheLedger::save_sample(const std::string& site, std::span<const SampleSummary> sample) {
  const auto kept = this->sample(site);
  if (!kept) return kept.error();
  return guarded<std::optional<Error>>(impl_->file, [&]() -> std::optional<Error> {
    std::map<std::int64_t, std::string> old;
    for (const SampleSummary& summary : *kept) old.emplace(summary.page, summary.inputs);
    std::vector<const SampleSummary*> fresh;
    for (const SampleSummary& summary : sample) {
      const auto known = old.find(summary.page);
      if (known == old.end() || known->second != summary.inputs) fresh.push_back(&summary);
      if (known != old.end()) old.erase(known);
    }
    if (fresh.empty() && old.empty()) return std::nullopt;
    WriteTransaction transaction(impl_->database);
    for (const auto& [page, inputs] : old) {
      const Cursor drop = impl_->cursor("DELETE FROM sample WHERE page = ?");
      drop->bind(1, page);
      drop->exec();
    }
    for (const SampleSummary* summary : fresh) {
      const Cursor put = impl_->cursor("INSERT OR REPLACE INTO sample VALUES(?, ?, ?, ?)");
      put->bind(1, summary->page);
      put->bind(2, site);
      put->bind(3, summary->inputs);
      const std::string bytes = sealed(summary->summary);
      put->bind(4, static_cast<const void*>(bytes.data()), static_cast<int>(bytes.size()));
      put->exec();
    }
    transaction.commit();
    return std::nullopt;
  });
}

}  // namespace pith::crawl
