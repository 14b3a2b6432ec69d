#include "core/extract/site/site_model.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/base/stable_hash.h"
#include "core/extract/site/copies.h"

namespace pith {
namespace {

// Indices into the sample; an empty sample has one empty area.
std::map<std::uint64_t, std::vector<std::size_t>> by_area(const std::vector<SampledPage>& sample) {
  std::map<std::uint64_t, std::vector<std::size_t>> areas;
  for (std::size_t i = 0; i < sample.size(); ++i) areas[sample[i].area].push_back(i);
  if (areas.empty()) areas[0];
  return areas;
}

}  // namespace

SiteModel::SiteModel(std::vector<SampledPage> sample, const SiteAnalysers& analysers) : sample_(std::move(sample)) {
  std::ranges::sort(sample_, {}, &SampledPage::id);
  take_repeated();
  find_copies();
  find_templates();
  for (SiteTemplate& t : templates_) choose_members(t);
  learn(analysers);
}

void SiteModel::learn(const SiteAnalysers& analysers) {
  for (std::size_t analyser = 0; analyser < analysers.size(); ++analyser) {
    for (const auto& [area, pages] : by_area(sample_)) {
      SiteLesson& lesson = lessons_.emplace_back(SiteLesson{analyser, area, nullptr, {}});
      std::vector<const SiteAnalyser::Summary*> summaries;
      for (const std::size_t i : pages) {
        const auto& of_page = sample_[i].summaries;
        if (copies_[i] || analyser >= of_page.size() || !of_page[analyser]) continue;
        summaries.push_back(of_page[analyser].get());
        lesson.pages.push_back(sample_[i].id);
      }
      if (!summaries.empty()) lesson.statistics = analysers[analyser]->learn(summaries);
      const std::vector<std::uint64_t> taught = lesson.pages;
      for (const auto& [id, first] : repeated_)
        if (std::ranges::binary_search(taught, first)) lesson.pages.push_back(id);
      std::ranges::sort(lesson.pages);
    }
  }
  for (SampledPage& page : sample_) page.summaries = {};
}

void SiteModel::take_repeated() {
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> first;  // ids by area and body
  std::erase_if(sample_, [&](const SampledPage& page) {
    if (page.body == 0) return false;
    const auto [known, fresh] = first.emplace(std::pair(page.area, page.body), page.id);
    if (!fresh) repeated_.emplace(page.id, known->second);
    return !fresh;
  });
}

// Of pages of an area that are copies of each other, only the first teaches. A copy elsewhere must not silence a page.
void SiteModel::find_copies() {
  copies_.assign(sample_.size(), 0);
  for (const auto& [_, pages] : by_area(sample_)) {
    std::vector<std::span<const std::uint64_t>> texts;
    for (const std::size_t page : pages) texts.emplace_back(sample_[page].sketch.long_texts);
    const std::vector<char> copies = copies_of_earlier(texts);
    for (std::size_t i = 0; i < pages.size(); ++i) copies_[pages[i]] = copies[i];
  }
}

void SiteModel::find_templates() {
  for (const SampledPage& page : sample_) {
    const PageShape& shape = page.sketch.shape;
    const auto nearest = template_of(shape);
    if (nearest && (templates_.size() == max_templates || similarity(templates_[*nearest].shape, shape) >= alike))
      ++templates_[*nearest].pages;
    else
      templates_.push_back({.leader = page.id, .shape = shape, .pages = 1, .members = {}});
  }
}

std::optional<std::size_t> SiteModel::template_of(const PageShape& shape) const {
  std::optional<std::size_t> nearest;
  float best = -1;
  for (std::size_t t = 0; t < templates_.size(); ++t) {
    const float like = similarity(templates_[t].shape, shape);
    if (like <= best) continue;
    best = like;
    nearest = t;
  }
  return nearest;
}

std::vector<std::uint64_t> SiteModel::like(const PageShape& shape, std::uint64_t area) const {
  std::vector<std::uint64_t> ids;
  if (const auto nearest = template_of(shape))
    for (const std::size_t member : templates_[*nearest].members)
      if (sample_[member].area == area) ids.push_back(sample_[member].id);
  return ids;
}

std::vector<std::uint64_t> SiteModel::pages_of(std::uint64_t area) const {
  std::vector<std::uint64_t> ids;
  for (std::size_t i = 0; i < sample_.size(); ++i)
    if (sample_[i].area == area && !copies_[i]) ids.push_back(sample_[i].id);
  return ids;
}

TextStatistics SiteModel::texts_of(std::uint64_t area) const {
  std::vector<std::span<const std::uint64_t>> texts;
  for (std::size_t i = 0; i < sample_.size(); ++i)
    if (sample_[i].area == area && !copies_[i]) texts.emplace_back(sample_[i].sketch.texts);
  return TextStatistics(texts);
}

void SiteModel::choose_members(SiteTemplate& t) const {
  std::vector<float> like;
  for (const SampledPage& page : sample_) like.push_back(similarity(t.shape, page.sketch.shape));
  std::vector<std::size_t> order(sample_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Pages of the template in order of id, so that a new page seldom changes the members; then the others, nearest
  // first.
  const auto rank = [&](std::size_t i) { return std::min(like[i], alike); };
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return rank(a) > rank(b); });
  for (const std::size_t i : order) {
    if (t.members.size() >= (like[i] >= alike ? max_members : few_members)) break;
    if (!copies_[i]) t.members.push_back(i);
  }
}

const SiteLesson* SiteModel::lesson(std::size_t analyser, std::uint64_t area) const {
  const auto key = [](const SiteLesson& lesson) { return std::pair(lesson.analyser, lesson.area); };
  const auto at = std::ranges::lower_bound(lessons_, std::pair(analyser, area), {}, key);
  return at == lessons_.end() || key(*at) != std::pair(analyser, area) ? nullptr : &*at;
}

std::shared_ptr<const SiteAnalyser::Statistics> SiteModel::statistics(std::size_t analyser, std::uint64_t area) const {
  const SiteLesson* const found = lesson(analyser, area);
  return found ? found->statistics : nullptr;
}

bool SiteModel::is_taught_by(std::uint64_t page, std::size_t analyser, std::uint64_t area) const {
  const SiteLesson* const found = lesson(analyser, area);
  return found && std::ranges::binary_search(found->pages, page);
}

SiteModel::Repetition SiteModel::repetition(const PageShape& shape, std::uint64_t page,
                                            std::span<const std::uint64_t> long_texts,
                                            std::span<const std::uint64_t> texts, std::uint64_t area) const {
  Repetition out;
  out.having.assign(texts.size(), 0);
  const auto nearest = template_of(shape);
  if (!nearest) return out;
  const SiteTemplate& t = templates_[*nearest];
  const auto repeated = repeated_.find(page);
  const std::uint64_t own = repeated == repeated_.end() ? page : repeated->second;
  const auto count = [&](const auto& is_wanted) {
    for (std::size_t i = 0; i < sample_.size(); ++i) {
      const SampledPage& sampled = sample_[i];
      const bool same = template_of(sampled.sketch.shape) == nearest;
      if (sampled.area != area || !is_wanted(i, same) || sampled.id == own ||
          is_copy(long_texts, sampled.sketch.long_texts))
        continue;
      out.same_template = out.same_template && same;
      ++out.pages;
      for (std::size_t x = 0; x < texts.size(); ++x)
        out.having[x] += std::ranges::binary_search(sampled.sketch.texts, texts[x]);
    }
  };
  count([&](std::size_t i, bool same) {
    return same || (t.pages < few_members && std::ranges::find(t.members, i) != t.members.end());
  });
  if (out.pages == 0) count([](std::size_t, bool) { return true; });
  return out;
}

std::uint64_t SiteModel::digest(std::uint64_t page, std::size_t analyser, std::uint64_t area) const {
  const auto known = statistics(analyser, area);
  return known ? mix(known->digest(), is_taught_by(page, analyser, area)) : 0;
}

}  // namespace pith
