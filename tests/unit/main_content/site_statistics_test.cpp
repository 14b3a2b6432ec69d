// A site's statistics against sums made from scratch for each page over all the others.
#include "core/extract/main_content/detail/site/site_statistics.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/trees.h"
#include "tests/unit/main_content/counted_memory.h"
#include "tests/unit/main_content/random_site.h"

using namespace pith;

namespace {

// Everything by the definitions in the headers.
class NaiveSite {
 public:
  // `except`: numbers of pages that do not count.
  NaiveSite(const test::RandomSite& site, std::set<std::size_t> except) : except_(std::move(except)) {
    std::map<std::uint64_t, std::uint32_t> pages_with;
    std::map<std::uint64_t, std::uint32_t> pages_with_place;
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> pages_with_there;
    for (const auto& page : site) {
      const test::NaivePage naive(*page, [](const ViewRun&, std::uint64_t, float) { return false; });
      for (const auto& [hash, _] : naive.texts) ++pages_with[hash];
      for (const std::uint64_t place : naive.places_of_runs) ++pages_with_place[place];
      for (const auto& there : naive.masked_there) ++pages_with_there[there];
    }
    const std::uint32_t few = 2 + static_cast<std::uint32_t>(site.size()) / 50;
    for (const auto& page : site)
      pages_.emplace_back(*page, [&](const ViewRun& run, std::uint64_t place, float p) {
        const std::uint32_t there = pages_with_there[{place, run.site_masked_hash}];
        const bool on_most = there >= 2 && 2 * there > pages_with_place[place];
        return pages_with[run.site_hash] >= few && (p < 0.5f || on_most || (p < 0.8125f && there >= few));
      });
  }

  struct Mean {
    std::size_t all = 0, others = 0;  // pages that have it, and those of them that count
    double value = 0;
    std::size_t pages = 0;  // of which `value` is the mean

    // Rounding of a mean over n pages, as long as these are few, grows when some are subtracted.
    double error(double of_rounding) const {
      return of_rounding * static_cast<double>(all) / static_cast<double>(others) + 1e-4;
    }
  };

  // The mean of value(page, thing) over pages for which find(page) points to a thing.
  template <typename Find, typename Value>
  Mean mean(const Find& find, const Value& value) const {
    Mean out;
    for (std::size_t p = 0; p < pages_.size(); ++p) {
      const auto* thing = find(pages_[p]);
      if (!thing) continue;
      ++out.all;
      if (except_.contains(p)) continue;
      ++out.others;
      out.value += value(pages_[p], *thing);
    }
    if (out.others > 0) out.value /= static_cast<double>(out.others);
    return out;
  }

  template <typename Key>
  Mean text(std::map<Key, double> test::NaivePage::*texts, const Key& key) const {
    return mean([&](const auto& page) { return at(page.*texts, key); },
                [](const auto&, double content) { return content; });
  }
  template <typename Value>
  Mean place(std::uint64_t path, const Value& value) const {
    return mean([&](const auto& page) { return at(page.places, path); }, value);
  }
  Mean place_text(std::uint64_t path, const test::NaivePlace& same) const {
    return mean(
        [&](const auto& page) {
          const test::NaivePlace* place = at(page.places, path);
          return place && place->text == same.text ? place : nullptr;
        },
        [](const auto&, const auto&) { return 0.0; });
  }
  // Of all pages, since these are no sums.
  double same(std::uint64_t path) const {
    return place(path,
                 [&](const auto&, const test::NaivePlace& one) { return place_text(path, one).all > 1 ? 1.0 : 0.0; })
        .value;
  }
  double deviation(std::uint64_t path) const {
    const double mean = place(path, [](const auto&, const auto& one) { return one.words; }).value;
    const double squares =
        place(path, [&](const auto&, const auto& one) { return (one.words - mean) * (one.words - mean); }).value;
    return mean > 0 ? std::min(4.0, std::sqrt(squares) / mean) : 0;
  }

  const test::NaivePage& page(std::size_t number) const { return pages_[number]; }

 private:
  template <typename Map, typename Key>
  static const typename Map::mapped_type* at(const Map& map, const Key& key) {
    const auto found = map.find(key);
    return found == map.end() ? nullptr : &found->second;
  }

  std::vector<test::NaivePage> pages_;
  std::set<std::size_t> except_;
};

constexpr double of_share = 1.0 / 32, of_words = 0.0906;  // sixteenths; a quarter of an octave: 2^(1/8) - 1

void check_near(float found, const NaiveSite::Mean& expected, double of_rounding, const char* what) {
  BOOST_TEST(
      std::abs(static_cast<double>(found) - expected.value) <= expected.error(of_rounding),
      what << ": " << found << ", not " << expected.value << " of " << expected.others << " of " << expected.all);
}

void check_text(const SiteStatistics::Text& found, const NaiveSite::Mean& expected) {
  if (expected.all < 2 || expected.others == 0) {
    BOOST_TEST((found == SiteStatistics::Text()), "a text that no other page has, or a single one outside of the site");
    return;
  }
  BOOST_TEST(found.pages == static_cast<float>(expected.others));
  check_near(found.content, expected, of_share, "content");
}

void check_place(const OtherPages& others, const NaiveSite& naive, const NaiveSite& whole, std::uint64_t path) {
  using Page = test::NaivePage;
  using Place = test::NaivePlace;
  const SiteStatistics::Place found = others.place(path);
  const auto words = naive.place(path, [](const Page&, const Place& place) { return place.words; });
  if (words.all < 2 || words.others == 0) {
    BOOST_TEST((found == SiteStatistics::Place()));
    return;
  }
  const auto check = [&](float value, const char* what, auto of_place) {
    check_near(value, naive.place(path, of_place), of_share, what);
  };
  const auto part = [](double Place::*sum) {
    return [=](const Page&, const Place& place) { return place.*sum / std::max(place.words, 1.0); };
  };
  const auto rounding = [&](auto of_place) { return std::max(0.125, whole.place(path, of_place).value * of_words); };
  const auto elements = [](const Page&, const Place& place) { return place.elements; };
  BOOST_TEST(found.pages == static_cast<float>(words.others));
  check_near(found.words, words, rounding([](const Page&, const Place& place) { return place.words; }), "words");
  check_near(found.elements, naive.place(path, elements), rounding(elements), "elements");
  check(found.share, "share", [](const Page& page, const Place& place) { return page.share(place); });
  check(found.link_words, "links", part(&Place::link_words));
  check(found.repeated, "repeated", part(&Place::repeated));
  check(found.content, "content", part(&Place::content));
  check(found.expected_f1, "f1", [](const Page& page, const Place& place) { return page.expected_f1(place); });
  BOOST_TEST(std::abs(static_cast<double>(found.same) - whole.same(path)) <= of_share + 1e-6);
  BOOST_TEST(std::abs(static_cast<double>(found.deviation) - whole.deviation(path)) <= of_share + 1e-3);
}

// What a page is told, against what the pages that are not in `except` have.
void check(const test::RandomSite& site, const SiteStatistics& statistics, std::size_t asking,
           const std::set<std::size_t>& except) {
  std::vector<const PageSummary*> excepted;
  for (const std::size_t page : except) excepted.push_back(&site[page]->summary);
  const OtherPages others(statistics, excepted);
  const NaiveSite naive(site, except), whole(site, {});
  BOOST_TEST(others.pages() == static_cast<float>(site.size() - except.size()));
  BOOST_TEST(others.count() == std::min<std::size_t>(site.size() - except.size(), OtherPages::many));
  const test::NaivePage& page = naive.page(asking);
  for (const auto& [hash, _] : page.texts) {
    const NaiveSite::Mean expected = naive.text(&test::NaivePage::texts, hash);
    check_text(others.text(hash), expected);
    const bool is_repeated = expected.all > 1 && expected.others + 1 >= statistics.few_pages();
    BOOST_TEST(others.is_repeated(hash) == is_repeated);
  }
  for (const auto& [hash, _] : page.masked)
    check_text(others.masked_text(hash), naive.text(&test::NaivePage::masked, hash));
  for (const auto& [key, _] : page.texts_in_places)
    check_text(others.text_in(key.first, key.second), naive.text(&test::NaivePage::texts_in_places, key));
  for (const auto& [path, place] : page.places) check_place(others, naive, whole, path);
  const PlaceSums sums = sum_places(site[asking]->summary, std::vector<char>(site[asking]->summary.runs.size()));
  for (const PlaceSum& sum : sums.places) {
    const NaiveSite::Mean expected = naive.place_text(sum.path, page.places.at(sum.path));
    const float pages = expected.all > 1 ? static_cast<float>(expected.others) : 0;
    BOOST_TEST(others.place_text(sum.path, sum.text).pages == pages);
  }
}

SiteStatistics statistics_of(const test::RandomSite& site) { return SiteStatistics(test::summaries_of(site)); }

SiteStatistics learn(const std::vector<std::string>& sources) {
  std::vector<PageSummary> summaries;
  for (const std::string& source : sources) {
    const Document page = test::html(source);
    const PageView view(page);
    summaries.push_back(summarise(view, std::vector<float>(view.runs.size(), 0.5f)));
  }
  return statistics_of(summaries);
}

// A page with as many runs and elements as a summary holds; each text and place is on two pages of a site.
PageSummary hostile_page(std::uint64_t number) {
  PageSummary page;
  const std::uint64_t shared = number / 2 * 1'000'000;
  for (std::uint32_t i = 0; i < PageSummary::max_runs; ++i) {
    page.runs.push_back({shared + i, shared + i, 3, 0, i, 32});
    page.elements.push_back({shared + i, shared + i, i, i + 1});
  }
  return page;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(site_statistics)

BOOST_AUTO_TEST_CASE(a_page_is_told_what_the_others_have) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    const test::RandomSite site = test::random_site(seed, 1 + static_cast<int>(seed) % 14);
    const SiteStatistics statistics = statistics_of(site);
    BOOST_TEST(statistics.pages() == site.size());
    for (std::size_t page = 0; page < site.size(); ++page) BOOST_TEST_CONTEXT("site " << seed << ", page " << page) {
        check(site, statistics, page, {page});
      }
  }
}

BOOST_AUTO_TEST_CASE(a_page_of_which_nothing_is_known_is_told_what_two_pages_have) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    const test::RandomSite site = test::random_site(seed, 9);
    check(site, statistics_of(site), 0, {});
  }
}

BOOST_AUTO_TEST_CASE(copies_are_subtracted_like_the_page) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const test::RandomSite site = test::random_site(100 + seed, 7);
    for (const std::set<std::size_t>& except : {std::set<std::size_t>{0, 1}, {0, 3, 6}, {0, 1, 2, 3, 4, 5, 6}})
      BOOST_TEST_CONTEXT("site " << seed) { check(site, statistics_of(site), 0, except); }
  }
}

// The counts of many pages are rounded too.
BOOST_AUTO_TEST_CASE(counts_of_many_pages_are_near) {
  const test::RandomSite site = test::random_site(4, 60);
  const SiteStatistics statistics = statistics_of(site);
  BOOST_TEST(statistics.few_pages() == 3u);
  for (std::size_t page = 0; page < site.size(); page += 7) {
    const PageSummary* const own = &site[page]->summary;
    const OtherPages others(statistics, std::span(&own, 1));
    const NaiveSite naive(site, {page});
    for (const auto& [hash, _] : naive.page(page).texts) {
      const auto expected = static_cast<double>(naive.text(&test::NaivePage::texts, hash).others);
      BOOST_TEST(std::abs(static_cast<double>(others.text(hash).pages) - expected) <= (expected + 1) / 5);
    }
    for (const auto& [path, place] : naive.page(page).places) {
      const auto expected = naive.place(path, [](const auto& of, const auto& one) { return of.expected_f1(one); });
      const SiteStatistics::Place found = others.place(path);
      BOOST_TEST(std::abs(static_cast<double>(found.pages) - static_cast<double>(expected.others)) <=
                 (static_cast<double>(expected.others) + 1) / 5);
      if (expected.others > 0) check_near(found.expected_f1, expected, of_share + 0.02, "f1");
    }
  }
}

BOOST_AUTO_TEST_CASE(the_order_of_pages_does_not_matter) {
  for (unsigned seed = 20; seed < 30; ++seed) {
    const test::RandomSite site = test::random_site(seed, 12);
    std::vector<const PageSummary*> pages = test::summaries_of(site);
    const std::uint64_t digest = SiteStatistics(pages).digest();
    std::mt19937 random(seed);
    for (int round = 0; round < 5; ++round) {
      std::ranges::shuffle(pages, random);
      BOOST_TEST(SiteStatistics(pages).digest() == digest);
    }
  }
}

BOOST_AUTO_TEST_CASE(they_survive_as_bytes) {
  for (unsigned seed = 30; seed < 40; ++seed) {
    const test::RandomSite site = test::random_site(seed, 12);
    const SiteStatistics learned(test::summaries_of(site));
    const std::string bytes = learned.bytes();
    const auto read = SiteStatistics::read(bytes);
    BOOST_TEST_REQUIRE(read.has_value());
    BOOST_TEST(read->pages() == learned.pages());
    BOOST_TEST(read->page_share() == learned.page_share());
    BOOST_TEST((read->tables() == learned.tables()));
    BOOST_TEST(read->digest() == learned.digest());
    for (std::size_t size = 0; size < bytes.size(); ++size) BOOST_TEST(!SiteStatistics::read(bytes.substr(0, size)));
    BOOST_TEST(!SiteStatistics::read(bytes + "x"));
    std::string damaged = bytes;
    ++damaged[0];
    BOOST_TEST(!SiteStatistics::read(damaged), "of another version");
  }
  // Damage is found, or leaves numbers that can be calculated with.
  const std::string bytes = SiteStatistics(test::summaries_of(test::random_site(41, 12))).bytes();
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(~damaged[at]);
    const auto read = SiteStatistics::read(damaged);
    if (!read) continue;
    for (const auto& [_, place] : read->tables().places) BOOST_TEST((place.words >= 0 && std::isfinite(place.words)));
    for (const auto& [_, text] : read->tables().texts) BOOST_TEST((text.pages >= 0 && std::isfinite(text.pages)));
  }
}

BOOST_AUTO_TEST_CASE(a_text_of_one_page_teaches_nothing) {
  const SiteStatistics twice = learn({"<body><p>same words<p>same words", "<body><p>other"});
  const Document page = test::html("<body><p>same words");
  const PageView view(page);
  BOOST_TEST(twice.text(view.runs[0].site_hash) == nullptr, "twice on one page is no repetition");
  const SiteStatistics both =
      learn({"<body><p>Same words<p>own text here", "<body><p>same words!<p>other text is here"});
  BOOST_TEST_REQUIRE(both.text(view.runs[0].site_hash) != nullptr);
  BOOST_TEST(both.text(view.runs[0].site_hash)->pages == 2.0f);
  const SiteStatistics::Place* place = both.place(view.elements[view.runs[0].top].path);
  BOOST_TEST_REQUIRE(place != nullptr);
  BOOST_TEST(place->repeated == 0.375f, "2 words of 5 and 2 of 6, in sixteenths");
  BOOST_TEST(place->elements == 2.0f);
  BOOST_TEST(place->same == 0.0f);
}

BOOST_AUTO_TEST_CASE(numbers_alone_make_a_text_another_but_not_a_masked_one) {
  const SiteStatistics site = learn({"<body><p>page 1 of 9", "<body><p>page 2 of 9"});
  const Document page = test::html("<body><p>page 1 of 9");
  const PageView view(page);
  BOOST_TEST(site.text(view.runs[0].site_hash) == nullptr);
  BOOST_TEST_REQUIRE(site.masked_text(view.runs[0].site_masked_hash) != nullptr);
  BOOST_TEST(site.masked_text(view.runs[0].site_masked_hash)->pages == 2.0f);
}

BOOST_AUTO_TEST_CASE(nothing_is_known_of_no_page) {
  const SiteStatistics none;
  const OtherPages others(none, {});
  BOOST_TEST(none.digest() == 0u);
  BOOST_TEST(SiteStatistics(std::span<const PageSummary* const>()).digest() == 0u);
  BOOST_TEST(others.pages() == 0.0f);
  BOOST_TEST(others.count() == 0u);
  BOOST_TEST((others.text(1) == SiteStatistics::Text()));
  BOOST_TEST((others.place(1) == SiteStatistics::Place()));
  BOOST_TEST(!others.is_repeated(1));
}

BOOST_AUTO_TEST_CASE(small_edits_elsewhere_keep_the_digest) {
  const auto site = [](int pages, const std::string& of_first, const std::string& menu) {
    std::vector<std::string> sources;
    for (int i = 0; i < pages; ++i)
      sources.push_back("<body><ul><li>" + menu + "<li>Contact</ul><p>" +
                        (i == 0 ? of_first : "Own text number " + std::to_string(i)) + " and what all have");
    return learn(sources).digest();
  };
  BOOST_TEST(site(8, "What was here", "Home") == site(8, "Something else now", "Home"));
  BOOST_TEST(site(8, "What was here", "Home") != site(8, "What was here", "Start"));
  BOOST_TEST(site(8, "What was here", "Home") != site(9, "What was here", "Home"), "of few pages each counts");
  BOOST_TEST(site(40, "What was here", "Home") == site(41, "What was here", "Home"), "more pages of the same kind");
  BOOST_TEST(site(8, "What was here", "Home") != site(8, "Own text number 5", "Home"),
             "a text became one of two pages");
}

// A text is repeated on 4 pages of 149, but not on 4 of 150; all other numbers are rounded to the same.
BOOST_AUTO_TEST_CASE(the_digest_covers_when_a_text_is_repeated) {
  const auto site = [](int pages) {
    std::vector<std::string> sources(static_cast<std::size_t>(pages), "<body><p>one");
    return learn(sources);
  };
  BOOST_TEST(site(149).few_pages() != site(150).few_pages());
  BOOST_TEST(site(149).digest() != site(150).digest());
  BOOST_TEST(site(150).digest() == site(151).digest());
}

BOOST_AUTO_TEST_CASE(learning_from_hostile_pages_takes_little_memory) {
  std::vector<PageSummary> pages;
  for (std::uint64_t number = 0; number < 256; ++number) pages.push_back(hostile_page(number));
  const test::CountedMemory memory;
  const SiteStatistics site = statistics_of(pages);
  BOOST_TEST(memory.peak() < 64u << 20);
  BOOST_TEST(site.page_share() == 2'048u);
  // What counts is known, and can be subtracted.
  const PageSummary* const own = &pages[0];
  const OtherPages others(site, std::span(&own, 1));
  BOOST_TEST_REQUIRE(site.text(pages[0].runs[2'047].hash) != nullptr);
  BOOST_TEST(others.text(pages[0].runs[2'047].hash).pages == 1.0f);
  BOOST_TEST(others.place(pages[0].elements[2'047].path).pages == 1.0f);
  BOOST_TEST(site.text(pages[0].runs[2'048].hash) == nullptr);
  BOOST_TEST(site.place(pages[0].elements[2'048].path) == nullptr);
}

// What the page takes for content is a quotation, unless most pages that have its place have it there.
BOOST_AUTO_TEST_CASE(content_is_only_repeated_in_the_same_place) {
  const auto page_of = [](const std::string& source, float p) {
    const Document page = test::html(source);
    const PageView view(page);
    return summarise(view, std::vector<float>(view.runs.size(), p));
  };
  const std::string sentence = "Nobody else may say what is on this page";
  const auto in_place = [&](const std::string& text) { return page_of("<main class=a><p>" + text + "</main>", 0.9f); };
  const PageSummary own = in_place(sentence);
  std::vector<PageSummary> pages{own};
  for (int copy = 0; copy < 8; ++copy) pages.push_back(page_of("<footer><p>" + sentence + "</footer>", 0.1f));
  for (int other = 0; other < 3; ++other) pages.push_back(in_place("Text " + std::string(other + 1, 'x')));
  const PageSummary* const excepted = &own;
  const std::uint64_t hash = own.runs[0].hash, masked = own.runs[0].masked_hash, path = own.elements.back().path;
  const auto found = [&](const PageSummary* asking) {
    const SiteStatistics site = statistics_of(pages);
    const OtherPages others(site, std::span(&excepted, 1), asking);
    BOOST_TEST(others.masked_text(masked).pages == others.text(hash).pages);
    return std::pair(others.text(hash).pages, others.text_in(path, hash).pages);
  };
  BOOST_TEST((found(&own) == std::pair(0.0f, 0.0f)));
  BOOST_TEST((found(nullptr) == std::pair(8.0f, 0.0f)));
  for (int copy = 0; copy < 3; ++copy) pages.push_back(in_place(sentence));
  BOOST_TEST((found(&own) == std::pair(0.0f, 0.0f)), "half of the pages that have the place");
  pages.push_back(in_place(sentence));
  BOOST_TEST((found(&own) == std::pair(12.0f, 4.0f)));
  const PageSummary menu = page_of("<main class=a><p>" + sentence + "</main>", 0.1f);
  pages.pop_back();
  BOOST_TEST(found(&menu).first == 11.0f, "what is not content may be anywhere");
}

// Only what was read of a page is subtracted.
BOOST_AUTO_TEST_CASE(a_page_that_was_read_in_part_is_subtracted_in_part) {
  std::vector<PageSummary> pages;
  for (std::uint64_t number = 0; number < 60; ++number) pages.push_back(hostile_page(number));
  const std::uint64_t text = pages[0].runs[0].hash, path = pages[0].elements[0].path;  // pages 0 and 1 have them
  pages[2].runs.back().hash = text;
  pages[2].elements.back().path = path;
  const SiteStatistics site = statistics_of(pages);
  BOOST_TEST_REQUIRE(site.page_share() < pages[2].runs.size());
  for (std::size_t page = 0; page < 3; ++page) {
    const PageSummary* const own = &pages[page];
    const OtherPages others(site, std::span(&own, 1));
    BOOST_TEST(others.text(text).pages == (page < 2 ? 1.0f : 2.0f));
    BOOST_TEST(others.place(path).pages == (page < 2 ? 1.0f : 2.0f));
  }
}

// Of large pages among small ones, no more is left out than needed.
BOOST_AUTO_TEST_CASE(pages_count_as_a_whole_as_long_as_they_fit) {
  std::vector<PageSummary> pages;
  for (std::uint64_t number = 0; number < 52; ++number) pages.push_back(hostile_page(number));
  BOOST_TEST(statistics_of(pages).page_share() == PageSummary::max_runs, "52 of 10,000 runs");
  pages.push_back(hostile_page(52));
  BOOST_TEST(statistics_of(pages).page_share() == 8'192u);
  for (PageSummary& page : pages) page.elements.clear();
  for (PageSummary& page : pages)
    for (PageSummary::Run& run : page.runs) run.element = PageSummary::no_element;
  BOOST_TEST(statistics_of(pages).page_share() == 8'192u, "runs alone");
}

BOOST_AUTO_TEST_SUITE_END()
