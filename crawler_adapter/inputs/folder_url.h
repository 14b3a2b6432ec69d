// The URL that a file of a mirror folder was saved from.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/text/url.h"

namespace pith::ingest {

// A folder's name as a host, with its port if any: "example.org", "localhost:8080", HTTrack's "localhost_8080". Empty
// if it is not a host.
std::string host_of_folder(std::string_view name);

// The same for the folder at `path`, however it is spelled ("." too).
std::string host_of_folder_at(const std::string& path);

// Whether it holds a folder that is named like a host, except `but`; also below "http" and "https". The name found, or
// empty.
std::string host_folder_in(const std::string& path, std::string_view but = {});

// By its location: `path` is relative to the folder, with "/" between names. With a prefix the URL is prefix + path,
// less a first name that is the host of the prefix "http://HOST/" (the folder is one above what the prefix means);
// without one, the first name must be a host, and the scheme is http unless a folder "https" precedes it (wget
// --protocol-directories).
//
// Undoes wget's and HTTrack's changes of names: "index.html" is the directory itself; "?", "%3F" or "@" begin the
// query; ".html" from --adjust-extension is removed if it was visibly added (after a query, or after ".php" and
// similar).
std::optional<Url> url_of_path(std::string_view path, std::string_view prefix);

// By a comment that a program has written into the first 16 KB of the page: "<!-- Mirrored from example.org/a.html by
// HTTrack ... -->", or the browsers' "<!-- saved from url=(0024)https://example.org/ -->". Anybody can write such a
// comment: if the folder names a host, trust only a comment that agrees with it.
std::optional<Url> url_of_comment(std::string_view page);

}  // namespace pith::ingest
