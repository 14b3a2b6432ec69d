// What a "site" is: the pages that are compared with each other, and the unit by which state is kept.
#pragma once

#include <string>
#include <string_view>

#include "core/text/url.h"

namespace pith::crawl {

enum class SiteMode {
  domain,  // the registrable domain by the Public Suffix List ("docs.example.co.uk" → "example.co.uk")
  host,    // the host name
};

// IP literals and single labels ("localhost") are sites by themselves, with their port if it is not the scheme's own:
// two servers on one machine are two sites. A public suffix itself ("github.io") is a site by itself. Thread-safe.
std::string site_of(const Url& url, SiteMode mode);

}  // namespace pith::crawl
