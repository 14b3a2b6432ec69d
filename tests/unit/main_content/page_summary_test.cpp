#include "core/extract/main_content/detail/view/page_summary.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "tests/support/trees.h"
#include "tests/unit/main_content/random_site.h"

using namespace pith;

namespace {

PageSummary summary_of(const std::string& source, float p = 0.5f) {
  const Document page = test::html(source);
  const PageView view(page);
  return summarise(view, std::vector<float>(view.runs.size(), p));
}

std::string times(int count, const std::string& text) {
  std::string out;
  for (int i = 0; i < count; ++i) out += text;
  return out;
}

void check_references(const PageSummary& page) {
  for (const PageSummary::Run& run : page.runs)
    BOOST_TEST((run.element == PageSummary::no_element || run.element < page.elements.size()));
  for (const PageSummary::Element& element : page.elements)
    BOOST_TEST((element.begin < element.end && element.end <= page.runs.size()));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(page_summary)

BOOST_AUTO_TEST_CASE(a_summary_has_the_runs_and_the_elements_around_them) {
  for (const auto& page : test::random_site(3, 20)) {
    const PageView& view = page->view;
    const PageSummary& summary = page->summary;
    BOOST_TEST_REQUIRE(summary.runs.size() == view.runs.size());
    std::vector<NodeId> nodes;  // of elements
    for (NodeId n = 0; n < view.page.size(); ++n)
      if (view.page[n].is_element() && std::ranges::any_of(view.runs, [&](const ViewRun& run) {
            return n <= run.begin && run.begin < view.page.end_of(n);
          }))
        nodes.push_back(n);
    BOOST_TEST_REQUIRE(summary.elements.size() == nodes.size());
    for (std::size_t e = 0; e < nodes.size(); ++e) {
      const auto [path, place, begin, end] = summary.elements[e];
      BOOST_TEST(path == view.elements[nodes[e]].path);
      BOOST_TEST(place == view.elements[nodes[e]].place);
      for (RunId r = 0; r < view.runs.size(); ++r) {
        const bool inside = nodes[e] <= view.runs[r].begin && view.runs[r].begin < view.page.end_of(nodes[e]);
        BOOST_TEST(inside == (begin <= r && r < end));
      }
    }
    for (RunId r = 0; r < view.runs.size(); ++r) {
      const PageSummary::Run& run = summary.runs[r];
      BOOST_TEST(run.hash == view.runs[r].site_hash);
      BOOST_TEST(run.masked_hash == view.runs[r].site_masked_hash);
      BOOST_TEST(run.words == view.runs[r].text.words);
      BOOST_TEST(run.link_words == view.runs[r].link_words);
      BOOST_TEST(nodes.at(run.element) == view.runs[r].top);
      BOOST_TEST(static_cast<float>(run.content) == page->p[r] * 64);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_summary_survives_as_bytes) {
  for (const auto& page : test::random_site(7, 20)) {
    const std::string bytes = to_bytes(page->summary);
    BOOST_TEST_REQUIRE(from_bytes(bytes).has_value());
    BOOST_TEST((*from_bytes(bytes) == page->summary));
    for (std::size_t cut = 0; cut < bytes.size(); ++cut) BOOST_TEST(!from_bytes(bytes.substr(0, cut)));
    BOOST_TEST(!from_bytes(bytes + "x"));
    BOOST_TEST(!from_bytes("\1" + bytes.substr(1)), "another version");
  }
  BOOST_TEST((*from_bytes(to_bytes(PageSummary())) == PageSummary()));
}

// As deploy/manual/formats.md has it.
BOOST_AUTO_TEST_CASE(bytes_are_the_same_on_every_machine) {
  PageSummary page;
  page.runs = {{0x0807060504030201, 0x1817161514131211, 0x2221, 0x3231, 0, 64}};
  page.elements = {{0x4847464544434241, 0x5857565554535251, 0, 1}};
  page.names = {0x6867666564636261};
  const std::string expected = std::string("\4\1\0\0\0\1\0\0\0\1", 10) +
                               "\1\2\3\4\5\6\7\x8\x11\x12\x13\x14\x15\x16\x17\x18" + "\x21\x22\x31\x32" +
                               std::string("\0\0\0\0\x40", 5) + "ABCDEFGHQRSTUVWX" +
                               std::string("\0\0\0\0\1\0\0\0", 8) + "abcdefgh";
  BOOST_TEST(to_bytes(page) == expected);
}

BOOST_AUTO_TEST_CASE(damaged_bytes_are_refused_or_whole) {
  std::mt19937 random(11);
  int refused = 0, read = 0;
  for (const auto& page : test::random_site(5, 20)) {
    const std::string bytes = to_bytes(page->summary);
    for (int round = 0; round < 500; ++round) {
      std::string damaged = bytes;
      damaged[random() % damaged.size()] = static_cast<char>(random());
      const auto summary = from_bytes(damaged);
      (summary ? read : refused)++;
      if (!summary) continue;
      BOOST_TEST(to_bytes(*summary) == damaged);
      check_references(*summary);
      // What is read can be summed up.
      const PlaceSums sums = sum_places(*summary, std::vector<char>(summary->runs.size()));
      for (const PlaceSum& place : sums.places) BOOST_TEST(std::isfinite(place.words));
    }
  }
  BOOST_TEST(refused > 0);
  BOOST_TEST(read > 0);
}

BOOST_AUTO_TEST_CASE(bytes_with_wrong_references_are_refused) {
  PageSummary page = summary_of("<body><p>one<p>two");
  const PageSummary good = page;
  BOOST_TEST_REQUIRE(from_bytes(to_bytes(page)).has_value());
  page.runs[1].element = static_cast<std::uint32_t>(page.elements.size());
  BOOST_TEST(!from_bytes(to_bytes(page)));
  page.runs[1].element = PageSummary::no_element;
  BOOST_TEST(from_bytes(to_bytes(page)).has_value(), "that of a run may not be stored");
  page = good;
  page.runs[0].content = 65;
  BOOST_TEST(!from_bytes(to_bytes(page)), "no probability");
  page = good;
  page.elements[0].end = 3;
  BOOST_TEST(!from_bytes(to_bytes(page)), "there is no third run");
  page.elements[0] = {1, 1, 1, 1};
  BOOST_TEST(!from_bytes(to_bytes(page)), "without runs");
  // Counts that would need 80 GB.
  BOOST_TEST(!from_bytes(std::string("\3\xff\xff\xff\xff\xff\xff\xff\xff", 9)));
}

BOOST_AUTO_TEST_CASE(summaries_of_hostile_pages_are_bounded) {
  constexpr int many = 12'000;
  const std::string sources[] = {
      "<body>" + times(many, "<p>x"),                                             // runs
      "<body>" + times(300, times(50, "<div>") + "<p>x" + times(50, "</div>")),   // elements
      "<body><p>" + times(70'000, "w ") + "<p><a href=/>" + times(70'000, "w "),  // words
  };
  for (const std::string& source : sources) {
    const PageSummary page = summary_of(source, 1);
    BOOST_TEST(page.runs.size() <= PageSummary::max_runs);
    BOOST_TEST(page.elements.size() <= PageSummary::max_elements);
    check_references(page);
    BOOST_TEST((from_bytes(to_bytes(page)) == page), "what is stored fits into the bytes");
  }
  BOOST_TEST(summary_of(sources[0]).runs.size() == PageSummary::max_runs);
  const PageSummary deep = summary_of(sources[1]);
  BOOST_TEST(deep.elements.size() == PageSummary::max_elements);
  BOOST_TEST(deep.runs.size() == 300u);
  BOOST_TEST(deep.runs.back().element == PageSummary::no_element);
  const PageSummary wordy = summary_of(sources[2]);
  BOOST_TEST(wordy.runs[0].words == 65'535u);
  BOOST_TEST(wordy.runs[1].link_words == 65'535u);
}

BOOST_AUTO_TEST_CASE(the_beginning_of_a_summary_is_a_summary) {
  for (const auto& page : test::random_site(9, 20)) {
    const PageSummary& whole = page->summary;
    BOOST_TEST((beginning_of(whole, std::max(whole.runs.size(), whole.elements.size())) == whole));
    for (std::size_t most = 0; most < whole.elements.size(); most += 3) {
      const PageSummary part = beginning_of(whole, most);
      check_references(part);
      BOOST_TEST_REQUIRE(part.runs.size() == std::min(most, whole.runs.size()));
      for (std::size_t r = 0; r < part.runs.size(); ++r) {
        BOOST_TEST(part.runs[r].hash == whole.runs[r].hash);
        const std::uint32_t element = whole.runs[r].element;
        BOOST_TEST(part.runs[r].element == (element < part.elements.size() ? element : PageSummary::no_element));
      }
      std::size_t expected = 0;  // the first elements with one of these runs
      while (expected < std::min(most, whole.elements.size()) && whole.elements[expected].begin < part.runs.size())
        ++expected;
      BOOST_TEST_REQUIRE(part.elements.size() == expected);
      for (std::size_t e = 0; e < expected; ++e) {
        BOOST_TEST(part.elements[e].path == whole.elements[e].path);
        BOOST_TEST(part.elements[e].begin == whole.elements[e].begin);
        BOOST_TEST(part.elements[e].end == std::min<std::size_t>(whole.elements[e].end, part.runs.size()));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(sums_of_places_match_a_plain_count) {
  std::mt19937 random(2);
  for (const auto& page : test::random_site(1, 30)) {
    std::vector<char> repeated;
    for (std::size_t r = 0; r < page->summary.runs.size(); ++r) repeated.push_back(random() % 2 != 0);
    const PlaceSums sums = sum_places(page->summary, repeated);
    // A text is on several runs, and is repeated here if the first of them is.
    std::map<std::uint64_t, bool> flags;
    for (std::size_t r = 0; r < repeated.size(); ++r)
      repeated[r] = flags.emplace(page->summary.runs[r].hash, repeated[r] != 0).first->second;
    const PlaceSums by_text = sum_places(page->summary, repeated);
    const test::NaivePage naive(*page, [&](const ViewRun& run, auto, auto) { return flags.at(run.site_hash); });
    BOOST_TEST(static_cast<double>(sums.words) == naive.words);
    BOOST_TEST(static_cast<double>(sums.content) == naive.content);
    BOOST_TEST_REQUIRE(sums.places.size() == naive.places.size());
    for (const auto& [path, expected] : naive.places) {
      const PlaceSum* found = by_text.find(path);
      BOOST_TEST_REQUIRE(found != nullptr);
      BOOST_TEST(static_cast<double>(found->words) == expected.words);
      BOOST_TEST(static_cast<double>(found->link_words) == expected.link_words);
      BOOST_TEST(static_cast<double>(found->content) == expected.content);
      BOOST_TEST(static_cast<double>(found->repeated) == expected.repeated);
      BOOST_TEST(static_cast<double>(found->elements) == expected.elements);
      BOOST_TEST(std::abs(static_cast<double>(by_text.share(*found)) - naive.share(expected)) < 1e-6);
      BOOST_TEST(std::abs(static_cast<double>(by_text.expected_f1(*found)) - naive.expected_f1(expected)) < 1e-6);
    }
    BOOST_TEST(sums.find(1) == nullptr);
  }
}

BOOST_AUTO_TEST_CASE(places_have_the_same_text_if_their_elements_have) {
  const auto text = [](const std::string& source) {
    const Document page = test::html(source);
    const PageView view(page);
    const PageSummary summary = summarise(view, std::vector<float>(view.runs.size(), 0.5f));
    const PlaceSums sums = sum_places(summary, std::vector<char>(view.runs.size()));
    return sums.find(view.elements[view.runs[0].top].path)->text;  // of all <p>
  };
  BOOST_TEST(text("<body><p>one<p>two") == text("<body><p>one<p>two<div>three</div>"));
  BOOST_TEST(text("<body><p>one<p>two") != text("<body><p>two<p>one"));
  BOOST_TEST(text("<body><p>one<p>two") != text("<body><p>one<p>two<p>two"));
  BOOST_TEST(text("<body><p>one") != text("<body><p>two"));
}

// A target of links has the path of the element around it; its words would count twice in the place.
BOOST_AUTO_TEST_CASE(an_element_with_its_parents_path_is_no_place_of_its_own) {
  const PageSummary page = summary_of("<body><h2><a name=x>Two words</a></h2><p>and three more</p>");
  BOOST_TEST_REQUIRE(page.elements.size() == 4u);  // html, body, h2, p
  BOOST_TEST(page.runs[0].element == 2u);
  const PlaceSums sums = sum_places(page, std::vector<char>(2));
  BOOST_TEST(sums.find(page.elements[2].path)->words == 2.0f);
  BOOST_TEST(sums.words == 5.0f);
}

BOOST_AUTO_TEST_CASE(text_cut_by_markup_is_the_same_text) {
  const PageSummary whole = summary_of("<body><p>Posted on 12 May by Ann Other"),
                    cut = summary_of("<body><p>Posted on <b>3 May</b> by <i>Ann</i> Other");
  BOOST_TEST_REQUIRE(cut.runs.size() == 1u);
  BOOST_TEST(whole.runs[0].masked_hash == cut.runs[0].masked_hash);
  BOOST_TEST(whole.runs[0].hash != cut.runs[0].hash);
}

BOOST_AUTO_TEST_SUITE_END()
