// Who answers for a page: its server, or the user whose area of the server it is in.
#pragma once

#include <string>
#include <string_view>

struct sqlite3;

namespace pith::crawl {

// A page's host, here, is the area of a site that it is in (core/text/site_area.h): "example.org", with any scheme, with
// or without "www.", or "example.org/~user". Whoever writes in one has no say in what becomes of another.

// Of such a host: without the user's directory.
std::string_view server_of(std::string_view host);

// In SQL, that of a page.
inline constexpr const char* host_of_page = "host_of(page.url)";

// Adds host_of(url) to SQL on this connection. Throws SQLite::Exception.
void add_host_function(sqlite3* database);

}  // namespace pith::crawl
