// Who answers for a page: its server, or the user whose area of the server it is in.
#pragma once

#include <string>
#include <string_view>

struct sqlite3;

namespace pith::crawl {

// Scheme and host of a normalised URL, and the first directory if that is a user's (core/text/site_area.h):
// "https://example.org", "https://example.org/~user". Whoever writes in one has no say in what becomes of another.
std::string host_of(std::string_view url);

// Of such a host: without its scheme and "www.", with which the same people answer.
std::string_view owner_of(std::string_view host);
// Without the user's directory.
std::string_view server_of(std::string_view host);

// In SQL, that of a page.
inline constexpr const char* host_of_page = "host_of(page.url)";

// Adds host_of(url) to SQL on this connection. Throws SQLite::Exception.
void add_host_function(sqlite3* database);

}  // namespace pith::crawl
