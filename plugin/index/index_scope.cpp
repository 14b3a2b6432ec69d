#include "plugin/index/index_scope.h"

#include <algorithm>

namespace pith::pipeline {

namespace {

// The first site that a host may be part of: "example.org" for "docs.example.org", "127.0.0.1:8802" for "127.0.0.1".
std::string site_of_host(const std::vector<std::string>& sites, const std::string& host) {
  for (const std::string& site : sites)
    if (host.ends_with("." + site) || site.starts_with(host + ":")) return site;
  return {};
}

}  // namespace

Error unknown_site(const std::vector<std::string>& known, const std::string& name) {
  const std::string site = site_of_host(known, name);
  return Error{"unknown_site",
               "--site " + name + ": no page of this site is in the cache; " +
                   (site.empty() ? std::string("`pith stats` lists the sites") : "it is a host of the site " + site)};
}

Result<std::vector<std::string>> sites_in_scope(crawl::CacheLedger& cache, const std::string& options_digest,
                                                const IndexScope& scope) {
  auto known = cache.sites();
  if (!known) return known.error();
  if (!scope.site.empty() && !std::binary_search(known->begin(), known->end(), scope.site))
    return unknown_site(*known, scope.site);
  auto sites = scope.all ? std::move(known) : cache.sites_with_work(options_digest);
  if (!sites) return sites.error();
  if (!scope.site.empty()) std::erase_if(*sites, [&](const std::string& site) { return site != scope.site; });
  return sites;
}

Result<ExaminedAgain> examined_again(crawl::CacheLedger& cache, const std::string& options_digest,
                                     const std::vector<std::string>& sites) {
  const auto earlier = cache.options_of_sites();
  if (!earlier) return earlier.error();
  const auto version_of = [](const std::string& digest) { return digest.substr(0, digest.find(':')); };
  ExaminedAgain again;
  for (const std::string& site : sites) {
    const auto options = earlier->find(site);
    if (options == earlier->end() || options->second == options_digest) continue;
    ++(version_of(options->second) == version_of(options_digest) ? again.other_settings : again.other_version);
  }
  return again;
}

}  // namespace pith::pipeline
