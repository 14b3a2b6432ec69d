#include "plugin/crawl/ingest_run.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <numeric>
#include <optional>

#include "core/text/url.h"
#include "crawler_adapter/cache/cache_capture.h"
#include "crawler_adapter/page/crawl_errors.h"
#include "plugin/capture/options.h"

namespace pith::ingest {
namespace {

constexpr std::size_t batch_pages = 64;
constexpr std::size_t batch_bytes = 8 << 20;

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

class Writer {
 public:
  Writer(crawl::CacheCapture& cache, crawl::CrawlRun run) : cache_(cache), run_(std::move(run)) {}

  // A page without a time of fetching counts as fetched now.
  std::optional<Error> add(crawl::CapturedPage page) {
    if (page.fetched <= 0) page.fetched = now();
    bytes_ += page.body.size();
    batch_.push_back(std::move(page));
    return batch_.size() < batch_pages && bytes_ < batch_bytes ? std::nullopt : flush();
  }
  // The run had the page, but not in a form that can be kept.
  std::optional<Error> note_unkept(const std::string& url) {
    if (run_.crawl.empty()) return std::nullopt;
    unkept_.push_back(url);
    return unkept_.size() < batch_pages ? std::nullopt : flush();
  }
  // As the cache has it, with all pages added so far; nothing if it has no bytes of a page, or damaged ones.
  Result<std::optional<crawl::CapturedPage>> find(const std::string& url) {
    if (auto error = flush()) return *std::move(error);
    auto row = cache_.find(url);
    if (!row) return row.error();
    if (!*row || (*row)->stored == 0) return std::optional<crawl::CapturedPage>();
    auto body = cache_.body((*row)->id);
    if (!body && crawl::is_missing_body(body.error())) return std::optional<crawl::CapturedPage>();
    if (!body) return body.error();
    crawl::CachedPage& page = **row;
    return std::optional(crawl::CapturedPage{.url = std::move(page.url),
                                             .status = page.status,
                                             .content_type = std::move(page.content_type),
                                             .charset = std::move(page.charset),
                                             .robots = std::move(page.robots),
                                             .fetched = page.fetched,
                                             .body = *std::move(body)});
  }
  std::optional<Error> flush() {
    auto error = batch_.empty() ? std::nullopt : cache_.store(batch_, run_);
    if (!error && !unkept_.empty()) error = cache_.note_unkept(unkept_, run_);
    batch_.clear();
    unkept_.clear();
    bytes_ = 0;
    return error;
  }

 private:
  crawl::CacheCapture& cache_;
  const crawl::CrawlRun run_;
  std::vector<crawl::CapturedPage> batch_;
  std::vector<std::string> unkept_;
  std::size_t bytes_ = 0;
};

// How far the reading of all sources is. Unknown sizes count as nothing; a folder's size is known when it is read.
class Meter {
 public:
  Meter(const std::vector<std::string>& paths, const Hooks& hooks)
      : hooks_(hooks), progress_{.path = {}, .sources = paths.size()} {
    for (const std::string& path : paths) {
      std::error_code error;
      const auto size = path == "-" ? 0 : std::filesystem::file_size(path, error);
      sizes_.push_back(error ? 0 : size);
    }
  }

  void begin(const std::string& path) {
    progress_.path = path;
    ++progress_.source;
  }
  void at(const Report& now, std::uint64_t position, std::uint64_t size) {
    if (!hooks_.progress) return;
    std::uint64_t& mine = sizes_[progress_.source - 1];
    mine = std::max(size, position);
    const std::uint64_t total = std::accumulate(sizes_.begin(), sizes_.end(), std::uint64_t{0});
    progress_.records = records_ + now.records;
    progress_.pages = pages_ + now.pages;
    progress_.part = size > 0 && total > 0 ? static_cast<double>(bytes_ + position) / static_cast<double>(total) : -1;
    hooks_.progress(progress_);
  }
  void end(const Report& whole) {
    records_ += whole.records;
    pages_ += whole.pages;
    bytes_ += sizes_[progress_.source - 1];
  }

 private:
  const Hooks& hooks_;
  Progress progress_;
  std::vector<std::uint64_t> sizes_;
  std::int64_t records_ = 0, pages_ = 0;  // of the sources before this one
  std::uint64_t bytes_ = 0;
};

std::optional<Error> check_prefix(const std::string& prefix) {
  if (prefix.empty()) return std::nullopt;
  const auto wrong = [&](const char* what) { return Error{"usage", "--url " + prefix + ": " + what}; };
  if (!parse_url(prefix))
    return wrong("not an http or https URL; it is what comes before a file's path, as https://example.org/docs/");
  // Files would differ only in what follows it, and a fragment does not belong to a page's URL.
  if (prefix.find_first_of("?#") != std::string::npos) return wrong("a file's path cannot follow \"?\" or \"#\"");
  return std::nullopt;
}

Result<std::vector<const Input*>> choose_inputs(const Request& request, const Hooks& hooks) {
  std::vector<const Input*> chosen;
  for (const std::string& path : request.paths) {
    // A URL prefix says whose files these are.
    std::error_code error;
    const bool pages = request.type.empty() && !request.url_prefix.empty() && path != "-" &&
                       std::filesystem::is_directory(path, error);
    const auto input = find_input(path, pages ? "folder" : request.type, hooks.stop);
    if (!input) return input.error();
    if (!request.url_prefix.empty() && (*input)->name != std::string_view("folder"))
      return Error{"usage",
                   "--url: is only for folders; " + path + " (" + (*input)->name + ") names the URL of each page"};
    chosen.push_back(*input);
  }
  return chosen;
}

bool is_stream(const std::string& path) {
  std::error_code error;
  return path == "-" || std::filesystem::is_other(path, error);
}

}  // namespace

std::int64_t Summary::total(std::int64_t Report::*count) const {
  std::int64_t sum = 0;
  for (const Source& source : sources) sum += source.report.*count;
  return sum;
}

Result<Summary> run_ingest(const config::Config& config, const Request& request, const Hooks& hooks) {
  if (std::count(request.paths.begin(), request.paths.end(), "-") > 1)
    return Error{"usage", "-: standard input can be read only once"};
  if (auto error = check_prefix(request.url_prefix)) return *error;
  const auto chosen = choose_inputs(request, hooks);
  if (!chosen) return chosen.error();
  const crawl::CacheOptions cache_options = capture::cache_options(config.settings());
  auto cache = crawl::CacheCapture::open(cache_options);
  if (!cache) return cache.error();
  if (auto error = hooks.check ? hooks.check() : std::nullopt) return *std::move(error);
  crawl::CrawlRun run;
  if (!request.crawl.empty()) {
    run.crawl = "ingest:" + request.crawl;
    const auto number = cache->begin_run(run.crawl);
    if (!number) return number.error();
    run.run = *number;
  }

  const auto stopped = [&] { return hooks.stop && *hooks.stop; };
  Summary summary;
  Meter meter(request.paths, hooks);
  Writer writer(*cache, run);
  const auto originals = std::make_shared<Originals>();
  for (std::size_t i = 0; i < request.paths.size() && !stopped(); ++i) {
    meter.begin(request.paths[i]);
    Reading reading(
        {.page_max_bytes = static_cast<std::size_t>(cache_options.page_max_bytes),
         .page_max_ratio = static_cast<std::size_t>(cache_options.page_max_ratio),
         .url_prefix = request.url_prefix,
         .archives = request.archives,
         .unkept = [&](const std::string& url) { return writer.note_unkept(url); }},
        [&](crawl::CapturedPage page) { return writer.add(std::move(page)); }, hooks.stop,
        [&](const Report& now, std::uint64_t position, std::uint64_t size) { meter.at(now, position, size); },
        [&](const std::string& url) { return writer.find(url); }, request.paths[i], originals);
    const Input& input = *(*chosen)[i];
    if (auto error = input.read(request.paths[i], reading)) return *error;
    if (reading.error()) return *reading.error();
    if (auto error = writer.flush()) return *error;
    summary.sources.push_back({request.paths[i], input.name, reading.report()});
    const bool says_no_end = (input.says_end || is_stream(request.paths[i])) && !reading.report().ended;
    const bool may_be_cut = says_no_end || reading.report().cut_end;
    if (!request.crawl.empty() && !request.is_complete && may_be_cut) summary.open_ended.push_back(request.paths[i]);
    meter.end(reading.report());
  }
  summary.stopped = stopped();
  summary.complete = !summary.stopped && summary.total(&Report::losses) == 0 && summary.open_ended.empty();
  if (!request.crawl.empty()) {
    const auto retired = cache->end_run(run, {.whole = summary.complete,
                                              .even_most = request.allow_removal,
                                              .is_left_out = capture::is_excluded(config.settings()),
                                              .stop = summary.stopped ? nullptr : hooks.stop});
    if (!retired && retired.error().code == crawl::code::interrupted) {
      summary.stopped = true;
      summary.complete = false;
      return summary;
    }
    if (!retired) return retired.error();
    summary.retired = retired->pages;
    summary.unmet = retired->unmet;
    summary.held = retired->held;
    summary.missing = retired->missing;
  }
  return summary;
}

}  // namespace pith::ingest
