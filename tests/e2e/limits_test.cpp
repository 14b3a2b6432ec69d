// Pages, URLs and queries beyond the bounds: each is counted with its reason, the others are indexed, and nothing
// hangs.
#include <sys/resource.h>

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"
#include "tests/support/archives.h"
#include "tests/support/sanitized.h"

using namespace pith::test;
using nlohmann::json;

namespace {

std::string repeated(const std::string& text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

std::string url(const std::string& name) { return "http://limits.example/" + name; }

std::string line(const std::string& at, const std::string& body) {
  return json{{"url", at}, {"headers", {{"Content-Type", "text/html"}}}, {"body", body}}.dump() + "\n";
}

// The given pages among ordinary ones.
std::string lines_with(const std::map<std::string, std::string>& pages) {
  std::string out;
  for (int i = 1; i <= 5; ++i) out += line(url("honest-" + std::to_string(i)), article(i).body);
  for (const auto& [name, body] : pages) out += line(url(name), body);
  for (int i = 6; i <= 10; ++i) out += line(url("honest-" + std::to_string(i)), article(i).body);
  return out;
}

// Nested to the allowed depth; gumbo walks through all levels at each list item. That takes seconds on any machine.
std::string slow_page(std::size_t items) { return repeated("<h1><span>", 990) + repeated("<li>x", items); }

// The processor time of all programs that have ended.
double processor_seconds() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  return static_cast<double>(used.ru_utime.tv_sec) + static_cast<double>(used.ru_utime.tv_usec) / 1e6;
}

std::uintmax_t bytes_below(const std::string& directory) {
  std::uintmax_t sum = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) sum += entry.file_size();
  return sum;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(limits)

// The limit on a page's memory is higher than the available memory.
BOOST_AUTO_TEST_CASE(a_page_too_large_for_memory_is_skipped_and_the_others_are_indexed) {
  if (sanitizer_slowdown > 1) return;  // the sanitizer reserves the address space
  const Project project("extract:\n  threads: 1\n  limits: {max_memory: 4GB, max_nodes: 100000000, max_seconds: 0}\n");
  write_file(project / "pages.jsonl", lines_with({{"huge", repeated("<p>x", 3'500'000)}}));
  project.must({"ingest", project / "pages.jsonl", "--capture-only"});
  Command command = project.command({"index"});
  command.arguments.insert(command.arguments.begin(), {"prlimit", "--as=900000000"});
  const Outcome outcome = run(command);
  BOOST_TEST(outcome.code == 0, outcome.err);
  BOOST_TEST(project.cache().at(url("huge")).value("reason", "") == "too_much_memory");
  BOOST_TEST(project.index().size() == 10u);
  // Another page of the site is no reason to try it again, nor is more memory; the user may ask for it.
  write_file(project / "more.jsonl", line(url("honest-11"), article(11).body));
  project.must({"ingest", project / "more.jsonl"});
  BOOST_TEST(project.cache().at(url("huge")).value("reason", "") == "too_much_memory");
  BOOST_TEST(project.index().size() == 11u);
  project.must({"reindex", "--all"});
  BOOST_TEST(project.cache().at(url("huge")).value("reason", "") != "too_much_memory");
}

// No time limit, so that each page exceeds the same limit on any machine.
BOOST_AUTO_TEST_CASE(pages_beyond_each_bound_are_counted_with_their_reason) {
  const Project project("extract:\n  limits: {max_bytes: 8000000, max_seconds: 0}\ncache:\n  url_max_bytes: 200\n");
  std::string lines = lines_with({
      {"bytes", "<p>" + std::string(8'100'000, 'x')},
      {"depth", repeated("<div>", 1001)},
      {"nodes", repeated("<p>x", 1'100'000)},
      {"attributes", "<p" + repeated(" a", 257) + ">x"},
      {"memory", "<p><font a='" + std::string(1 << 20, 'x') + "'></p>" + repeated("<p>x", 5000)},
      {"content", "<p>" + repeated("Many words of content. ", 260'000)},
  });
  lines += line(url(std::string(200, 'u')), article(11).body);
  write_file(project / "pages.jsonl", lines);
  project.must({"ingest", project / "pages.jsonl"});
  const json stats = project.stats();
  BOOST_TEST(stats.at("skipped_by_reason") == (json{{"too_large", 1},
                                                    {"too_deep", 1},
                                                    {"too_many_nodes", 1},
                                                    {"too_many_attributes", 1},
                                                    {"too_much_memory", 1},
                                                    {"too_much_text", 1},
                                                    {"url_too_long", 1}}),
             stats.dump());
  BOOST_TEST(stats.at("indexed") == 10);
  BOOST_TEST(stats.at("pending") == 0);
}

// Servers label everything text/html.
BOOST_AUTO_TEST_CASE(what_is_no_page_is_counted_as_what_it_is) {
  const Project project;
  std::string records = warc_info();
  for (int i = 1; i <= 5; ++i)
    records += warc_response({.url = url("honest-" + std::to_string(i)), .body = article(i).body});
  std::string utf32;
  for (const char c : article(11).body) utf32 += std::string{c, '\0', '\0', '\0'};
  const std::string bytes = gzip(article(12).body);
  for (const auto& [name, body] :
       std::map<std::string, std::string>{{"pdf", "%PDF-1.4\n" + repeated("1 0 obj << /Title (Tides) >> endobj\n", 50)},
                                          {"image", std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16) + bytes},
                                          {"media", std::string("OggS\0", 5) + bytes},
                                          {"compressed", bytes},
                                          {"utf32", utf32},
                                          {"binary", bytes.substr(2)}})
    records += warc_response({.url = url(name), .body = body});
  records += warc_response({.url = url("twice"),
                            .headers = "Content-Type: text/html\r\nContent-Encoding: gzip\r\n",
                            .body = gzip(gzip(article(13).body))});
  write_file(project / "pages.warc", records);
  project.must({"ingest", project / "pages.warc"});
  const json expected = {{"pdf", 1}, {"image", 1}, {"media", 1}, {"compressed", 2}, {"utf32", 1}, {"binary", 1}};
  const json stats = project.stats();
  BOOST_TEST(stats.at("skipped_by_reason") == expected, stats.dump());
  BOOST_TEST(stats.at("indexed") == 5);

  write_file(project / "a.pdf", "%PDF-1.4\n");
  const Outcome extract = project.pith({"extract", project / "a.pdf"});
  BOOST_TEST(extract.code == 1);
  BOOST_TEST(extract.out == "");
  BOOST_TEST(extract.err.find("a.pdf: not HTML, but a PDF or PostScript document") != std::string::npos, extract.err);
}

// No machine can parse one of them within the time limit.
BOOST_AUTO_TEST_CASE(pages_beyond_the_bound_on_time_are_counted_and_not_tried_again) {
  const Project project("extract:\n  limits: {max_seconds: 0.001}\n");
  const std::string text(5'000'000, 'x');
  std::string lines;
  for (const auto& [name, body] :
       std::map<std::string, std::string>{{"seconds", slow_page(900'000)},
                                          {"text", repeated("<div>", 900) + "<b>" + text},
                                          {"items", repeated("<li><h1>", 3000) + "<b>" + text},
                                          {"cells", repeated("<table><tbody><tr><td>", 900) + "<a>" + text}})
    lines += line(url(name), body);
  write_file(project / "pages.jsonl", lines);
  project.must({"ingest", project / "pages.jsonl"});
  const json stats = project.stats();
  BOOST_TEST(stats.at("skipped_by_reason") == (json{{"too_slow", 4}}), stats.dump());
  BOOST_TEST(stats.at("pending") == 0);
  BOOST_TEST(project.json({"index"}).at("extracted") == 0);
}

// Ends much sooner than without the limit.
BOOST_AUTO_TEST_CASE(a_slow_page_ends_in_its_time) {
  const Project project;
  write_file(project / "slow.html", slow_page(200'000));
  const auto extract = [&](const std::string& seconds) {
    const double before = processor_seconds();
    const Outcome outcome =
        project.pith({"extract", project / "slow.html", "--set", "extract.limits.max_seconds=" + seconds});
    return std::pair(outcome, processor_seconds() - before);
  };
  const auto [whole, all] = extract("0");
  BOOST_TEST(whole.code == 0, whole.err);
  const auto [cut, some] = extract("0.001");
  BOOST_TEST(cut.code == 1);
  BOOST_TEST(cut.err.find("extract.limits.max_seconds") != std::string::npos, cut.err);
  BOOST_TEST(some < all / 4, some << " s of " << all);
}

// The survey of a site, the extraction of its pages and the marks of its template all need a page, but it is parsed
// only once. The rest of the programs' work takes the same time whatever the limit.
BOOST_AUTO_TEST_CASE(slow_pages_of_a_site_cost_their_time_once) {
  constexpr int slow_pages = 6;
  constexpr double less = 0.5, more = 1.5;
  const Project project;
  std::string lines = lines_with({});
  const std::string slow = slow_page(900'000);
  for (int i = 0; i < slow_pages; ++i) lines += line(url("slow-" + std::to_string(i)), slow);
  write_file(project / "pages.jsonl", lines);
  project.must({"ingest", "--capture-only", project / "pages.jsonl"});
  const auto with_bound = [&](std::vector<std::string> arguments, double seconds) {
    arguments.insert(arguments.end(), {"--set", "extract.limits.max_seconds=" + std::to_string(seconds)});
    const double before = processor_seconds();
    const Outcome outcome = project.pith(arguments);
    return std::pair(outcome, processor_seconds() - before);
  };
  const double first = with_bound({"index"}, less).second;
  BOOST_TEST(project.stats().at("skipped_by_reason") == (json{{"too_slow", slow_pages}}));
  BOOST_TEST(project.stats().at("indexed") == 10);
  // After a change of configuration, they are tried again.
  const double again = with_bound({"index"}, more).second;
  BOOST_TEST(project.stats().at("skipped_by_reason") == (json{{"too_slow", slow_pages}}));
  BOOST_TEST(again - first > 0.5 * (more - less) * slow_pages);
  BOOST_TEST(again - first < 1.5 * (more - less) * slow_pages);

  const auto [outcome, explaining] = with_bound({"explain", url("slow-0")}, less);
  BOOST_TEST(outcome.code == 1);
  BOOST_TEST(outcome.err.find("extract.limits.max_seconds") != std::string::npos, outcome.err);
  BOOST_TEST(with_bound({"explain", url("slow-0")}, more).second - explaining < 3 * (more - less));
}

BOOST_AUTO_TEST_CASE(a_site_without_end_is_cut_off_and_the_others_are_not) {
  const Project project("cache: {site_max_urls: 12}\n");
  const auto ingest = [&](int first, int last, const std::string& host) {
    std::string lines;
    for (int i = first; i <= last; ++i) lines += line("http://" + host + "/" + std::to_string(i), article(i).body);
    write_file(project / "pages.jsonl", lines);
    project.must({"ingest", project / "pages.jsonl"});
    return project.stats();
  };
  json stats = ingest(1, 20, "endless.example");
  BOOST_TEST(stats.at("captured") == 20);
  BOOST_TEST(stats.at("indexed") == 12);
  BOOST_TEST(stats.at("skipped_by_reason") == (json{{"site_full", 8}}));
  // Known pages may change. New ones stay out, also in another process. Other sites have their own limit.
  stats = ingest(12, 13, "endless.example");
  BOOST_TEST(stats.at("captured") == 21);
  BOOST_TEST(stats.at("skipped_by_reason") == (json{{"site_full", 9}}));
  BOOST_TEST(ingest(1, 5, "other.example").at("indexed") == 17);
  project.must({"index", "--set", "cache.site_max_urls=0"});
  BOOST_TEST(project.pith({"doctor"}).code == 0);
}

BOOST_AUTO_TEST_CASE(bodies_that_unpack_to_too_much_are_left_out) {
  const Project project("cache:\n  page_max_ratio: 10\n");
  std::string body = "<p>" + std::string(3 << 20, 'x');
  write_file(project / "bomb", body);
  BOOST_REQUIRE(run({.arguments = {"gzip", project / "bomb"}}).code == 0);
  const Outcome base64 = run({.arguments = {"base64", "-w0", project / "bomb.gz"}});
  write_file(project / "pages.jsonl", json{{"url", url("bomb")},
                                           {"headers", {{"Content-Type", "text/html"}, {"Content-Encoding", "gzip"}}},
                                           {"body_base64", base64.out}}
                                              .dump() +
                                          "\n" + lines_with({}));
  const json report = project.json({"ingest", "--capture-only", project / "pages.jsonl"});
  BOOST_TEST(report.dump().find("\"decompression_ratio\":1") != std::string::npos, report.dump());
  BOOST_TEST(project.stats().at("captured") == 10);
}

BOOST_AUTO_TEST_CASE(the_bound_of_the_index_holds_over_runs) {
  constexpr int pages = 400, most = 200'000;
  const Project project("index:\n  max_bytes: " + std::to_string(most) + "\n");
  std::string lines;
  for (int i = 0; i < pages; ++i) lines += line(url("page-" + std::to_string(i)), article(i).body);
  write_file(project / "pages.jsonl", lines);
  const auto bytes = [&] { return bytes_below(project / "pith-data/index"); };
  BOOST_TEST(project.pith({"ingest", project / "pages.jsonl"}).code == 2);
  const json first = project.stats();
  BOOST_TEST(first.at("indexed") > 10);
  BOOST_TEST(first.at("pending") == pages - first.at("indexed").get<int>());
  BOOST_TEST(bytes() <= most);
  // The next run adds nothing, except to replace pages that leave the index.
  write_file(project / "pages.jsonl", json{{"url", url("page-0")}, {"status", 404}}.dump() + "\n");
  BOOST_TEST(project.pith({"ingest", project / "pages.jsonl"}).code == 2);
  BOOST_TEST(project.pith({"index"}).code == 2);
  BOOST_TEST(bytes() <= most);
  BOOST_TEST(project.stats().at("indexed") <= first.at("indexed").get<int>() + 5);
  BOOST_TEST(project.pith({"search", "--site", "limits.example", "url:" + url("page-0")}).code != 0);
  project.must({"index", "--set", "index.max_bytes=0"});
  BOOST_TEST(project.stats().at("indexed") == pages - 1);
}

BOOST_AUTO_TEST_CASE(a_full_index_ends_indexing_and_loses_nothing) {
  const Project project("index:\n  max_bytes: 2000\n");
  write_file(project / "pages.jsonl", lines_with({}));
  const Outcome outcome = project.pith({"ingest", project / "pages.jsonl"});
  BOOST_TEST(outcome.code == 2);
  BOOST_TEST(outcome.err.find("index.max_bytes") != std::string::npos, outcome.err);
  project.must({"index", "--set", "index.max_bytes=0"});
  BOOST_TEST(project.stats().at("indexed") == 10);
}

// The pages before the site's last one are committed to make room for it, but that does not finish the site.
BOOST_AUTO_TEST_CASE(a_bound_reached_at_the_last_page_leaves_no_duplicate) {
  const Project project("index:\n  max_bytes: 560000\n");
  const std::string large = article(11, "<p>" + repeated("Many words of content. ", 4'000)).body;
  write_file(project / "pages.jsonl", lines_with({{"page", large}, {"page-again", large}}));
  project.must({"ingest", project / "pages.jsonl"});
  BOOST_TEST(project.stats().at("skipped_by_reason") == (json{{"duplicate", 1}}));
}

// One thread: of several, others might still be at work on the pages before it.
BOOST_AUTO_TEST_CASE(a_last_page_without_room_is_indexed_later) {
  const Project project("extract:\n  threads: 1\n");
  const std::string large = "<h2>A heading to go</h2><p>" + repeated("Many words of content. ", 4'000);
  write_file(project / "pages.jsonl", lines_with({{"page", article(11, large).body}}));
  project.must({"ingest", project / "pages.jsonl"});
  const std::string heading = "A heading to go", excluded = "extract.exclude=[h2]";
  BOOST_TEST(project.must({"get", url("page")}).find(heading) != std::string::npos);
  const std::string bound = "index.max_bytes=" + std::to_string(bytes_below(project / "pith-data/index") + 150'000);
  BOOST_TEST(project.pith({"index", "--set", excluded, "--set", bound}).code == 2);
  BOOST_TEST(project.json({"index", "--set", excluded}).at("extracted") == 1);
  BOOST_TEST(project.must({"get", url("page")}).find(heading) == std::string::npos);
}

BOOST_AUTO_TEST_CASE(queries_beyond_the_configured_bounds_are_refused) {
  const Project project("search: {max_bytes: 150, max_depth: 2, max_clauses: 3}\n");
  write_file(project / "pages.jsonl", lines_with({}));
  project.must({"ingest", project / "pages.jsonl"});
  for (const auto& [query, key] : std::map<std::string, std::string>{{std::string(151, 'a'), "search.max_bytes"},
                                                                     {"(((a)))", "search.max_depth"},
                                                                     {"a b c d", "search.max_clauses"}}) {
    const Outcome outcome = project.pith({"search", query});
    BOOST_TEST(outcome.code == 2, query);
    BOOST_TEST(outcome.err.find(key) != std::string::npos, outcome.err);
  }
  BOOST_TEST(project.pith({"search", "((a)) b c"}).code != 2);
}

BOOST_AUTO_TEST_SUITE_END()
