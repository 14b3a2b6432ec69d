#include "crawler_adapter/cache/detail/host_of_page.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <cstddef>

#include "core/text/dot_segments.h"

namespace pith::crawl {
namespace {

void host_of_value(sqlite3_context* context, int, sqlite3_value** values) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(values[0]));
  const auto size = static_cast<std::size_t>(sqlite3_value_bytes(values[0]));
  const std::string out = host_of(text == nullptr ? std::string_view() : std::string_view(text, size));
  sqlite3_result_text(context, out.data(), static_cast<int>(out.size()), SQLITE_TRANSIENT);
}

}  // namespace

std::string host_of(std::string_view url) {
  constexpr std::string_view separator = "://";
  const std::size_t begin = url.find(separator);
  if (begin == url.npos) return std::string(url);
  const std::size_t end = url.find('/', begin + separator.size());
  std::string host(url.substr(0, end));
  std::string_view path = end == url.npos ? std::string_view() : url.substr(end);
  while (const std::size_t size = separator_size(path)) path.remove_prefix(size);
  if (!path.starts_with('~')) return host;
  std::size_t name = 0;
  while (name < path.size() && separator_size(path.substr(name)) == 0) ++name;
  return host.append("/").append(path.substr(0, name));
}

std::string_view owner_of(std::string_view host) {
  for (const std::string_view prefix : {"http://", "https://", "www."})
    if (host.starts_with(prefix)) host.remove_prefix(prefix.size());
  return host;
}

std::string_view server_of(std::string_view host) { return host.substr(0, host.find("/~")); }

void add_host_function(sqlite3* database) {
  if (sqlite3_create_function_v2(database, "host_of", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nullptr, host_of_value,
                                 nullptr, nullptr, nullptr) != SQLITE_OK)
    throw SQLite::Exception(database);
}

}  // namespace pith::crawl
