#include "plugin/cluster/site_mapper.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "plugin/capture/options.h"
#include "plugin/site/extraction_pool.h"
#include "plugin/site/iso_time.h"
#include "plugin/site/kept_model.h"
#include "plugin/site/page_documents.h"
#include "plugin/site/page_worker.h"
#include "plugin/site/site_survey.h"

namespace pith::map {
namespace {

// Of a page of SiteRecords::pages(), in sorted().
std::size_t place_of(const crawl::SitePage& page) { return static_cast<std::size_t>(page.id - 1); }

PageOutcome outcome_of(const SiteRecords::Record& record, const std::string& site) {
  return {.record = {.url = record.known.url,
                     .site = site,
                     .fetched = record.fetched > 0 ? pipeline::iso_time(record.fetched) : std::string(),
                     .digest = record.known.digest},
          .place = record.place,
          .status = {},
          .reason = record.known.reason.name(),
          .stands_for = record.known.redirect_to,
          .row = {}};
}

struct RenderedPage final : pipeline::PageReading {
  Result<std::string> document = std::string();
};

// Makes the documents, on the threads that extract.
class DocumentRenderer final : public pipeline::PageReader {
 public:
  DocumentRenderer(const MapRequest& request, const SiteRecords& records, const std::string& site)
      : request_(request), records_(records), site_(site) {}

  std::unique_ptr<pipeline::PageReading> read(const crawl::SitePage& page, const KeyPage& /*key*/,
                                              const pipeline::SiteSetup& /*setup*/,
                                              const ExtractedPage& result) const override {
    const PageOutcome outcome = outcome_of(records_.sorted()[place_of(page)], site_);
    auto out = std::make_unique<RenderedPage>();
    out->document = request_.format->page(outcome.record, result, outcome.place, request_.wanted);
    if (out->document) out->bytes = out->document->size();
    return out;
  }

 private:
  const MapRequest& request_;
  const SiteRecords& records_;
  const std::string& site_;
};

// The site at hand.
class RecordedSite final : public pipeline::SiteSource {
 public:
  // `models`: where to keep what is learned, or null.
  RecordedSite(SiteRecords& records, std::shared_ptr<pipeline::SiteWork> site, crawl::SiteMode site_mode,
               std::uint64_t content_key, const SiteModels* models)
      : records_(records), site_(std::move(site)), site_mode_(site_mode), content_key_(content_key), models_(models) {}

  crawl::PageBodies& bodies() override { return records_; }
  crawl::SiteMode site_mode() const override { return site_mode_; }
  std::uint64_t content_key() const override { return content_key_; }
  Result<std::shared_ptr<pipeline::SiteWork>> read(const std::string& /*site*/) override { return site_; }
  Result<std::vector<crawl::SampleSummary>> sample(const pipeline::SiteWork& /*site*/) override {
    return std::vector<crawl::SampleSummary>();
  }
  Result<std::optional<pipeline::SiteTemplateText>> keep(const pipeline::SiteWork& site,
                                                         const pipeline::SiteSurvey& /*survey*/,
                                                         pipeline::PageDocuments& /*documents*/,
                                                         bool /*always*/) override {
    if (models_)
      if (auto error = models_->write(site.name(), pipeline::kept_model(*site.model(), site.analysers())))
        return *std::move(error);
    return std::optional<pipeline::SiteTemplateText>();
  }

 private:
  SiteRecords& records_;
  const std::shared_ptr<pipeline::SiteWork> site_;
  const crawl::SiteMode site_mode_;
  const std::uint64_t content_key_;
  const SiteModels* const models_;
};

}  // namespace

SiteMapper::SiteMapper(const config::Config& config, const MapRequest& request, const MapHooks& hooks,
                       MapSummary& summary, std::function<void()> working)
    : request_(request),
      hooks_(hooks),
      summary_(summary),
      working_(std::move(working)),
      setups_(config),
      site_mode_(capture::cache_options(config.settings()).site_mode),
      fold_(config.settings().index.duplicates == "fold"),
      models_(request.models),
      documents_(request.memory / 2, request.together) {}

std::optional<Error> SiteMapper::map(const std::string& name, SiteRecords& records) {
  // A piece may lack what its pages repeat, and a sample, too: the number of pieces must make no difference.
  if (request_.stage == Stage::whole) records.resolve_revisits();
  records.sort();
  const auto site = pipeline::SiteWork::of(name, records.pages(), 0, setups_);
  if (request_.stage == Stage::piece)
    if (auto error = read_model(*site)) return error;
  if (auto error = extract(site, records); error || stopped()) return error;
  ++summary_.sites;
  if (request_.stage != Stage::learn) return write();
  summary_.counts.pages += static_cast<std::int64_t>(records.sorted().size());
  return std::nullopt;
}

std::optional<Error> SiteMapper::read_model(pipeline::SiteWork& site) {
  const bool has_bodies = std::ranges::any_of(site.pages(), [](const auto& page) { return !page.digest.empty(); });
  if (!site.is_compared() || !has_bodies) return std::nullopt;
  for (const crawl::SitePage& page : site.pages()) {
    const auto setup = setups_.of_host(pipeline::host_of(page));
    if (setup && (*setup)->in_site() && !(*setup)->analyser)
      return Error{"no_site_analyser",
                   page.url + ": " + (*setup)->extract.extractor_name +
                       " compares pages with their siblings and learns no model: give `pith map` the "
                       "whole site, without --models"};
  }
  auto model = models_.read(site.name(), site.analysers());
  if (!model) return model.error();
  site.set_model(*std::move(model), {});
  return std::nullopt;
}

std::optional<Error> SiteMapper::extract(const std::shared_ptr<pipeline::SiteWork>& site, SiteRecords& records) {
  const bool learns = request_.stage == Stage::learn;
  const DocumentRenderer renderer(request_, records, site->name());
  const auto open = [&]() -> Result<std::unique_ptr<pipeline::SiteSource>> {
    return std::unique_ptr<pipeline::SiteSource>(
        std::make_unique<RecordedSite>(records, site, site_mode_, request_.content_key, learns ? &models_ : nullptr));
  };
  const pipeline::PoolOptions options{.threads = request_.threads,
                                      .all = true,
                                      .in_order = true,
                                      .only_models = learns,
                                      .stop = hooks_.stop,
                                      .reader = &renderer};
  const auto& list = records.sorted();
  std::size_t next = 0;  // record to be added
  const auto add_unextracted = [&](std::size_t end) -> std::optional<Error> {
    for (; next < end; ++next)
      if (auto error = add(outcome_of(list[next], site->name()), {})) return error;
    return std::nullopt;
  };
  const auto take = [&](pipeline::PoolResult&& result) -> std::optional<Error> {
    if (auto error = add_unextracted(place_of(result.page))) return error;
    return add_extracted(outcome_of(list[next++], site->name()), std::move(result));
  };
  if (const auto done = pipeline::extract_sites(open, setups_, {site->name()}, options, take); !done)
    return done.error();
  return learns || stopped() ? std::nullopt : add_unextracted(list.size());
}

std::optional<Error> SiteMapper::add_extracted(PageOutcome outcome, pipeline::PoolResult&& result) {
  const ExtractedPage& extracted = result.result;
  outcome.status = name_of(extracted.status);
  outcome.reason = extracted.reason;
  if (extracted.status == Status::skipped) return add(std::move(outcome), {});
  auto& document = static_cast<RenderedPage&>(*result.reading).document;
  if (!document) return document.error();
  outcome.page_words = extracted.page_words;
  outcome.content_words = extracted.content_words;
  outcome.aside_words = extracted.aside_words;
  outcome.template_words = extracted.template_words;
  outcome.row = {.url = outcome.record.url,
                 .canonical = extracted.metadata.canonical_link,
                 .content = std::move(result.content),
                 .folded_into = {},
                 .reason = {},
                 .has_headline = extracted.has_headline,
                 .page_words = extracted.page_words,
                 .links = std::move(result.page.links)};
  outcome.row->content.body = outcome.record.digest;
  return add(std::move(outcome), *document);
}

std::optional<Error> SiteMapper::add(PageOutcome outcome, std::string_view document) {
  working_();
  if (documents_.is_full())
    if (auto error = write()) return error;
  return documents_.add(std::move(outcome), document);
}

std::optional<Error> SiteMapper::write() {
  const auto write = [&](std::string_view bytes) {
    working_();
    return hooks_.write(bytes);
  };
  std::optional<Error> error;
  if (request_.stage == Stage::piece) {
    error = documents_.write_frames(summary_.counts, write);
  } else {
    documents_.fold(fold_);
    error = documents_.write(*request_.format, summary_.counts, write);
  }
  documents_.clear();
  return error;
}

std::optional<Error> SiteMapper::write_bad(const crawl::CapturedPage& page, const crawl::CapturedRecord& known) {
  if (request_.stage == Stage::learn) return std::nullopt;
  SiteDocuments one(0);
  PageOutcome outcome{.record = {.url = known.url, .site = known.site, .fetched = {}, .digest = known.digest},
                      .place = page.place,
                      .status = {},
                      .reason = known.reason.name(),
                      .stands_for = {},
                      .row = {}};
  if (auto error = one.add(std::move(outcome), {})) return error;
  return request_.stage == Stage::piece ? one.write_frames(summary_.counts, hooks_.write)
                                        : one.write(*request_.format, summary_.counts, hooks_.write);
}

}  // namespace pith::map
