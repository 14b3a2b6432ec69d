#include "core/extract/main_content/site_model.h"

#include <algorithm>
#include <numeric>

#include "core/base/hash.h"

namespace pith {
namespace {

std::vector<std::uint64_t> all_texts(const PageSummary& page) {
  std::vector<std::uint64_t> out;
  for (const PageSummary::Run& run : page.runs) out.push_back(run.hash);
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());  // std::ranges::unique: not with clang 14
  out.shrink_to_fit();
  return out;
}

}  // namespace

SiteModel::SiteModel(std::vector<SampledPage> sample) : sample_(std::move(sample)) {
  std::ranges::sort(sample_, {}, &SampledPage::id);
  for (const SampledPage& page : sample_) {
    texts_.push_back(all_texts(page.summary));
    long_texts_.push_back(long_texts(page.summary));
  }
  find_templates();
  for (SiteTemplate& t : templates_) {
    choose_members(t);
    of_all_.push_back(without(t, std::nullopt));
    std::uint64_t digest = of_all_.back().digest();
    if (t.members.size() < few_members)  // then what is a copy of a member learns something else
      for (const std::size_t member : t.members)
        for (const std::uint64_t text : long_texts_[member]) digest = mix(digest, text);
    digests_.push_back(digest);
  }
  drop_summaries();
}

void SiteModel::drop_summaries() {
  std::vector<char> needed(sample_.size());
  for (const SiteTemplate& t : templates_)
    for (const std::size_t member : t.members) needed[member] = true;
  for (std::size_t i = 0; i < sample_.size(); ++i)
    if (!needed[i]) sample_[i].summary = {};
}

void SiteModel::find_templates() {
  for (const SampledPage& page : sample_) {
    const auto nearest = template_of(page.shape);
    if (nearest && (templates_.size() == max_templates || similarity(templates_[*nearest].shape, page.shape) >= alike))
      ++templates_[*nearest].pages;
    else
      templates_.push_back({.leader = page.id, .shape = page.shape, .pages = 1, .members = {}});
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
  return std::ranges::any_of(t.members, [&](std::size_t member) {
    return is_copy(long_texts_[sampled], long_texts_[member]) || is_copy(long_texts_[member], long_texts_[sampled]);
  });
}

void SiteModel::choose_members(SiteTemplate& t) const {
  std::vector<float> like;
  for (const SampledPage& page : sample_) like.push_back(similarity(t.shape, page.shape));
  std::vector<std::size_t> order(sample_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Those of the template in order of id, so that a new page seldom changes who is a member; then the others, nearest
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

SiteStatistics SiteModel::without(const SiteTemplate& t, std::optional<std::uint64_t> page) const {
  std::vector<const PageSummary*> pages;
  for (const std::size_t member : t.members)
    if (sample_[member].id != page) pages.push_back(&sample_[member].summary);
  return SiteStatistics(pages);
}

SiteStatistics SiteModel::statistics(const PageShape& shape, std::uint64_t page,
                                     std::span<const std::uint64_t> texts) const {
  const auto nearest = template_of(shape);
  if (!nearest) return {};
  const SiteTemplate& t = templates_[*nearest];
  if (is_member(t, page)) return without(t, page);  // members are no copies of each other
  if (t.members.size() >= few_members) return of_all_[*nearest];
  std::vector<const PageSummary*> pages;
  for (const std::size_t member : t.members)
    if (!is_copy(texts, long_texts_[member])) pages.push_back(&sample_[member].summary);
  return SiteStatistics(pages);
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
    const bool same = template_of(sampled.shape) == nearest;
    if (!same && (t.pages >= few_members || std::ranges::find(t.members, i) == t.members.end())) continue;
    if (sampled.id == page || is_copy(long_texts, long_texts_[i])) continue;
    out.same_template = out.same_template && same;
    ++out.pages;
    for (std::size_t x = 0; x < texts.size(); ++x) out.having[x] += std::ranges::binary_search(texts_[i], texts[x]);
  }
  return out;
}

std::uint64_t SiteModel::digest(const PageShape& shape, std::uint64_t page) const {
  const auto nearest = template_of(shape);
  if (!nearest) return 0;
  const SiteTemplate& t = templates_[*nearest];
  return is_member(t, page) ? without(t, page).digest() : digests_[*nearest];
}

}  // namespace pith
