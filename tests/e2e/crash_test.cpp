// Pages that end the process: they are set aside with a reason, and the others are indexed.
#include <sys/syscall.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;
namespace fs = std::filesystem;

namespace {

const std::string no_limits = "extract:\n  limits: {max_seconds: 0, max_nodes: 100000000}\n";
const std::string bad = "http://site.example/bad";

std::string line(const std::string& url, const std::string& body) {
  return nlohmann::json{{"url", url}, {"headers", {{"Content-Type", "text/html"}}}, {"body", body}}.dump() + "\n";
}

// A page whose work takes minutes, among ordinary ones. Something ends the process before that.
void capture_bad_page(const Project& project) {
  std::string page, lines;
  for (int i = 0; i < 990; ++i) page += "<h1><span>";
  for (int i = 0; i < 3'000'000; ++i) page += "<li>x";
  lines += line(bad, page);
  for (int i = 1; i <= 10; ++i) lines += line("http://site.example/good-" + std::to_string(i), article(i).body);
  write_file(project / "pages.jsonl", lines);
  project.must({"ingest", project / "pages.jsonl", "--capture-only"});
}

// The thread that has used most processor time, and its seconds.
std::pair<pid_t, double> busiest_thread(pid_t process) {
  std::pair<pid_t, double> out;
  for (const auto& task : fs::directory_iterator("/proc/" + std::to_string(process) + "/task")) {
    std::ifstream file(task.path() / "stat");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (text.rfind(')') == std::string::npos) continue;
    std::istringstream fields(text.substr(text.rfind(')') + 2));
    std::vector<std::string> words{std::istream_iterator<std::string>(fields), {}};
    if (words.size() < 13) continue;
    const double seconds = (std::stod(words[11]) + std::stod(words[12])) / static_cast<double>(sysconf(_SC_CLK_TCK));
    if (seconds >= out.second) out = {std::stoi(task.path().filename()), seconds};
  }
  return out;
}

// Begins `pith index`, and sends the signal to the thread that works on the bad page.
void end_in_work(const Project& project, const std::vector<std::string>& arguments, int signal) {
  Process process(project.command(arguments));
  BOOST_REQUIRE(wait_until([&] { return busiest_thread(process.pid()).second > 1; }));
  syscall(SYS_tgkill, process.pid(), busiest_thread(process.pid()).first, signal);
  process.finish();
}

std::string reason(const Project& project) { return project.cache().at(bad).value("reason", ""); }

void check_set_aside(const Project& project) {
  project.must({"index"});
  BOOST_TEST(reason(project) == "crashed");
  BOOST_TEST(project.index().size() == 10u);
  BOOST_TEST(project.stats().at("skipped_by_reason") == (nlohmann::json{{"crashed", 1}}));
  BOOST_TEST(project.stats().at("pending") == 0);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(crash)

BOOST_AUTO_TEST_CASE(a_page_that_crashes_is_set_aside_at_once) {
  const Project project(no_limits);
  capture_bad_page(project);
  end_in_work(project, {"index"}, SIGSEGV);
  check_set_aside(project);
  // Neither another page of its site nor other settings are a reason to try it again. What shows pages leaves it alone.
  write_file(project / "more.jsonl", line("http://site.example/good-11", article(11).body));
  project.must({"ingest", project / "more.jsonl"});
  project.must({"index", "--set", "extract.keep_tables=false"});
  BOOST_TEST(reason(project) == "crashed");
  BOOST_TEST(project.index().size() == 11u);
  const Outcome explained = project.pith({"explain", bad});
  BOOST_TEST(explained.code != 0);
  BOOST_TEST(explained.err.find("pith reindex --all") != std::string::npos, explained.err);
  // The user may ask for it, and it may be no better.
  end_in_work(project, {"reindex", "--all"}, SIGSEGV);
  project.must({"index"});
  BOOST_TEST(reason(project) == "crashed");
  project.must({"reindex", "--all", "--set", "extract.limits.max_seconds=0.1"});
  BOOST_TEST(reason(project) == "too_slow");
}

BOOST_AUTO_TEST_CASE(a_page_in_work_at_two_kills_is_set_aside) {
  const Project project(no_limits);
  capture_bad_page(project);
  end_in_work(project, {"index"}, SIGKILL);
  end_in_work(project, {"index"}, SIGKILL);
  check_set_aside(project);
}

BOOST_AUTO_TEST_CASE(a_page_in_work_at_one_kill_is_tried_again) {
  const Project project(no_limits);
  capture_bad_page(project);
  end_in_work(project, {"index"}, SIGKILL);
  project.must({"index", "--set", "extract.limits.max_seconds=0.1"});
  BOOST_TEST(reason(project) == "too_slow");
}

BOOST_AUTO_TEST_SUITE_END()
