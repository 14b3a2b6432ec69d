#include "plugin/app/pipeline/site_survey.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "core/base/little_endian.h"
#include "core/extract/main_content/view_page.h"
#include "core/extract/site/page_sketch.h"
#include "crawler_adapter/site_sample.h"

namespace pith::pipeline {
namespace {

constexpr std::size_t max_looks_bytes = 8 << 20;  // a page of 200 texts needs about 1 kB

// Everything that a page's record is made from.
std::string inputs_of(const crawl::SitePage& page, const SiteModel::Learners& learners) {
  std::string out = structure_digest();
  for (const auto& learner : learners) out += " " + learner->version();
  return out + " " + page.charset + " " + page.digest;
}

// A record is the page's sketch and one summary per learner, each with its length (4 bytes) before it.
void put_part(std::string& record, std::string_view part) {
  put_little_endian(record, static_cast<std::uint32_t>(part.size()));
  record += part;
}

std::optional<std::string_view> take_part(std::string_view& record) {
  if (record.size() < sizeof(std::uint32_t)) return std::nullopt;
  const auto size = take_little_endian<std::uint32_t>(record);
  if (size > record.size()) return std::nullopt;
  const std::string_view part = record.substr(0, size);
  record.remove_prefix(size);
  return part;
}

// Of learners[i], part number `parts[i]` of the record.
std::optional<SampledPage> read_record(std::uint64_t id, std::string_view record, const SiteModel::Learners& learners,
                                       std::span<const std::size_t> parts) {
  const auto first = take_part(record);
  auto sketch = first ? read_sketch(*first) : std::nullopt;
  if (!sketch) return std::nullopt;
  SampledPage out{.id = id, .sketch = std::move(*sketch), .summaries = {}};
  std::vector<std::string_view> summaries;
  while (const auto part = take_part(record)) summaries.push_back(*part);
  for (std::size_t i = 0; i < learners.size(); ++i)
    out.summaries.push_back(parts[i] < summaries.size() ? learners[i]->read(summaries[parts[i]]) : nullptr);
  return out;
}

std::vector<std::size_t> in_order(std::size_t count) {
  std::vector<std::size_t> out(count);
  std::iota(out.begin(), out.end(), 0);
  return out;
}

std::vector<PageShape> shapes_of(const crawl::SiteModelRecord& record) {
  return read_shapes(record.templates).value_or(std::vector<PageShape>());
}

}  // namespace

std::uint64_t model_id(const crawl::SitePage& page) { return crawl::hash_url(page.url); }

std::size_t templates_of(const crawl::SiteModelRecord& record) { return shapes_of(record).size(); }

SiteSurvey::SiteSurvey(std::vector<crawl::SampleSummary> known, const SiteWork& site)
    : site_(site), sample_(crawl::sample_of(site.pages())) {
  std::map<std::int64_t, crawl::SampleSummary*> by_page;
  for (crawl::SampleSummary& summary : known) by_page.emplace(summary.page, &summary);
  for (std::size_t place = 0; place < sample_.size(); ++place) {
    std::string inputs = inputs_of(page(place), site.learners());
    const auto before = by_page.find(page(place).id);
    if (before != by_page.end() && before->second->inputs == inputs) {
      summaries_.push_back(std::move(*before->second));
      continue;
    }
    summaries_.push_back({.page = page(place).id, .inputs = std::move(inputs), .summary = {}});
    todo_.push_back(sample_[place]);
    todo_places_.push_back(place);
  }
  looks_.resize(todo_.size());
}

void SiteSurvey::survey(std::size_t number, const PageView* view, Stop* stop) {
  if (!view || !has_text(*view)) return;
  std::string record;
  put_part(record, kept_bytes(sketch_of(*view)));
  for (const auto& learner : site_.learners()) {
    auto look = learner->look(*view, stop);
    if (is_over(stop)) return;
    put_part(record, learner->summarise(*view, look.get()));
    looks_[number].push_back(std::move(look));
  }
  summaries_[todo_places_[number]].summary = std::move(record);
}

std::optional<SampledPage> SiteSurvey::sampled(std::size_t place) const {
  return read_record(model_id(page(place)), summaries_[place].summary, site_.learners(),
                     in_order(site_.learners().size()));
}

std::shared_ptr<const SiteModel> SiteSurvey::model() const {
  std::vector<SampledPage> sample;
  for (std::size_t place = 0; place < sample_.size(); ++place)
    if (auto page = sampled(place)) sample.push_back(std::move(*page));
  return std::make_shared<const SiteModel>(std::move(sample), site_.learners());
}

// The version of structures, the learners' versions, then of each page of the sample its id and its record.
std::string SiteSurvey::kept_model() const {
  std::string out;
  put_part(out, structure_digest());
  put_little_endian(out, static_cast<std::uint32_t>(site_.learners().size()));
  for (const auto& learner : site_.learners()) put_part(out, learner->version());
  for (std::size_t place = 0; place < sample_.size(); ++place) {
    put_little_endian(out, model_id(page(place)));
    put_part(out, summaries_[place].summary);
  }
  return out;
}

Looks SiteSurvey::take_looks() {
  Looks out;
  std::size_t bytes = 0;
  for (std::size_t number = 0; number < looks_.size(); ++number) {
    auto looks = std::move(looks_[number]);
    if (looks.size() < site_.learners().size()) continue;  // the page has no text, or took too long
    for (const auto& look : looks) bytes += look ? look->bytes() : 0;
    if (bytes > max_looks_bytes) break;
    out.emplace(todo_[number], std::move(looks));
  }
  looks_.clear();
  return out;
}

crawl::SiteModelRecord SiteSurvey::compare(const crawl::SiteModelRecord& before, const SiteModel& model) const {
  crawl::SiteModelRecord now = before;
  now.pages = 0;
  std::vector<PageShape> shapes;
  for (const SiteTemplate& t : model.templates()) {
    shapes.push_back(t.shape);
    now.pages += t.pages;
  }
  now.templates = shapes.empty() ? std::string() : kept_bytes(shapes);
  if (now.templates != before.templates) ++now.version;
  const std::vector<PageShape> known_shapes = shapes_of(before);
  if (before.pages < enough_known || known_shapes.empty()) return now;
  std::int64_t fresh = 0, explained = 0, first_fetched = 0;
  for (std::size_t number = 0; number < todo_.size(); ++number) {
    const auto page = sampled(todo_places_[number]);
    if (!page) continue;
    ++fresh;
    const bool known = std::ranges::any_of(
        known_shapes, [&](const PageShape& t) { return similarity(t, page->sketch.shape) >= SiteModel::alike; });
    const std::int64_t fetched = site_.pages()[todo_[number]].fetched;
    if (known)
      ++explained;
    else if (first_fetched == 0 || fetched < first_fetched)
      first_fetched = fetched;
  }
  if (fresh == 0) return now;
  now.fresh = fresh;
  now.explained = explained;
  if (fresh >= enough_fresh && explained * 2 < fresh) now.redesigned = first_fetched;
  return now;
}

std::optional<Error> SiteSurvey::save(crawl::CacheLedger& cache, const SiteModel& model) const {
  const auto before = cache.site_model(site_.name());
  if (!before) return before.error();
  if (auto error = cache.save_sample(site_.name(), summaries_)) return error;
  const crawl::SiteModelRecord now = compare(*before, model);
  return now == *before ? std::nullopt : cache.save_site_model(site_.name(), now);
}

Result<std::shared_ptr<const SiteModel>> read_model(std::string_view bytes, const SiteModel::Learners& learners) {
  const Error damaged{"bad_model", "the model is damaged"};
  const Error other{"other_version", "the model was made by another version of Pith, or with other settings"};
  const auto structure = take_part(bytes);
  if (!structure || bytes.size() < sizeof(std::uint32_t)) return damaged;
  if (*structure != structure_digest()) return other;
  std::vector<std::string_view> versions(std::min<std::size_t>(take_little_endian<std::uint32_t>(bytes), bytes.size()));
  for (std::string_view& version : versions) {
    const auto part = take_part(bytes);
    if (!part) return damaged;
    version = *part;
  }
  std::vector<std::size_t> parts;
  for (const auto& learner : learners) {
    const auto found = std::ranges::find(versions, learner->version());
    if (found == versions.end()) return other;
    parts.push_back(static_cast<std::size_t>(found - versions.begin()));
  }
  std::vector<SampledPage> sample;
  std::set<std::uint64_t> ids;
  while (!bytes.empty()) {
    if (bytes.size() < sizeof(std::uint64_t) || sample.size() > crawl::sample_pages) return damaged;
    const auto id = take_little_endian<std::uint64_t>(bytes);
    const auto record = take_part(bytes);
    if (!record || !ids.insert(id).second) return damaged;
    if (auto page = read_record(id, *record, learners, parts)) sample.push_back(std::move(*page));
  }
  return std::make_shared<const SiteModel>(std::move(sample), learners);
}

}  // namespace pith::pipeline
