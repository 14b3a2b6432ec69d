#include "plugin/cli/extract_records.h"

#include <fmt/format.h>

#include <cstddef>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "config/host_pattern.h"
#include "core/extract/extract_page.h"
#include "core/text/site_area.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "crawler_adapter/cache/site.h"
#include "crawler_adapter/inputs/json_page.h"
#include "crawler_adapter/inputs/normal_page.h"
#include "plugin/capture/options.h"
#include "plugin/cli/record_options.h"
#include "plugin/cli/standard_input.h"
#include "plugin/cluster/site_models.h"
#include "plugin/search/extracted_view.h"
#include "plugin/site/page_clock.h"
#include "plugin/site/site_setup.h"

namespace pith::cli {
namespace {

using Json = nlohmann::ordered_json;

class RecordExtractor {
 public:
  RecordExtractor(const config::Config& config, const ingest::Options& options, const std::string& models)
      : options_(options), site_mode_(capture::cache_options(config.settings()).site_mode), setups_(config) {
    if (!models.empty()) models_.emplace(models);
  }

  // A line for a line.
  std::string answer(const std::string& record) {
    std::string url;
    auto page = ingest::page_of_json(record, options_, url);
    if (!page) return error_line(url, page.error());
    if (const std::string reason = ingest::make_normal(*page); !reason.empty())
      return error_line(url, {reason, "no page: " + reason});
    auto line = extract(*page);
    return line ? *std::move(line) : error_line(url, line.error());
  }

  static std::string error_line(const std::string& url, const Error& error) {
    Json line = Json::object();
    if (!url.empty()) line["url"] = url;
    line["error"] = {{"code", error.code}, {"message", error.message}};
    return line.dump(-1, ' ', false, Json::error_handler_t::replace);
  }

 private:
  Result<std::string> extract(const crawl::CapturedPage& page) {
    const auto url = parse_url(page.url);
    if (!url) return Error{"bad_url", "not an http or https URL"};
    const auto setup = setups_.of_host(config::host_with_port(*url));
    if (!setup) return setup.error();
    const auto document = pipeline::parse_in_time(page.body, page.charset, (*setup)->limits);
    if (!document) return document.error();
    const auto model = model_of(*url, **setup);
    if (!model) return model.error();
    ExtractOptions options = (*setup)->extract;
    options.want_markdown = true;
    pipeline::PageClock clock((*setup)->limits.max_seconds);
    const std::string robots = page.robots.value_or(std::string());
    KeyPage key{.page = *document, .url = &*url, .robots = robots, .fetched = page.fetched, .stop = &clock};
    if (*model) key.site = {model->get(), crawl::hash_url(url->str()), 0, crawl::hash_url(site_area(*url))};
    return Json::parse(pipeline::extracted_json(extract_page(key, options), url->str()))
        .dump(-1, ' ', false, Json::error_handler_t::replace);
  }

  // Null: the page is extracted by itself.
  Result<std::shared_ptr<const SiteModel>> model_of(const Url& url, const pipeline::SiteSetup& setup) {
    if (!models_ || !setup.analyser || !setup.in_site()) return std::shared_ptr<const SiteModel>();
    const std::string site = crawl::site_of(url, site_mode_);
    if (const auto kept = kept_.find(site); kept != kept_.end()) return kept->second;
    auto model = models_->read(site, {setup.analyser});
    if (!model && model.error().code != "no_model") return model.error();
    if (kept_.size() >= most_kept) kept_.clear();
    return kept_[site] = model ? *model : nullptr;
  }

  static constexpr std::size_t most_kept = 256;  // a few megabytes each

  const ingest::Options options_;
  const crawl::SiteMode site_mode_;
  pipeline::Setups setups_;
  std::optional<map::SiteModels> models_;
  std::map<std::string, std::shared_ptr<const SiteModel>> kept_;  // by site; null: there is none
};

}  // namespace

void extract_records(Context& context, const config::Config& config, const std::string& models) {
  const crawl::CacheOptions bounds = capture::cache_options(config.settings());
  const ingest::Options options{.page_max_bytes = static_cast<std::size_t>(bounds.page_max_bytes),
                                .page_max_ratio = static_cast<std::size_t>(bounds.page_max_ratio),
                                .url_prefix = {}};
  RecordExtractor extractor(config, options, models);
  const std::size_t most = ingest::max_line_bytes(options);
  for (std::string record; read_standard_line(record, most);) {
    if (record.find_first_not_of(" \t\r") == record.npos || ingest::is_end_line(record)) continue;
    const std::string line = record.size() > most
                                 ? extractor.error_line({}, {"too_large", "the line is longer than a page may be"})
                                 : extractor.answer(record);
    auto error = write_out(line + "\n");
    if (!error) error = flush_out();
    if (error) return context.fail(*error);
  }
}

}  // namespace pith::cli
