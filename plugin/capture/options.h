// Converts the configuration to the options of the recorder and of the cache.
#pragma once

#include "config/config.h"
#include "plugin/capture/recorder.h"

namespace pith::capture {

crawl::CacheOptions cache_options(const config::Settings& settings);

// The crawl run comes from the environment (PITH_CRAWL, PITH_RUN), which `pith crawl` sets; without it the captures
// belong to no crawl.
RecorderOptions recorder_options(const config::Settings& settings);

}  // namespace pith::capture
