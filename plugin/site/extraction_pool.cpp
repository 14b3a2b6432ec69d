#include "plugin/site/extraction_pool.h"

#include <algorithm>
#include <exception>
#include <system_error>
#include <utility>

#include "plugin/site/run_errors.h"
#include "plugin/site/site_survey.h"
#include "plugin/site/site_work.h"

namespace pith::pipeline {
namespace {

// Results: enough for the time in which the index is being committed.
constexpr std::size_t max_waiting = 256;
constexpr std::size_t max_waiting_bytes = 24 << 20;

// Of memory, estimated.
std::size_t bytes_of(const PoolResult& result) {
  if (result.outcome) return result.outcome->bytes;
  const ExtractedPage& page = result.result;
  return (result.reading ? result.reading->bytes : 0) + page.blocks.text.size() + page.structure.size() +
         page.html.size();
}

}  // namespace

struct ExtractionPool::QueuedSite {
  std::size_t index;
  std::shared_ptr<SiteWork> work;
  std::vector<std::size_t> jobs;                  // indices of pages with a body
  std::size_t left = 0;                           // results not yet delivered; under results_mutex_
  std::unique_ptr<SiteSurvey> survey;             // of sites whose pages are compared with each other
  std::optional<SiteTemplateText> template_text;  // under results_mutex_; set if the index has another one, or all_

  // Under jobs_mutex_. The model is made when the whole sample is surveyed; pages are given out when it is made.
  enum class Stage : std::uint8_t { surveying, modelling, ready } stage = Stage::ready;
  std::size_t next_survey = 0, surveyed = 0, next_page = 0;
  bool is_given_out() const { return stage == Stage::ready && next_page == jobs.size(); }
};

unsigned extraction_threads(const config::Settings& settings) {
  if (settings.extract.threads > 0) return static_cast<unsigned>(settings.extract.threads);
  return std::max(1u, std::thread::hardware_concurrency());
}

ExtractionPool::ExtractionPool(OpenSource open, Setups& setups, std::vector<std::string> sites,
                               const PoolOptions& options)
    : open_(std::move(open)),
      setups_(setups),
      sites_(std::move(sites)),
      options_(options),
      documents_(setups, options.stop, options.in_work, options.all) {
  threads_.reserve(options.threads);
  // A thread that is done early must not count down before all are counted.
  const std::lock_guard lock(results_mutex_);
  try {
    for (unsigned i = 0; i < options.threads; ++i) {
      threads_.emplace_back([this] { run_thread(); });
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
  { const std::lock_guard lock(jobs_mutex_); }  // no thread is between looking for a job and waiting for one
  job_may_be_there_.notify_all();
}

std::optional<PoolResult> ExtractionPool::next() {
  std::unique_lock lock(results_mutex_);
  can_take_.wait(lock, [&] {
    return running_ == 0 || (!results_.empty() && (!options_.in_order || results_.begin()->first == taken_));
  });
  // What comes after a page that has no result is not in order any more.
  if (results_.empty() || (options_.in_order && results_.begin()->first != taken_)) return std::nullopt;
  PoolResult result = std::move(results_.begin()->second);
  results_.erase(results_.begin());
  ++taken_;
  waiting_bytes_ -= bytes_of(result);
  can_put_.notify_all();  // they may be of any size
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

std::optional<Error> ExtractionPool::make_outcome(PoolResult& result) {
  if (!options_.outcomes || !result.extracted) return std::nullopt;
  std::optional<Error> error;
  const PagesInWork::Scope scope(documents_.in_work(), result.page, 0);
  const bool done = documents_.in_memory([&] {
    auto made = options_.outcomes->make(result, sites_[result.site]);
    if (made)
      result.outcome = *std::move(made);
    else
      error = made.error();
  });
  if (!done) error = Error{code::no_memory, "there is not enough memory to make the document of " + result.page.url};
  result.result = ExtractedPage();
  result.content = ContentSignature();
  return error;
}

std::optional<Error> ExtractionPool::deliver(const Job& job, PageResult result) {
  QueuedSite& site = *job.site;
  PoolResult out{std::move(result)};
  out.site = site.index;
  out.site_change = site.work->change();
  if (auto error = make_outcome(out)) return error;
  if (PagesInWork* const in_work = documents_.in_work()) in_work->done(out.page);
  const std::size_t bytes = bytes_of(out);
  std::unique_lock lock(results_mutex_);
  can_put_.wait(lock, [&] {
    const bool is_next = options_.in_order ? job.order == taken_ : results_.empty();
    return is_next || (results_.size() < max_waiting && waiting_bytes_ + bytes <= max_waiting_bytes) || stopping_;
  });
  if (site.left == site.jobs.size()) out.site_pages = site.jobs.size();
  // Counted when queued, so that the last one counted is the last one to come out. A site with an unreadable page does
  // not end.
  out.ends_site = --site.left == 0 && !error_;
  if (out.ends_site) out.site_template = std::move(site.template_text);
  results_.emplace(options_.in_order ? job.order : delivered_++, std::move(out));
  waiting_bytes_ += bytes;
  can_take_.notify_one();
  return std::nullopt;
}

void ExtractionPool::run_thread() {
  try {
    if (auto error = work_off_jobs()) {
      if (error->code == code::interrupted)
        stop();
      else
        fail(*std::move(error));
    }
  } catch (const std::exception& exception) {
    fail({"internal", std::string("extraction stopped: ") + exception.what()});
  }
  if (stopping_) wake_waiting();
  const std::lock_guard lock(results_mutex_);
  --running_;
  can_take_.notify_all();
}

std::optional<Error> ExtractionPool::work_off_jobs() {
  const auto source = open_();
  if (!source) return source.error();
  PageWorker worker((*source)->bodies(), (*source)->site_mode(), setups_, documents_, (*source)->content_key(),
                    options_.reader);
  while (!stopping_) {
    const auto job = take_job(**source);
    if (!job) return job.error();
    if (!*job) break;
    if (auto error = work_off(**job, **source, worker)) return error;
  }
  return std::nullopt;
}

std::optional<Error> ExtractionPool::work_off(const Job& job, SiteSource& source, PageWorker& worker) {
  QueuedSite& site = *job.site;
  switch (job.task) {
    case Task::survey: {
      if (auto error = worker.survey(*site.work, *site.survey, job.number)) return error;
      const std::lock_guard lock(jobs_mutex_);
      if (++site.surveyed == site.survey->todo().size()) job_may_be_there_.notify_all();
      return std::nullopt;
    }
    case Task::model:
      return make_model(source, site);
    case Task::page:
      break;
  }
  auto result = worker.process(*site.work, job.number, options_.all);
  if (!result) return result.error();
  return deliver(job, *std::move(result));
}

std::optional<ExtractionPool::Job> ExtractionPool::job_of(const std::shared_ptr<QueuedSite>& site) {
  using Stage = QueuedSite::Stage;
  if (site->stage == Stage::surveying && site->next_survey < site->survey->todo().size())
    return Job{site, Task::survey, site->next_survey++};
  if (site->stage == Stage::surveying && site->surveyed == site->survey->todo().size()) {
    site->stage = Stage::modelling;
    return Job{site, Task::model, 0};
  }
  if (site->stage == Stage::ready && site->next_page < site->jobs.size())
    return Job{site, Task::page, site->jobs[site->next_page++], begun_pages_++};
  return std::nullopt;
}

Result<std::optional<ExtractionPool::Job>> ExtractionPool::take_job(SiteSource& source) {
  using Found = std::optional<Job>;
  std::unique_lock lock(jobs_mutex_);
  while (!stopping_) {
    for (auto site = active_.begin(); site != active_.end();) {
      if (auto job = job_of(*site)) return Found(std::move(job));
      site = (*site)->is_given_out() ? active_.erase(site) : site + 1;
    }
    if (next_site_ < sites_.size() && active_.size() <= options_.threads) {
      if (auto error = begin_site(source)) return *std::move(error);
    } else if (active_.empty()) {
      return Found();
    } else {
      job_may_be_there_.wait(lock);
    }
  }
  return Found();
}

std::optional<Error> ExtractionPool::begin_site(SiteSource& source) {
  auto work = source.read(sites_[next_site_]);
  if (!work) return work.error();
  auto site = std::make_shared<QueuedSite>();
  site->index = next_site_++;
  site->work = std::move(*work);
  const std::vector<crawl::SitePage>& pages = site->work->pages();
  for (std::size_t i = 0; i < pages.size(); ++i)
    if (!pages[i].digest.empty()) site->jobs.push_back(i);
  site->left = site->jobs.size();
  if (site->jobs.empty()) {
    const std::lock_guard lock(results_mutex_);
    empty_.push_back({site->index, site->work->change()});
    return std::nullopt;
  }
  if ((site->work->is_compared() || options_.only_models) && !site->work->model()) {
    auto known = source.sample(*site->work);
    if (!known) return known.error();
    site->survey = std::make_unique<SiteSurvey>(*std::move(known), *site->work);
    site->stage = QueuedSite::Stage::surveying;
  }
  if (options_.only_models) site->next_page = site->jobs.size();
  active_.push_back(std::move(site));
  return std::nullopt;
}

std::optional<Error> ExtractionPool::make_model(SiteSource& source, QueuedSite& site) {
  site.work->set_model(site.survey->model(), site.survey->take_features());
  auto text = source.keep(*site.work, *site.survey, documents_, options_.all);
  if (!text) return text.error();
  {
    const std::lock_guard lock(results_mutex_);
    site.template_text = *std::move(text);
  }
  site.survey.reset();
  const std::lock_guard lock(jobs_mutex_);
  site.stage = QueuedSite::Stage::ready;
  job_may_be_there_.notify_all();
  return std::nullopt;
}

Result<std::vector<EmptySite>> extract_sites(OpenSource open, Setups& setups, std::vector<std::string> sites,
                                             const PoolOptions& options, const Sink& sink) {
  ExtractionPool pool(std::move(open), setups, std::move(sites), options);
  while (auto result = pool.next()) {
    if (options.stop && *options.stop) pool.stop();
    if (auto error = sink(*std::move(result))) return *std::move(error);
  }
  if (auto error = pool.error()) return *std::move(error);
  return pool.empty_sites();
}

}  // namespace pith::pipeline
