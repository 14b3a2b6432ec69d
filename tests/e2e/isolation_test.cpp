// Plugins leave nothing in the crawler's process except their thread, while it crawls. Text from pages and crawlers
// never names files, and secrets are never written.
#include <fcntl.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <vector>

#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

constexpr int articles = 12;

// A crawl by a real crawler, with Pith's plugin or without.
struct Crawler {
  const char* name;
  std::vector<std::string> (*arguments)(const std::string& plugin_config);
};

std::vector<std::string> httrack(const std::string& config) {
  std::vector<std::string> out = {
      "httrack", "-O", "mirror", "-q", "-p0", "-C0", "-%N0", "-c8", "-%c0", "-A0", "--disable-security-limits",
      "-R0",     "-I0"};
  if (!config.empty()) out.insert(out.end(), {"--wrapper", std::string(PITH_HTTRACK_PLUGIN) + "," + config});
  return out;
}

std::vector<std::string> wget2(const std::string& config) {
  std::vector<std::string> out = {"wget2", "-q", "-r", "-l", "inf", "--no-robots", "--max-threads=3"};
  if (!config.empty())
    out.insert(out.end(), {"--local-plugin=" PITH_WGET2_PLUGIN, "--plugin-opt=pith_wget2.config=" + config});
  return out;
}

const Crawler crawlers[] = {{"httrack", httrack}, {"wget2", wget2}};

struct Fixture {
  Site site;
  Project project;
  Fixture() {
    put_articles(site, articles);
    for (const char* with : {"plain", "pith"}) fs::create_directories(project / with);
  }

  Command command(const Crawler& crawler, bool with_pith) const {
    Command out{.arguments = crawler.arguments(with_pith ? project / "pith.yaml" : ""),
                .environment = {{"LD_PRELOAD", CALL_PROBE}, {"CALL_PROBE", log(with_pith)}},
                .directory = project / (with_pith ? "pith" : "plain")};
    out.arguments.push_back(site.url("/"));
    return out;
  }
  std::string log(bool with_pith) const { return project / (with_pith ? "pith.calls" : "plain.calls"); }

  // "function library" → number of calls.
  std::map<std::string, int> calls(bool with_pith) const {
    std::map<std::string, int> out;
    std::istringstream in(read_file(log(with_pith)));
    for (std::string line; std::getline(in, line);) ++out[line];
    return out;
  }
};

struct OpenFile {
  std::string target;
  bool kept_by_children;
};

std::vector<OpenFile> open_files(pid_t pid) {
  std::vector<OpenFile> out;
  const std::string process = "/proc/" + std::to_string(pid);
  std::error_code error;
  for (fs::directory_iterator at(process + "/fd", error), end; !error && at != end; at.increment(error)) {
    const auto& entry = *at;
    std::error_code gone;
    const fs::path target = fs::read_symlink(entry.path(), gone);
    if (gone) continue;
    // If the file is closed meanwhile, reading fails: >> sets a flag, an iterator would throw.
    std::ifstream info(process + "/fdinfo/" + entry.path().filename().string());
    std::optional<long> flags;
    for (std::string word; info >> word;)
      if (word == "flags:") info >> std::oct >> flags.emplace();
    // Closed meanwhile; another file may have the number by now.
    if (!flags || fs::read_symlink(entry.path(), gone) != target || gone) continue;
    out.push_back({target.string(), (*flags & O_CLOEXEC) == 0});
  }
  return out;
}

std::set<std::string> files_below(const std::string& directory) {
  std::set<std::string> out;
  for (const auto& entry : fs::recursive_directory_iterator(directory))
    out.insert(fs::relative(entry.path(), directory).string());
  return out;
}

std::string line(const std::string& url, const json& headers = {{"Content-Type", "text/html"}}, int number = 1) {
  return json{{"url", url}, {"headers", headers}, {"body", article(number).body}}.dump() + "\n";
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(isolation, Fixture)

BOOST_AUTO_TEST_CASE(the_crawlers_process_is_changed_by_the_crawler_alone) {
  for (const Crawler& crawler : crawlers) BOOST_TEST_CONTEXT(crawler.name) {
      for (const bool with_pith : {false, true}) {
        fs::remove(log(with_pith));
        const Outcome outcome = run(command(crawler, with_pith));
        BOOST_REQUIRE_MESSAGE(outcome.code != 127, crawler.name << " is not installed");
        BOOST_TEST(outcome.code == 0, outcome.err);
      }
      const auto plain = calls(false), pith = calls(true);
      BOOST_TEST(!plain.empty());  // the probe sees something
      int threads = 0;
      for (const auto& [call, count] : pith) {
        const bool ours = call.find("libpith") != std::string::npos || call.find("libstdc++") != std::string::npos;
        if (ours && call.starts_with("pthread_create"))
          threads += count;
        else
          BOOST_TEST((plain.contains(call) || call.starts_with("pthread_create")),
                     call << " is called only with the plugin");
      }
      BOOST_TEST(threads == 1);
      BOOST_TEST(project.stats().at("captured") >= articles);
      project.reset();
    }
}

BOOST_AUTO_TEST_CASE(children_inherit_no_file_from_pith) {
  site.set_delay(std::chrono::milliseconds(100));
  for (const Crawler& crawler : crawlers) BOOST_TEST_CONTEXT(crawler.name) {
      Process process(command(crawler, true));
      int seen = 0;
      const bool opened = wait_until([&] {
        for (const OpenFile& file : open_files(process.pid())) {
          if (file.target.find("/pith-data/") == std::string::npos &&
              file.target.find("pith-status") == std::string::npos)
            continue;
          ++seen;
          BOOST_TEST(!file.kept_by_children, file.target);
        }
        return !process.running();
      });
      BOOST_TEST(opened);
      BOOST_TEST(seen > 0);  // the page cache was open
      BOOST_TEST(process.finish().code == 0);
    }
}

// HTTrack runs a program after each file: it forks while the plugin's thread runs.
BOOST_AUTO_TEST_CASE(a_crawler_that_forks_loses_nothing) {
  Command forking = command(crawlers[0], true);
  forking.arguments.insert(forking.arguments.end() - 1, {"-p1", "-V", "ls -l /proc/self/fd >> children"});
  const Outcome outcome = run(forking);
  BOOST_TEST(outcome.code == 0);
  const std::string children = read_file(project / "pith/children");
  BOOST_TEST(children.find("/proc/") != std::string::npos, children);
  BOOST_TEST(children.find("pith-data") == std::string::npos, children);
  BOOST_TEST(project.stats().at("captured") == articles + 1);
}

BOOST_AUTO_TEST_CASE(only_entry_points_are_exported) {
  for (const auto& [library, names] : std::map<std::string, std::set<std::string>>{
           {PITH_HTTRACK_PLUGIN, {"hts_plug", "hts_unplug"}}, {PITH_WGET2_PLUGIN, {"wget_plugin_initializer"}}}) {
    const Outcome symbols = run({.arguments = {"nm", "-D", "--defined-only", "--format=just-symbols", library}});
    BOOST_REQUIRE(symbols.code == 0);
    std::istringstream in(symbols.out);
    std::set<std::string> found;
    for (std::string name; in >> name;) found.insert(name);
    BOOST_TEST(bool(found == names), library << " exports " << symbols.out);
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(isolation_of_files)

BOOST_AUTO_TEST_CASE(urls_name_no_files) {
  const Project project;
  std::string lines;
  int number = 0;
  for (const char* url :
       {"http://../../../escaped/", "http://..%2f..%2fescaped/", "http://a.example/../../../../escaped",
        "http://a.example/..%2f..%2fescaped", "http://a.example/%2e%2e/%2e%2e/escaped", "http://a.example//escaped",
        "http://a.example/..\\..\\escaped", "http://a.example/x\u0000escaped", "file:///etc/passwd",
        "http://.../escaped", "http://a.example/?../../escaped", "http://-escaped.example/--output=escaped"})
    lines += line(url, {{"Content-Type", "text/html"}}, ++number);
  write_file(project / "pages.jsonl", lines);
  std::string warc;
  for (const char* url :
       {"http://../../../escaped/", "file:///etc/escaped", "../../escaped", "http://b.example/../../../escaped"}) {
    const std::string block = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + article(++number).body;
    warc += "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:" + std::to_string(number) +
            ">\r\nWARC-Date: 2024-01-01T00:00:00Z\r\nWARC-Target-URI: " + url +
            "\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: " + std::to_string(block.size()) +
            "\r\n\r\n" + block + "\r\n\r\n";
  }
  write_file(project / "pages.warc", warc);
  project.pith({"ingest", project / "pages.jsonl", project / "pages.warc"});
  BOOST_TEST(project.stats().at("captured") > 3);
  project.pith({"export", "--output", project / "out.jsonl"});
  for (const std::string& file : files_below(project / ".")) {
    BOOST_TEST(file.find("escaped") == std::string::npos, file);
    const bool known =
        file.starts_with("pith-data") || file == "pith.yaml" || file.starts_with("pages.") || file == "out.jsonl";
    BOOST_TEST(known, file);
  }
  for (const std::string& file : files_below(project / "pith-data/cache"))
    BOOST_TEST((file.starts_with("pages.sqlite") || file == "pages.lock" || file == "pages-in-work" ||
                file == "last-index.json"),
               file);
}

// A mirror folder whose links lead out of it: their targets are not pages.
BOOST_AUTO_TEST_CASE(links_in_folders_lead_nowhere) {
  const Project project;
  write_file(project / "secret.html",
             "<html><body><p>A secretword that is in no mirror, with more words around it.</p></body></html>");
  fs::create_directories(project / "mirror/a.example");
  write_file(project / "mirror/a.example/page.html", article(1).body);
  fs::create_symlink(project / "secret.html", project / "mirror/a.example/link.html");
  fs::create_directory_symlink(project / ".", project / "mirror/a.example/up");
  project.must({"ingest", project / "mirror"});
  BOOST_TEST(project.stats().at("captured") == 1);
  BOOST_TEST(project.pith({"search", "secretword"}).code == 1);
}

BOOST_AUTO_TEST_CASE(secrets_are_written_nowhere) {
  const std::string secret = "s3cretword";
  const Project project("cache: {url_max_bytes: 4000}\n");
  const json headers = {{"Content-Type", "text/html"},
                        {"Set-Cookie", "sid=" + secret},
                        {"Authorization", "Basic " + secret},
                        {"WWW-Authenticate", secret}};
  write_file(project / "pages.jsonl",
             line("http://user:" + secret + "@a.example/page", headers, 1) +
                 line("http://" + secret + "@a.example/other", headers, 2) +
                 line("http://user:" + secret + "@:bad:/", headers, 3) +
                 line("http://user:" + secret + "@a.example/" + std::string(8000, 'u'), headers, 4) +
                 line("http://user:" + secret + "@a.example/" + std::string(9000, 'u'), headers, 5) +
                 json{{"url", "http://a.example/moved"},
                      {"status", 301},
                      {"headers", {{"Location", "http://user:" + secret + "@a.example/page"}}}}
                     .dump() +
                 "\n");
  std::string said;
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"ingest", project / "pages.jsonl"},
                                             {"stats", "--json"},
                                             {"cache", "ls", "--json"},
                                             {"search", "site:a.example", "--json"},
                                             {"crawl", "http://user:" + secret + "@127.0.0.1:1/"},
                                             {"extract", "http://user:" + secret + "@127.0.0.1:1/"},
                                             {"export"}}) {
    const Outcome outcome = project.pith(arguments);
    BOOST_TEST((outcome.out + outcome.err).find(secret) == std::string::npos,
               arguments[0] + ": " + outcome.out + outcome.err);
  }
  BOOST_TEST(project.stats().at("captured") >= 2);
  fs::remove(project / "pages.jsonl");
  for (const auto& entry : fs::recursive_directory_iterator(project / "."))
    if (entry.is_regular_file())
      BOOST_TEST(read_file(entry.path()).find(secret) == std::string::npos, entry.path().string());
}

BOOST_AUTO_TEST_SUITE_END()
