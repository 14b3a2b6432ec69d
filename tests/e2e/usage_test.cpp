// What somebody types wrong: the message says what, and what to type instead.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;

namespace {

std::string line(const std::string& url, const std::string& body) {
  return nlohmann::json{{"url", url}, {"headers", {{"Content-Type", "text/html"}}}, {"body", body}}.dump() + "\n";
}

// What standard error has; the exit code must be `code`.
std::string message(const Project& project, const std::vector<std::string>& arguments, int code = 2) {
  const Outcome outcome = project.pith(arguments);
  BOOST_TEST(outcome.code == code, outcome.out << outcome.err);
  BOOST_TEST(outcome.out == "");
  return outcome.err;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(usage)

BOOST_AUTO_TEST_CASE(commands_options_and_values_that_there_are_not) {
  const Project project;
  const auto says = [&](const std::vector<std::string>& arguments, const std::string& text) {
    BOOST_TEST(message(project, arguments) == "pith: " + text + "\n");
  };
  says({"serach", "x"}, "\"serach\": no such command of pith; did you mean \"search\"?");
  says({"cache", "lss"}, "\"lss\": no such command of pith cache; did you mean \"ls\"?");
  says({"cache"}, "a command is missing; pith cache --help lists them");
  says({"--man"}, "--man: no such option of pith; there is a command: pith man");
  says({"--hepl"}, "--hepl: no such option of pith; did you mean --help?");
  says({"search", "--limitt", "1", "x"}, "--limitt: no such option of pith search; did you mean --limit?");
  says({"stats", "--jsom"}, "--jsom: no such option of pith stats; did you mean --json?");
  says({"crawl", "http://h.example/", "--depth", "3"},
       "--depth: no such option of pith crawl; --set crawl.depth=VALUE sets that");
  says({"crawl", "http://h.example/", "--max-pages=3"},
       "--max-pages: no such option of pith crawl; --set crawl.max_pages=VALUE sets that");
  says({"search", "-ftp", "proxy"},
       "-ftp: no such option of pith search; pith search --help lists them; a query that begins with - goes after --: "
       "pith search -- '-ftp'");
  says(
      {"search", "--page", "0", "x"},
      "--page: no such option of pith search; pith search --help lists them; a query that begins with - goes after --: "
      "pith search -- '--page'");
  says({"export", "--to", "elastic"},
       "--to: \"elastic\" is not one of jsonl, opensearch, solr; see pith export --help");
  says({"search", "--limit", "x", "y"}, "--limit: \"x\" is not a whole number from 0 to 10000; see pith search --help");
  says({"search", "--limit", "10001", "y"},
       "--limit: \"10001\" is not a whole number from 0 to 10000; see pith search --help");
  says({"index", "a", "b"}, "\"a\" is one argument too many; see pith index --help");
  says({"get"}, "URL is missing; see pith get --help");
  says({"search", "--like"}, "--like needs a value; see pith search --help");
  says({"extract", "--format", "markdwon", "a.html"},
       "--format: \"markdwon\" is not one of text, markdown, html, json; did you mean markdown?; see pith extract "
       "--help");
}

BOOST_AUTO_TEST_CASE(help_names_the_options_of_every_command) {
  const Project project;
  for (const char* command : {"search", "ingest", "stats"})
    BOOST_TEST(project.must({command, "--help"}).find("--config FILE, --set KEY=VALUE, --json, -q") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(help_of_a_command_by_its_name) {
  const Project project;
  BOOST_TEST(project.must({"help"}) == project.must({"--help"}));
  BOOST_TEST(project.must({"help", "search"}) == project.must({"search", "--help"}));
  BOOST_TEST(project.must({"help", "cache", "ls"}) == project.must({"cache", "ls", "--help"}));
  BOOST_TEST(message(project, {"help", "serach"}) ==
             "pith: \"serach\": no such command of pith; did you mean \"search\"?\n");
  BOOST_TEST(message(project, {"help", "search", "x"}) ==
             "pith: \"x\": no such command of pith search; --help lists them\n");
}

BOOST_AUTO_TEST_CASE(where_there_is_no_index) {
  const Project project;
  const std::string none = "index: there is no index at " + (project / "pith-data/index");
  write_file(project / "log", R"({"time": "2026-11-21T21:35:20Z", "query": "tides", "site": "", "hits": 0})"
                              "\n");
  for (const std::vector<std::string>& command : {std::vector<std::string>{"search", "tides"},
                                                  {"get", "http://tides.example/"},
                                                  {"export"},
                                                  {"measure", "--from-log", project / "log"}})
    BOOST_TEST(message(project, command) ==
               "pith: " + none +
                   "; `pith crawl URL` or `pith ingest FILE` makes one, or `pith index` from a page cache\n");
  BOOST_TEST(message(project, {"merge", project / "pith-data/index", "--output", project / "all"}) ==
             "pith: " + none + "; name what index.path names there, or run `pith index` there first\n");
}

BOOST_AUTO_TEST_CASE(mistyped_start_urls) {
  const Project project;
  const auto says = [&](const std::string& url, const std::string& text) {
    BOOST_TEST(message(project, {"crawl", url, "--contact", "a@b.example"}) == "pith: " + url + ": " + text + "\n");
  };
  says("http//h", "a colon is missing after http; did you mean http://h?");
  says("HTTPS//h/a//b", "a colon is missing after https; did you mean https://h/a//b?");
  says("http:/h/", "a slash is missing after http:/; did you mean http://h/?");
  says("https:h", "two slashes are missing after https:; did you mean https://h?");
  says("htp://h/", "htp is neither http nor https; did you mean http://h/?");
  says("file:///h", "file is neither http nor https");
  BOOST_TEST(message(project, {"crawl", "http://me:secret@h/a", "--contact", "a@b.example"}) ==
             "pith: http://h/a: was given with a user name, and Pith logs in nowhere; leave it out\n");
  const std::string other = "not an http or https URL, or one with an impossible host or port";
  for (const char* url : {"http://", "http:///h", "localhost:99999"}) says(url, other);
}

BOOST_AUTO_TEST_CASE(values_of_keys_in_quotes) {
  const Project project;
  for (const char* value : {"My Bot", "\"My Bot\"", "'My Bot'"}) {
    const std::string shown = project.must({"config", "show", "--set", std::string("crawl.user_agent=") + value});
    BOOST_TEST(shown.find("user_agent: \"My Bot\"") != std::string::npos, shown);
  }
}

BOOST_AUTO_TEST_CASE(pages_that_are_not_there) {
  const Project project;
  const std::string host = "http://tides.example";
  std::string lines;
  for (int i = 1; i <= 5; ++i) lines += line(host + "/docs/" + std::to_string(i) + "/", article(i).body);
  lines +=
      line(host + "/copy/", article(1).body) + line(host + "/feed", "<rss><channel><title>x</title></channel></rss>");
  write_file(project / "pages.jsonl", lines);
  project.must({"ingest", project / "pages.jsonl"});

  for (const char* url :
       {"http://tides.example/docs/2", "https://tides.example/docs/2/", "http://www.tides.example/docs/2/",
        "https://www.tides.example/docs/2", "http://tides.example/docs/2/index.html"}) {
    BOOST_TEST(message(project, {"get", url}, 1) ==
               "pith: " + std::string(url) + ": is not in the index, but this is: " + host + "/docs/2/\n");
    BOOST_TEST(message(project, {"explain", url}, 1) ==
               "pith: " + std::string(url) + ": is not in the page cache, but this is: " + host + "/docs/2/\n");
  }
  const std::string folded = project.index().contains(host + "/copy/") ? host + "/docs/1/" : host + "/copy/";
  const std::string kept = folded == host + "/copy/" ? host + "/docs/1/" : host + "/copy/";
  BOOST_TEST(message(project, {"get", folded}, 1) ==
             "pith: " + folded + ": is not in the index: it has the same content as " + kept + " (duplicate)\n");
  BOOST_TEST(message(project, {"get", host + "/feed"}, 1) ==
             "pith: " + host + "/feed: is not in the index: it was skipped (feed)\n");
  BOOST_TEST(
      message(project, {"get", "tides.example/docs/9/"}, 1).starts_with("pith: " + host + "/docs/9/: is not in"));
  BOOST_TEST(message(project, {"get", "ftp://tides.example/"}) ==
             "pith: ftp://tides.example/: not an http or https URL; write it in full, as http://example.org/\n");
  BOOST_TEST(message(project, {"explain", "tides.example/docs/2/"}) ==
             "pith: tides.example/docs/2/: there is no such file; the URL of a page begins with http:// or https://\n");
  // An error page in the cache is not a page.
  write_file(project / "gone.jsonl", nlohmann::json{{"url", host + "/gone"},
                                                    {"status", 404},
                                                    {"headers", {{"Content-Type", "text/html"}}},
                                                    {"body", article(6).body}}
                                             .dump() +
                                         "\n");
  project.pith({"ingest", project / "gone.jsonl"});
  const Outcome gone = project.pith({"extract", host + "/gone"});
  BOOST_TEST(gone.code == 1);
  BOOST_TEST(gone.err.starts_with("left out of the index: http_404; this is what its text alone gives\n"), gone.err);
  BOOST_TEST(message(project, {"cache", "ls", "--site", "nope.example"}, 1) ==
             "pith: --site nope.example: the cache has no page of this site\n");
  const std::string found = project.must({"cache", "ls", "--reason", "http_404"});
  BOOST_TEST(std::ranges::count(found, '\n') == 1, found);
  BOOST_TEST(found.find(host + "/gone\n") != std::string::npos, found);
  BOOST_TEST(message(project, {"cache", "ls", "--reason", "http_500"}, 1) ==
             "pith: --reason http_500: the cache has no such page; `pith stats` counts the reasons\n");
  for (const auto& [site, is_known] : {std::pair{"tides.example", true}, {"nope.example", false}}) {
    const Outcome nothing = project.pith({"search", "quaggoliths", "--site", site});
    BOOST_TEST((nothing.out.find("`pith stats` lists the sites\n") != std::string::npos) == !is_known, nothing.out);
  }
  const std::string beyond = project.must({"search", "--offset", "500", "--", "the"});
  BOOST_TEST(beyond.find("--offset 500 is past the last hit\n") != std::string::npos, beyond);

  // It does not go to the network.
  BOOST_TEST(
      message(project, {"explain", "http://nosuch.example/a"}, 1) ==
      "pith: http://nosuch.example/a: is not in the page cache; `pith cache ls` lists what is, and `pith extract "
      "http://nosuch.example/a` fetches the page and prints its main content\n");
}

BOOST_AUTO_TEST_CASE(files_and_prefixes_that_ingest_cannot_use) {
  const Project project;
  std::filesystem::create_directories(project / "mirror/h.example");
  write_file(project / "mirror/h.example/a.html", article(1).body);
  write_file(project / "page.html", "words");
  BOOST_TEST(message(project, {"ingest", project / "page.html"}).find("is a single page; `pith extract ") !=
             std::string::npos);
  for (const char* url : {"http://", "h.example", "ftp://h.example/"})
    BOOST_TEST(message(project, {"ingest", "--url", url, project / "mirror"}).find(": not an http or https URL") !=
               std::string::npos);
  for (const char* url : {"http://h.example/#top", "http://h.example/?page="})
    BOOST_TEST(message(project, {"ingest", "--url", url, project / "mirror"}).find("cannot follow") !=
               std::string::npos);

  // The folder above the one that is meant.
  project.must({"ingest", "--url", "http://h.example/", project / "mirror"});
  BOOST_TEST(project.cache().contains("http://h.example/a.html"));
  BOOST_TEST(project.cache().size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
