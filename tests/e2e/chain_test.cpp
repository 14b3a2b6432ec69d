// Pith's plugin together with another one (second_plugin.c): each sees everything, whichever comes first.
#include <boost/test/unit_test.hpp>
#include <set>
#include <sstream>
#include <vector>

#include "tests/e2e/httrack_run.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;

BOOST_AUTO_TEST_SUITE(plugin_chain)

BOOST_AUTO_TEST_CASE(both_plugins_see_all_events_in_both_orders) {
  Site site;
  put_articles(site, 15, {"/logo.png", "/missing.html", "/moved.html"});
  site.put("/logo.png", {.body = "\x89PNG not really", .type = "image/png"});
  site.put("/moved.html", redirect(301, article_target(1)));
  const Project project;
  const std::string events = project / "events";
  const std::string pith = std::string(PITH_HTTRACK_PLUGIN) + "," + (project / "pith.yaml");
  const std::string second = std::string(SECOND_PLUGIN) + "," + events;

  const auto lines = [&] {
    std::istringstream in(read_file(events));
    std::set<std::string> out;
    for (std::string line; std::getline(in, line);) out.insert(line);
    return out;
  };
  const auto urls = [&] {
    std::set<std::string> out;
    for (const auto& [url, row] : project.cache()) out.insert(url);
    return out;
  };

  const HttrackRun second_alone(site, project / "second", {second});
  const auto all_events = lines();
  BOOST_TEST(all_events.size() >= 18u);
  const HttrackRun pith_alone(site, project / "pith", {pith});
  const auto all_urls = urls();
  BOOST_TEST(all_urls.size() == 18u);

  for (const auto& plugins : {std::vector{pith, second}, std::vector{second, pith}}) {
    project.reset();
    write_file(events, "");
    const HttrackRun both(site, project / "both", plugins);
    BOOST_TEST(both.code == 0);
    BOOST_TEST(bool(lines() == all_events));
    BOOST_TEST(bool(urls() == all_urls));
    BOOST_TEST(both.status.value("captured", 0) == pith_alone.status.value("captured", -1));
    BOOST_TEST(both.status.value("ignored", 0) == pith_alone.status.value("ignored", -1));
  }
}

BOOST_AUTO_TEST_SUITE_END()
