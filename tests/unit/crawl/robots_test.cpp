#include "crawler_adapter/fetch/detail/robots.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/wget_robots.h"

using namespace pith;
using crawl::Robots;

namespace {

struct Case {
  std::string title, robots;
  std::map<std::string, std::vector<std::string>> sections;  // by name; all except "robots"
};

std::string unescaped(const std::string& line) {
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line.compare(i, 2, "\\x") == 0) {
      out += static_cast<char>(std::stoi(line.substr(i + 2, 2), nullptr, 16));
      i += 3;
    } else {
      out += line[i];
    }
  }
  return out;
}

std::vector<Case> read_cases() {
  const std::string file = PITH_FIXTURES "/robots/rfc9309.txt";
  std::ifstream in(file);
  if (!in) throw std::runtime_error(file + ": cannot be read");
  const std::set<std::string> known{"robots", "allowed", "forbidden", "delay", "libwget"};
  std::vector<Case> cases;
  std::string section;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("== ")) {
      cases.push_back({.title = line.substr(3), .robots = {}, .sections = {}});
    } else if (cases.empty()) {
      continue;
    } else if (line.starts_with("-- ")) {
      section = line.substr(3);
      if (!known.contains(section)) throw std::runtime_error(file + ": unknown section " + section);
    } else if (section == "robots") {
      cases.back().robots += unescaped(line) + "\n";
    } else if (!line.empty()) {
      cases.back().sections[section].push_back(line);
    }
  }
  return cases;
}

bool has_prefix(const std::vector<std::string>& prefixes, const std::string& path) {
  return std::any_of(prefixes.begin(), prefixes.end(), [&](const auto& prefix) { return path.starts_with(prefix); });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(robots)

BOOST_AUTO_TEST_CASE(cases_of_rfc9309) {
  const auto cases = read_cases();
  BOOST_TEST(cases.size() > 25u);
  for (const Case& one : cases) {
    BOOST_TEST_CONTEXT(one.title) {
      const Robots robots = Robots::parse(one.robots, "Pith");
      auto sections = one.sections;
      for (const auto& path : sections["allowed"]) BOOST_TEST(robots.allows(path), path);
      for (const auto& path : sections["forbidden"]) BOOST_TEST(!robots.allows(path), path);
      BOOST_TEST(robots.crawl_delay() == (sections["delay"].empty() ? 0.0 : std::stod(sections["delay"][0])));
    }
  }
}

// Why libwget's parser is not used: what its rules alone would allow.
boost::test_tools::assertion_result has_old_libwget(boost::unit_test::test_unit_id) { return test::is_old_libwget(); }

BOOST_AUTO_TEST_CASE(old_libwget_reads_less, *boost::unit_test::precondition(has_old_libwget)) {
  std::size_t shortfalls = 0;
  for (const Case& one : read_cases()) {
    BOOST_TEST_CONTEXT(one.title) {
      const auto prefixes = test::wget_forbidden_prefixes(one.robots, "Pith");
      const auto found = one.sections.find("libwget");
      if (found == one.sections.end()) continue;
      ++shortfalls;
      const Robots robots = Robots::parse(one.robots, "Pith");
      for (const auto& path : found->second) {
        BOOST_TEST(!has_prefix(prefixes, path), path);
        BOOST_TEST(!robots.allows(path), path);
      }
    }
  }
  BOOST_TEST(shortfalls > 8u);
}

BOOST_AUTO_TEST_CASE(the_deciding_rule_has_its_line) {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    std::string text;
    for (const char* line : {"# rules", "User-agent: *", "Disallow: /a", "", "Allow: /a/b", "Disallow: /*.pdf$"})
      text += line + end;
    const Robots robots = Robots::parse(text, "Pith");
    BOOST_TEST(robots.deciding_rule("/a/c")->line == 3u);
    BOOST_TEST(robots.deciding_rule("/a/b")->line == 5u);
    BOOST_TEST(robots.deciding_rule("/x.pdf")->line == 6u);
    BOOST_TEST(robots.deciding_rule("/b") == nullptr);
  }
}

BOOST_AUTO_TEST_CASE(only_the_first_500_kb_count) {
  const std::string beginning = "User-agent: *\nDisallow: /first\n";
  const std::string filler(crawl::robots_max_bytes - beginning.size(), '#');
  const Robots robots = Robots::parse(beginning + filler + "\nDisallow: /last\n", "Pith");
  BOOST_TEST(!robots.allows("/first"));
  BOOST_TEST(robots.allows("/last"));
}

BOOST_AUTO_TEST_CASE(a_rule_that_the_bound_cuts_is_none) {
  for (const std::string rule : {"Disallow: /", "Disallow: /p", "Disallow: /pri"}) {
    std::string file = "User-agent: *\nDisallow: /x/\n#";
    file += std::string(crawl::robots_max_bytes - file.size() - 1 - rule.size(), '#') + "\n" + rule + "vate/\n";
    const Robots robots = Robots::parse(file, "pith");
    BOOST_TEST(robots.allows("/public"), rule);
    BOOST_TEST(!robots.allows("/x/1"), rule);
  }
  BOOST_TEST(Robots::parse(std::string(crawl::robots_max_bytes + 1, 'x'), "pith").rules().empty());
}

BOOST_AUTO_TEST_CASE(hostile_patterns_take_no_time) {
  std::string text = "User-agent: *\n";
  while (text.size() < crawl::robots_max_bytes) text += "Disallow: /*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b$\n";
  const Robots robots = Robots::parse(text, "Pith");
  const std::string path = "/" + std::string(8000, 'a');
  BOOST_TEST(robots.allows(path));  // a backtracking matcher would not return
  BOOST_TEST(!robots.allows(path + "b"));
}

BOOST_AUTO_TEST_CASE(product_tokens) {
  BOOST_TEST(crawl::product_token("Pith/0.1 (+https://example.org/)") == "Pith");
  BOOST_TEST(crawl::product_token("my_Bot-2 x") == "my_Bot-2");
  BOOST_TEST(crawl::product_token("") == "");
  BOOST_TEST(crawl::product_token("(none)") == "");
}

BOOST_AUTO_TEST_SUITE_END()
