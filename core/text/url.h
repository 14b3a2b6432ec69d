// URLs: one normal form, so that a page has one key.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith {

inline constexpr std::size_t max_url_bytes = 8192;

// An http(s) URL in normal form (RFC 3986 §6.2.2 and §6.2.3): scheme and host in lower case, international host names
// in ASCII (UTS 46) without a trailing dot, no default port or user info, escapes in upper case and only where needed,
// dot segments removed, "/" for an empty path, no fragment. Characters that are not allowed in a URL (spaces, quotes,
// non-ASCII) are percent-encoded as UTF-8. The query is unchanged, apart from escapes.
struct Url {
  std::string scheme;  // "http" or "https"
  std::string host;    // lower case; IPv6 in brackets
  std::string port;    // empty: the scheme's default
  std::string path;    // begins with "/"
  std::optional<std::string> query;

  std::string str() const;
  bool operator==(const Url&) const = default;
};

// Parses and normalises. nullopt for anything but an absolute http(s) URL with a host, of at most max_url_bytes. Drops
// white space at both ends, and tabs and line ends within, as browsers do; "\" counts as "/" before the query.
std::optional<Url> parse_url(std::string_view text);

// Resolves a page's reference (RFC 3986 §5.2) and normalises it like parse_url. nullopt for javascript:, mailto:, data:
// and whatever else does not give an http(s) URL. An empty reference gives the base itself.
std::optional<Url> resolve(const Url& base, std::string_view reference);

// For a value within a URL: escapes all but unreserved characters (RFC 3986 §2.3).
std::string url_escaped(std::string_view text);

// The segments of the directory part: "/a/b/c.html" → a, b. "/a/b/" → a, b. "/" → none.
std::vector<std::string_view> directory_segments(const Url& url);

// Whether the host, with or without the brackets of an IPv6 address, is this machine: localhost or a name below it,
// 127.0.0.0/8, ::1.
bool is_loopback_host(std::string_view host);

// Whether the path's extension shows that this is not an HTML page (images, archives, style sheets, media, office
// files).
bool is_obvious_non_page(const Url& url);

}  // namespace pith
