#include "plugin/site/page_worker.h"

#include <span>
#include <utility>

#include "core/dom/parse.h"
#include "core/extract/main_content/view_page.h"
#include "core/system/digest.h"
#include "core/text/url.h"
#include "crawler_adapter/cache/page_reason.h"
#include "crawler_adapter/page/crawl_errors.h"
#include "plugin/site/page_clock.h"
#include "plugin/site/run_errors.h"
#include "plugin/site/versions.h"

namespace pith::pipeline {
namespace {

ContentSignature signature_of(const ExtractedPage& page, std::uint64_t key) {
  const std::string text = comparable_text(page);
  if (text.empty()) return {};
  return {.digest = sha256_hex(text),
          .simhash = titled_simhash(page),
          .words = page.content_words,
          .keyed = is_vague(page) ? KeyedSimhash{} : keyed_simhash_of(page.blocks.text, key)};
}

bool failed(const ExtractedPage& page) {
  const auto reason = crawl::PageReason::named(page.reason);
  return reason == crawl::PageReason::too_slow || reason == crawl::PageReason::too_much_memory ||
         reason == crawl::PageReason::crashed;
}

std::optional<Error> interruption(const PageClock& clock) {
  if (!clock.interrupted()) return std::nullopt;
  return Error{code::interrupted, "interrupted"};
}

}  // namespace

struct PageWorker::Visit {
  Visit(SiteWork& work, std::size_t page) : site(work), number(page) {}

  SiteWork& site;
  std::size_t number;
  PageResult out;
  const SiteSetup* setup = nullptr;
  std::optional<Url> url;
  bool is_excluded = false;  // by its URL
  // Parsed on first use: an unchanged page is not parsed.
  std::optional<Result<std::shared_ptr<const Document>>> document;
  std::shared_ptr<const PageView> view;
  std::optional<PageShape> shape;     // nullopt: not compared with others, or it cannot be parsed
  std::vector<std::size_t> siblings;  // indices of pages; none if the extractor uses the model
  std::optional<PagesInWork::Scope> in_work;

  const SiteAnalyser::Features* features() const {
    const PageInSite in = in_site();
    return in.model ? site.features(number, in.analyser) : nullptr;
  }

  const Result<std::shared_ptr<const Document>>& parse(PageDocuments& documents, crawl::PageBodies& bodies) {
    if (!document) document = documents.parse(bodies, out.page);
    return *document;
  }
  PageInSite in_site() const {
    if (!setup->in_site() || !setup->analyser) return {};
    return {site.model().get(), model_id(out.page), site.analyser_of(*setup), area_id(out.page)};
  }
};

std::vector<const Document*> ComparedPage::sibling_pointers() const {
  std::vector<const Document*> out;
  for (const auto& sibling : siblings) out.push_back(sibling.get());
  return out;
}

std::optional<Error> PageWorker::survey(SiteWork& site, SiteSurvey& survey, std::size_t number) {
  const crawl::SitePage& page = site.pages()[survey.todo()[number]];
  const auto setup = setups_.of_host(host_of(page));
  if (!setup) return setup.error();
  const auto document = documents_.parse(bodies_, page);
  if (!document && ends_run(document.error())) return document.error();
  const PagesInWork::Scope in_work(documents_.in_work(), page, (*setup)->limits.max_seconds);
  PageClock clock = documents_.clock((*setup)->limits);
  documents_.in_memory(
      [&] { survey.survey(number, document ? documents_.view(page, *document).get() : nullptr, &clock); });
  return interruption(clock);
}

std::optional<Error> PageWorker::open(Visit& visit) {
  visit.out.page = visit.site.pages()[visit.number];
  visit.url = parse_url(visit.out.page.url);
  const auto setup = setups_.of_host(host_of(visit.out.page));
  if (!setup) return setup.error();
  visit.setup = *setup;
  visit.in_work.emplace(documents_.in_work(), visit.out.page, visit.setup->limits.max_seconds);
  visit.is_excluded = visit.url && setups_.excludes(*visit.url);
  if (auto error = find_links(visit)) return error;
  if (!visit.setup->in_site()) return std::nullopt;
  if (auto error = find_shape(visit)) return error;
  if (!visit.setup->analyser) find_siblings(visit);
  return std::nullopt;
}

std::optional<Error> PageWorker::find_links(Visit& visit) {
  PageResult& out = visit.out;
  if (out.page.links_known || !visit.url) return std::nullopt;
  const auto& key = visit.parse(documents_, bodies_);
  if (!key && ends_run(key.error())) return key.error();
  if (key || key.error().code != code::no_memory) out.links.emplace();
  const bool done = !key || documents_.in_memory([&] {
    out.links = crawl::hashes_of(crawl::sibling_links(**key, *visit.url, site_mode_));
  });
  if (!done) out.links.reset();
  if (out.links) out.page.links = *out.links;
  return std::nullopt;
}

std::optional<Error> PageWorker::find_shape(Visit& visit) {
  crawl::SitePage& page = visit.out.page;
  if (page.shape) {
    if (const auto known = read_shapes(*page.shape); known && known->size() <= 1) {
      if (!known->empty()) visit.shape = known->front();
      return std::nullopt;
    }
  }
  const auto& key = visit.parse(documents_, bodies_);
  if (!key && ends_run(key.error())) return key.error();
  if (!key && is_unread(key.error())) return std::nullopt;
  const bool done = !key || documents_.in_memory([&] {
    visit.view = documents_.view(page, *key);
    visit.shape = shape_of(*visit.view);
  });
  if (!done) return std::nullopt;
  page.shape = kept_bytes(visit.shape ? std::span(&*visit.shape, 1) : std::span<const PageShape>());
  visit.out.new_shape = true;
  return std::nullopt;
}

void PageWorker::find_siblings(Visit& visit) {
  const auto alike =
      visit.shape ? visit.site.model()->like(*visit.shape, area_id(visit.out.page)) : std::vector<std::uint64_t>();
  visit.siblings = visit.site.chooser(*visit.setup).choose(visit.number, visit.out.page.links, alike);
}

// What depends on the page alone.
std::string PageWorker::page_inputs(const Visit& visit) const {
  const crawl::SitePage& page = visit.out.page;
  std::string inputs = std::string(pipeline_version) + "\n" + document_version + "\n" + std::string(parser_name()) +
                       "\n" + visit.setup->digest + "\n" + page.digest + "\n" + page.charset + "\n" +
                       std::to_string(page.robots.size()) + ":" + page.robots + "\n" + std::to_string(content_key_);
  if (visit.is_excluded) inputs += "\nexcluded";
  return inputs;
}

std::string PageWorker::fingerprint(const Visit& visit) const {
  std::string inputs = page_inputs(visit);
  if (const PageInSite site = visit.in_site(); site.model && visit.shape)
    inputs += "\nmodel " + std::to_string(site.model->digest(site.page, site.analyser, site.area));
  for (const std::size_t sibling : visit.siblings) inputs += "\n" + visit.site.pages()[sibling].digest;
  return sha256_hex(inputs);
}

// Of a page that took too much time or memory, or crashed: other pages of its site are no reason to try it again.
std::string PageWorker::fingerprint_set_aside(const Visit& visit) const {
  return sha256_hex(page_inputs(visit) + "\nset aside");
}

Result<PageResult> PageWorker::process(SiteWork& site, std::size_t number, bool always) {
  Visit visit(site, number);
  if (auto error = open(visit)) return *std::move(error);
  PageResult& out = visit.out;
  out.fingerprint = fingerprint(visit);
  const std::string set_aside = fingerprint_set_aside(visit);
  const bool is_known = out.page.fingerprint == out.fingerprint || out.page.fingerprint == set_aside;
  const bool crashed_last = documents_.has_crashed(out.page) && !out.page.crashed;
  if (!always && !out.page.pending && is_known && !crashed_last) return std::move(out);
  out.extracted = true;
  if (auto error = extract(visit)) return *std::move(error);
  if (out.result.status == Status::skipped && failed(out.result)) out.fingerprint = set_aside;
  if (out.extracted && out.result.status != Status::skipped) out.content = signature_of(out.result, content_key_);
  return std::move(out);
}

std::optional<Error> PageWorker::extract(Visit& visit) {
  PageResult& out = visit.out;
  const SiteSetup& setup = *visit.setup;
  const auto skip = [&](const crawl::PageReason& reason) {
    out.result = ExtractedPage();
    out.result.status = Status::skipped;
    out.result.reason = reason.name();
    out.result.extractor = setup.extract.extractor_name;
    return std::nullopt;
  };
  if (setup.skip) return skip(crawl::PageReason::site_skip);
  if (visit.is_excluded) return skip(crawl::PageReason::excluded);
  const auto& key = visit.parse(documents_, bodies_);
  if (!key && ends_run(key.error())) return key.error();
  if (!key && key.error().code == crawl::code::no_body) {  // evicted just now: what is known about the page stays
    out.extracted = false;
    return std::nullopt;
  }
  if (!key && key.error().code == code::no_memory) return skip(crawl::PageReason::too_much_memory);
  if (!key) return skip(crawl::PageReason::named(key.error().code));
  const auto compared = compare(visit);
  if (!compared) return compared.error();
  const std::vector<const Document*> siblings = compared->sibling_pointers();
  PageClock clock = documents_.clock(setup.limits);
  const bool done = documents_.in_memory([&] {
    const KeyPage input{.page = **key,
                        .siblings = siblings,
                        .url = visit.url ? &*visit.url : nullptr,
                        .robots = out.page.robots,
                        .fetched = out.page.fetched,
                        .site = compared->site,
                        .view = visit.view.get(),
                        .features = visit.features(),
                        .stop = &clock};
    out.result = extract_page(input, setup.extract);
    if (reader_ && out.result.status != Status::skipped)
      out.reading = reader_->read(out.page, input, setup, out.result);
  });
  if (auto error = interruption(clock)) return error;
  return done ? std::nullopt : skip(crawl::PageReason::too_much_memory);
}

Result<ComparedPage> PageWorker::compare(Visit& visit) {
  const auto& key = visit.parse(documents_, bodies_);
  if (!key) return key.error();
  ComparedPage out{.page = *key, .siblings = {}, .site = visit.in_site()};
  for (const std::size_t sibling : visit.siblings) {
    auto other = documents_.parse(bodies_, visit.site.pages()[sibling]);
    if (!other && ends_run(other.error())) return other.error();
    if (other) out.siblings.push_back(std::move(*other));  // one that cannot be parsed teaches nothing
  }
  return out;
}

Result<ComparedPage> PageWorker::compare(SiteWork& site, std::size_t number) {
  Visit visit(site, number);
  if (auto error = open(visit)) return *std::move(error);
  return compare(visit);
}

std::optional<Error> learn_model(std::vector<crawl::SampleSummary> known, PageWorker& worker, SiteWork& site) {
  if (!site.is_compared()) return std::nullopt;
  SiteSurvey survey(std::move(known), site);
  for (std::size_t number = 0; number < survey.todo().size(); ++number)
    if (auto error = worker.survey(site, survey, number)) return error;
  site.set_model(survey.model(), survey.take_features());
  return std::nullopt;
}

}  // namespace pith::pipeline
