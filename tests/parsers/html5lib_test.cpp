// Both parsers against html5lib's cases of tree construction. What they get wrong is listed in known.tsv with the
// reason; anything else fails, and so does a line there that is no longer true.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "core/dom/detail/document_builder.h"
#include "core/dom/detail/parse_lexbor.h"
#include "core/dom/detail/parser.h"
#include "tests/support/same_document.h"

namespace fs = std::filesystem;
using namespace pith;

namespace {

struct Case {
  std::string name;  // "tests1.dat:12"
  std::string html, tree;
};

// Cases of whole pages without scripts. Fragments are not Pith's business.
std::vector<Case> read_cases(const fs::path& file) {
  std::ifstream in(file);
  std::vector<Case> cases;
  std::string section;
  Case current;
  bool other = false;
  int number = 0;
  const auto end = [&] {
    if (number == 0) return;
    if (!current.html.empty()) current.html.pop_back();  // the line end before "#errors"
    if (!other) cases.push_back(current);
  };
  for (std::string line; std::getline(in, line);) {
    if (line == "#data") {
      end();
      current = {file.filename().string() + ":" + std::to_string(++number), "", ""};
      other = false;
      section = line;
    } else if (line == "#errors" || line == "#new-errors" || line == "#document") {
      section = line;
    } else if (line.starts_with("#document-fragment") || line == "#script-on") {
      other = true;
      section = line;
    } else if (section == "#data") {
      current.html += line + "\n";
    } else if (section == "#document") {
      current.tree += line + "\n";
    }
  }
  end();
  return cases;
}

// The tree that a case expects, as a Document. Lines are "| " and two spaces a level; a text may have several lines.
Document expected_tree(const std::string& tree) {
  DocumentBuilder builder;
  std::vector<std::size_t> open;  // indentations
  std::istringstream in(tree);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("| ")) continue;
    const std::size_t indentation = line.find_first_not_of(' ', 1);
    std::string rest = line.substr(indentation);
    if (rest.starts_with("<!") || rest.starts_with("<?") || rest == "content") {
      while (rest.starts_with("<!--") && !rest.ends_with("-->") && std::getline(in, line)) rest = line;
      continue;
    }
    const bool is_element = rest.starts_with("<") && rest.ends_with(">"), is_text = rest.starts_with("\"");
    if (is_element || is_text)
      for (; !open.empty() && open.back() >= indentation; open.pop_back()) builder.close();
    const auto local = [](const std::string& name) { return name.substr(name.rfind(' ') + 1); };
    if (is_element) {
      builder.open(local(rest.substr(1, rest.size() - 2)));
      open.push_back(indentation);
    } else if (is_text) {
      std::string text = rest.substr(1);
      while (!text.ends_with("\"") && std::getline(in, line)) text += "\n" + line;
      // A text that ends in a quotation mark at a line's end goes on.
      for (auto at = in.tellg(); std::getline(in, line); at = in.tellg()) {
        if (line.starts_with("| ") || line.empty()) {
          in.clear();
          in.seekg(at);
          break;
        }
        text += "\n" + line;
      }
      text.pop_back();
      builder.text(text);
    } else if (const std::size_t equals = rest.find("=\""); equals != std::string::npos) {
      std::string value = rest.substr(equals + 2);
      while (!value.ends_with("\"") && std::getline(in, line)) value += "\n" + line;
      value.pop_back();
      builder.attribute(local(rest.substr(0, equals)), value);
    }
  }
  return builder.finish();
}

// One line a node; attributes sorted, as html5lib does.
std::string dump(const Document& page) {
  std::ostringstream out;
  for (NodeId n = 0; n < page.size(); ++n) {
    out << std::string(page[n].depth * 2, ' ');
    if (page[n].is_text()) {
      out << '"' << page.text(n) << "\"\n";
      continue;
    }
    out << '<' << page.tag_name(n) << '>';
    std::map<std::string_view, std::string_view> attributes;
    for (const auto& a : page.attributes(n)) attributes.emplace(page.name(a), page.value(a));
    for (const auto& [name, value] : attributes) out << ' ' << name << "=\"" << value << '"';
    out << '\n';
  }
  return out.str();
}

// parser → case → why it fails.
std::map<std::string, std::map<std::string, std::string>> read_known() {
  std::map<std::string, std::map<std::string, std::string>> known;
  std::ifstream in(PITH_SOURCE "/tests/parsers/known.tsv");
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t first = line.find('\t'), second = line.find('\t', first + 1);
    BOOST_REQUIRE_MESSAGE(second != std::string::npos && second + 1 < line.size(), "known.tsv: " << line);
    known[line.substr(0, first)][line.substr(first + 1, second - first - 1)] = line.substr(second + 1);
  }
  return known;
}

// None without PITH_HTML5LIB.
std::vector<fs::path> case_files() {
  std::vector<fs::path> files;
  const char* directory = std::getenv("PITH_HTML5LIB");
  if (!directory) {
    BOOST_TEST_MESSAGE("skipped");
    std::puts("skipped: PITH_HTML5LIB is not set (tests/parsers/fetch)");
    return files;
  }
  for (const auto& entry : fs::directory_iterator(directory))
    if (entry.path().extension() == ".dat") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

void check(const std::string& parser, HtmlParser* parse) {
  const std::vector<fs::path> files = case_files();
  if (files.empty()) return;
  auto known = read_known()[parser];
  std::size_t cases = 0, right = 0;
  for (const fs::path& file : files)
    for (const Case& one : read_cases(file)) {
      ++cases;
      const auto page = parse(one.html, {}, nullptr);
      BOOST_REQUIRE_MESSAGE(page.ok(), one.name);
      const std::string got = dump(*page), wanted = dump(expected_tree(one.tree));
      if (got == wanted) {
        ++right;
        continue;
      }
      BOOST_TEST(known.contains(one.name), parser << '\t' << one.name << "\n"
                                                  << one.html << "\ngot\n"
                                                  << got << "wanted\n"
                                                  << wanted);
      known.erase(one.name);
    }
  std::printf("%s: %zu of %zu cases\n", parser.c_str(), right, cases);
  BOOST_TEST(cases > 1000);
  for (const auto& [name, why] : known) BOOST_TEST(false, "known.tsv: " << parser << " passes " << name);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(html5lib)

BOOST_AUTO_TEST_CASE(gumbo) { check("gumbo", parse_with_gumbo); }
#ifdef PITH_LEXBOR
BOOST_AUTO_TEST_CASE(lexbor) { check("lexbor", parse_with_lexbor); }

// tests/parsers/copy_ahead_test.cpp
BOOST_AUTO_TEST_CASE(lexbor_copied_ahead) {
  for (const fs::path& file : case_files())
    for (const Case& one : read_cases(file)) {
      const auto plain = parse_with_lexbor(one.html, {}, nullptr), early = parse_with_lexbor(one.html, {}, nullptr, {});
      BOOST_REQUIRE(plain.ok() && early.ok());
      BOOST_TEST(test::difference(*plain, *early) == "", one.name << "\n" << one.html);
    }
}
#endif

BOOST_AUTO_TEST_SUITE_END()
