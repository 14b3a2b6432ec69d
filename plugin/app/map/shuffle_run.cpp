#include "plugin/app/map/shuffle_run.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/text/url.h"
#include "crawler_adapter/captured_record.h"
#include "plugin/app/ingest/frames.h"
#include "plugin/app/map/record_sorter.h"
#include "plugin/app/map/record_sources.h"
#include "plugin/capture/options.h"

namespace pith::map {
namespace {

// Gives the page's URLs the form that all their spellings share.
void normalise(crawl::CapturedPage& page) {
  const auto url = parse_url(page.url);
  if (!url) return;
  const auto target = page.redirect_to.empty() ? std::nullopt : resolve(*url, page.redirect_to);
  page.redirect_to = target ? target->str() : std::string();
  page.url = url->str();
}

}  // namespace

Result<ShuffleSummary> run_shuffle(const config::Config& config, const ShuffleRequest& request,
                                   const ShuffleHooks& hooks) {
  const crawl::CacheOptions options = capture::cache_options(config.settings());
  ShuffleSummary summary;
  RecordSorter sorter(request.memory);
  const auto add = [&](const ingest::Report& report) {
    summary.records += report.records;
    summary.pages += report.pages;
    summary.losses += report.losses;
    for (const auto& [reason, count] : report.left_out) summary.left_out[reason] += count;
  };
  const auto report = [&](const ShuffleSummary& so_far, std::int64_t written) {
    if (hooks.progress) hooks.progress(so_far, written);
  };
  RecordHooks reading;
  reading.page = [&](crawl::CapturedPage page) {
    normalise(page);
    return sorter.add(crawl::site_of_record(page, options) + '\0' + page.url, ingest::frame_of(page));
  };
  reading.progress = [&](const ingest::Report& now) {
    ShuffleSummary so_far = summary;
    so_far.records += now.records;
    so_far.pages += now.pages;
    report(so_far, 0);
  };
  reading.ended = add;
  reading.lost = hooks.lost;
  if (auto error = read_records({request.paths, request.type, options, hooks.stop}, reading)) return *error;

  summary.bytes = sorter.bytes();
  std::string site;
  std::size_t part = 0;
  std::uint64_t before = 0;  // bytes of the sites before
  std::uint64_t written = 0;
  std::int64_t pages = 0;
  auto error = sorter.each([&](std::string_view key, std::string_view frame) -> std::optional<Error> {
    if (hooks.stop && *hooks.stop) return Error{"stopped", "interrupted"};
    const std::string_view of = key.substr(0, key.find('\0'));
    if (pages == 0 || of != site) {
      site = of;
      ++summary.sites;
      before = written;
      // The part in whose share of all bytes the site begins; parts that would be empty are passed over.
      const auto share = static_cast<std::size_t>(static_cast<double>(before) / static_cast<double>(summary.bytes) *
                                                  static_cast<double>(request.parts));
      if (pages > 0 && share > part) {
        part = share;
        ++summary.parts;
      }
    }
    written += frame.size();
    ++pages;
    if (pages % 1000 == 0) report(summary, pages);
    return hooks.write(summary.parts, frame);
  });
  if (pages > 0) ++summary.parts;
  summary.stopped = hooks.stop && *hooks.stop;
  if (error && !summary.stopped) return *error;
  return summary;
}

}  // namespace pith::map
