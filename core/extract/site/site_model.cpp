#include "core/extract/site/site_model.h"

#include <algorithm>
#include <numeric>

#include "core/base/stable_hash.h"

namespace pith {

SiteModel::SiteModel(std::vector<SampledPage> sample, Learners learners)
    : learners_(std::move(learners)), sample_(std::move(sample)) {
  std::ranges::sort(sample_, {}, &SampledPage::id);
  for (SampledPage& page : sample_) page.summaries.resize(learners_.size());
  find_templates();
  for (SiteTemplate& t : templates_) {
    choose_members(t);
    of_all_.push_back(learn(t));
  }
  drop_summaries();
}

template <typename Takes>
SiteModel::Knowledge SiteModel::learn_from(const SiteTemplate& t, std::size_t learner, const Takes& takes) const {
  std::vector<const Learner::Summary*> pages;
  for (const std::size_t member : t.members)
    if (const auto& summary = sample_[member].summaries[learner]; summary && takes(member))
      pages.push_back(summary.get());
  return pages.empty() ? nullptr : learners_[learner]->learn(pages);
}

SiteModel::OfAll SiteModel::learn(const SiteTemplate& t) const {
  std::vector<std::span<const std::uint64_t>> texts;
  for (const std::size_t member : t.members) texts.emplace_back(sample_[member].sketch.texts);
  OfAll out{.texts = TextStatistics(texts), .knowledge = {}, .digests = {}};
  for (std::size_t learner = 0; learner < learners_.size(); ++learner) {
    out.knowledge.push_back(learn_from(t, learner, [](std::size_t) { return true; }));
    std::uint64_t digest = out.knowledge.back() ? out.knowledge.back()->digest() : 0;
    if (t.members.size() < few_members)  // then a copy of a member learns something else
      for (const std::size_t member : t.members)
        for (const std::uint64_t text : sample_[member].sketch.long_texts) digest = mix(digest, text);
    out.digests.push_back(digest);
  }
  return out;
}

void SiteModel::drop_summaries() {
  std::vector<char> needed(sample_.size());
  for (const SiteTemplate& t : templates_)
    for (const std::size_t member : t.members) needed[member] = true;
  for (std::size_t i = 0; i < sample_.size(); ++i)
    if (!needed[i]) sample_[i].summaries.clear();
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

bool SiteModel::is_copy_of_member(const SiteTemplate& t, std::size_t sampled) const {
  const auto& texts = sample_[sampled].sketch.long_texts;
  return std::ranges::any_of(t.members, [&](std::size_t member) {
    const auto& others = sample_[member].sketch.long_texts;
    return is_copy(texts, others) || is_copy(others, texts);
  });
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
    if (!is_copy_of_member(t, i)) t.members.push_back(i);
  }
}

bool SiteModel::is_member(const SiteTemplate& t, std::uint64_t page) const {
  return std::ranges::any_of(t.members, [&](std::size_t member) { return sample_[member].id == page; });
}

SiteModel::Knowledge SiteModel::knowledge(const PageShape& shape, std::uint64_t page,
                                          std::span<const std::uint64_t> texts, std::size_t learner) const {
  const auto nearest = template_of(shape);
  if (!nearest || learner >= learners_.size()) return nullptr;
  const SiteTemplate& t = templates_[*nearest];
  if (is_member(t, page))  // members are not copies of each other
    return learn_from(t, learner, [&](std::size_t member) { return sample_[member].id != page; });
  if (t.members.size() >= few_members) return of_all_[*nearest].knowledge[learner];
  return learn_from(t, learner, [&](std::size_t member) { return !is_copy(texts, sample_[member].sketch.long_texts); });
}

SiteModel::Repetition SiteModel::repetition(const PageShape& shape, std::uint64_t page,
                                            std::span<const std::uint64_t> long_texts,
                                            std::span<const std::uint64_t> texts) const {
  Repetition out;
  out.having.assign(texts.size(), 0);
  const auto nearest = template_of(shape);
  if (!nearest) return out;
  const SiteTemplate& t = templates_[*nearest];
  for (std::size_t i = 0; i < sample_.size(); ++i) {
    const SampledPage& sampled = sample_[i];
    const bool same = template_of(sampled.sketch.shape) == nearest;
    if (!same && (t.pages >= few_members || std::ranges::find(t.members, i) == t.members.end())) continue;
    if (sampled.id == page || is_copy(long_texts, sampled.sketch.long_texts)) continue;
    out.same_template = out.same_template && same;
    ++out.pages;
    for (std::size_t x = 0; x < texts.size(); ++x)
      out.having[x] += std::ranges::binary_search(sampled.sketch.texts, texts[x]);
  }
  return out;
}

std::uint64_t SiteModel::digest(const PageShape& shape, std::uint64_t page, std::size_t learner) const {
  const auto nearest = template_of(shape);
  if (!nearest || learner >= learners_.size()) return 0;
  const SiteTemplate& t = templates_[*nearest];
  if (!is_member(t, page)) return of_all_[*nearest].digests[learner];
  const Knowledge of_others = learn_from(t, learner, [&](std::size_t member) { return sample_[member].id != page; });
  return of_others ? of_others->digest() : 0;
}

std::shared_ptr<const Learner::Knowledge> PageInSite::knowledge(const PageView& view) const {
  return model ? model->knowledge(shape_of(view), page, long_texts(view), learner) : nullptr;
}

}  // namespace pith
