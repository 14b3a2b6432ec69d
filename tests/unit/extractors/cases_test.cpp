// Every extractor has a case file, and every case gives the written result.
#include "tests/support/cases.h"

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "core/extract/registry.h"
#include "core/render/blocks.h"
#include "tests/support/trees.h"

using namespace pith;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (!line.empty()) lines.push_back(line);
  return lines;
}

std::vector<std::string> topmost_paths(const Document& page, const NodeSet& content) {
  std::vector<std::string> paths;
  for (NodeId n = 0; n < page.size(); ++n)
    if (content.contains(n) && (page[n].parent == no_node || !content.contains(page[n].parent)))
      paths.push_back(path_of(page, n));
  return paths;
}

void check(const ExtractorInfo& info, const test::ExtractorCase& example) {
  const auto extractor = make_extractor(info.name, example.parameters);
  BOOST_REQUIRE_MESSAGE(extractor.ok(), (extractor.ok() ? "" : extractor.error().message));
  const Document page = test::html(example.page);
  std::vector<Document> documents;
  for (const std::string& sibling : example.siblings) documents.push_back(test::html(sibling));
  std::vector<const Document*> siblings;
  for (const Document& document : documents) siblings.push_back(&document);
  const NodeSet content = (*extractor)->extract({page, siblings}).content;
  if (example.content)
    BOOST_TEST(lines_of(read_blocks(page, content).text) == *example.content, boost::test_tools::per_element());
  if (example.nodes) BOOST_TEST(topmost_paths(page, content) == *example.nodes, boost::test_tools::per_element());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(extractor_cases)

BOOST_AUTO_TEST_CASE(every_case_of_every_extractor_gives_the_written_result) {
  for (const ExtractorInfo& info : extractors()) {
    const fs::path file = fs::path(PITH_CASES) / (std::string(info.name) + ".txt");
    BOOST_TEST_CONTEXT("extractor " << info.name) {
      BOOST_TEST_REQUIRE(fs::exists(file), file << " is missing: every extractor has a case file");
      const auto cases = test::read_cases(file, info);
      BOOST_TEST(cases.size() >= 2u, file << " holds fewer than two cases");
      for (const test::ExtractorCase& example : cases) {
        BOOST_TEST_CONTEXT("case: " << example.title) {
          BOOST_TEST((example.content || example.nodes), "the case expects nothing");
          check(info, example);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(no_case_file_is_without_an_extractor) {
  std::set<std::string> known;
  for (const ExtractorInfo& info : extractors()) known.insert(std::string(info.name) + ".txt");
  for (const auto& entry : fs::directory_iterator(PITH_CASES))
    BOOST_TEST(known.contains(entry.path().filename()), entry.path() << " belongs to no extractor");
}

BOOST_AUTO_TEST_CASE(every_extractor_has_its_entry_in_the_quality_baseline) {
  std::set<std::string> known;
  std::ifstream in(fs::path(PITH_SOURCE) / "tests/quality/baseline.tsv");
  for (std::string line; std::getline(in, line);) known.insert(line.substr(0, line.find('\t')));
  for (const ExtractorInfo& info : extractors())
    BOOST_TEST(known.contains(std::string(info.name)), "tests/quality/gate --record " << info.name);
}

BOOST_AUTO_TEST_SUITE_END()
