// Runs httrack directly, like users who already have it.
#pragma once

#include <boost/test/unit_test.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/e2e/project.h"
#include "tests/e2e/site.h"

namespace pith::test {

// The result of one crawl of a site with these plugins ("PATH_OF_THE_SO,ARGUMENT" each).
struct HttrackRun {
  HttrackRun(Site& site, const std::string& directory, const std::vector<std::string>& plugins, long max_file_bytes = 0,
             const std::map<std::string, std::string>& environment = {}) {
    site.forget();
    Command command{.arguments = {"httrack", site.url("/"), "-O", directory},
                    .environment = environment,
                    .max_file_bytes = max_file_bytes};
    for (const std::string& plugin : plugins) command.arguments.insert(command.arguments.end(), {"--wrapper", plugin});
    for (const char* option :
         {"-q", "-p0", "-C0", "-%N0", "-c8", "-%c0", "-A0", "--disable-security-limits", "-R0", "-I0"})
      command.arguments.push_back(option);
    const Outcome outcome = run(command);
    code = outcome.code;
    BOOST_REQUIRE_MESSAGE(code != 127, "httrack is not installed: apt-get install httrack");
    BOOST_TEST(!outcome.timed_out);
    for (const Site::Answer& answer : site.answers()) answered.insert(answer.target);
    log = read_file(directory + "/hts-log.txt");
    if (const std::size_t end = log.find(" links scanned"); end != std::string::npos) {
      const std::size_t begin = log.rfind(' ', end - 1) + 1;
      links_scanned = std::stoi(log.substr(begin, end - begin));
    }
    status = nlohmann::json::parse(read_file(directory + "/pith-status.json"), nullptr, false);
    if (!status.is_object()) status = nlohmann::json::object();
  }

  int code = -1;
  int links_scanned = -1;          // according to HTTrack's log
  std::set<std::string> answered;  // requests to the server
  std::string log;
  nlohmann::json status;  // pith-status.json
};

}  // namespace pith::test
