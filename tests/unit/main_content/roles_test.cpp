// Cases as data: tests/fixtures/roles.txt describes their format.
#include "core/extract/main_content/detail/rules/roles.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/dom/collapsed_text.h"
#include "core/extract/main_content/detail/rules/headline.h"
#include "core/extract/main_content/detail/rules/parts.h"
#include "tests/support/trees.h"

using namespace pith;

namespace {

using Lines = std::vector<std::string>;

struct RolesCase {
  std::string title, page, siblings;
  Lines own, site_template;
};

std::vector<RolesCase> read_cases() {
  std::ifstream in(PITH_FIXTURES "/roles.txt");
  std::vector<RolesCase> cases;
  std::string section;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("== ")) {
      cases.emplace_back().title = line.substr(3);
    } else if (line.starts_with("-- ")) {
      section = line.substr(3);
    } else if (!cases.empty() && !line.empty()) {
      RolesCase& c = cases.back();
      if (section == "page") c.page += line;
      if (section == "siblings") c.siblings += line;
      if (section == "own") c.own.push_back(line);
      if (section == "template") c.site_template.push_back(line);
    }
  }
  return cases;
}

// The text with one entry of each "{a|b|c}", and the number of entries of the longest.
struct Choice {
  std::string text;
  std::size_t entries = 0;
};
Choice choose(std::string_view text, std::size_t number) {
  Choice out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '{') {
      out.text += text[i];
      continue;
    }
    const std::size_t end = text.find('}', i);
    std::string_view list = text.substr(i + 1, end - i - 1);
    std::size_t entry = 0;
    for (std::size_t bar; (bar = list.find('|')) != std::string_view::npos; ++entry) {
      if (entry == number) out.text += list.substr(0, bar);
      list.remove_prefix(bar + 1);
    }
    if (entry == number) out.text += list;
    out.entries = std::max(out.entries, entry + 1);
    i = end;
  }
  return out;
}

// The summary of a page whose texts are content with probability 1/2.
PageSummary summary_of(std::string_view html) {
  const Document document = test::html(html);
  const PageView view(document);
  return summarise(view, std::vector<float>(view.runs.size(), 0.5f));
}

struct Found {
  Lines own, site_template;
};
Found find(const RolesCase& c, std::span<const PageSummary* const> except = {}, bool with_itself = false) {
  std::vector<PageSummary> others;
  for (std::size_t i = 0; i < choose(c.siblings, 0).entries; ++i)
    others.push_back(summary_of(choose(c.siblings, i).text));
  if (with_itself) others.push_back(summary_of(c.page));
  const SiteStatistics site = statistics_of(others);
  const Document document = test::html(c.page);
  const PageView page(document);
  const OtherPages other_pages(site, except);
  const auto parts = find_parts(page, PageType::article, find_headline(page, {}, other_pages), other_pages);
  const std::vector<char> own = own_runs(page, parts, other_pages);
  Found out;
  for (RunId r = 0; r < page.runs.size(); ++r)
    (own[r] ? out.own : out.site_template)
        .push_back(collapsed_text(document, page.runs[r].begin, page.runs[r].end,
                                  [&](NodeId n) { return document[n].is_text(); }));
  return out;
}

void check(const RolesCase& c, const Found& found) {
  BOOST_TEST(found.own == c.own, boost::test_tools::per_element());
  BOOST_TEST(found.site_template == c.site_template, boost::test_tools::per_element());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(roles)

BOOST_AUTO_TEST_CASE(cases) {
  const std::vector<RolesCase> all = read_cases();
  BOOST_TEST(all.size() >= 15u);
  for (const RolesCase& c : all) BOOST_TEST_CONTEXT(c.title) check(c, find(c));
}

// The page learns nothing from itself: all of its texts are on "another" page of the sample, which is itself.
BOOST_AUTO_TEST_CASE(a_page_of_the_sample_is_none_of_the_other_pages) {
  for (const RolesCase& c : read_cases()) {
    if (choose(c.siblings, 0).entries < 2) continue;  // nothing is known about a single page
    const PageSummary itself = summary_of(c.page);
    const PageSummary* const except[] = {&itself};
    BOOST_TEST_CONTEXT(c.title) check(c, find(c, except, true));
  }
}

BOOST_AUTO_TEST_SUITE_END()
