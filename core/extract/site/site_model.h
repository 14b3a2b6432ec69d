// What a site's pages have in common, template by template, learned from a sample of its pages.
//
// A model is a pure function of its sample: how large the site is, in which order its pages came and what the sample
// was before makes no difference. To update it with a page is to make it anew with that page's record exchanged; to
// forget one, to leave it out. Sketches and summaries are small and kept, so no page is parsed for it.
// Immutable; any number of threads may read it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/extract/learner.h"
#include "core/extract/site/page_sketch.h"
#include "core/extract/site/text_statistics.h"

namespace pith {

struct SampledPage {
  std::uint64_t id = 0;  // the sample is worked through in this order: a hash of the URL
  PageSketch sketch;
  // By learner of the model; null: it teaches this one nothing. Where there are fewer, the rest are null.
  std::vector<std::shared_ptr<const Learner::Summary>> summaries;
};

// Pages of the same template: like its leader, the first such page of the sample.
struct SiteTemplate {
  std::uint64_t leader = 0;
  PageShape shape;                   // the leader's
  std::uint32_t pages = 0;           // of the sample
  std::vector<std::size_t> members;  // whose texts and summaries represent it: indices into the sample
};

class SiteModel {
 public:
  static constexpr float alike = 0.5f;              // similarity of shapes from which on pages are of one template
  static constexpr std::size_t max_templates = 32;  // later pages go to the nearest
  static constexpr std::size_t max_members = 16;    // more teach nothing: measured with `pith eval --n 8,16,32`
  static constexpr std::size_t few_members = 8;  // below, the nearest pages of other templates help out: they have the
                                                 // site's menus and footers at least

  using Learners = std::vector<std::shared_ptr<const Learner>>;

  // Ids are distinct. Copies of members are no members. No learner is null. O(n log n + n · templates).
  explicit SiteModel(std::vector<SampledPage> sample, Learners learners = {});

  std::span<const SiteTemplate> templates() const { return templates_; }
  // The nearest template, the first of equals; nullopt if the sample is empty.
  std::optional<std::size_t> template_of(const PageShape& shape) const;

  // What a page of that shape learns: of the members of its template without itself and, where they are few, without
  // its copies. `texts` are its long_texts, `learner` the number of the extractor's. Null: nothing.
  std::shared_ptr<const Learner::Knowledge> knowledge(const PageShape& shape, std::uint64_t page,
                                                      std::span<const std::uint64_t> texts, std::size_t learner) const;

  // Of all members of a template; valid as long as the model.
  const TextStatistics& texts_of(std::size_t number) const { return of_all_[number].texts; }

  // On how many pages of its template, of the sample, each text is; where these are fewer than `few_members`, the
  // members that help out are looked at too. The page itself and its copies do not count. Not rounded: to be told, not
  // to be learned from. O(texts · sample · log n).
  struct Repetition {
    std::uint32_t pages = 0;
    bool same_template = true;          // all pages are of the template
    std::vector<std::uint32_t> having;  // by text: how many of them have it
  };
  Repetition repetition(const PageShape& shape, std::uint64_t page, std::span<const std::uint64_t> long_texts,
                        std::span<const std::uint64_t> texts) const;

  // Ids of the members of the nearest template.
  std::vector<std::uint64_t> like(const PageShape& shape) const;

  // Of everything that the page can learn: while it stays, extracting the page again gives the same.
  std::uint64_t digest(const PageShape& shape, std::uint64_t page, std::size_t learner) const;

 private:
  using Knowledge = std::shared_ptr<const Learner::Knowledge>;
  // What is known of a template from all of its members; knowledge and digests by learner.
  struct OfAll {
    TextStatistics texts;
    std::vector<Knowledge> knowledge;
    std::vector<std::uint64_t> digests;
  };
  bool is_member(const SiteTemplate& t, std::uint64_t page) const;
  bool is_copy_of_member(const SiteTemplate& t, std::size_t sampled) const;
  void find_templates();
  void choose_members(SiteTemplate& t) const;
  OfAll learn(const SiteTemplate& t) const;
  void drop_summaries();  // that no template needs
  // Of the members that `takes(index into the sample)`.
  template <typename Takes>
  Knowledge learn_from(const SiteTemplate& t, std::size_t learner, const Takes& takes) const;

  Learners learners_;
  std::vector<SampledPage> sample_;  // by id; of those that are no members without their summaries
  std::vector<SiteTemplate> templates_;
  std::vector<OfAll> of_all_;  // by template
};

// What an extractor is told of the page's site. Nothing without a model.
struct PageInSite {
  const SiteModel* model = nullptr;
  std::uint64_t page = 0;   // its id in the model
  std::size_t learner = 0;  // the number of the extractor's in the model

  // Null: nothing is known.
  std::shared_ptr<const Learner::Knowledge> knowledge(const PageView& view) const;
};

}  // namespace pith
