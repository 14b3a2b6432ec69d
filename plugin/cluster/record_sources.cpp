#include "plugin/cluster/record_sources.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/text/url.h"
#include "crawler_adapter/cache/captured_record.h"
#include "crawler_adapter/inputs/byte_stream.h"
#include "crawler_adapter/inputs/frames.h"

namespace pith::map {
namespace {

// Engines give a task nothing, too.
bool is_empty(const std::string& path, const std::atomic<bool>* stop) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return false;
  auto in = ingest::ByteStream::open(path, stop);
  return in && !(stop && *stop) && in->peek(1).empty() && !in->gap();
}

}  // namespace

void ReadSummary::add(const ingest::Report& report) {
  records += report.records;
  pages += report.pages;
  losses += report.losses;
  for (const auto& [reason, count] : report.left_out) left_out[reason] += count;
}

SortableRecord sortable(crawl::CapturedPage page, const crawl::CacheOptions& options) {
  std::string key = page.url;
  if (const auto url = parse_url(page.url)) {
    const auto target = page.redirect_to.empty() ? std::nullopt : resolve(*url, page.redirect_to);
    page.redirect_to = target ? target->str() : std::string();
    key = url->str();
    // Still another spelling, without what else may be in it.
    const bool is_other = crawl::is_of_another_spelling(page);
    page.url = key;
    if (is_other) page.url.insert(page.url.find('/', page.url.find("://") + 3), "/%2E");
  }
  std::string site = crawl::site_of_record(page, options);
  std::string frame = ingest::frame_of(page, site);
  return {std::move(site), std::move(key), std::move(frame)};
}

std::optional<Error> read_records(const Sources& sources, const crawl::CacheOptions& options,
                                  const std::atomic<bool>* stop, const RecordHooks& hooks) {
  if (std::ranges::count(sources.paths, "-") > 1) return Error{"usage", "-: standard input can be read only once"};
  std::vector<const ingest::Input*> inputs;
  for (const std::string& path : sources.paths) {
    const auto input = ingest::find_input(path, sources.type, stop);
    if (!input && !is_empty(path, stop)) return input.error();
    if (input && hooks.found && !(*input)->finds)
      return Error{"usage", path + ": is of the type " + (*input)->name + "; only WARC, ARC and CDX files have pieces"};
    inputs.push_back(input ? *input : nullptr);
  }
  for (std::size_t i = 0; i < inputs.size() && !(stop && *stop); ++i) {
    if (!inputs[i]) continue;
    const std::string& path = sources.paths[i];
    ingest::Reading reading(
        {.page_max_bytes = static_cast<std::size_t>(options.page_max_bytes),
         .page_max_ratio = static_cast<std::size_t>(options.page_max_ratio),
         .url_prefix = {},
         .archives = sources.archives,
         .found = hooks.found},
        hooks.page, stop, [&](const ingest::Report& now, std::uint64_t, std::uint64_t) { hooks.progress(now); }, {},
        path == "-" ? sources.stdin_name : path);
    if (auto error = inputs[i]->read(path, reading)) return error;
    hooks.ended(reading.report());
    for (const ingest::Loss& loss : reading.report().first_losses) hooks.lost(path, loss);
    if (reading.error()) return reading.error();
  }
  return std::nullopt;
}

}  // namespace pith::map
