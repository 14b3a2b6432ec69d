#include "plugin/cluster/records_run.h"

#include <utility>

#include "plugin/capture/options.h"

namespace pith::map {

Result<RecordsSummary> run_records(const config::Config& config, const Sources& sources, const RecordsHooks& hooks) {
  const crawl::CacheOptions options = capture::cache_options(config.settings());
  RecordsSummary summary;
  RecordHooks reading;
  reading.page = [&](crawl::CapturedPage page) {
    const std::string frame = sortable(std::move(page), options).frame;
    summary.bytes += frame.size();
    return hooks.write(frame);
  };
  reading.progress = [&](const ingest::Report& now) {
    if (!hooks.progress) return;
    RecordsSummary so_far = summary;
    so_far.add(now);
    hooks.progress(so_far);
  };
  reading.ended = [&](const ingest::Report& report) { summary.add(report); };
  reading.lost = hooks.lost;
  if (auto error = read_records(sources, options, hooks.stop, reading)) return *error;
  summary.stopped = hooks.stop && *hooks.stop;
  return summary;
}

}  // namespace pith::map
