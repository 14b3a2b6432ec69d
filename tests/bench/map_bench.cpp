// What `pith map` is for, alone: learning sites and extracting their pages, of records that are in memory.
//
//   pith_map_bench FRAMES    as of `pith shuffle`; prints {"pages": N, "seconds": CPU time}
//
// Its pages are those of which `pith map` makes documents or leaves out for what is in them. Reading, sorting, folding
// and writing are not timed.
#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <optional>
#include <string>
#include <utility>

#include "config/load.h"
#include "crawler_adapter/cache/captured_record.h"
#include "plugin/capture/options.h"
#include "plugin/cluster/record_sources.h"
#include "plugin/cluster/site_records.h"
#include "plugin/site/page_documents.h"
#include "plugin/site/page_worker.h"

namespace {

using namespace pith;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

class ExtractionAlone {
 public:
  ExtractionAlone() : setups_(config_), options_(capture::cache_options(config_.settings())), records_(1 << 30) {}

  std::optional<Error> add(crawl::CapturedPage page) {
    crawl::CapturedRecord known = crawl::record_of(page, options_);
    if (known.site != site_)
      if (auto error = end_site()) return error;
    site_ = known.site;
    return records_.add(std::move(page), std::move(known));
  }

  std::optional<Error> end_site() {
    if (records_.empty()) return std::nullopt;
    records_.resolve_revisits();
    records_.sort();
    const auto site = pipeline::SiteWork::of(site_, records_.pages(), 0, setups_);
    pipeline::PageDocuments documents(setups_);
    pipeline::PageWorker worker(records_, options_.site_mode, setups_, documents, 0);
    const double begun = cpu_seconds();
    if (auto error = pipeline::learn_model({}, worker, *site)) return error;
    for (std::size_t page = 0; page < site->pages().size(); ++page) {
      if (site->pages()[page].digest.empty()) continue;  // a redirect
      if (const auto result = worker.process(*site, page, true); !result) return result.error();
      ++pages_;
    }
    seconds_ += cpu_seconds() - begun;
    records_.clear();
    return std::nullopt;
  }

  std::int64_t pages() const { return pages_; }
  double seconds() const { return seconds_; }
  const crawl::CacheOptions& options() const { return options_; }

 private:
  const config::Config config_;
  pipeline::Setups setups_;
  const crawl::CacheOptions options_;
  map::SiteRecords records_;
  std::string site_;
  std::int64_t pages_ = 0;
  double seconds_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return fmt::print(stderr, "usage: pith_map_bench FRAMES\n"), 2;
  ExtractionAlone extraction;
  map::RecordHooks hooks;
  hooks.page = [&](crawl::CapturedPage page) { return extraction.add(std::move(page)); };
  hooks.progress = hooks.ended = [](const ingest::Report&) {};
  hooks.lost = [](const std::string&, const ingest::Loss&) {};
  auto error = map::read_records({.paths = {argv[1]}, .type = "frames"}, extraction.options(), nullptr, hooks);
  if (!error) error = extraction.end_site();
  if (error) return fmt::print(stderr, "pith_map_bench: {}\n", error->message), 2;
  fmt::print("{{\"pages\":{},\"seconds\":{:.6f}}}\n", extraction.pages(), extraction.seconds());
  return 0;
}
