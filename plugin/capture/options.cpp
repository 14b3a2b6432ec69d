#include "plugin/capture/options.h"

#include <cstdlib>
#include <vector>

#include "core/text/url.h"

namespace pith::capture {

crawl::CacheOptions cache_options(const config::Settings& settings) {
  return {.directory = settings.cache.path,
          .site_mode = settings.cache.site == "host" ? crawl::SiteMode::host : crawl::SiteMode::domain,
          .max_bytes = settings.cache.max_bytes,
          .site_max_bytes = settings.cache.site_max_bytes,
          .site_max_pages = settings.cache.site_max_pages,
          .site_max_urls = settings.cache.site_max_urls,
          .page_max_bytes = settings.cache.page_max_bytes,
          .page_max_ratio = settings.cache.page_max_ratio,
          .url_max_bytes = settings.cache.url_max_bytes};
}

RecorderOptions recorder_options(const config::Settings& settings) {
  RecorderOptions options;
  options.cache = cache_options(settings);
  if (const char* crawl = std::getenv("PITH_CRAWL")) options.run.crawl = crawl;
  if (const char* run = std::getenv("PITH_RUN")) options.run.run = std::strtoll(run, nullptr, 10);
  return options;
}

config::UrlPatterns excluded_pages(const config::Settings& settings) {
  std::vector<std::string> all = settings.crawl.exclude;
  all.insert(all.end(), settings.ingest.exclude.begin(), settings.ingest.exclude.end());
  return config::UrlPatterns(all);
}

std::function<bool(const std::string&)> is_excluded(const config::Settings& settings) {
  return [excluded = excluded_pages(settings)](const std::string& text) {
    const auto url = parse_url(text);
    return url && excluded.match(*url);
  };
}

}  // namespace pith::capture
