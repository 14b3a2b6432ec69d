// What the pages of others can take from a page: k pages beside n of the victim, in other areas of its site and in its
// own.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <map>
#include <sstream>
#include <string>

#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;

namespace {

constexpr const char* domain = "cache: {site: domain}\n";
const std::string host = "http://www.city.example";

enum class Copied { everything, region, sentences };

// Page `number` of the attacker: it says what article 1 says, in the victim's template, region or in another template.
std::string attack(int number, Copied copied) {
  const std::string text = article_text(1) + "<p>Page " + article_word(number + 1000) + "</p>";
  switch (copied) {
    case Copied::everything:
      return templated("Chapter 1", "<h1>Chapter 1</h1>\n" + text);
    case Copied::region:
      return "<html><body><div class=\"shop\"><div class=\"content\">" + text + "</div></div></body></html>";
    case Copied::sentences:
      break;
  }
  return "<html><body><table><tr><td class=\"legal\"><footer>" + text + "</footer></td></tr></table></body></html>";
}

void add(std::string& lines, const std::string& url, const std::string& html) {
  const nlohmann::json page = {
      {"url", url}, {"status", 200}, {"headers", {{"Content-Type", "text/html"}}}, {"body", html}};
  lines += page.dump() + "\n";
}

// Words of the victim's pages in the index, by URL.
std::map<std::string, double> words(int victims, int attackers, const std::string& where, Copied copied) {
  const Project project(domain);
  std::string lines;
  for (int number = 1; number <= victims; ++number) add(lines, host + article_target(number), article(number).body);
  for (int number = 0; number < attackers; ++number)
    add(lines, where + "p" + std::to_string(number) + ".html", attack(number, copied));
  write_file(project / "pages.jsonl", lines);
  project.must({"ingest", project / "pages.jsonl", "--set", "index.duplicates=keep"});
  std::map<std::string, double> out;
  for (auto& [url, fields] : project.index()) {
    if (url.starts_with(where) && attackers > 0) continue;
    std::istringstream text(fields["content"]);
    double& count = out[url];
    for (std::string word; text >> word;) ++count;
  }
  BOOST_TEST(out.size() == static_cast<std::size_t>(victims));
  return out;
}

// The largest share of its words that a page of the victim loses.
double most_lost(int victims, int attackers, const std::string& where, Copied copied) {
  const auto before = words(victims, 0, where, copied), after = words(victims, attackers, where, copied);
  double most = 0;
  for (const auto& [url, count] : before) most = std::max(most, 1 - after.at(url) / count);
  return most;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(neighbours)

// Other hosts of the domain, and users of the host, whatever they copy. tests/quality/attack.cpp has the whole curves.
BOOST_AUTO_TEST_CASE(no_other_area_takes_words_from_a_page) {
  for (const std::string where :
       {"http://blog.city.example/", "http://www.city.example/~evil/", "http://www.city.example//~evil/"})
    for (const Copied copied : {Copied::everything, Copied::region, Copied::sentences})
      for (const int victims : {3, 30})
        BOOST_TEST(most_lost(victims, 10 * victims, where, copied) <= 0.05, where << " beside " << victims);
}

// What others have on all their pages is no answer for the site, and they do not take the site's own answer away.
BOOST_AUTO_TEST_CASE(others_put_no_line_above_the_hits) {
  const auto put = [](std::string& lines, int pages, const std::string& where, const std::string& line) {
    for (int number = 1; number <= pages; ++number)
      add(lines, where + "p" + std::to_string(number) + ".html",
          article(number).body + "<footer>" + line + "</footer>");
  };
  std::string site;
  put(site, 12, host + "/", "Enquiries: 555 0100");
  for (const auto& [where, pages] :
       {std::pair("http://blog.city.example/", 120), std::pair("http://www.city.example/~evil/", 120),
        std::pair("http://www.city.example//~evil/", 120), std::pair("http://www.city.example/evil/", 6)}) {
    const Project project(domain);
    std::string lines = site;
    put(lines, pages, where, "Hotline: 0900 666");
    write_file(project / "pages.jsonl", lines);
    project.must({"ingest", project / "pages.jsonl"});
    const auto found = [&](const char* query) {
      return nlohmann::json::parse(project.pith({"search", "--json", query}).out);
    };
    const auto line = found("enquiries");
    BOOST_TEST(line.contains("template"), where);
    BOOST_TEST(line.dump().find("555 0100") != std::string::npos, where);
    BOOST_TEST(!found("hotline").contains("template"), where);
  }
}

// Pages of the same host that say the same elsewhere quote it, and so do less than half of those that have the place.
BOOST_AUTO_TEST_CASE(on_the_same_host_it_takes_the_template) {
  const std::string where = "http://www.city.example/evil/";
  BOOST_TEST(most_lost(30, 300, where, Copied::sentences) <= 0.05);
  for (const Copied copied : {Copied::region, Copied::everything}) BOOST_TEST(most_lost(30, 20, where, copied) <= 0.05);
}

BOOST_AUTO_TEST_SUITE_END()
