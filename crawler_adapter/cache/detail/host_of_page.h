// Who answers for a page: its server, or the user whose area of the server it is in.
#pragma once

#include <string>
#include <string_view>

struct sqlite3;

namespace pith::crawl {

// The area of a site (core/text/site_area.h) that a normalised URL is in: its host without "www.", and the first
// directory if that is a user's: "example.org", "example.org/~user". Whoever writes in one has no say in what becomes
// of another. Of no URL, the text itself.
std::string host_of(const std::string& text);

// Of such a host: without the user's directory.
std::string_view server_of(std::string_view host);

// In SQL, that of a page.
inline constexpr const char* host_of_page = "host_of(page.url)";

// Adds host_of(url) to SQL on this connection. Throws SQLite::Exception.
void add_host_function(sqlite3* database);

}  // namespace pith::crawl
