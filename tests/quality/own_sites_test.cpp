// Whole small sites of the repository's own (tests/pages/sites): each page, extracted with what its site shows, keeps
// and leaves out the snippets that its gold_snippets file lists, except those in open.tsv: what is still lost or
// wrongly kept, each as it is. Whoever mends one takes it out.
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/text/white_space.h"
#include "plugin/lab/evaluation.h"
#include "plugin/lab/page_set.h"

using namespace pith::eval;

namespace {

const std::filesystem::path directory = PITH_SOURCE "/tests/pages/sites";

struct Snippets {
  std::vector<std::string> with, without;
};

Snippets snippets_of(const LabelledPage& page) {
  std::ifstream in(directory / "gold_snippets" / (page.id + ".json"));
  BOOST_REQUIRE_MESSAGE(in, page.id << " has no snippets");
  const auto json = nlohmann::json::parse(in);
  return {json.at("with"), json.at("without")};
}

// The open defects, as wrong_in() has them, by page.
std::map<std::string, std::string> open_defects() {
  std::map<std::string, std::string> out;
  std::ifstream in(directory / "open.tsv");
  BOOST_REQUIRE(in);
  for (std::string line; std::getline(in, line);) {
    const std::size_t tab = line.find('\t');
    BOOST_REQUIRE(tab != std::string::npos);
    out[line.substr(0, tab)] += "\n  " + line.substr(tab + 1);
  }
  return out;
}

// What of the page is lost or wrongly kept, a line each; empty: all is right.
std::string wrong_in(const std::string& text, const Snippets& snippets) {
  const std::string read = pith::collapse_space(text);  // a snippet may reach over lines
  const auto has = [&](const std::string& snippet) { return read.find(snippet) != std::string::npos; };
  std::string out;
  for (const std::string& snippet : snippets.with)
    if (!has(snippet)) out += "\n  lost: " + snippet;
  for (const std::string& snippet : snippets.without)
    if (has(snippet)) out += "\n  kept: " + snippet;
  return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(golds_agree_with_the_snippets) {
  const auto set = read_page_set(directory);
  BOOST_REQUIRE(set);
  BOOST_REQUIRE(!set->pages.empty());
  for (std::uint32_t page = 0; page < set->pages.size(); ++page)
    if (const auto gold = set->gold(page)) {
      const std::string wrong = wrong_in(*gold, snippets_of(set->pages[page]));
      BOOST_TEST(wrong.empty(), set->pages[page].id << ", gold:" << wrong);
    }
}

BOOST_AUTO_TEST_CASE(pages_with_their_site_keep_what_they_mean_and_leave_out_what_the_site_repeats) {
  const auto set = read_page_set(directory);
  BOOST_REQUIRE(set);
  const auto pith = parse_system("pith", SiblingMode::site, 0);
  BOOST_REQUIRE(pith);
  BOOST_REQUIRE(pith->learns_from_site());
  std::map<std::string, std::string> open = open_defects();
  for (std::uint32_t page = 0; page < set->pages.size(); ++page) {
    if (!set->gold(page)) continue;
    const std::string& id = set->pages[page].id;
    const std::string wrong = wrong_in(extract_text(*set, page, *pith, {}, 1), snippets_of(set->pages[page]));
    BOOST_TEST(wrong == open[id], id << wrong << (open[id].empty() ? "" : "\n  open.tsv has:" + open[id]));
  }
}
