#include "plugin/app/pipeline/extraction_pool.h"

#include <algorithm>
#include <new>
#include <system_error>

#include "crawler_adapter/digest.h"
#include "plugin/app/pipeline/page_clock.h"
#include "plugin/app/pipeline/site_survey.h"
#include "plugin/app/pipeline/versions.h"

namespace pith::pipeline {
namespace {

constexpr std::size_t max_waiting = 64;                // results
constexpr std::size_t kept_document_bytes = 48 << 20;  // of documents that are kept
constexpr std::size_t max_unparsed = 10'000;           // errors of pages that are kept
constexpr const char* no_memory = "no_memory";         // of a page, with all that is kept given back

// Errors that say nothing about the page: the cache could not be read. Such a page must not be taken for one that
// cannot be parsed.
bool is_trouble(const Error& error) {
  for (const char* code : {"busy", "io", "disk_full", "not_writable", "damaged"})
    if (error.code == code) return true;
  return false;
}

std::string host_of(const crawl::SitePage& page) {
  const auto url = parse_url(page.url);
  return url ? url->host : std::string();
}

ContentSignature signature_of(const ExtractedPage& page, std::uint64_t key) {
  const std::string text = comparable_text(page);
  if (text.empty()) return {};
  return {.digest = crawl::sha256_hex(text),
          .simhash = is_vague(page) ? 0 : simhash_of(page.blocks.text),
          .words = page.content_words,
          .keyed = is_vague(page) ? KeyedSimhash{} : keyed_simhash_of(page.blocks.text, key)};
}

}  // namespace

// A site in work. The chooser depends on the settings of the key page's host, of which a site has few.
struct ExtractionPool::SiteWork {
  std::size_t index;
  std::int64_t change;
  std::vector<crawl::SitePage> pages;
  std::vector<std::size_t> jobs;       // indices of pages with a body
  std::size_t left = 0;                // results not yet delivered; under results_mutex_
  std::unique_ptr<SiteSurvey> survey;  // of sites whose pages are compared with each other
  std::shared_ptr<const SiteModel> model;
  std::optional<SiteTemplateText> template_text;  // under results_mutex_; if the index has another one

  // Under jobs_mutex_. The model is made when all of the sample is surveyed, pages are given out when it is made.
  enum class Stage : std::uint8_t { surveying, modelling, ready } stage = Stage::ready;
  std::size_t next_survey = 0, surveyed = 0, next_page = 0;
  bool is_given_out() const { return stage == Stage::ready && next_page == jobs.size(); }

  std::mutex mutex;
  std::map<const SiteSetup*, std::unique_ptr<crawl::SiblingChooser>> choosers;

  const crawl::SiblingChooser& chooser(const SiteSetup& setup) {
    const std::lock_guard lock(mutex);
    auto& slot = choosers[&setup];
    if (!slot)
      slot = std::make_unique<crawl::SiblingChooser>(pages, setup.selection, setup.site_level ? setup.siblings : 0,
                                                     setup.seed);
    return *slot;
  }
};

unsigned extraction_threads(const config::Settings& settings) {
  if (settings.extract.threads > 0) return static_cast<unsigned>(settings.extract.threads);
  return std::max(1u, std::thread::hardware_concurrency());
}

ExtractionPool::ExtractionPool(const crawl::CacheOptions& cache, Setups& setups, std::vector<std::string> sites,
                               unsigned threads, bool all)
    : cache_options_(cache),
      setups_(setups),
      sites_(std::move(sites)),
      all_(all),
      thread_count_(std::max(1u, threads)),
      documents_(kept_document_bytes) {
  threads_.reserve(thread_count_);
  const std::lock_guard lock(
      results_mutex_);  // a thread that is done already must not count down before all are counted
  try {
    for (unsigned i = 0; i < thread_count_; ++i) {
      threads_.emplace_back([this] { work(); });
      ++running_;
    }
  } catch (const std::system_error& exception) {
    if (threads_.empty()) error_ = Error{"internal", std::string("no thread can be started: ") + exception.what()};
  }
}

ExtractionPool::~ExtractionPool() {
  stop();
  while (next()) {
  }
  for (std::thread& thread : threads_) thread.join();
}

void ExtractionPool::stop() {
  stopping_ = true;
  can_put_.notify_all();
  wake_waiting();
}

void ExtractionPool::wake_waiting() {
  { const std::lock_guard lock(jobs_mutex_); }  // no thread stands between looking for a job and waiting for one
  job_may_be_there_.notify_all();
}

std::optional<PageResult> ExtractionPool::next() {
  std::unique_lock lock(results_mutex_);
  can_take_.wait(lock, [&] { return !results_.empty() || running_ == 0; });
  if (results_.empty()) return std::nullopt;
  PageResult result = std::move(results_.front());
  results_.pop_front();
  can_put_.notify_one();
  return result;
}

std::optional<Error> ExtractionPool::error() {
  const std::lock_guard lock(results_mutex_);
  return error_;
}

std::vector<EmptySite> ExtractionPool::empty_sites() {
  const std::lock_guard lock(results_mutex_);
  return empty_;
}

void ExtractionPool::fail(Error error) {
  const std::lock_guard lock(results_mutex_);
  if (!error_) error_ = std::move(error);
  stopping_ = true;
}

void ExtractionPool::deliver(const Job& job, PageResult result) {
  std::unique_lock lock(results_mutex_);
  can_put_.wait(lock, [&] { return results_.size() < max_waiting || stopping_; });
  if (job.site->left == job.site->jobs.size()) result.site_pages = job.site->jobs.size();
  result.site_change = job.site->change;
  // Counted where it is queued, so that the last one counted is the last one to come out. A site with a page that could
  // not be read does not end.
  result.ends_site = --job.site->left == 0 && !error_;
  if (result.ends_site) result.site_template = std::move(job.site->template_text);
  results_.push_back(std::move(result));
  can_take_.notify_one();
}

void ExtractionPool::work() {
  try {
    auto cache = crawl::PageCache::open_existing(cache_options_);
    if (!cache) {
      fail(cache.error());
    } else if (const auto content_key = cache->content_key(); !content_key) {
      fail(content_key.error());
    } else {
      while (!stopping_) {
        const auto job = take_job(*cache);
        if (!job) break;
        switch (job->task) {
          case Task::survey:
            survey(*cache, *job);
            break;
          case Task::model:
            make_model(*cache, *job->site);
            break;
          case Task::page:
            deliver(*job, process(*cache, *job, *content_key));
            break;
        }
      }
    }
  } catch (const std::exception& exception) {
    fail({"internal", std::string("extraction stopped: ") + exception.what()});
  }
  if (stopping_) wake_waiting();
  const std::lock_guard lock(results_mutex_);
  --running_;
  can_take_.notify_all();
}

std::optional<ExtractionPool::Job> ExtractionPool::job_of(const std::shared_ptr<SiteWork>& site) {
  using Stage = SiteWork::Stage;
  if (site->stage == Stage::surveying && site->next_survey < site->survey->todo().size())
    return Job{site, Task::survey, site->next_survey++};
  if (site->stage == Stage::surveying && site->surveyed == site->survey->todo().size()) {
    site->stage = Stage::modelling;
    return Job{site, Task::model, 0};
  }
  if (site->stage == Stage::ready && site->next_page < site->jobs.size())
    return Job{site, Task::page, site->jobs[site->next_page++]};
  return std::nullopt;
}

std::optional<ExtractionPool::Job> ExtractionPool::take_job(crawl::PageCache& cache) {
  std::unique_lock lock(jobs_mutex_);
  while (!stopping_) {
    for (auto site = active_.begin(); site != active_.end();) {
      if (auto job = job_of(*site)) return job;
      site = (*site)->is_given_out() ? active_.erase(site) : site + 1;
    }
    if (next_site_ < sites_.size() && active_.size() <= thread_count_) {
      if (!begin_site(cache)) return std::nullopt;
    } else if (active_.empty()) {
      return std::nullopt;
    } else {
      job_may_be_there_.wait(lock);
    }
  }
  return std::nullopt;
}

bool ExtractionPool::begin_site(crawl::PageCache& cache) {
  auto state = cache.site_state(sites_[next_site_]);
  if (!state) {
    fail(state.error());
    return false;
  }
  auto site = std::make_shared<SiteWork>();
  site->index = next_site_++;
  site->change = state->change;
  site->pages = std::move(state->pages);
  for (std::size_t i = 0; i < site->pages.size(); ++i)
    if (!site->pages[i].digest.empty()) site->jobs.push_back(i);
  site->left = site->jobs.size();
  if (site->jobs.empty()) {
    const std::lock_guard lock(results_mutex_);
    empty_.push_back({site->index, site->change});
    return true;
  }
  if (wants_model(site->pages)) {
    auto survey = SiteSurvey::begin(cache, sites_[site->index], site->pages);
    if (!survey) {
      fail(survey.error());
      return false;
    }
    site->survey = std::move(*survey);
    site->stage = SiteWork::Stage::surveying;
  }
  active_.push_back(std::move(site));
  return true;
}

bool ExtractionPool::wants_model(const std::vector<crawl::SitePage>& pages) {
  std::string last = "(none)";
  for (const crawl::SitePage& page : pages) {
    std::string host = host_of(page);
    if (host == last) continue;  // pages are in order of URL
    const auto setup = setups_.of_host(host);
    last = std::move(host);
    if (setup && (*setup)->in_site()) return true;  // what is wrong with a setup is told when a page needs it
  }
  return false;
}

void ExtractionPool::survey(crawl::PageCache& cache, const Job& job) {
  SiteWork& site = *job.site;
  const crawl::SitePage& page = site.pages[site.survey->todo()[job.number]];
  const auto setup = setups_.of_host(host_of(page));
  if (!setup) return fail(setup.error());
  const auto known = document(cache, page);
  if (!known && is_trouble(known.error())) return fail(known.error());
  in_memory([&] {
    PageClock clock((*setup)->limits.max_seconds);
    site.survey->survey(job.number, known ? known->get() : nullptr, &clock);
  });
  const std::lock_guard lock(jobs_mutex_);
  if (++site.surveyed == site.survey->todo().size()) job_may_be_there_.notify_all();
}

void ExtractionPool::make_model(crawl::PageCache& cache, SiteWork& site) {
  site.model = site.survey->model();
  if (!cache_options_.read_only) {
    if (auto error = site.survey->save(cache, *site.model)) return fail(*std::move(error));
    if (auto error = read_template(cache, site)) return fail(*std::move(error));
  }
  site.survey.reset();
  const std::lock_guard lock(jobs_mutex_);
  site.stage = SiteWork::Stage::ready;
  job_may_be_there_.notify_all();
}

std::optional<Error> ExtractionPool::read_template(crawl::PageCache& cache, SiteWork& site) {
  const auto known = cache.template_inputs(sites_[site.index]);
  if (!known) return known.error();
  const auto sources = TemplateSources::choose(*site.model, site.pages, setups_);
  if (!sources) return sources.error();
  if (sources->inputs() == *known) return std::nullopt;
  auto text = sources->read([&](const crawl::SitePage& page) { return document(cache, page); }, is_trouble);
  if (!text) return text.error();
  const std::lock_guard lock(results_mutex_);
  site.template_text = std::move(*text);
  return std::nullopt;
}

template <typename Work>
bool ExtractionPool::in_memory(const Work& work) {
  for (int time = 0; time < 2; ++time) {
    try {
      work();
      return true;
    } catch (const std::bad_alloc&) {
      documents_.clear();
    }
  }
  return false;
}

Result<std::shared_ptr<const Document>> ExtractionPool::document(crawl::PageCache& cache, const crawl::SitePage& page) {
  if (auto known = documents_.find(page.id)) return known;
  {
    const std::lock_guard lock(unparsed_mutex_);
    if (const auto known = unparsed_.find(page.id); known != unparsed_.end()) return known->second;
  }
  const auto setup = setups_.of_host(host_of(page));
  if (!setup) return setup.error();
  const auto body = cache.body(page.id);
  if (!body) return body.error();
  Result<Document> parsed = Error{no_memory, "there is not enough memory to parse the page"};
  in_memory([&] { parsed = parse_in_time(*body, page.charset, (*setup)->limits); });
  if (!parsed) {
    const std::lock_guard lock(unparsed_mutex_);
    if (unparsed_.size() >= max_unparsed) unparsed_.clear();
    unparsed_.emplace(page.id, parsed.error());
    return parsed.error();
  }
  auto made = std::make_shared<const Document>(std::move(*parsed));
  documents_.put(page.id, made);
  return std::shared_ptr<const Document>(made);
}

PageResult ExtractionPool::process(crawl::PageCache& cache, const Job& job, std::uint64_t content_key) {
  PageResult out;
  out.site = job.site->index;
  out.page = job.site->pages[job.number];
  const auto url = parse_url(out.page.url);
  const auto setup = setups_.of_host(host_of(out.page));
  if (!setup) {
    fail(setup.error());
    return out;
  }
  if (!out.page.links_known && url) {
    const auto key = document(cache, out.page);
    if (!key && is_trouble(key.error())) {
      fail(key.error());
      return out;
    }
    if (key || key.error().code != no_memory) out.links.emplace();
    if (key) out.links = crawl::hashes_of(crawl::sibling_links(**key, *url, cache_options_.site_mode));
    if (out.links) out.page.links = *out.links;
  }
  std::string inputs = std::string(pipeline_version) + "\n" + document_version + "\n" + (*setup)->digest + "\n" +
                       out.page.digest + "\n" + out.page.charset + "\n" + std::to_string(out.page.robots.size()) + ":" +
                       out.page.robots + "\n" + std::to_string(content_key);
  std::vector<std::size_t> siblings;
  if ((*setup)->in_site()) {
    if (!out.page.shape_known && !find_shape(cache, out)) return out;
    const SiteModel& model = *job.site->model;
    if ((*setup)->site_model) {
      if (out.page.shape) inputs += "\nmodel " + std::to_string(model.digest(*out.page.shape, model_id(out.page)));
    } else {
      const auto alike = out.page.shape ? model.like(*out.page.shape) : std::vector<std::uint64_t>();
      siblings = job.site->chooser(**setup).choose(job.number, out.page.links, alike);
      for (const std::size_t sibling : siblings) inputs += "\n" + job.site->pages[sibling].digest;
    }
  }
  out.fingerprint = crawl::sha256_hex(inputs);
  if (!all_ && !out.page.pending && out.page.fingerprint == out.fingerprint) return out;
  out.extracted = true;
  extract(cache, job, **setup, siblings, out);
  if (out.extracted && out.result.status != Status::skipped) out.content = signature_of(out.result, content_key);
  return out;
}

// The shape of a page whose shape is not known yet. False on an error.
bool ExtractionPool::find_shape(crawl::PageCache& cache, PageResult& out) {
  const auto key = document(cache, out.page);
  if (!key && is_trouble(key.error())) {
    fail(key.error());
    return false;
  }
  const bool unread =
      !key && (key.error().code == "no_body" || key.error().code == "damaged_body" || key.error().code == no_memory);
  out.page.shape_known = out.new_shape = !unread;
  if (key) out.page.shape = shape_of(PageView(**key));
  return true;
}

void ExtractionPool::extract(crawl::PageCache& cache, const Job& job, const SiteSetup& setup,
                             const std::vector<std::size_t>& siblings, PageResult& out) {
  const auto skip = [&](const std::string& reason) {
    out.result = ExtractedPage();
    out.result.status = Status::skipped;
    out.result.reason = reason;
    out.result.extractor = setup.extract.extractor_name;
  };
  if (setup.skip) return skip("site_skip");
  const auto give_up = [&](const Error& error) {
    out.extracted = false;
    fail(error);
  };
  const auto key = document(cache, out.page);
  if (!key && is_trouble(key.error())) return give_up(key.error());
  if (!key && key.error().code == "no_body") {  // evicted just now: what is known of the page stays as it is
    out.extracted = false;
    return;
  }
  const auto skip_for_now = [&] {  // with more memory it may be another page
    out.fingerprint.clear();
    skip("too_much_memory");
  };
  if (!key && key.error().code == no_memory) return skip_for_now();
  if (!key) return skip(key.error().code);
  std::vector<std::shared_ptr<const Document>> kept;
  std::vector<const Document*> others;
  for (const std::size_t sibling : siblings) {
    auto other = document(cache, job.site->pages[sibling]);
    if (!other && is_trouble(other.error())) return give_up(other.error());
    if (!other) continue;  // a sibling that cannot be parsed teaches nothing
    others.push_back(other->get());
    kept.push_back(std::move(*other));
  }
  const auto url = parse_url(out.page.url);
  const bool done = in_memory([&] {
    PageClock clock(setup.limits.max_seconds);
    out.result = extract_page(
        **key, others, url ? &*url : nullptr, setup.extract, out.page.robots,
        setup.in_site() && setup.site_model ? PageInSite{job.site->model.get(), model_id(out.page)} : PageInSite{},
        nullptr, &clock);
  });
  if (!done) skip_for_now();
}

}  // namespace pith::pipeline
