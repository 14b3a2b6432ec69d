#include "plugin/site/thin_pages.h"

#include <fmt/format.h>

#include <cstdint>

#include "core/text/number.h"

namespace pith::pipeline {

std::vector<std::string> thin_sites(const std::vector<crawl::SiteCounts>& counts) {
  constexpr std::int64_t few = 5, share = 10;
  std::vector<std::string> lines;
  for (std::size_t i = 0; i + 1 < counts.size(); ++i) {
    const crawl::SiteCounts& site = counts[i];
    const std::int64_t extracted = site.main + site.fallback;
    if (site.thin_pages < few || site.thin_pages * share < extracted) continue;
    lines.push_back(fmt::format("{}: {} of {} pages keep fewer than {} of their words; look at one: pith explain {}",
                                site.site, human_count(site.thin_pages), human_count(extracted),
                                crawl::SiteCounts::thin, site.thin_page));
  }
  return lines;
}

}  // namespace pith::pipeline
