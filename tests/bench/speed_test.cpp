// The project's promises about time, as checks with room for a busy machine: a quadratic algorithm fails them, a slow
// day or a slow machine does not (tests/support/effort.h).
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "core/dom/detail/parser.h"
#include "core/extract/registry.h"
#include "core/trees/etdm.h"
#include "tests/support/effort.h"
#include "tests/support/synthetic_pages.h"
#include "tests/support/trees.h"

using namespace pith;

namespace {

double best_seconds(int rounds, const std::function<void()>& work) {
  double best = 1e9;
  for (int i = 0; i < rounds; ++i) {
    best = std::min(best, test::thread_seconds_of(work));
  }
  return best;
}

struct Pages {
  std::vector<Document> documents;
  std::vector<const Document*> siblings;
  Pages(std::size_t bytes, bool lines) {
    for (std::uint32_t i = 0; i < 5; ++i) documents.push_back(test::html(test::SyntheticPage(i).html(bytes, lines)));
    for (std::size_t i = 1; i < documents.size(); ++i) siblings.push_back(&documents[i]);
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(speed)

BOOST_AUTO_TEST_CASE(eight_times_the_page_takes_about_eight_times_as_long) {
  for (const bool lines : {true, false}) {
    const Pages small(500'000, lines), large(4'000'000, lines);
    for (const ExtractorInfo& info : extractors()) {
      if (info.name == "sst" || info.name == "rtdm_td" || info.name == "rbm_td") continue;
      const auto extractor = std::move(*make_extractor(info.name));
      const auto time = [&](const Pages& pages) {
        return best_seconds(3, [&] { (void)extractor->extract({pages.documents[0], pages.siblings}); });
      };
      const double ratio = time(large) / std::max(time(small), 1e-4);
      BOOST_TEST(ratio < 24, info.name << (lines ? "" : ", one line") << ": " << ratio << " times as long");
    }
  }
}

// By gumbo, which takes several times as long as lexbor.
BOOST_AUTO_TEST_CASE(etdm_with_four_siblings_costs_less_than_parsing_the_key_page) {
  for (const std::size_t bytes : {30'000u, 300'000u}) {
    const std::string source = test::SyntheticPage(0).html(bytes);
    const Pages pages(bytes, true);
    const double parsing = best_seconds(9, [&] { (void)parse_with_gumbo(source, {}, nullptr); });
    const double mapping = best_seconds(
        9, [&] { (void)count_occurrences(pages.documents[0], pages.siblings, Strictness::tag_attributes); });
    BOOST_TEST(mapping < parsing,
               bytes << " bytes: mapping " << mapping * 1e3 << " ms, parsing " << parsing * 1e3 << " ms");
  }
}

// Two pages of 5,000 nodes within a second: typical ones, and ones made to be hard (nothing equal, all wide, all deep).
BOOST_AUTO_TEST_CASE(rtdm_of_two_large_pages_ends_within_a_second) {
  const auto wide = [](const char* tag) {
    std::string out = "<body>";
    for (int i = 0; i < 2'450; ++i)
      out += "<" + std::string(tag) + ">" + std::to_string(i * 7919 % 2450) + tag + "</" + tag + ">";
    return out;
  };
  const auto nested = [](const char* word) {
    std::string out = "<body>";
    for (int i = 0; i < 50; ++i) {
      out += "<div>";
      for (int j = 0; j < 49; ++j) out += "<p>" + std::string(word) + std::to_string(i * j) + "</p>";
      out += "</div>";
    }
    return out;
  };
  const std::pair<std::string, std::string> pairs[] = {
      {test::SyntheticPage(1).html(260'000), test::SyntheticPage(2).html(260'000)},
      {wide("p"), wide("i")},
      {wide("p"), wide("p") + "<p>x"},
      {nested("a"), nested("b")}};
  const auto extractor = std::move(*make_extractor("rtdm_td"));
  for (const auto& [first, second] : pairs) {
    const Document key = test::html(first), sibling = test::html(second);
    BOOST_TEST(key.size() > 4'800u);
    const Document* siblings[] = {&sibling};
    const double seconds = test::standard_seconds([&] { (void)extractor->extract({key, siblings}); });
    BOOST_TEST(seconds < 1.0, key.size() << " nodes: " << seconds << " s");
  }
}

BOOST_AUTO_TEST_SUITE_END()
