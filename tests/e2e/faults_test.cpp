// Each operation on a file fails once, or from then on. The program ends clearly, and once the fault is gone the next
// run completes.
#include "tests/e2e/faults.h"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <memory>
#include <vector>

#include "tests/e2e/flips.h"
#include "tests/e2e/httrack_run.h"
#include "tests/e2e/serving.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;
namespace data = boost::unit_test::data;

namespace {

constexpr int articles = 8;
const std::vector<std::string> kinds = {"eio", "short", "full", "readonly", "denied"};

// The articles in a file, then captured, then indexed; each without faults.
struct Undisturbed {
  Project pages, captured, indexed;
  IndexContent expected;
  nlohmann::json counts;

  Undisturbed() {
    std::string lines;
    for (int i = 1; i <= articles; ++i) lines += page_line("http://a.example" + article_target(i), article(i).body);
    lines += page_line("http://a.example/copy.html", article(1).body);
    lines += page_line("http://a.example/gone.html", "", 404);
    lines += page_line("http://b.example/", article(50).body);
    write_file(pages / "pages.jsonl", lines);
    captured.must({"ingest", "--capture-only", pages / "pages.jsonl"});
    indexed.take_data(captured);
    indexed.must({"index"});
    expected = indexed.index();
    counts = indexed.stats();
    BOOST_TEST(expected.size() == std::size_t(articles + 1));
    BOOST_TEST(counts.at("captured") == articles + 3);
  }
};

Undisturbed& undisturbed() {
  static Undisturbed instance;
  return instance;
}

// Runs `arguments` on a copy of `prepared`, once for each chosen operation, then `rest`.
void sweep(const Project* prepared, const std::string& kind, const std::vector<std::string>& arguments,
           const std::vector<std::string>& rest) {
  Undisturbed& u = undisturbed();
  const Project project;
  const std::string counter = project / "counter", below = project / "pith-data";
  const auto begin = [&] { prepared ? project.take_data(*prepared) : project.reset(); };
  begin();
  BOOST_TEST(run(disturbed(project.command(arguments), {kind, 0}, below, counter)).code == 0);
  const long count = operations_in(counter);
  BOOST_REQUIRE(count > 2);
  int failed = 0;
  for (const long at : chosen_operations(count, 6)) {
    BOOST_TEST_INFO_SCOPE(kind << " at operation " << at << " of " << count);
    begin();
    const Outcome outcome = run(disturbed(project.command(arguments), {kind, at}, below, counter));
    check_ended_well(outcome, "pith-data");
    failed += outcome.code == 2;
    if (kind == "short") BOOST_TEST(outcome.code == 0, outcome.err);
    project.must(rest);
    project.must({"index"});
    check_same_index(project.index(), u.expected);
    BOOST_TEST(project.stats() == u.counts);
    BOOST_TEST(project.must({"index"}).find("up to date") != std::string::npos);
  }
  if (kind != "short") BOOST_TEST(failed > 0);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(faults)

BOOST_DATA_TEST_CASE(of_ingest, data::make(kinds), kind) {
  const std::string file = undisturbed().pages / "pages.jsonl";
  sweep(nullptr, kind, {"ingest", "--capture-only", file}, {"ingest", "--capture-only", file});
}

BOOST_DATA_TEST_CASE(of_the_indexer, data::make(kinds), kind) {
  sweep(&undisturbed().captured, kind, {"index"}, {"index"});
}

// If the disk fills up while the index is written, no figure counts pages that the index lacks, and its leftover files
// are recognised.
BOOST_AUTO_TEST_CASE(a_full_disk_leaves_true_figures) {
  const Project project;
  const std::string counter = project / "counter", index = project / "pith-data/index";
  const auto disturbed_run = [&](long at) {
    project.take_data(undisturbed().captured);
    return run(disturbed(project.command({"index"}), {"full", at}, index, counter));
  };
  BOOST_TEST(disturbed_run(0).code == 0);
  const long count = operations_in(counter);
  int uncommitted = 0;
  for (long at = 1; at <= count; ++at) {
    BOOST_TEST_INFO_SCOPE("operation " << at << " of " << count);
    if (disturbed_run(at).code == 0) continue;
    const auto stats = project.stats();
    const Outcome doctor = run(project.command({"doctor", "--json"}));
    BOOST_TEST(doctor.out.find("another program") == std::string::npos, doctor.out);
    if (doctor.out.find("in no commit") == std::string::npos) continue;
    ++uncommitted;
    BOOST_TEST(doctor.code == 0, doctor.out);
    BOOST_TEST(stats.at("indexed") == nlohmann::json::parse(doctor.out).at("checked").at("documents"));
  }
  BOOST_TEST(uncommitted > 3);
}

// Everything readable before is still there after the next run.
BOOST_DATA_TEST_CASE(of_the_doctor, data::make(kinds), kind) {
  const Project damaged;
  damaged.take_data(undisturbed().indexed);
  damage_both(damaged);
  sweep(&damaged, kind, {"doctor", "--repair"}, {"doctor", "--repair"});
}

// The crawl goes on as it would without the plugin; each page is captured or counted as lost.
BOOST_DATA_TEST_CASE(of_the_plugin, data::make(kinds), kind) {
  Site site;
  put_articles(site, articles);
  const Project project;
  const std::string counter = project / "counter", below = project / "pith-data", mirror = project / "mirror";
  const std::vector<std::string> plugin = {std::string(PITH_HTTRACK_PLUGIN) + "," + (project / "pith.yaml")};
  const auto crawl = [&](long at) {
    std::filesystem::remove_all(mirror);
    project.reset();
    return HttrackRun(site, mirror, plugin, 0, disturbed({}, {kind, at}, below, counter).environment);
  };
  const HttrackRun plain = crawl(0);
  project.must({"index"});
  const IndexContent expected = project.index();
  BOOST_TEST(expected.size() == std::size_t(articles + 1));
  const long count = operations_in(counter);
  BOOST_REQUIRE(count > 2);
  for (const long at : chosen_operations(count, 4)) {
    BOOST_TEST_INFO_SCOPE(kind << " at operation " << at << " of " << count);
    const HttrackRun run = crawl(at);
    BOOST_TEST(run.code == 0);
    BOOST_TEST(run.links_scanned == plain.links_scanned);
    BOOST_TEST(bool(run.answered == plain.answered));
    const int captured = run.status.value("captured", -1), lost = run.status.value("lost", -1);
    BOOST_TEST(captured + lost == articles + 1, run.status.dump());
    if (lost > 0) {
      BOOST_TEST(run.status.value("state", "") == "failed");
      BOOST_TEST(run.log.find("pith-data") != std::string::npos, run.log);
    }
    if (kind == "short") BOOST_TEST(lost == 0);
    project.must({"crawl", site.url("/")});
    check_same_index(project.index(), expected);
    BOOST_TEST(project.stats().at("pending") == 0);
  }
}

// An answer is right, or says that it failed.
BOOST_AUTO_TEST_CASE(of_a_search) {
  const Project project;
  project.take_data(undisturbed().indexed);
  const std::string counter = project / "counter", below = project / "pith-data";
  const std::vector<std::string> arguments = {"search", article_word(5), "--json"};
  const Outcome right = run(disturbed(project.command(arguments), {"read", 0}, below, counter));
  BOOST_REQUIRE(right.code == 0);
  const auto hits = [](const Outcome& outcome) {
    const auto found = nlohmann::json::parse(outcome.out, nullptr, false);
    return found.is_object() ? found.at("hits") : nlohmann::json();
  };
  const long count = operations_in(counter);
  BOOST_REQUIRE(count > 10);
  for (const long at : chosen_operations(count, 12)) {
    BOOST_TEST_INFO_SCOPE("read " << at << " of " << count);
    const Outcome outcome = run(disturbed(project.command(arguments), {"read", at}, below, counter));
    check_ended_well(outcome, "pith-data");
    if (outcome.code == 0) BOOST_TEST(hits(outcome) == hits(right));
  }
}

BOOST_AUTO_TEST_CASE(of_the_output) {
  const Project project;
  project.take_data(undisturbed().indexed);
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"search", article_word(5)}, {"stats", "--json"}, {"config", "show"}, {"--help"}}) {
    Command full = project.command(arguments);
    full.arguments.insert(full.arguments.begin(), {"sh", "-c", "exec \"$@\" >/dev/full", "sh"});
    const Outcome outcome = run(full);
    BOOST_TEST(outcome.code == 2);
    BOOST_TEST(outcome.err.find("standard output: ") != std::string::npos, outcome.err);
    BOOST_TEST(outcome.err.find("No space left on device") != std::string::npos, outcome.err);
  }
}

BOOST_AUTO_TEST_CASE(of_the_server) {
  const Project project;
  project.take_data(undisturbed().indexed);
  const std::string counter = project / "counter", below = project / "pith-data";
  const auto serve = [&](long at) {
    std::string wrapper = "env";
    for (const auto& [name, value] : disturbed({}, {"read", at}, below, counter).environment)
      wrapper += " " + name + "=" + value;
    return std::make_unique<Serving>(project, std::vector<std::string>{}, wrapper + " ");
  };
  const std::vector<std::string> targets = {
      "/api/v1/search?q=" + article_word(5), "/?q=harbour", "/api/v1/search?q=river&facets=1",
      "/api/v1/document?url=http://a.example" + article_target(2), "/explain?url=http://a.example" + article_target(2)};
  const auto plain = serve(0);
  const long started = operations_in(counter);
  for (const std::string& target : targets) BOOST_TEST(plain->get(target).status == 200);
  const long count = operations_in(counter) - started;
  BOOST_REQUIRE(count > 5);
  for (const long at : chosen_operations(count, 6)) {
    BOOST_TEST_INFO_SCOPE("read " << at << " of " << count);
    const auto serving = serve(started + at);
    for (const std::string& target : targets) {
      const Reply reply = serving->get(target);
      BOOST_TEST((reply.status == 200 || reply.status >= 500), target << ": " << reply.status << " " << reply.body);
    }
    // The server looks again a second later.
    BOOST_TEST(wait_until([&] { return serving->get(targets.front()).status == 200; }));
    for (const std::string& target : targets) {
      const Reply reply = serving->get(target);
      BOOST_TEST(reply.status == 200, target << ": " << reply.status << " " << reply.body);
    }
    const auto found = serving->search("q=" + article_word(5));
    BOOST_TEST(found.at("total") == 1);
  }
}

BOOST_AUTO_TEST_SUITE_END()
