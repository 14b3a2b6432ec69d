// Runs the tables of tests/fixtures/queries and of its folder languages, each in an index of its own: pages.txt is
// indexed; every other file has one query per line with its results. Each file begins with its format.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "pages.h"

namespace pith::index {
namespace {

const std::filesystem::path folder = std::filesystem::path(PITH_FIXTURES) / "queries";

std::vector<std::string> lines_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  BOOST_REQUIRE_MESSAGE(in.good(), file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);)
    if (!line.empty() && !line.starts_with("//")) lines.push_back(line);
  return lines;
}

void add_line(NamedPage& named, const std::string& line) {
  const std::string text = line.substr(std::min<std::size_t>(2, line.size()));
  const auto add = [&](Region region) { add_block(named.page, region, text); };
  if (line.starts_with("= "))
    named.page.metadata.title = text;
  else if (line.starts_with("# "))
    add(Region::heading);
  else if (line.starts_with("- "))
    add(Region::list);
  else if (line.starts_with("| "))
    add(Region::table);
  else if (line.starts_with("` "))
    add(Region::code);
  else if (line.starts_with("> "))
    add(Region::quote);
  else if (line.starts_with("^ "))
    add(Region::caption);
  else if (line.starts_with("@ "))
    named.page.metadata.author = text;
  else if (line.starts_with("& "))
    named.page.anchors += text + "\n";
  else if (line.starts_with("% "))
    named.page.template_text += text + "\n";
  else if (line.starts_with(": "))
    named.page.metadata.published = text;
  else
    add_block(named.page, Region::paragraph, line);
}

std::vector<NamedPage> pages(const std::filesystem::path& folder) {
  std::vector<NamedPage> pages;
  for (const std::string& line : lines_of(folder / "pages.txt")) {
    if (line.starts_with("page ")) {
      std::istringstream words(line.substr(5));
      std::string name, site, language;
      words >> name >> site >> language;
      pages.push_back({record_of(name, site), page_of("", language)});
    } else {
      add_line(pages.back(), line);
    }
  }
  return pages;
}

// "[--site S] [--lang L] [--field F] QUERY"
Query query_of(std::string text) {
  Query query;
  query.limit = 100;
  while (text.starts_with("--")) {
    const std::size_t name_end = text.find(' '), value_end = text.find(' ', name_end + 1);
    const std::string name = text.substr(2, name_end - 2), value = text.substr(name_end + 1, value_end - name_end - 1);
    (name == "site" ? query.site : name == "lang" ? query.lang : query.field) = value;
    text.erase(0, value_end + 1);
  }
  query.text = text;
  return query;
}

void run_table(const Searcher& searcher, const std::filesystem::path& file) {
  for (const std::string& line : lines_of(file)) {
    const std::size_t arrow = line.rfind(" => ");
    BOOST_REQUIRE_MESSAGE(arrow != std::string::npos, file.filename() << ": no \" => \" in: " << line);
    std::vector<std::string> expected;
    std::string first;
    if (line.compare(arrow + 4, 6, "error ") == 0) {
      expected.push_back(line.substr(arrow + 4));
    } else {
      std::istringstream words(line.substr(arrow + 4));
      for (std::string name; words >> name;)
        if (name == ">")
          first = expected.at(0);
        else if (name != "nothing")
          expected.push_back(name);
      std::sort(expected.begin(), expected.end());
    }
    const auto joined = [](const std::vector<std::string>& names) {
      std::string text;
      for (const std::string& name : names) text += (text.empty() ? "" : " ") + name;
      return text.empty() ? "nothing" : text;
    };
    const std::string query = line.substr(0, arrow);
    BOOST_TEST(joined(found(searcher, query_of(query))) == joined(expected),
               file.filename() << ": " << query << " finds " << joined(found(searcher, query_of(query))));
    if (first.empty()) continue;
    const auto hits = searcher.search(query_of(query));
    BOOST_REQUIRE_MESSAGE(hits.ok() && !hits->hits.empty(), file.filename() << ": " << query);
    BOOST_TEST(hits->hits[0].url.ends_with("/" + first), file.filename() << ": " << query << ": " << hits->hits[0].url);
  }
}

void run_tables(const std::filesystem::path& folder) {
  const IndexDirectory directory;
  const Searcher searcher = index_of(directory.path(), pages(folder));
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".txt" && entry.path().filename() != "pages.txt") run_table(searcher, entry.path());
}

}  // namespace

BOOST_AUTO_TEST_CASE(query_tables) { run_tables(folder); }
BOOST_AUTO_TEST_CASE(query_tables_of_languages) { run_tables(folder / "languages"); }

}  // namespace pith::index
