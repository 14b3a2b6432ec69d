// One site through every input, written by the real programs: the index equals the one that `pith crawl` makes.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "tests/e2e/httrack_run.h"
#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"
#include "tests/support/archives.h"

using namespace pith::test;

namespace {

constexpr int articles = 8;

struct Crawled {
  Site site;
  Project project;
  TemporaryDirectory work;

  Crawled() {
    Page zipped = article(21), chunked = article(22), both = article(23);
    zipped.gzip = chunked.chunked = both.gzip = both.chunked = true;
    site.put("/zipped.html", zipped);
    site.put("/chunked.html", chunked);
    site.put("/both.html", both);
    site.put("/list.html?b=2&a=1", article(24));
    site.put("/with%20space.html", article(25));
    site.put("/%C3%BCmlaut.html", article(26));
    site.put("/sub/", article(27));
    site.put("/moved.html", redirect(301, article_target(1)));
    site.put("/logo.png", {.body = "\x89PNG not really", .type = "image/png"});
    put_articles(site, articles,
                 {"/zipped.html", "/chunked.html", "/both.html", "/list.html?b=2&a=1", "/with%20space.html",
                  "/%C3%BCmlaut.html", "/sub/", "/moved.html", "/missing.html", "/logo.png"});
    project.must({"crawl", site.url("/")});
  }

  // wget's exit code is 8 if a server returned 404.
  void wget(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"wget", "-q", "-e", "robots=off", "--compression=auto"});
    arguments.push_back(site.url("/"));
    const Outcome outcome = run({.arguments = arguments, .directory = work.path()});
    BOOST_REQUIRE_MESSAGE(outcome.code != 127, "wget is not installed: apt-get install wget");
    BOOST_REQUIRE_MESSAGE(outcome.code == 8, "wget: exit code " << outcome.code << "\n" << outcome.err);
  }
};

Crawled& crawled() {
  static Crawled instance;
  return instance;
}

struct Ingested {
  Project project;
  nlohmann::json summary;

  explicit Ingested(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "ingest");
    arguments.push_back("--capture-only");
    summary = project.json(arguments);
    project.must({"index"});
    std::int64_t sum = 0;
    for (const auto& source : summary.at("sources")) {
      sum += source.at("captured").get<std::int64_t>();
      for (const auto& [reason, count] : source.at("left_out").items()) sum += count.get<std::int64_t>();
    }
    BOOST_TEST(summary.at("records") == sum);
    BOOST_TEST(summary.at("losses") == 0);
  }
};

void check_like_the_crawl(const Project& project) { check_same_index(project.index(), crawled().project.index()); }

// Without redirects a page may have other siblings: the same text, but another confidence.
void check_like_the_crawl_but_for_confidence(const Project& project) {
  IndexContent actual = project.index(), wanted = crawled().project.index();
  for (IndexContent* content : {&actual, &wanted})
    for (auto& [url, fields] : *content) fields.erase("confidence");
  check_same_index(actual, wanted);
}

// Further records that an input must bring into the cache if it reports every transfer.
void check_other_answers(const Project& project) {
  auto rows = project.cache();
  const std::string missing = crawled().site.url("/missing.html"), moved = crawled().site.url("/moved.html");
  BOOST_TEST(rows.contains(missing));
  BOOST_TEST(rows[missing].value("reason", "") == "http_404");
  BOOST_TEST(rows.contains(moved));
  BOOST_TEST(rows[moved].value("redirect_to", "") == crawled().site.url(article_target(1)));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ingest)

BOOST_AUTO_TEST_CASE(wget_warc_plain_and_compressed) {
  Crawled& c = crawled();
  c.site.forget();
  c.wget({"-r", "-l", "inf", "--warc-file=packed", "-P", "m1"});
  bool gzip = false, chunked = false;
  for (const auto& answer : c.site.answers()) {
    gzip = gzip || answer.encoding.find("gzip") != std::string::npos;
    chunked = chunked || answer.encoding.find("chunked") != std::string::npos;
  }
  BOOST_TEST(gzip);
  BOOST_TEST(chunked);
  c.wget({"-r", "-l", "inf", "--warc-file=plain", "--no-warc-compression", "-P", "m2"});
  for (const char* name : {"packed.warc.gz", "plain.warc"}) {
    BOOST_TEST_CONTEXT(name) {
      const Ingested read({c.work / name});
      BOOST_TEST(read.summary.at("sources").at(0).at("input") == "warc");
      check_like_the_crawl(read.project);
      check_other_answers(read.project);
    }
  }
}

BOOST_AUTO_TEST_CASE(wacz_of_a_wget_warc) {
  Crawled& c = crawled();
  c.wget({"-r", "-l", "inf", "--warc-file=for_wacz", "-P", "m5"});
  std::filesystem::create_directory(c.work / "archive");
  std::filesystem::rename(c.work / "for_wacz.warc.gz", c.work / "archive/data.warc.gz");
  write_file(c.work / "datapackage.json", R"({"profile": "data-package", "wacz_version": "1.1.1", "resources": []})");
  for (const std::string method : {"0", "8"}) {  // stored, as the specification wants it, and deflated
    BOOST_TEST_CONTEXT(method) {
      const std::string file = c.work / ("crawl-" + method + ".wacz");
      const Outcome zip = run({.arguments = {"python3", "-c",
                                             "import sys, zipfile\n"
                                             "with zipfile.ZipFile(sys.argv[1], 'w', int(sys.argv[2])) as z:\n"
                                             "  for name in sys.argv[3:]: z.write(name)",
                                             file, method, "archive/data.warc.gz", "datapackage.json"},
                               .directory = c.work.path()});
      BOOST_REQUIRE_MESSAGE(zip.code == 0, zip.err);
      const Ingested read({file});
      BOOST_TEST(read.summary.at("sources").at(0).at("input") == "wacz");
      check_like_the_crawl(read.project);
      check_other_answers(read.project);
    }
  }
  const std::string file = c.work / "crawl-0.wacz";
  const std::string frames = c.project.must({"records", file});
  BOOST_TEST(frames.find(file + "!archive/data.warc.gz") != std::string::npos);
  const Outcome piped = run({.arguments = {"sh", "-c", std::string(PITH_PROGRAM) + " records - < " + file}});
  BOOST_TEST(piped.code == 2);
  BOOST_TEST(piped.err.find("save it to a file") != std::string::npos, piped.err);
}

// What the site sent, written as old crawlers did.
BOOST_AUTO_TEST_CASE(arc_plain_and_compressed) {
  Crawled& c = crawled();
  std::string plain = arc_begin(), packed = gzip(plain);
  for (const auto& [url, row] : c.project.cache()) {
    const std::string redirect = row.at("redirect_to").get<std::string>();
    const std::string record = arc_response({.url = url,
                                             .status = row.at("status"),
                                             .headers = "Content-Type: text/html; charset=utf-8\r\n" +
                                                        (redirect.empty() ? "" : "Location: " + redirect + "\r\n"),
                                             .body = c.site.body(url.substr(c.site.url("").size()))});
    plain += record;
    packed += gzip(record);
  }
  write_file(c.work / "site.arc", plain);
  write_file(c.work / "site.arc.gz", packed);
  for (const char* name : {"site.arc", "site.arc.gz"}) {
    BOOST_TEST_CONTEXT(name) {
      const Ingested read({c.work / name});
      BOOST_TEST(read.summary.at("sources").at(0).at("input") == "arc");
      check_like_the_crawl(read.project);
      check_other_answers(read.project);
    }
  }
}

// Whoever writes them may have died.
// Most of the site is not wanted any more, and no longer in what is read: that is no outage.
BOOST_AUTO_TEST_CASE(excluded_pages_are_not_missed) {
  const Project project;
  const auto ingest = [&](int count) {
    std::string lines;
    for (int i = 1; i <= count; ++i)
      lines += nlohmann::json{{"url", "http://h.example/" + std::string(i > 4 ? "old/" : "") + std::to_string(i)},
                              {"headers", {{"Content-Type", "text/html"}}},
                              {"body", article(i).body}}
                   .dump() +
               "\n";
    write_file(project / "in.jsonl", lines + "{\"end\": true}\n");
    const std::string out = project.must({"ingest", "--as", "site", project / "in.jsonl", "--json"});
    return nlohmann::json::parse(out.substr(0, out.find('\n')));
  };
  ingest(12);
  BOOST_TEST(ingest(4).at("held") == 8);
  write_file(project / "pith.yaml", read_file(project / "pith.yaml") + "\ningest: {exclude: [\"/old/*\"]}\n");
  const nlohmann::json without = ingest(4);
  BOOST_TEST(without.at("held") == 0);
  BOOST_TEST(without.at("retired") == 0);
  BOOST_TEST(project.index().size() == 4u);
}

BOOST_AUTO_TEST_CASE(json_lines_without_their_end_remove_nothing) {
  const Project project;
  const auto lines = [](int count, const std::string& end) {
    std::string out;
    for (int i = 1; i <= count; ++i)
      out += nlohmann::json{{"url", "http://h.example/" + std::to_string(i)},
                            {"headers", {{"Content-Type", "text/html"}}},
                            {"body", article(i).body}}
                 .dump() +
             "\n";
    return out + end;
  };
  const std::string end = "{\"end\": true}\n";
  const auto ingest = [&](const std::string& text, std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"ingest", "--as", "site"});
    more.insert(more.end(), {"--json", "-"});
    write_file(project / "in.jsonl", text);
    Command command = project.command(more);
    command.arguments.insert(command.arguments.begin(), {"sh", "-c", "exec \"$@\" < in.jsonl", "sh"});
    return run(command);
  };
  const auto summary = [](const Outcome& outcome) {
    return nlohmann::json::parse(outcome.out.substr(0, outcome.out.find('\n')));
  };
  BOOST_TEST(ingest(lines(12, end)).code == 0);

  const Outcome cut = ingest(lines(10, ""));
  BOOST_TEST(cut.code == 2);
  BOOST_TEST(cut.err.find("-: may be cut short, so no page counts as gone") != std::string::npos, cut.err);
  BOOST_TEST(summary(cut).at("complete") == false);
  BOOST_TEST(summary(cut).at("retired") == 0);
  BOOST_TEST(project.stats().at("indexed") == 12);

  BOOST_TEST(summary(ingest(lines(11, end))).at("retired") == 1);
  BOOST_TEST(summary(ingest(lines(10, ""), {"--complete"})).at("retired") == 1);
  BOOST_TEST(project.stats().at("indexed") == 10);

  // Nor is a file whole whose bytes are damaged, whatever its last line says.
  std::string packed = gzip(lines(9, end));
  packed[packed.size() - 6] ^= 1;
  const Outcome damaged = ingest(packed);
  BOOST_TEST(damaged.code == 2);
  BOOST_TEST(summary(damaged).at("retired") == 0);
  BOOST_TEST(summary(damaged).at("losses") == 1);

  // Records of a crawl that broke off do not become a whole one by passing through another program.
  write_file(project / "a.jsonl", lines(9, ""));
  write_file(project / "a.frames", project.must({"records", project / "a.jsonl"}));
  BOOST_TEST(project.pith({"ingest", "--as", "site", project / "a.frames"}).code == 2);
  BOOST_TEST(project.stats().at("indexed") == 10);

  // In a file as well, but not in one that says by itself whether it is whole.
  write_file(project / "a.jsonl", lines(9, ""));
  BOOST_TEST(project.pith({"ingest", "--as", "site", project / "a.jsonl"}).code == 2);
  BOOST_TEST(project.pith({"ingest", "--complete", project / "a.jsonl"}).code == 2);  // of which crawl?
  BOOST_TEST(project.pith({"ingest", "--as", "", project / "a.jsonl"}).err.find("--as: expected a name") !=
             std::string::npos);
  std::string warc = warc_info();
  for (int i = 1; i <= 9; ++i)
    warc += warc_response({.url = "http://h.example/" + std::to_string(i), .body = article(i).body});
  write_file(project / "a.warc", warc);
  BOOST_TEST(project.json({"ingest", "--capture-only", "--as", "site", project / "a.warc"}).at("retired") == 1);

  // Most of the site is missing: it stays until somebody confirms that.
  const Outcome few = ingest(lines(3, end));
  BOOST_TEST(few.code == 0);
  BOOST_TEST(summary(few).at("complete") == true);
  BOOST_TEST(summary(few).at("held") == 6);
  BOOST_TEST(project.stats().at("held") == 6);
  BOOST_TEST(project.must({"stats"}).find("6 pages stay as they were (`pith cache ls --held`), since") !=
             std::string::npos);
  BOOST_TEST(project.stats().at("indexed") == 9);
  BOOST_TEST(summary(ingest(lines(3, end), {"--allow-removal"})).at("retired") == 6);
  BOOST_TEST(project.stats().at("indexed") == 3);
  BOOST_TEST(project.stats().at("held") == 0);
}

BOOST_AUTO_TEST_CASE(wget_mirror_folder) {
  Crawled& c = crawled();
  // A folder cannot tell redirects from pages, so none is followed.
  c.wget({"-m", "--max-redirect=0", "-P", "mirror"});
  const Ingested read({c.work / "mirror"});
  BOOST_TEST(read.summary.at("sources").at(0).at("input") == "folder");
  check_like_the_crawl_but_for_confidence(read.project);
  const std::string host = std::filesystem::directory_iterator(c.work / "mirror")->path().string();
  const Ingested named({host, "--url", c.site.url("/")});
  check_like_the_crawl_but_for_confidence(named.project);
}

BOOST_AUTO_TEST_CASE(httrack_cache_and_mirror_folder) {
  Crawled& c = crawled();
  const std::string mirror = c.work / "httrack";
  const Outcome outcome = run({.arguments = {"httrack", c.site.url("/"), "-O", mirror, "-q", "-%N0", "-c8", "-%c0",
                                             "-A0", "--disable-security-limits", "-R0", "-o0"}});
  BOOST_REQUIRE(outcome.code == 0);
  const Ingested cache({mirror});
  BOOST_TEST(cache.summary.at("sources").at(0).at("input") == "zip");
  check_like_the_crawl(cache.project);
  const Ingested file({mirror + "/hts-cache/new.zip"});
  check_like_the_crawl(file.project);

  // HTTrack has rewritten links and added comments in the mirror's files: other bytes with the same content.
  const Ingested files({mirror, "--type", "folder"});
  const auto index = files.project.index();
  for (const auto& [url, fields] : c.project.index()) {
    BOOST_TEST(index.contains(url), url);
    if (!index.contains(url)) continue;
    for (const char* name : {"title", "content", "status", "site"})
      if (fields.contains(name))
        BOOST_TEST((index.at(url).at(name) == fields.at(name)), url << ": " << name << ": " << index.at(url).at(name));
  }
}

// The name under which a mirroring tool saves a host's /hts-cache/new.zip.
BOOST_AUTO_TEST_CASE(a_hosts_file_is_not_taken_for_httracks_cache) {
  const Project project;
  const std::string folder = project / "evil.example";
  const Response forged{.url = "http://bank.example/login", .body = "<p>Words of evil about the bank, a few of them."};
  std::filesystem::create_directories(folder + "/hts-cache");
  write_file(folder + "/index.html", "<p>Harmless words of a page, a few of them to be read.");
  write_file(folder + "/hts-cache/new.zip", httrack_entry(forged) + zip_end());
  for (const std::string& spelled : {folder, folder + "/", folder + "/hts-cache/.."}) {
    const Outcome asked = project.pith({"ingest", spelled});
    BOOST_TEST(asked.code == 2);
    for (const char* way : {"--type zip", "--url https://evil.example/"})
      BOOST_TEST(asked.err.find(way) != std::string::npos, asked.err);
  }
  project.must({"ingest", folder, "--url", "https://evil.example/"});
  BOOST_TEST(project.cache().contains("https://evil.example/"));
  BOOST_TEST(!project.cache().contains("http://bank.example/login"));
  // A real mirror by HTTrack with such a name.
  project.must({"ingest", folder, "--type", "zip"});
  BOOST_TEST(project.cache().contains("http://bank.example/login"));
}

BOOST_AUTO_TEST_CASE(titles_and_urls_cannot_imitate_other_lines) {
  const Project project;
  write_file(
      project / "new.zip",
      httrack_entry({.url = "http://[bad\n200 main ok 153 B https://bank.example/\x1b[31m\u202Egpj", .body = "<p>a"}) +
          httrack_entry({.url = "http://x.example/",
                         .body = "<title>Left\u202E \u2066right\u2028end</title><p>Harbour words of a page, some of "
                                 "them \u202E turned around, to be its main content."}) +
          zip_end());
  project.must({"ingest", project / "new.zip"});
  std::string shown = project.must({"cache", "ls"});
  BOOST_TEST(std::ranges::count(shown, '\n') == 2);
  shown += project.must({"search", "harbour"}) + project.must({"explain", "http://x.example/"});
  BOOST_TEST(shown.find("Left right end\n") != std::string::npos, shown);
  for (const char* turn : {"\u202E", "\u2066", "\u2028", "\x1b"})
    BOOST_TEST(shown.find(turn) == std::string::npos, shown);
}

BOOST_AUTO_TEST_CASE(json_lines_of_any_crawler) {
  Crawled& c = crawled();
  std::string lines;
  for (const auto& [url, row] : c.project.cache()) {
    const std::string body = c.site.body(url.substr(c.site.url("").size()));
    lines +=
        nlohmann::json{{"url", url},
                       {"status", row.at("status")},
                       {"headers", {{"Content-Type", "text/html; charset=utf-8"}, {"Location", row.at("redirect_to")}}},
                       {"body_base64", base64(body)}}
            .dump() +
        "\n";
  }
  write_file(c.work / "pages.jsonl", lines);
  const Ingested read({c.work / "pages.jsonl"});
  check_like_the_crawl(read.project);
  check_other_answers(read.project);
}

BOOST_AUTO_TEST_CASE(reading_again_writes_nothing) {
  Crawled& c = crawled();
  c.wget({"-r", "-l", "inf", "--warc-file=again", "-P", "m3"});
  const Ingested read({c.work / "again.warc.gz"});
  read.project.must({"ingest", c.work / "again.warc.gz", "--capture-only"});
  const auto summary = read.project.json({"index"});
  BOOST_TEST(summary.at("written") == 0);
  BOOST_TEST(summary.at("removed") == 0);
}

BOOST_AUTO_TEST_CASE(damage_costs_only_what_it_hits_and_is_reported) {
  Crawled& c = crawled();
  c.wget({"-r", "-l", "inf", "--warc-file=damaged", "-P", "m4"});
  std::string bytes = read_file(c.work / "damaged.warc.gz");
  const std::size_t at = bytes.size() / 2;
  for (std::size_t i = 0; i < 40; ++i) bytes[at + i] = static_cast<char>(~bytes[at + i]);
  write_file(c.work / "damaged.warc.gz", bytes.substr(0, bytes.size() - 700));
  const Project project;
  const Outcome outcome = project.pith({"ingest", c.work / "damaged.warc.gz"});
  BOOST_TEST(outcome.code == 2);
  BOOST_TEST(outcome.err.find("lost in the packed member at byte ") != std::string::npos, outcome.err);
  BOOST_TEST(outcome.out.find("documents written") != std::string::npos, outcome.out);
  const auto whole = c.project.index();
  const auto index = project.index();
  BOOST_TEST(index.size() + 3 >= whole.size());
  for (const auto& [url, fields] : index) BOOST_TEST(whole.contains(url), url);
}

// One gzip member per record, as written by wget and most crawlers.
BOOST_AUTO_TEST_CASE(a_wrong_length_costs_one_record_and_is_reported) {
  for (const std::size_t beyond : {5u, 1'000'000u}) {
    std::string bad = warc_response({.url = "http://h.example/bad", .body = "<p>bad"});
    const std::size_t at = bad.find("Content-Length: ") + 16, size = bad.find('\r', at) - at;
    bad.replace(at, size, std::to_string(std::stoull(bad.substr(at, size)) + beyond));
    std::string bytes = gzip(bad);
    for (int i = 0; i < 200; ++i)
      bytes += gzip(warc_response({.url = "http://h.example/" + std::to_string(i), .body = "<p>good"}));
    const Project project;
    write_file(project / "site.warc.gz", bytes);
    const Outcome outcome = project.pith({"ingest", project / "site.warc.gz", "--capture-only", "--json"});
    BOOST_TEST(outcome.code == 2);
    const auto source = nlohmann::json::parse(outcome.out).at("sources").at(0);
    BOOST_TEST(source.at("records") == 201);
    BOOST_TEST(source.at("captured") == 200);
    BOOST_TEST(source.at("losses") == 1);
    BOOST_TEST(project.cache().size() == 200u);
    BOOST_TEST(project.pith({"ingest", project / "site.warc.gz", "--capture-only"})
                   .err.find("http://h.example/bad: ends after ") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(exit_codes_and_hints) {
  const Project project;
  write_file(project / "none.jsonl",
             R"({"url":"http://h.example/i.png","body":"","headers":{"Content-Type":"image/png"}})");
  BOOST_TEST(project.pith({"ingest", project / "none.jsonl"}).code == 1);
  write_file(project / "odd", "neither fish nor flesh");
  const Outcome odd = project.pith({"ingest", project / "odd"});
  BOOST_TEST(odd.code == 2);
  BOOST_TEST(odd.err.find("--type") != std::string::npos, odd.err);
  BOOST_TEST(project.pith({"ingest", project / "missing"}).code == 2);
  std::filesystem::create_directory(project / "pages");
  write_file(project / "pages/a.html", "<p>Some words of a page.");
  const Outcome unnamed = project.pith({"ingest", project / "pages"});
  BOOST_TEST(unnamed.code == 1);
  BOOST_TEST(unnamed.err.find("--url") != std::string::npos, unnamed.err);
  BOOST_TEST(project.pith({"ingest", project / "pages", "--url", "https://h.example/x/"}).code == 0);
  BOOST_TEST(project.cache().contains("https://h.example/x/a.html"));
  const Outcome prefix = project.pith({"ingest", project / "none.jsonl", "--url", "https://h.example/"});
  BOOST_TEST(prefix.code == 2);
  BOOST_TEST(prefix.err.find("none.jsonl (jsonl) names the URL of each page") != std::string::npos, prefix.err);
  write_file(project / "closed.jsonl",
             R"({"url":"http://h.example/n","body":"<meta name=robots content=noindex><p>Some words of a page."})");
  const Project empty;
  const Outcome closed = empty.pith({"ingest", project / "closed.jsonl"});
  BOOST_TEST(closed.out.ends_with("next: `pith stats` says why pages were skipped\n"), closed.out);
}

BOOST_AUTO_TEST_SUITE_END()
