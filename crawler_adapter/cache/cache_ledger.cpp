#include "crawler_adapter/cache/cache_ledger.h"

#include <filesystem>

#include "crawler_adapter/cache/detail/cache_connection.h"
#include "crawler_adapter/cache/detail/open_cache.h"
#include "crawler_adapter/page/crawl_errors.h"

namespace pith::crawl {

namespace {

std::string key_of_own(const std::string& index_id) { return "own_index:" + index_id; }

void own_index(CacheConnection& cache, const std::string& index_id) {
  for (const std::string& own : {cache.setting("index_id"), index_id})
    if (!own.empty()) cache.put_setting(key_of_own(own).c_str(), "1");
  cache.put_setting("index_id", index_id);
}

}  // namespace

std::uint64_t hash_url(std::string_view url) {  // FNV-1a
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : url) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

Result<CacheLedger> CacheLedger::open(const CacheOptions& options) {
  auto connection = open_connection(options);
  if (!connection) return connection.error();
  return CacheLedger(*std::move(connection));
}

Result<CacheLedger> CacheLedger::open_existing(const CacheOptions& options) {
  const std::string file = database_file(options);
  std::error_code error;
  const bool exists = std::filesystem::exists(file, error);
  if (error) return Error{code::unreadable, file + ": cannot be read: " + error.message()};
  if (!exists)
    return Error{
        code::no_cache,
        file + ": there is no page cache; `pith crawl URL` or `pith ingest FILE` makes one; or set cache.path"};
  return open(options);
}

std::optional<Error> CacheLedger::attach_index(const std::string& index_id) {
  return guarded<std::optional<Error>>(impl_->file, [&]() -> std::optional<Error> {
    if (impl_->setting("index_id") == index_id) return std::nullopt;
    WriteTransaction transaction(impl_->database);
    impl_->database.exec(R"sql(
      UPDATE page SET in_index = 0, fingerprint = '', document_digest = '', inbound_digest = '',
        state = CASE WHEN state = 'skipped' THEN state
                       WHEN EXISTS(SELECT 1 FROM body_size WHERE page = page.id) THEN 'pending' ELSE 'skipped' END,
        reason = CASE WHEN state = 'skipped' THEN reason
                      WHEN EXISTS(SELECT 1 FROM body_size WHERE page = page.id) THEN '' ELSE 'evicted' END;
      UPDATE site SET processed = -1;
      DELETE FROM template_document;
    )sql");
    own_index(*impl_, index_id);
    transaction.commit();
    return std::nullopt;
  });
}

std::optional<Error> CacheLedger::rename_index(const std::string& index_id) {
  return guarded<std::optional<Error>>(impl_->file, [&]() -> std::optional<Error> {
    WriteTransaction transaction(impl_->database);
    own_index(*impl_, index_id);
    transaction.commit();
    return std::nullopt;
  });
}

Result<bool> CacheLedger::owns_index(const std::string& index_id) {
  return guarded<Result<bool>>(impl_->file, [&]() -> Result<bool> {
    return impl_->setting("index_id") == index_id || !impl_->setting(key_of_own(index_id).c_str()).empty();
  });
}

Result<std::string> CacheLedger::attached_index() {
  return guarded<Result<std::string>>(impl_->file, [&]() -> Result<std::string> { return impl_->setting("index_id"); });
}

}  // namespace pith::crawl
