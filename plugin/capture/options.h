// Converts the configuration to the options of the recorder and of the cache.
#pragma once

#include <functional>
#include <string>

#include "config/config.h"
#include "config/url_pattern.h"
#include "plugin/capture/recorder.h"

namespace pith::capture {

crawl::CacheOptions cache_options(const config::Settings& settings);

// The crawl run comes from the environment (PITH_CRAWL, PITH_RUN), which `pith crawl` sets; without it the captures
// belong to no crawl.
RecorderOptions recorder_options(const config::Settings& settings);

// The pages that are not wanted in the index, whoever captures them.
config::UrlPatterns excluded_pages(const config::Settings& settings);
// The same as a question, for the end of a run: nobody misses them.
std::function<bool(const std::string& url)> is_excluded(const config::Settings& settings);

}  // namespace pith::capture
