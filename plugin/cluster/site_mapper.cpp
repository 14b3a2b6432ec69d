#include "plugin/cluster/site_mapper.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "plugin/capture/options.h"
#include "plugin/site/iso_time.h"
#include "plugin/site/kept_model.h"
#include "plugin/site/page_documents.h"
#include "plugin/site/page_worker.h"
#include "plugin/site/site_survey.h"

namespace pith::map {
namespace {

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
  auto error = request_.stage == Stage::learn ? learn(*site, records) : extract(*site, records);
  if (stopped()) return std::nullopt;
  if (error || request_.stage == Stage::learn) return error;
  ++summary_.sites;
  return write();
}

std::optional<Error> SiteMapper::learn(pipeline::SiteWork& site, SiteRecords& records) {
  pipeline::PageDocuments documents(setups_, hooks_.stop);
  pipeline::PageWorker worker(records, site_mode_, setups_, documents, request_.content_key);
  const auto survey = pipeline::survey_site({}, worker, site);
  if (!survey) return survey.error();
  if (stopped()) return std::nullopt;
  ++summary_.sites;
  summary_.counts.pages += static_cast<std::int64_t>(records.sorted().size());
  return models_.write(site.name(), pipeline::kept_model(*(*survey)->model(), site.analysers()));
}

std::optional<Error> SiteMapper::read_model(pipeline::SiteWork& site) {
  if (!site.is_compared()) return std::nullopt;
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

std::optional<Error> SiteMapper::extract(pipeline::SiteWork& site, SiteRecords& records) {
  const auto& list = records.sorted();
  std::vector<std::size_t> numbers(list.size(), site.pages().size());  // of a record in the site's pages
  for (std::size_t number = 0; number < site.pages().size(); ++number)
    if (const crawl::SitePage& page = site.pages()[number]; !page.digest.empty())
      numbers[static_cast<std::size_t>(page.id - 1)] = number;

  pipeline::PageDocuments documents(setups_, hooks_.stop);
  pipeline::PageWorker worker(records, site_mode_, setups_, documents, request_.content_key);
  if (auto error = request_.stage == Stage::piece ? read_model(site) : pipeline::learn_model({}, worker, site))
    return error;
  for (std::size_t at = 0; at < list.size(); ++at) {
    if (stopped()) return std::nullopt;
    working_();
    PageOutcome outcome = outcome_of(list[at], site.name());
    std::string document;
    if (numbers[at] < site.pages().size()) {
      auto result = worker.process(site, numbers[at], true);
      if (!result) return result.error();
      const ExtractedPage& extracted = result->result;
      outcome.status = name_of(extracted.status);
      outcome.reason = extracted.reason;
      if (extracted.status != Status::skipped) {
        auto bytes = request_.format->page(outcome.record, extracted, outcome.place, request_.structure);
        if (!bytes) return bytes.error();
        document = *std::move(bytes);
        outcome.page_words = extracted.page_words;
        outcome.content_words = extracted.content_words;
        outcome.aside_words = extracted.aside_words;
        outcome.template_words = extracted.template_words;
        outcome.row = {.url = outcome.record.url,
                       .canonical = extracted.metadata.canonical_link,
                       .content = std::move(result->content),
                       .folded_into = {},
                       .reason = {},
                       .has_headline = extracted.has_headline,
                       .page_words = extracted.page_words,
                       .links = std::move(result->page.links)};
      }
    }
    if (documents_.is_full())
      if (auto error = write()) return error;
    if (auto error = documents_.add(std::move(outcome), document)) return error;
  }
  return std::nullopt;
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
