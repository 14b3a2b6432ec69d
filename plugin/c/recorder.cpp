// Capturing pages by the C interface.
#include "plugin/capture/recorder.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "crawler_adapter/cache/cache_capture.h"
#include "crawler_adapter/page/crawl_errors.h"
#include "crawler_adapter/page/http_page.h"
#include "plugin/c/handles.h"
#include "plugin/capture/options.h"

using namespace pith;
using namespace pith::c;

struct pith_recorder {
  crawl::CacheCapture cache;
  crawl::CrawlRun run;
  std::shared_ptr<const pith_config> config;
  capture::Recorder recorder;
  std::mutex mutex = {};
  std::map<std::string, std::int64_t> left_out = {};  // by reason: pages too large to keep, and the like

  // What is known of the page stays.
  void leave_out(const pith_page& page, const Error& error) {
    const std::lock_guard lock(mutex);
    ++left_out[error.code];
    const std::vector<std::string> urls{string_of(page.url)};
    if (!run.crawl.empty() && cache.note_unkept(urls, run)) recorder.count_lost(error.message);
  }
};

namespace {

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

extern "C" {

pith_recorder* pith_recorder_open(const pith_config* config, pith_bytes crawl, pith_error* error) {
  return guarded<pith_recorder*>(error, nullptr, [&]() -> Result<pith_recorder*> {
    const config::Settings& settings = config->config.settings();
    auto cache = crawl::CacheCapture::open(capture::cache_options(settings));
    if (!cache) return cache.error();
    capture::RecorderOptions options;
    options.cache = capture::cache_options(settings);
    if (crawl.size > 0) {
      options.run.crawl = "capture:" + string_of(crawl);
      const auto number = cache->begin_run(options.run.crawl);
      if (!number) return number.error();
      options.run.run = *number;
    }
    const crawl::CrawlRun run = options.run;
    return new pith_recorder{*std::move(cache), run, config->shared_from_this(), capture::Recorder(std::move(options))};
  });
}

void pith_recorder_submit(pith_recorder* recorder, const pith_page* page) {
  try {
    auto read = crawl::page_of_response(string_of(page->url), page->status, crawl::parse_fields(view_of(page->headers)),
                                        string_of(page->body), decoding_bounds(*recorder->config));
    if (!read && read.error().code == crawl::code::not_html) return recorder->recorder.count_ignored();
    if (!read) return recorder->leave_out(*page, read.error());
    read->page.fetched = page->fetched > 0 ? page->fetched : now();
    read->page.cut = page->cut != 0 || !read->complete;
    recorder->recorder.submit(std::move(read->page));
  } catch (...) {
    recorder->recorder.count_lost("there is not enough memory for a page");
  }
}

pith_result* pith_recorder_close(pith_recorder* recorder, int complete, pith_error* error) {
  return guarded<pith_result*>(error, nullptr, [&]() -> Result<pith_result*> {
    const capture::RecorderCounts counts = recorder->recorder.close();
    nlohmann::ordered_json out{{"captured", counts.captured},    {"pages", counts.pages},
                               {"redirects", counts.redirects},  {"errors", counts.errors},
                               {"ignored", counts.ignored},      {"lost", counts.lost},
                               {"left_out", recorder->left_out}, {"messages", recorder->recorder.take_messages()}};
    if (!recorder->run.crawl.empty()) {
      const bool whole = complete != 0 && counts.lost == 0;
      const auto retired = recorder->cache.end_run(
          recorder->run, {.whole = whole, .is_left_out = capture::is_excluded(recorder->config->config.settings())});
      if (!retired) return retired.error();
      out["complete"] = whole;
      out["retired"] = retired->pages;
      out["held"] = retired->held;
      out["missing"] = retired->missing;
    }
    return result_of(text_of(out));
  });
}

void pith_recorder_free(pith_recorder* recorder) { delete recorder; }

}  // extern "C"
