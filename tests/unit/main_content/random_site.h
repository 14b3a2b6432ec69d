// Random pages of one site, and what a page has by the definitions: plain loops over all nodes and runs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "core/extract/main_content/detail/site/site_statistics.h"
#include "core/extract/main_content/detail/view/page_summary.h"
#include "tests/unit/main_content/random_pages.h"

namespace pith::test {

// A page with a probability for each run: eighths, whose sums are exact in any order.
struct SitePage {
  SitePage(Document d, RandomPages& random) : document(std::move(d)), view(document) {
    for (std::size_t r = 0; r < view.runs.size(); ++r) p.push_back(static_cast<float>(random.pick(9)) / 8);
    summary = summarise(view, p);
  }
  Document document;
  PageView view;
  std::vector<float> p;
  PageSummary summary;
};
using RandomSite = std::vector<std::unique_ptr<SitePage>>;

// Whether an element has the path of one around it, as targets of links have: its words would count twice in the place.
inline bool has_nested_place(const Document& page) {
  const PageElements elements = read_elements(page);
  for (NodeId n = 1; n < page.size(); ++n)
    if (page[n].is_element() && elements[n].path == elements[page[n].parent].path) return true;
  return false;
}

// Some pages are copies of others, in all but the probabilities. In a place, no element is inside of another.
inline RandomSite random_site(unsigned seed, int count) {
  RandomPages random(seed);
  RandomSite pages;
  std::vector<unsigned> seeds;
  for (int i = 0; i < count; ++i) {
    const bool is_copy = !seeds.empty() && random.pick(5) == 0;
    seeds.push_back(is_copy ? seeds[static_cast<std::size_t>(random.pick(i))]
                            : static_cast<unsigned>(random.pick(1'000'000)));
    RandomPages of_page(seeds.back());
    Document page = of_page.page(30 + of_page.pick(60));
    while (has_nested_place(page)) page = of_page.page(30 + of_page.pick(60));
    pages.push_back(std::make_unique<SitePage>(std::move(page), random));
  }
  return pages;
}

inline std::vector<const PageSummary*> summaries_of(const RandomSite& site) {
  std::vector<const PageSummary*> out;
  for (const auto& page : site) out.push_back(&page->summary);
  return out;
}

struct NaivePlace {
  double words = 0, link_words = 0, content = 0, repeated = 0, elements = 0;
  std::vector<std::vector<std::uint64_t>> text;  // the texts of each element, sorted
  bool operator==(const NaivePlace&) const = default;
};

struct NaivePage {
  using Path = std::uint64_t;
  std::map<std::uint64_t, double> texts, masked;                     // with the highest probability
  std::map<std::pair<Path, std::uint64_t>, double> texts_in_places;  // the same, by the innermost element
  std::map<Path, NaivePlace> places;
  double words = 0, content = 0;

  std::set<Path> places_of_runs;                          // ElementInfo::place
  std::set<std::pair<Path, std::uint64_t>> masked_there;  // with the masked text

  // `is_repeated`: whether a run's text counts as repeated, of a run with that place and that probability.
  template <typename IsRepeated>
  NaivePage(const SitePage& page, const IsRepeated& is_repeated) {
    const auto take = [](double& highest, float p) { highest = std::max(highest, static_cast<double>(p)); };
    for (RunId r = 0; r < page.view.runs.size(); ++r) {
      const ViewRun& run = page.view.runs[r];
      take(texts[run.site_hash], page.p[r]);
      take(masked[run.site_masked_hash], page.p[r]);
      take(texts_in_places[{page.view.elements[run.top].path, run.site_hash}], page.p[r]);
      places_of_runs.insert(page.view.elements[run.top].place);
      masked_there.emplace(page.view.elements[run.top].place, run.site_masked_hash);
      words += run.text.words;
      content += run.text.words * static_cast<double>(page.p[r]);
    }
    for (NodeId n = 0; n < page.document.size(); ++n) {
      if (!page.document[n].is_element()) continue;
      std::vector<std::uint64_t> of_element;
      NaivePlace sum;
      for (RunId r = 0; r < page.view.runs.size(); ++r) {
        const ViewRun& run = page.view.runs[r];
        if (run.begin < n || run.begin >= page.document.end_of(n)) continue;
        of_element.push_back(run.site_hash);
        sum.words += run.text.words;
        sum.link_words += run.link_words;
        sum.content += run.text.words * static_cast<double>(page.p[r]);
        sum.repeated += is_repeated(run, page.view.elements[run.top].place, page.p[r]) ? run.text.words : 0;
      }
      if (of_element.empty()) continue;
      std::ranges::sort(of_element);
      NaivePlace& place = places[page.view.elements[n].path];
      place.words += sum.words;
      place.link_words += sum.link_words;
      place.content += sum.content;
      place.repeated += sum.repeated;
      ++place.elements;
      place.text.push_back(std::move(of_element));
    }
  }

  double share(const NaivePlace& place) const { return words > 0 ? place.words / words : 0; }
  double expected_f1(const NaivePlace& place) const {
    const double all = place.words + content;
    return all > 0 ? 2 * place.content / all : 0;
  }
};

}  // namespace pith::test
