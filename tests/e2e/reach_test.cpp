// Where a crawl ends, and what it says of it.
#include <sys/mount.h>

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;

namespace {

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

nlohmann::json crawled(const Project& project, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"crawl", "--capture-only", "--json"});
  const Outcome outcome = project.pith(arguments);
  return nlohmann::json::parse(outcome.out.substr(0, outcome.out.find('\n')));
}

// A disk of 400 kB for the project's data, as long as it lives.
class SmallDisk {
 public:
  explicit SmallDisk(const Project& project) : path_(project / "pith-data") {
    std::filesystem::create_directories(path_);
    is_mounted_ = mount("tmpfs", path_.c_str(), "tmpfs", 0, "size=400k") == 0;
    if (!is_mounted_) BOOST_TEST_MESSAGE("not tested: a full disk needs the right to mount a tmpfs");
  }
  ~SmallDisk() {
    if (is_mounted_) umount(path_.c_str());
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  bool is_mounted() const { return is_mounted_; }
  const std::string& path() const { return path_; }

 private:
  const std::string path_;
  bool is_mounted_ = false;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(reach)

BOOST_AUTO_TEST_CASE(a_chain_is_cut_by_crawl_depth_and_that_is_said) {
  Site site;
  constexpr int length = 12;
  const auto target = [](int i) { return i == 0 ? std::string("/") : "/p" + std::to_string(i) + ".html"; };
  for (int i = 0; i < length; ++i)
    site.put(target(i),
             article(i, "<p><a href=\"" + target(i + 1) + "\">on</a><img src=/i" + std::to_string(i) + ".png>"));
  site.put(target(length), article(length));
  const Project project;
  const auto whole = crawled(project, {site.url("/")});
  BOOST_TEST(whole.at("pages") == length + 1);
  BOOST_TEST(whole.at("beyond") == 0);
  BOOST_TEST(whole.at("complete") == true);
  const auto cut = crawled(project, {site.url("/"), "--set", "crawl.depth=4"});
  BOOST_TEST(cut.at("pages") == 5);
  BOOST_TEST(cut.at("beyond") >= 1);
  BOOST_TEST(cut.at("complete") == false);
  BOOST_TEST(cut.at("retired") == 0);
  const std::string said = project.must({"crawl", site.url("/"), "--set", "crawl.depth=4"});
  BOOST_TEST(holds(said, "captured 5 pages, "), said);
  BOOST_TEST(holds(said, "crawl.depth (4) left out "), said);
  BOOST_TEST(holds(said, "so no page counts as gone"), said);
  BOOST_TEST(project.index().size() == std::size_t(length + 1));
  const std::string removed = project.must({"crawl", site.url("/"), "--set", "crawl.depth=4", "--allow-removal"});
  BOOST_TEST(holds(removed, "8 pages of an earlier crawl are gone"), removed);
  // A limit of HTTrack's own is its own affair.
  BOOST_TEST(crawled(project, {site.url("/"), "--set", "crawl.options=['-r3']"}).at("pages") == 3);
}

BOOST_AUTO_TEST_CASE(crawl_max_pages_is_exact) {
  Site site;
  put_articles(site, 40);
  site.set_delay(std::chrono::milliseconds(5));
  const Project project;
  for (const int most : {1, 10, 17}) {
    const auto crawl = crawled(project, {site.url("/"), "--set", "crawl.max_pages=" + std::to_string(most)});
    BOOST_TEST(crawl.at("pages") == most);
    BOOST_TEST(crawl.at("limit") == "max_pages");
    BOOST_TEST(crawl.at("complete") == false);
    // Each link is captured or left out, whether it was under way when the last page came or not tried.
    const auto count = [&](const char* name) { return crawl.at(name).get<int>(); };
    BOOST_TEST(count("captured") + count("ignored") + count("lost") + count("beyond") == 41);
    // Those that were under way, on up to eight connections.
    BOOST_TEST(site.answers().size() <= static_cast<std::size_t>(most + 8 + 2));
    site.forget();
  }
  const std::string said = project.must({"crawl", site.url("/"), "--set", "crawl.max_pages=10"});
  BOOST_TEST(holds(said, "crawl.max_pages (10) was reached, at least 31 links left out, so no page counts as gone"),
             said);
}

BOOST_AUTO_TEST_CASE(a_crawl_of_exactly_max_pages_is_complete) {
  Site site;
  put_articles(site, 6);
  const Project project;
  const auto crawl = crawled(project, {site.url("/"), "--set", "crawl.max_pages=7"});
  BOOST_TEST(crawl.at("pages") == 7);
  BOOST_TEST(crawl.at("limit") == "");
  BOOST_TEST(crawl.at("complete") == true);
}

BOOST_AUTO_TEST_CASE(counts_name_what_they_count) {
  Site site;
  put_articles(site, 3, {"/moved", "/missing.html"});
  site.put("/moved", redirect(301, site.url("/docs/article-01.html")));
  const Project project;
  const auto crawl = crawled(project, {site.url("/")});
  BOOST_TEST(crawl.at("pages") == 4);
  BOOST_TEST(crawl.at("redirects") == 1);
  BOOST_TEST(crawl.at("errors") == 1);
  BOOST_TEST(crawl.at("captured") == 6);
  BOOST_TEST(holds(project.must({"crawl", site.url("/")}), "captured 4 pages, 1 redirect, 1 error, with"));
  const Outcome none = project.pith({"crawl", site.url("/missing.html"), "--capture-only"});
  BOOST_TEST(holds(none.out, "captured no page, 1 error, with"), none.out);
}

// HTTrack drops these without a word, which is no failure.
BOOST_AUTO_TEST_CASE(files_of_other_types_are_ignored_and_not_called_errors) {
  Site site;
  put_articles(site, 2, {"/a.py", "/b.md", "/c.sh", "/d.csv", "/e.json", "/f"});
  for (const auto& [target, type] : std::map<std::string, std::string>{{"/a.py", "text/x-python"},
                                                                       {"/b.md", "text/markdown"},
                                                                       {"/c.sh", "text/x-sh"},
                                                                       {"/d.csv", "text/csv"},
                                                                       {"/e.json", "application/json"},
                                                                       {"/f", "application/octet-stream"}})
    site.put(target, {.body = "print('this is no page')", .type = type});
  const Project project;
  const auto crawl = crawled(project, {site.url("/")});
  std::map<std::string, int> asked;
  for (const Site::Answer& answer : site.answers()) ++asked[answer.target];
  for (const char* target : {"/a.py", "/b.md", "/c.sh", "/d.csv", "/e.json", "/f"})
    BOOST_TEST(asked[target] == 1, target << ": " << asked[target] << " requests");
  BOOST_TEST(crawl.at("pages") == 3);
  BOOST_TEST(crawl.at("errors") == 0);
  BOOST_TEST(crawl.at("unanswered") == 0);
  BOOST_TEST(crawl.at("ignored") == 6);
}

BOOST_AUTO_TEST_CASE(links_that_all_lead_to_another_host_say_where_to_start) {
  Site site;
  const std::string there = site.url("/docs/article-01.html", "localhost");
  site.put("/", {.body = "<p>Everything is in the <a href=\"" + there + "\">documentation</a>."});
  const Project project;
  const std::string said = project.must({"crawl", site.url("/")});
  BOOST_TEST(holds(said, "most lead to another host. Start there, with the same options: pith crawl " +
                             site.url("/", "localhost")),
             said);
  site.put("/", {.body = article_text(1) + "<link rel=stylesheet href=\"" + site.url("/a.css", "localhost") +
                         "\"><a href=\"" + site.url("/b.pdf", "localhost") + "\">b</a><img src=\"" +
                         site.url("/c.png", "localhost") + "\">"});
  BOOST_TEST(!holds(project.must({"crawl", site.url("/")}), "another host"));
  put_articles(site, 3);
  BOOST_TEST(!holds(project.must({"crawl", site.url("/")}), "another host"));
  site.put("/manual/", {.body = "<p>Everything is in the <a href=\"/docs/article-01.html\">documentation</a>."});
  const std::string above = project.must({"crawl", site.url("/manual/")});
  BOOST_TEST(holds(above, "most lead out of the directory of the start URL"), above);
}

BOOST_AUTO_TEST_CASE(a_contact_on_the_command_line) {
  const Project project;
  const std::string example = "crawl.user_agent=Pith/0.1 (+https://example.org/pith; your contact here)";
  const Outcome refused = project.pith({"crawl", "http://nowhere.invalid/", "--set", example});
  BOOST_TEST(holds(refused.err, "pith crawl http://nowhere.invalid/ --contact you@example.org"), refused.err);
  for (const char* contact : {"me@example.org", "https://example.org/bot"}) {
    const Outcome tried = project.pith({"crawl", "http://nowhere.invalid/", "--set", example, "--contact", contact});
    BOOST_TEST(tried.code == 1, tried.err);
    BOOST_TEST(!holds(tried.err, "user_agent"), tried.err);
  }
  for (const char* contact : {"me", "a b@example.org", "me@example.org)"})
    BOOST_TEST(project.pith({"crawl", "http://nowhere.invalid/", "--contact", contact}).code == 2, contact);
}

// Somebody who runs HTTrack keeps their mirror, but `pith crawl` is for the cache alone.
BOOST_AUTO_TEST_CASE(a_full_disk_ends_the_crawl) {
  Site site;
  put_articles(site, 300);
  site.set_delay(std::chrono::milliseconds(200));
  const Project project;
  const SmallDisk disk(project);
  if (!disk.is_mounted()) return;
  const Outcome crawl = project.pith({"crawl", site.url("/"), "--capture-only", "--set", "crawl.connections=4"});
  BOOST_TEST(crawl.code == 2);
  BOOST_TEST(site.answers().size() < 280u);
  // By the plugin, which ends the crawler, or by pith itself, if that writes first.
  BOOST_TEST(holds(crawl.err, "the disk is full"), crawl.out << crawl.err);
}

// SQLite cannot make its files there, and calls that a failure of the disk.
BOOST_AUTO_TEST_CASE(a_full_disk_is_no_damage) {
  const Project project;
  const SmallDisk disk(project);
  if (!disk.is_mounted()) return;
  write_file(project / "page.jsonl",
             R"({"url": "http://h.example/", "headers": {"Content-Type": "text/html"}, "body": "<p>Words."})");
  project.must({"ingest", "--capture-only", project / "page.jsonl"});
  run({.arguments = {"sh", "-c",
                     "head -c 1000000 /dev/zero >" + disk.path() + "/rest"}});  // as much as there is room for
  const Outcome doctor = project.pith({"doctor"}), stats = project.pith({"stats"});
  const Outcome init = project.pith({"config", "init", disk.path() + "/pith.yaml"});
  const bool left = std::filesystem::exists(disk.path() + "/pith.yaml");
  for (const Outcome& outcome : {doctor, stats}) {
    BOOST_TEST(outcome.code == 2);
    BOOST_TEST(holds(outcome.err, "the disk is full; free some space"), outcome.out << outcome.err);
  }
  BOOST_TEST(init.code == 2);
  BOOST_TEST(!left);
}

BOOST_AUTO_TEST_SUITE_END()
