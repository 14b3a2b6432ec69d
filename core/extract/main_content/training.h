// What the tables of a model are learned from: the inputs of each forest, as rows of numbers (plugin/lab/training).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/dom/document.h"
#include "core/extract/main_content/model.h"
#include "core/extract/main_content/view_page.h"
#include "core/extract/site_analyser.h"

namespace pith {

// The columns of the forests' rows, in order. A row of the second forest has the columns of the first before its own, a
// row of `quality` has those of the page after its own; the forests of page types only have those of the page.
struct FeatureNames {
  std::vector<std::string_view> first, second, site, quality, page;
};
const FeatureNames& feature_names();

// The words of a page by text run.
struct PageWords {
  struct Run {
    NodeId begin, end;
    std::uint32_t first_word, words;  // in `hashes`
  };
  std::vector<std::uint32_t> hashes;
  std::vector<Run> runs;

  std::span<const std::uint32_t> words_of(const Run& run) const {
    return std::span(hashes).subspan(run.first_word, run.words);
  }
};
PageWords page_words(const PageView& page);
// Of any text, comparable with those of page_words. Expects valid UTF-8.
std::vector<std::uint32_t> word_hashes(std::string_view text);

// What other pages of the site learn from a page.
std::shared_ptr<const SiteAnalyser::Summary> page_summary(const PageView& page, const Model& model);
// What a page is compared with: the pages of its site, of which one may be the page itself.
struct SiteOfPage {
  std::shared_ptr<const SiteAnalyser::Statistics> others = {};  // by learn_site; null: nothing is known
  std::shared_ptr<const SiteAnalyser::Summary> own = {};        // the page's, if `others` was learned from it too
};
// All made by page_summary.
std::shared_ptr<const SiteAnalyser::Statistics> learn_site(
    std::span<const std::shared_ptr<const SiteAnalyser::Summary>> pages);

// One row per run, one after the other.
std::vector<float> first_rows(const PageView& page);
std::vector<float> second_rows(const PageView& page, const Model& model);
std::vector<float> site_rows(const PageView& page, const Model& model, const SiteOfPage& site);  // zeros if alone

// What the model chooses, and the row by which it judges the choice.
struct JudgedChoice {
  std::vector<char> runs;  // by run: chosen or not
  std::vector<float> row;
};
JudgedChoice judged_choice(const PageView& page, const Model& model, const SiteOfPage& site);

}  // namespace pith
