#include "core/extract/main_content/detail/site_statistics.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/main_content/detail/site_features.h"
#include "core/extract/site/page_sketch.h"
#include "tests/support/trees.h"
#include "tests/unit/main_content/random_pages.h"

using namespace pith;

namespace {

struct Page {
  explicit Page(Document d) : document(std::move(d)), view(document) {}
  Document document;
  PageView view;
  std::vector<float> p;
};

// Pages of a site, with a probability for each run: eighths, whose sums are exact in any order.
std::vector<std::unique_ptr<Page>> random_site(unsigned seed, int count) {
  test::RandomPages random(seed);
  std::vector<std::unique_ptr<Page>> pages;
  for (int i = 0; i < count; ++i) {
    auto page = std::make_unique<Page>(random.page(40 + random.pick(60)));
    for (std::size_t r = 0; r < page->view.runs.size(); ++r) page->p.push_back(static_cast<float>(random.pick(9)) / 8);
    pages.push_back(std::move(page));
  }
  return pages;
}

SiteStatistics learn(const std::vector<std::unique_ptr<Page>>& pages) {
  std::vector<PageSummary> summaries;
  for (const auto& page : pages) summaries.push_back(summarise(page->view, page->p));
  return statistics_of(summaries);
}

SiteStatistics learn(std::initializer_list<std::string_view> sources, std::uint64_t* first_path = nullptr) {
  std::vector<PageSummary> summaries;
  for (const std::string_view source : sources) {
    const Document page = test::html(source);
    const PageView view(page);
    if (first_path) *first_path = view.elements[view.runs[0].top].path;
    summaries.push_back(summarise(view, std::vector<float>(view.runs.size(), 0.5f)));
  }
  return statistics_of(summaries);
}

// Pages with a run for which the predicate is true.
template <typename F>
std::uint32_t pages_with(const std::vector<std::unique_ptr<Page>>& pages, F&& is) {
  return static_cast<std::uint32_t>(
      std::ranges::count_if(pages, [&](const auto& page) { return std::ranges::any_of(page->view.runs, is); }));
}

// The reported share of pages for `count`: the nearest of 0, 1 / steps, 2 / steps ... 1, the smaller of two equally
// near.
float near(std::uint32_t count, std::size_t n, std::uint32_t steps) {
  const double share = static_cast<double>(count) / static_cast<double>(n);
  if (n < 8) return static_cast<float>(share);
  if (count < 3) return 0;
  std::uint32_t best = 0;
  for (std::uint32_t step = 0; step <= steps; ++step) {
    const auto distance = [&](std::uint32_t s) { return std::abs(static_cast<double>(s) / steps - share); };
    if (distance(step) < distance(best) - 1e-9) best = step;
  }
  return static_cast<float>(best) / static_cast<float>(steps);
}

// What a site reports about a place with these sums over the pages.
struct Count {
  std::uint32_t pages = 0;
  double words = 0, content = 0, repeated = 0;

  static float eighths(double part, double whole) {
    return whole > 0 ? static_cast<float>(std::round(part / whole * 8) / 8) : -1;
  }

  SiteStatistics::Place told(std::size_t of_pages, bool with_repeated) const {
    const float told_pages = near(pages, of_pages, 2);
    if (told_pages == 0) return {};
    float power_near = 0;  // of two pages
    for (float power = 1.0f / 1024; words > 0 && power < 1e6f; power *= 2)
      if (std::abs(power - words / pages) <= std::abs(power_near - words / pages)) power_near = power;
    return {told_pages, power_near, eighths(content, words),
            with_repeated && of_pages > 1 ? eighths(repeated, words) : -1};
  }
};

SiteStatistics::Place run_place(const std::vector<std::unique_ptr<Page>>& pages, std::uint64_t path) {
  Count place;
  for (const auto& page : pages) {
    bool here = false;
    for (RunId r = 0; r < page->view.runs.size(); ++r) {
      const ViewRun& run = page->view.runs[r];
      if (page->view.elements[run.top].path != path) continue;
      here = true;
      const auto words = static_cast<float>(run.text.words);
      place.words += words;
      place.content += words * page->p[r];
      if (pages_with(pages, [&](const ViewRun& other) { return other.site_hash == run.site_hash; }) >=
          (pages.size() < 8 ? 2u : 3u))
        place.repeated += words;
    }
    place.pages += here;
  }
  return place.told(pages.size(), true);
}

float element_content(const std::vector<std::unique_ptr<Page>>& pages, std::uint64_t path) {
  Count place;
  for (const auto& page : pages) {
    bool here = false;
    for (NodeId n = 0; n < page->document.size(); ++n) {
      if (!page->document[n].is_element() || page->view.elements[n].path != path) continue;
      for (RunId r = page->view.first_run(n); r < page->view.end_run(n); ++r) {
        here = true;
        const auto words = static_cast<float>(page->view.runs[r].text.words);
        place.words += words;
        place.content += words * page->p[r];
      }
    }
    place.pages += here;
  }
  return place.told(pages.size(), false).content;
}

void check_equal(const SiteStatistics::Place& a, const SiteStatistics::Place& b) {
  BOOST_REQUIRE_EQUAL(a.pages, b.pages);
  BOOST_REQUIRE_EQUAL(a.words, b.words);
  BOOST_REQUIRE_EQUAL(a.content, b.content);
  BOOST_REQUIRE_EQUAL(a.repeated, b.repeated);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(site_statistics)

BOOST_AUTO_TEST_CASE(sums_match_a_plain_count) {
  for (unsigned seed = 0; seed < 15; ++seed) {
    const std::uint32_t count = seed % 3 == 0 ? 9 : 1 + seed % 5;
    const auto pages = random_site(seed, static_cast<int>(count));
    const SiteStatistics site = learn(pages);
    BOOST_TEST(site.pages() == std::min(count, 8u));
    const auto told = [&](std::uint32_t with) { return near(with, count, 4); };
    for (const auto& page : pages) {
      for (const ViewRun& run : page->view.runs) {
        BOOST_REQUIRE_EQUAL(site.pages_with_text(run.site_hash),
                            told(pages_with(pages, [&](const ViewRun& o) { return o.site_hash == run.site_hash; })));
        BOOST_REQUIRE_EQUAL(
            site.pages_with_masked(run.site_masked_hash),
            told(pages_with(pages, [&](const ViewRun& o) { return o.site_masked_hash == run.site_masked_hash; })));
        const std::uint64_t path = page->view.elements[run.top].path;
        check_equal(site.run_place(path), run_place(pages, path));
      }
      for (NodeId n = 0; n < page->document.size(); ++n)
        if (page->document[n].is_element())
          BOOST_REQUIRE_EQUAL(site.element_content(page->view.elements[n].path),
                              element_content(pages, page->view.elements[n].path));
    }
  }
}

BOOST_AUTO_TEST_CASE(the_order_of_pages_does_not_matter) {
  auto pages = random_site(20, 5);
  const SiteStatistics one = learn(pages);
  for (int round = 0; round < 5; ++round) {
    std::rotate(pages.begin(), pages.begin() + 1, pages.end());
    if (round == 2) std::reverse(pages.begin(), pages.end());
    const SiteStatistics other = learn(pages);
    const SiteView a(pages[0]->view, pages[0]->p, one), b(pages[0]->view, pages[0]->p, other);
    BOOST_TEST(site_table(a, a.page.all_runs()).by_row() == site_table(b, b.page.all_runs()).by_row(),
               boost::test_tools::per_element());
    BOOST_TEST(kinship(a) == kinship(b));
  }
}

BOOST_AUTO_TEST_CASE(a_text_is_repeated_only_on_two_pages) {
  std::uint64_t path = 0;
  BOOST_TEST(learn({"<body><p>same words<p>same words", "<body><p>other"}, &path).run_place(path).repeated == 0.0f,
             "twice on one page is no repetition");
  const SiteStatistics two =
      learn({"<body><p>Same words<p>own text here", "<body><p>same words!<p>other text is here"}, &path);
  BOOST_TEST(two.run_place(path).repeated == 0.375f, "4 words of 11, in eighths");
  BOOST_TEST(two.run_place(path).words == 4.0f, "5.5 a page");
  const SiteStatistics none = learn({"<body><p>page 1 of 9", "<body><p>page 2 of 9"}, &path);
  BOOST_TEST(none.run_place(path).repeated == 0.0f);
  BOOST_TEST(none.pages_with_text(1) == 0.0f);
  BOOST_TEST(none.run_place(1).pages == 0.0f);
}

BOOST_AUTO_TEST_CASE(small_edits_elsewhere_keep_the_digest) {
  const auto site = [](int pages, const std::string& of_first, const std::string& menu) {
    std::vector<std::string> sources;
    for (int i = 0; i < pages; ++i)
      sources.push_back("<body><ul><li>" + menu + "<li>Contact</ul><p>" +
                        (i == 0 ? of_first : "Own text number " + std::to_string(i)) + " and what all have");
    std::vector<PageSummary> summaries;
    for (const std::string& source : sources) {
      const Document page = test::html(source);
      const PageView view(page);
      summaries.push_back(summarise(view, std::vector<float>(view.runs.size(), 0.5f)));
    }
    return statistics_of(summaries).digest();
  };
  BOOST_TEST(site(8, "What was here", "Home") == site(8, "Something else now", "Home"));
  BOOST_TEST(site(8, "What was here", "Home") != site(8, "What was here", "Start"));
  BOOST_TEST(site(7, "What was here", "Home") != site(7, "Something else now", "Home"), "of few pages each counts");
  BOOST_TEST(site(10, "What was here", "Home") == site(12, "What was here", "Home"), "more pages of the same kind");
}

BOOST_AUTO_TEST_CASE(a_summary_survives_as_bytes) {
  for (const auto& page : random_site(7, 6)) {
    const PageSummary summary = summarise(page->view, page->p);
    const std::string bytes = to_bytes(summary);
    BOOST_TEST_REQUIRE(from_bytes(bytes).has_value());
    BOOST_TEST((*from_bytes(bytes) == summary));
    for (std::size_t cut = 0; cut < bytes.size(); ++cut) BOOST_TEST(!from_bytes(bytes.substr(0, cut)));
    BOOST_TEST(!from_bytes(bytes + "x"));
    BOOST_TEST(!from_bytes("\2" + bytes.substr(1)), "another version");
  }
  BOOST_TEST((*from_bytes(to_bytes(PageSummary())) == PageSummary()));
  BOOST_TEST(!from_bytes(std::string("\1\xff\xff\xff\xff\xff\xff\xff\xff", 9)));
}

BOOST_AUTO_TEST_CASE(text_cut_by_markup_is_the_same_text) {
  const Document whole = test::html("<body><p>Posted on 12 May by Ann Other"),
                 cut = test::html("<body><p>Posted on <b>3 May</b> by <i>Ann</i> Other");
  const PageView a(whole), b(cut);
  BOOST_TEST_REQUIRE(b.runs.size() == 1u);
  BOOST_TEST(a.runs[0].masked_hash == b.runs[0].masked_hash);
  BOOST_TEST(a.runs[0].hash != b.runs[0].hash);
}

BOOST_AUTO_TEST_CASE(a_copy_of_the_page_is_recognised) {
  const auto long_text = [](int number) {
    std::string out = "<p>";
    for (int i = 0; i < 25; ++i) out += "word" + std::to_string(number) + " ";
    return out;
  };
  const auto copies = [](const std::string& key, const std::string& sibling) {
    const Document a = test::html(key), b = test::html(sibling);
    const PageView view(a), other(b);
    const std::vector<std::uint64_t> texts = long_texts(view);
    const bool copy = is_copy(texts, long_texts(other));
    BOOST_TEST(copy == is_copy(texts, sketch_of(other).long_texts));
    return copy;
  };
  const std::string key = long_text(1) + long_text(2) + long_text(3) + "<p>short";
  BOOST_TEST(copies(key, key));
  BOOST_TEST(copies(key, long_text(3) + "<p>else" + long_text(1)), "more than half");
  BOOST_TEST(!copies(key, long_text(3) + long_text(4)), "less than half");
  BOOST_TEST(!copies(long_text(1) + long_text(2), long_text(1)), "half");
  BOOST_TEST(!copies(long_text(1), long_text(1)), "one long run may be the template's");
  BOOST_TEST(!copies("<p>short one<p>short two", "<p>short one<p>short two"));
}

BOOST_AUTO_TEST_CASE(a_page_is_akin_to_pages_with_its_places) {
  const auto kin = [](std::string_view key, std::initializer_list<std::string_view> siblings) {
    const SiteStatistics site = learn(siblings);
    const Document page = test::html(key);
    const PageView view(page);
    const std::vector<float> p(view.runs.size(), 0.5f);
    return kinship(SiteView(view, p, site));
  };
  const std::string_view story = "<body><div class=story><p>some words of it</p></div>",
                         forum = "<body><table><tr><td>other words</table>";
  BOOST_TEST(kin(story, {story}) == 1.0f);
  BOOST_TEST(kin(story, {story, forum}) == 0.5f);
  BOOST_TEST(kin(story, {forum, forum}) == 0.0f);
  BOOST_TEST(kin(story, {}) == 0.0f);
  BOOST_TEST(kin("", {story}) == 0.0f);
}

BOOST_AUTO_TEST_SUITE_END()
