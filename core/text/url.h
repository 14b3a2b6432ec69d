// URLs: one normal form, so that a page is known under one key.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith {

inline constexpr std::size_t max_url_bytes = 8192;

// An http(s) URL in normal form (RFC 3986 §6.2.2 and §6.2.3): scheme and host in lower case, international host names
// in ASCII (UTS 46) without a dot at their end, default port and user info dropped, escapes in upper case and only
// where needed, dot segments removed, "/" for an empty path, no fragment. Characters that may not stand in a URL
// (spaces, quotes, non-ASCII) are percent-encoded as UTF-8. The query is kept as it is, apart from escapes.
struct Url {
  std::string scheme;  // "http" or "https"
  std::string host;    // lower case; IPv6 in brackets
  std::string port;    // empty: the scheme's default
  std::string path;    // begins with "/"
  std::optional<std::string> query;

  std::string str() const;
  bool operator==(const Url&) const = default;
};

// Parses and normalises. nullopt for anything that is not an absolute http(s) URL with a host, or over max_url_bytes.
// White space at both ends, tabs and line ends within are dropped, as browsers do; "\" counts as "/" before the query.
std::optional<Url> parse_url(std::string_view text);

// Resolves a reference of a page (RFC 3986 §5.2), normalised like parse_url. nullopt for javascript:, mailto:, data:
// and whatever does not end as http(s). An empty reference is the base itself.
std::optional<Url> resolve(const Url& base, std::string_view reference);

// For a value within a URL: all but unreserved characters (RFC 3986 §2.3) as escapes.
std::string url_escaped(std::string_view text);

// The segments of the directory part: "/a/b/c.html" → a, b. "/a/b/" → a, b. "/" → none.
std::vector<std::string_view> directory_segments(const Url& url);

// Whether the path's extension says that this is no HTML page (images, archives, style sheets, media, office files).
bool is_obvious_non_page(const Url& url);

}  // namespace pith
