// `pith doctor --system`: what is there, and what is missing.
#include <boost/test/unit_test.hpp>
#include <string>

#include "tests/e2e/project.h"

using namespace pith::test;

namespace {

nlohmann::json need(const nlohmann::json& report, const std::string& name) {
  for (const auto& need : report.at("needs"))
    if (need.at("name").get<std::string>().starts_with(name)) return need;
  return nullptr;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(system_needs)

BOOST_AUTO_TEST_CASE(libraries_crawlers_and_plugins_are_listed_with_their_files) {
  const Project project;
  const auto report = project.json({"doctor", "--system"});
  BOOST_TEST(report.at("complete") == true);
  BOOST_TEST(need(report, "liblucene++.so").at("path").get<std::string>().find("/liblucene++.so") != std::string::npos);
  BOOST_TEST(need(report, "httrack").at("version").get<std::string>().starts_with("HTTrack version 3."));
  BOOST_TEST(need(report, "wget2").at("version").get<std::string>().find("Wget2") != std::string::npos);
  BOOST_TEST(need(report, "libpith_httrack.so").at("path") == PITH_HTTRACK_PLUGIN);
  BOOST_TEST(need(report, "libpith_wget2.so").at("found") == true);
}

BOOST_AUTO_TEST_CASE(what_is_missing_is_named_with_what_to_do) {
  const Project project;
  Command command = project.command({"doctor", "--system"});
  command.environment["PATH"] = project / "nothing";
  command.environment["PITH_HTTRACK_PLUGIN"] = "/nowhere/libpith_httrack.so";
  const Outcome outcome = run(command);
  BOOST_TEST(outcome.code == 1);
  for (const char* expected : {"missing: pith crawl needs it; apt-get install httrack", "apt-get install wget2",
                               "/nowhere/libpith_httrack.so does not exist"})
    BOOST_TEST(outcome.out.find(expected) != std::string::npos, outcome.out);
  BOOST_TEST(project.pith({"doctor", "--system", "--repair"}).code == 2);
}

BOOST_AUTO_TEST_SUITE_END()
