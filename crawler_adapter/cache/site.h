// Defines a "site": the pages that are compared with each other, and the unit for stored state.
#pragma once

#include <string>
#include <string_view>

#include "core/text/url.h"

namespace pith::crawl {

enum class SiteMode {
  domain,  // the registrable domain, from the Public Suffix List ("docs.example.co.uk" → "example.co.uk")
  host,    // the host name
};

// IP literals and single labels ("localhost") are separate sites, with their port unless it is the scheme's default:
// two servers on one machine are two sites. A public suffix ("github.io") is a separate site too. Thread-safe.
std::string site_of(const Url& url, SiteMode mode);

}  // namespace pith::crawl
