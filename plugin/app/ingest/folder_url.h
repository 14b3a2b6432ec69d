// Which URL a file of a mirror folder was saved from.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/text/url.h"

namespace pith::ingest {

// A folder's name as a host, with its port if it has one: "example.org", "localhost:8080", HTTrack's "localhost_8080".
// Empty if it is none.
std::string host_of_folder(std::string_view name);

// The same of the folder at `path`, however that is spelled ("." too).
std::string host_of_folder_at(const std::string& path);

// By where it stands: `path` is relative to the folder, with "/" between names. With a prefix the URL is prefix + path;
// without one the first name must be a host, and the scheme is http unless a folder "https" stands before it (wget
// --protocol-directories).
//
// What wget and HTTrack change in names is undone: "index.html" is the directory itself; "?", "%3F" or "@" begin the
// query; ".html" that --adjust-extension added goes where one can see that it was added (behind a query, behind ".php"
// and its likes).
std::optional<Url> url_of_path(std::string_view path, std::string_view prefix);

// By what a program has written into the page: "<!-- Mirrored from example.org/a.html by HTTrack ... -->" or the
// browsers'
// "<!-- saved from url=(0024)https://example.org/ -->", in its first 16 KB. Anybody can write such a comment: where the
// folder tells a host, believe only one that agrees with it.
std::optional<Url> url_of_comment(std::string_view page);

}  // namespace pith::ingest
