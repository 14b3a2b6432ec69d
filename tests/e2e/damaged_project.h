// A project that was crawled once, copies of it, and ways to damage their files.
#pragma once

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/e2e/flips.h"
#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"

namespace pith::test {

inline constexpr int articles = 14;

// Crawled once; tests work on copies.
struct Crawled {
  Site site;
  Project project;
  IndexContent index;
  std::string some_url;
  Crawled() {
    put_articles(site, articles);
    project.must({"crawl", site.url("/")});
    index = project.index();
    BOOST_REQUIRE(index.size() == articles + 1u);
    some_url = site.url(article_target(3));
  }
};

inline Crawled& crawled() {
  static Crawled instance;
  return instance;
}

struct Copy {
  Project project;
  Copy() { project.take_data(crawled().project); }
  std::string index(const std::string& file = {}) const { return project / ("pith-data/index/" + file); }
  std::string cache(const std::string& file = "pages.sqlite") const { return project / ("pith-data/cache/" + file); }
  nlohmann::json doctor(int code, std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments = {"doctor", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = project.pith(arguments);
    BOOST_REQUIRE_MESSAGE(outcome.code == code, "exit code " << outcome.code << "\n" << outcome.out << outcome.err);
    return nlohmann::json::parse(outcome.out);
  }
  // Replaces its index with another one, which has all pages except `some_url`.
  void lose_some_page() const {
    Project other;
    other.take_data(crawled().project);
    crawled().site.put(article_target(3), redirect(301, article_target(4)));
    other.must({"crawl", crawled().site.url("/")});
    put_articles(crawled().site, articles);
    BOOST_REQUIRE(!other.index().contains(crawled().some_url));
    std::filesystem::remove_all(index());
    std::filesystem::copy(other / "pith-data/index", index());
  }
  std::string repaired() const {
    const auto report = doctor(0, {"--repair"});
    BOOST_TEST(report.at("healthy") == true);
    BOOST_TEST(report.at("left").empty());
    BOOST_TEST(doctor(0).at("found").empty());
    return report.dump();
  }
};

inline std::string some_segment(const Copy& copy) { return segment_in(copy.index()); }

}  // namespace pith::test
