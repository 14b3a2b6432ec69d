#include "crawler_adapter/cache/detail/host_of_page.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <cstddef>

#include "core/text/site_area.h"

namespace pith::crawl {
namespace {

void host_of_value(sqlite3_context* context, int, sqlite3_value** values) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(values[0]));
  const auto size = static_cast<std::size_t>(sqlite3_value_bytes(values[0]));
  const std::string out = area_of(text == nullptr ? std::string() : std::string(text, size));
  sqlite3_result_text(context, out.data(), static_cast<int>(out.size()), SQLITE_TRANSIENT);
}

}  // namespace

std::string_view server_of(std::string_view host) { return host.substr(0, host.find("/~")); }

void add_host_function(sqlite3* database) {
  if (sqlite3_create_function_v2(database, "host_of", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nullptr, host_of_value,
                                 nullptr, nullptr, nullptr) != SQLITE_OK)
    throw SQLite::Exception(database);
}

}  // namespace pith::crawl
