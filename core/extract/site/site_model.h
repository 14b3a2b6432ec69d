// What the pages of a site have in common, template by template, learned from a sample of them.
//
// A model is a pure function of its sample: the size of the site, the order of its pages and earlier samples make no
// difference. To update a page, make the model again with the page's new record; to forget a page, make it again
// without the page. Sketches and summaries are small and kept, so no page is parsed for this. Immutable; any number of
// threads may read it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/extract/site/page_sketch.h"
#include "core/extract/site/text_statistics.h"
#include "core/extract/site_analyser.h"

namespace pith {

struct SampledPage {
  std::uint64_t id = 0;    // a hash of the URL; the sample is processed in this order
  std::uint64_t area = 0;  // a hash of the site's area (core/text/site_area.h); pages of others teach it nothing
  // A hash of its bytes and their encoding. Pages of an area with the same are one page at several URLs. 0: not known.
  std::uint64_t body = 0;
  PageSketch sketch;
  // By analyser of the model; null: the analyser learns nothing from the page. Missing ones are null.
  std::vector<std::shared_ptr<const SiteAnalyser::Summary>> summaries;
};

// Pages of the same template: their shape is like that of the leader, the first of them in the sample.
struct SiteTemplate {
  std::uint64_t leader = 0;
  PageShape shape;                   // the leader's
  std::uint32_t pages = 0;           // of the sample
  std::vector<std::size_t> members;  // the pages whose texts and summaries represent it: indices into the sample
};

// What an analyser has learned from the pages of one area.
struct SiteLesson {
  std::size_t analyser = 0;  // its number
  std::uint64_t area = 0;
  std::shared_ptr<const SiteAnalyser::Statistics> statistics;  // null: nothing
  std::vector<std::uint64_t> pages;  // ids of those that it was learned from, at each of their URLs, in ascending order
};

class SiteModel {
 public:
  static constexpr float alike = 0.5f;              // pages whose shapes are at least this similar have one template
  static constexpr std::size_t max_templates = 32;  // further pages go to the nearest
  static constexpr std::size_t max_members = 16;    // more do not help: measured with `pith-lab eval --n 8,16,32`
  static constexpr std::size_t few_members = 8;  // with fewer, the nearest pages of other templates help out: they at
                                                 // least have the site's menus and footers

  using SiteAnalysers = std::vector<std::shared_ptr<const SiteAnalyser>>;

  // Ids are distinct. A page at several URLs counts once: a model that it leaves at one of them stays as it is. Copies
  // do not become members. No analyser is null. O(n log n + n · templates).
  explicit SiteModel(std::vector<SampledPage> sample, const SiteAnalysers& analysers = {});
  // Only what was learned, by analyser: without templates. All that extraction with an analyser needs.
  explicit SiteModel(std::vector<SiteLesson> lessons) : lessons_(std::move(lessons)) {}

  std::span<const SiteTemplate> templates() const { return templates_; }
  // The nearest template, the first of equals; nullopt if the sample is empty.
  std::optional<std::size_t> template_of(const PageShape& shape) const;

  // What the pages of an area teach together, whatever their templates; copies of other pages of it teach nothing. By
  // analyser, then by area.
  std::span<const SiteLesson> lessons() const { return lessons_; }
  // Null: nothing. `analyser` is the number of the extractor's analyser.
  std::shared_ptr<const SiteAnalyser::Statistics> statistics(std::size_t analyser, std::uint64_t area = 0) const;
  // Whether that was learned from the page, too.
  bool is_taught_by(std::uint64_t page, std::size_t analyser, std::uint64_t area = 0) const;

  // Ids of an area's pages in ascending order, without copies.
  std::vector<std::uint64_t> pages_of(std::uint64_t area) const;
  // Of these pages.
  TextStatistics texts_of(std::uint64_t area) const;

  // On how many of the area's pages of the page's template each text is; if these are fewer than `few_members`, the
  // members that help out are included, and if there is none, all pages of the area. The page itself and its copies do
  // not count. Not rounded: to be reported, not to be learned from. O(texts · sample · log n).
  struct Repetition {
    std::uint32_t pages = 0;
    bool same_template = true;          // all pages have the page's template
    std::vector<std::uint32_t> having;  // by text: how many of them have it
  };
  Repetition repetition(const PageShape& shape, std::uint64_t page, std::span<const std::uint64_t> long_texts,
                        std::span<const std::uint64_t> texts, std::uint64_t area = 0) const;

  // Ids of the members of the nearest template that are in the area.
  std::vector<std::uint64_t> like(const PageShape& shape, std::uint64_t area = 0) const;

  // Covers everything that the page can learn: while it is unchanged, extracting the page again gives the same result.
  std::uint64_t digest(std::uint64_t page, std::size_t analyser, std::uint64_t area = 0) const;

 private:
  void take_repeated();
  void find_templates();
  void choose_members(SiteTemplate& t) const;
  void find_copies();
  void learn(const SiteAnalysers& analysers);
  const SiteLesson* lesson(std::size_t analyser, std::uint64_t area) const;

  std::vector<SampledPage> sample_;  // by id; without summaries, and without pages that are there at another URL
  std::map<std::uint64_t, std::uint64_t> repeated_;  // ids of these, with that of the page in the sample
  std::vector<char> copies_;                         // of the sample: copies of earlier pages of the same area
  std::vector<SiteTemplate> templates_;
  std::vector<SiteLesson> lessons_;  // by analyser, then by area
};

// What an extractor knows about the page's site. Nothing without a model.
struct PageInSite {
  const SiteModel* model = nullptr;
  std::uint64_t page = 0;    // its id in the model
  std::size_t analyser = 0;  // the number of the extractor's analyser in the model
  std::uint64_t area = 0;    // the page's

  // Null: nothing is known.
  std::shared_ptr<const SiteAnalyser::Statistics> statistics() const {
    return model ? model->statistics(analyser, area) : nullptr;
  }
  // Whether that was learned from the page, too.
  bool is_known() const { return model && model->is_taught_by(page, analyser, area); }
};

}  // namespace pith
