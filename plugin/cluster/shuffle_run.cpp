#include "plugin/cluster/shuffle_run.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "crawler_adapter/inputs/record_sorter.h"
#include "plugin/capture/options.h"

namespace pith::map {

Result<ShuffleSummary> run_shuffle(const config::Config& config, const ShuffleRequest& request,
                                   const ShuffleHooks& hooks) {
  const crawl::CacheOptions options = capture::cache_options(config.settings());
  ShuffleSummary summary;
  ingest::RecordSorter sorter(request.memory);
  const auto report = [&](const ShuffleSummary& so_far, std::int64_t written) {
    if (hooks.progress) hooks.progress(so_far, written);
  };
  RecordHooks reading;
  reading.page = [&](crawl::CapturedPage page) {
    const SortableRecord record = sortable(std::move(page), options);
    return sorter.add(record.site + '\0' + record.url, record.frame);
  };
  reading.progress = [&](const ingest::Report& now) {
    ShuffleSummary so_far = summary;
    so_far.records += now.records;
    so_far.pages += now.pages;
    report(so_far, 0);
  };
  reading.ended = [&](const ingest::Report& report) { summary.add(report); };
  reading.lost = hooks.lost;
  if (auto error = read_records(request.sources, options, hooks.stop, reading)) return *error;

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
