// Cases as data: tests/fixtures/marks.txt describes their format.
#include "core/page/marks.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cstddef>
#include <map>
#include <span>
#include <sstream>
#include <vector>

#include "core/extract/extract_page.h"
#include "core/extract/registry.h"
#include "core/render/structure.h"
#include "tests/support/effort.h"
#include "tests/support/trees.h"
#include "tests/unit/core/page_fixtures.h"

namespace pith {
namespace {

struct MarksCase {
  std::string title;
  std::map<std::string, std::string> sections;  // lines, including their line ends

  bool has(const char* section) const { return sections.contains(section); }
  // The lines of a section, joined without the last line end.
  std::string text(const char* section) const {
    const auto found = sections.find(section);
    if (found == sections.end() || found->second.empty() || found->second == "(nothing)\n") return {};
    return found->second.substr(0, found->second.size() - 1);
  }
};

std::vector<MarksCase> read_cases() {
  std::istringstream in(test::read_file(std::string(PITH_FIXTURES) + "/marks.txt"));
  std::vector<MarksCase> cases;
  std::string* section = nullptr;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("== ")) {
      cases.push_back({line.substr(3), {}});
      section = nullptr;
    } else if (cases.empty()) {
      continue;
    } else if (line.starts_with("-- ")) {
      section = &cases.back().sections[line.substr(3)];
    } else if (section && !line.empty()) {
      *section += line + "\n";
    }
  }
  return cases;
}

void switch_off(MarkSwitches& switches, const std::string& name) {
  const std::map<std::string, bool MarkSwitches::*> all = {{"robots_meta", &MarkSwitches::robots_meta},
                                                           {"robots_header", &MarkSwitches::robots_header},
                                                           {"data_nosnippet", &MarkSwitches::data_nosnippet},
                                                           {"pagefind", &MarkSwitches::pagefind},
                                                           {"elastic", &MarkSwitches::elastic},
                                                           {"htdig", &MarkSwitches::htdig},
                                                           {"udm_comment", &MarkSwitches::udm_comment},
                                                           {"googleoff", &MarkSwitches::googleoff}};
  switches.*all.at(name) = false;
}

ExtractOptions plain() {
  ExtractOptions options;
  options.extractor_name = "plain/1";
  options.extractor = std::move(*make_extractor("plain"));
  return options;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += (out.empty() ? "" : "\n") + line;
  return out;
}

void check(const MarksCase& c) {
  ExtractOptions options = plain();
  std::istringstream off(c.text("off"));
  for (std::string name; std::getline(off, name);) switch_off(options.marks, name);
  if (c.has("include")) options.include.push_back(*Selector::parse(c.text("include")));
  const Document document = test::parsed(c.text("page"));
  const ExtractedPage page = extract_page({.page = document, .robots = c.text("header")}, options);

  BOOST_TEST(page.blocks.text == c.text("content"));
  BOOST_TEST(page.shown.has_value() == c.has("shown"));
  if (page.shown) BOOST_TEST(page.shown->blocks.text == c.text("shown"));
  auto marks = page.marks;
  std::sort(marks.begin(), marks.end());
  BOOST_TEST(joined(marks) == c.text("marks"));
  if (c.has("status")) BOOST_TEST(std::string(name_of(page.status)) + " " + page.reason == c.text("status"));
  for (const auto& [section, value] : {std::pair{"title", page.metadata.title},
                                       {"description", page.metadata.description},
                                       {"author", page.metadata.author},
                                       {"template", page.template_text},
                                       {"anchors", page.anchors}})
    if (c.has(section)) BOOST_TEST(value == c.text(section), section << " is \"" << value << "\"");
  // Everything that is shown can be found.
  if (page.shown && !page.shown->structure.empty()) BOOST_TEST(structure_json(page.shown->structure).has_value());
}

BOOST_AUTO_TEST_SUITE(marks)

BOOST_AUTO_TEST_CASE(cases) {
  const auto all = read_cases();
  BOOST_TEST(all.size() > 40u);
  for (const MarksCase& c : all) BOOST_TEST_CONTEXT(c.title) check(c);
}

// Every extractor, and every rule that replaces it, obeys the marks.
BOOST_AUTO_TEST_CASE(no_extractor_gets_around_the_marks) {
  const auto page = [](const std::string& name) {
    return test::html("<title>" + name +
                      "</title><nav><a href=/>Home</a> <!--UdmComment-->secret0<!--/UdmComment--></nav><h1>" + name +
                      "</h1><article><p>The " + name +
                      " is the largest animal known to have existed on this planet, says "
                      "<span data-pagefind-ignore>secret1</span> everybody who has ever seen one of them.</p>"
                      "<p data-elastic-exclude>The secret2 of the " +
                      name +
                      " is that it feeds almost only on krill, of "
                      "which it eats tons a day.</p><p>It lives in all the oceans of the world but for the Arctic.</p>"
                      "</article><footer>Imprint <!--googleoff: all-->secret3");
  };
  const Document key = page("whale"), one = page("walrus"), two = page("seal");
  const Document* both[] = {&one, &two};
  for (const ExtractorInfo& info : extractors()) {
    for (const std::size_t siblings : {0, 2}) {
      ExtractOptions options = plain();
      options.extractor_name = info.versioned_name();
      options.extractor = std::move(*make_extractor(std::string(info.name)));
      const ExtractedPage out = extract_page({.page = key, .siblings = std::span(both).first(siblings)}, options);
      BOOST_TEST_CONTEXT(info.name << " with " << siblings << " siblings: " << name_of(out.status)) {
        BOOST_TEST(!out.blocks.text.empty());
        for (const std::string* text : {&out.blocks.text, &out.asides.text, &out.template_text, &out.anchors,
                                        &out.structure, &out.markdown, &out.html})
          BOOST_TEST(text->find("secret") == std::string::npos, *text);
      }
    }
  }
}

// Marking does not change nodes or their numbers.
BOOST_AUTO_TEST_CASE(ranges_leave_the_tree_alone) {
  const std::string text =
      "<!--A--><title>T</title><p>One<!--A--> two <b>b<!--B--></b><table><!--A--><tr><td>x<!--B--></table><!--B-->";
  const auto with = [&](std::string a, std::string b) {
    std::string out = text;
    for (const auto& [from, to] : {std::pair{std::string("<!--A-->"), a}, {std::string("<!--B-->"), b}})
      for (std::size_t at = 0; (at = out.find(from, at)) != std::string::npos; at += to.size())
        out.replace(at, from.size(), to);
    return out;
  };
  const Document plain_tree = test::html(with("<!--x-->", "<!--y-->"));
  const Document marked = test::html(with("<!--googleoff: all-->", "<!--googleon: all-->"));
  BOOST_TEST(plain_tree.marked_ranges().empty());
  BOOST_TEST(!marked.marked_ranges().empty());
  BOOST_REQUIRE_EQUAL(plain_tree.size(), marked.size());
  for (NodeId n = 0; n < marked.size(); ++n) {
    BOOST_TEST(plain_tree[n].parent == marked[n].parent);
    BOOST_TEST(plain_tree[n].flags == marked[n].flags);
    BOOST_TEST(plain_tree.text(n) == marked.text(n));
  }
}

BOOST_AUTO_TEST_CASE(hostile_marks_cost_little) {
  std::string nested, comments;
  for (int i = 0; i < 900; ++i)
    nested += "<div data-nosnippet data-pagefind-ignore data-pagefind-body data-elastic-exclude>";
  for (int i = 0; i < 100'000; ++i) nested += "<i>x</i>";
  for (int i = 0; i < 200'000; ++i) comments += "<!--googleoff: all-->x<!--googleon: all-->";
  const std::string header(1 << 20, ',');
  const double seconds = test::standard_seconds([&] {
    const Document deep = test::html(nested),
                   many = test::html(comments);  // the scan before the parser was quadratic
    const Marks of_deep = read_marks(deep, header, {});
    BOOST_TEST(of_deep.excluded.count() > 100'000u);
    BOOST_TEST(read_marks(many, "a:" + header + "noindex", {}).excluded.count() >= 200'000u);
    BOOST_TEST(many.marked_ranges().size() == 400'000u);
  });
  BOOST_TEST(seconds < 5.0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace pith
