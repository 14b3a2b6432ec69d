#include "core/extract/site/site_model.h"

#include <algorithm>
#include <numeric>

#include "core/base/stable_hash.h"
#include "core/extract/site/copies.h"

namespace pith {

SiteModel::SiteModel(std::vector<SampledPage> sample, const Learners& learners) : sample_(std::move(sample)) {
  std::ranges::sort(sample_, {}, &SampledPage::id);
  find_copies();
  find_templates();
  for (SiteTemplate& t : templates_) {
    choose_members(t);
    std::vector<std::span<const std::uint64_t>> texts;
    for (const std::size_t member : t.members) texts.emplace_back(sample_[member].sketch.texts);
    texts_.emplace_back(texts);
  }
  learn(learners);
}

void SiteModel::learn(const Learners& learners) {
  for (std::size_t learner = 0; learner < learners.size(); ++learner) {
    SiteLesson& lesson = lessons_.emplace_back();
    std::vector<const Learner::Summary*> summaries;
    for (std::size_t i = 0; i < sample_.size(); ++i) {
      const auto& of_page = sample_[i].summaries;
      if (copies_[i] || learner >= of_page.size() || !of_page[learner]) continue;
      summaries.push_back(of_page[learner].get());
      lesson.pages.push_back(sample_[i].id);
    }
    if (!summaries.empty()) lesson.knowledge = learners[learner]->learn(summaries);
  }
  for (SampledPage& page : sample_) page.summaries = {};
}

// Of pages that are copies of each other, only the first teaches.
void SiteModel::find_copies() {
  std::vector<std::span<const std::uint64_t>> texts;
  for (const SampledPage& page : sample_) texts.emplace_back(page.sketch.long_texts);
  copies_ = copies_of_earlier(texts);
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

std::vector<std::uint64_t> SiteModel::like(const PageShape& shape) const {
  std::vector<std::uint64_t> ids;
  if (const auto nearest = template_of(shape))
    for (const std::size_t member : templates_[*nearest].members) ids.push_back(sample_[member].id);
  return ids;
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

std::shared_ptr<const Learner::Knowledge> SiteModel::knowledge(std::size_t learner) const {
  return learner < lessons_.size() ? lessons_[learner].knowledge : nullptr;
}

bool SiteModel::is_taught_by(std::uint64_t page, std::size_t learner) const {
  return learner < lessons_.size() && std::ranges::binary_search(lessons_[learner].pages, page);
}

SiteModel::Repetition SiteModel::repetition(const PageShape& shape, std::uint64_t page,
                                            std::span<const std::uint64_t> long_texts,
                                            std::span<const std::uint64_t> texts) const {
  Repetition out;
  out.having.assign(texts.size(), 0);
  const auto nearest = template_of(shape);
  if (!nearest) return out;
  const SiteTemplate& t = templates_[*nearest];
  const auto count = [&](const auto& is_wanted) {
    for (std::size_t i = 0; i < sample_.size(); ++i) {
      const SampledPage& sampled = sample_[i];
      const bool same = template_of(sampled.sketch.shape) == nearest;
      if (!is_wanted(i, same) || sampled.id == page || is_copy(long_texts, sampled.sketch.long_texts)) continue;
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

std::uint64_t SiteModel::digest(std::uint64_t page, std::size_t learner) const {
  const auto known = knowledge(learner);
  return known ? mix(known->digest(), is_taught_by(page, learner)) : 0;
}

}  // namespace pith
