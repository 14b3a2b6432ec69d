// Parts of archives that wget wrote: pieces of files, records that a CDX file names, pages that were received again.
#include "tests/support/archives.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/e2e/crawl_records.h"
#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;
using nlohmann::json;

namespace {

constexpr int articles = 12;

struct Crawled {
  Site site;
  Project project{"index:\n  duplicates: keep\n"};

  Crawled() {
    put_articles(site, articles, {"/logo.png", "/moved.html", "/missing.html"});
    site.put("/moved.html", redirect(301, article_target(1)));
    site.put("/logo.png", {.body = "\x89PNG not really", .type = "image/png"});
    wget({"--warc-file=packed", "--warc-cdx"});
    wget({"--warc-file=plain", "--warc-cdx", "--no-warc-compression"});
    wget({"--warc-file=again", "--warc-cdx", "--warc-dedup=packed.cdx"});
  }

  void wget(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"wget", "-q", "-e", "robots=off", "-r", "-l", "inf", "-P", "mirror"});
    arguments.push_back(site.url("/"));
    const Outcome outcome = run({.arguments = arguments, .directory = project / "."});
    BOOST_REQUIRE_MESSAGE(outcome.code != 127, "wget is not installed: apt-get install wget");
    BOOST_REQUIRE_MESSAGE(outcome.code == 8, "wget: exit code " << outcome.code << "\n" << outcome.err);
  }
};

const Crawled& crawled() {
  static const Crawled instance;
  return instance;
}

const Project& project() { return crawled().project; }

std::vector<json> lines_in(const std::string& text) {
  std::vector<json> out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) out.push_back(json::parse(line));
  return out;
}

std::ptrdiff_t number_at(const std::string& bytes, std::size_t at) {
  std::ptrdiff_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes.at(at + i));
  return value;
}

std::ptrdiff_t head_bytes(const std::string& frame) { return number_at(frame, 0); }

std::vector<std::string> frames_in(const std::string& bytes) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < bytes.size(); at += out.back().size())
    out.push_back(bytes.substr(at, static_cast<std::size_t>(8 + number_at(bytes, at) + number_at(bytes, at + 4))));
  return out;
}

// The pieces of a file as a program would send them.
std::string ranges_of(const std::string& pieces) {
  std::string out;
  for (const json& piece : lines_in(pieces)) {
    const std::string bytes = read_file(project() / piece.at("file").get<std::string>());
    const std::size_t offset = piece.at("offset"), length = piece.value("length", bytes.size() - offset);
    out += frame_bytes(piece.dump(), bytes.substr(offset, length));
  }
  return out;
}

// Lines of a CDX file, with or without its first.
std::string lines_with(const std::string& text, const std::string& part) {
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(" CDX") || holds(line, part)) out += line + "\n";
  return out;
}

std::map<std::string, json> documents_of(std::vector<std::string> files) {
  files.insert(files.begin(), "shuffle");
  write_file(project() / "sorted.frames", project().must(files));
  return read_lines(project().must({"map", "--structure", "sorted.frames"}));
}

std::string revisit_of(const std::string& url, const std::string& digest) {
  return warc_record("revisit", url, "application/http; msgtype=response",
                     "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
                     "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n"
                     "WARC-Payload-Digest: " +
                         digest + "\r\n");
}

// As wget says it of an article.
std::string digest_of(int number) {
  std::istringstream line(lines_with(read_file(project() / "packed.cdx"), article_target(number)));
  std::string header, field;
  std::getline(line, header);
  for (int i = 0; i < 6; ++i) line >> field;
  return "sha1:" + field;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(archives)

BOOST_AUTO_TEST_CASE(pieces_are_read_as_the_whole_file_is) {
  for (const std::string name : {"packed.warc.gz", "plain.warc"}) {
    BOOST_TEST_CONTEXT(name) {
      const std::string whole = project().must({"records", name});
      std::size_t counts[2] = {0, 0};
      for (const std::string size : {"0", "5kB"}) {
        const Outcome found = project().pith({"--json", "records", "--pieces", size, name});
        BOOST_REQUIRE(found.code == 0);
        const auto pieces = lines_in(found.out);
        counts[size == "0"] = pieces.size();
        BOOST_TEST(json::parse(found.err).at("pieces") == pieces.size());
        std::uint64_t end = 0;
        for (const json& piece : pieces) {
          BOOST_TEST(piece.at("file") == name);
          BOOST_TEST(piece.at("offset") == end);
          end += piece.at("length").get<std::uint64_t>();
          if (&piece != &pieces.back() && size != "0") BOOST_TEST(piece.at("length").get<int>() >= 5000);
        }
        BOOST_TEST(end == std::filesystem::file_size(project() / name));
        write_file(project() / "pieces.ranges", ranges_of(found.out));
        BOOST_TEST((project().must({"records", "pieces.ranges"}) == whole));
      }
      BOOST_TEST(counts[0] > 2u);
      BOOST_TEST(counts[1] > 2 * counts[0]);
    }
  }
  write_file(project() / "in.jsonl", sorted_records({1}));
  const Outcome other = project().pith({"records", "--pieces", "1MB", "in.jsonl"});
  BOOST_TEST(other.code == 2);
  BOOST_TEST(holds(other.err, "only WARC, ARC and CDX files have pieces"), other.err);
}

BOOST_AUTO_TEST_CASE(the_records_that_a_cdx_file_names) {
  for (const std::string name : {"packed", "plain"}) {
    BOOST_TEST_CONTEXT(name) {
      const std::string file = name == "packed" ? "packed.warc.gz" : "plain.warc";
      const Outcome by_index = project().pith({"--json", "records", name + ".cdx"});
      BOOST_TEST(by_index.code == 0);
      BOOST_TEST((by_index.out == project().must({"records", file})));
      const json counts = json::parse(by_index.err);
      BOOST_TEST(counts.at("losses") == 0);
      BOOST_TEST(counts.at("left_out") == (json{{"not_html", 1}}));
      // As another program would read them from far away.
      write_file(project() / "records.ranges", ranges_of(project().must({"records", "--pieces", "0", name + ".cdx"})));
      BOOST_TEST((project().must({"records", "records.ranges"}) == by_index.out));

      // Chosen with grep.
      const std::string part = article_target(3);
      write_file(project() / "some.cdx", lines_with(read_file(project() / (name + ".cdx")), part));
      const auto some = read_lines(project().must({"map", "some.cdx"}));
      BOOST_REQUIRE(some.size() == 1u);
      BOOST_TEST(some.begin()->first == crawled().site.url(part));
      BOOST_TEST(some.begin()->second.at("place").at("file") == file);
    }
  }
  const Project other;
  const json captured =
      other.json({"ingest", "--capture-only", "--archives", project() / ".", project() / "packed.cdx"});
  BOOST_TEST(captured.at("losses") == 0);
  BOOST_TEST(other.cache().contains(crawled().site.url(article_target(3))));
}

BOOST_AUTO_TEST_CASE(what_a_cdx_file_says_wrongly_is_told_with_its_place) {
  const std::string lines = read_file(project() / "packed.cdx");
  std::string wrong = lines + "half a line\n";
  wrong += "x 20261126184511 http://h.example/x text/html 200 - - - 1 nowhere.warc.gz x\n";
  wrong += "x 20261126184511 http://h.example/x text/html 200 - - - 99999999 packed.warc.gz x\n";
  wrong += "x 20261126184511 http://h.example/x text/html 200 - - - 0 ../packed.warc.gz x\n";
  write_file(project() / "wrong.cdx", wrong);
  const Outcome outcome = project().pith({"--json", "records", "wrong.cdx"});
  BOOST_TEST(outcome.code == 2);
  BOOST_TEST((outcome.out == project().must({"records", "packed.warc.gz"})));
  for (const std::string& part :
       {"line " + std::to_string(std::ranges::count(lines, '\n') + 1) + ": has 3 fields, not 11",
        std::string("nowhere.warc.gz: "), std::string("byte 99999999: packed.warc.gz: has only"),
        std::string("../packed.warc.gz: is not below the directory of --archives")})
    BOOST_TEST(holds(outcome.err, part), outcome.err);
  BOOST_TEST(holds(outcome.err, "wrong.cdx: record "), outcome.err);
  const json counts = json::parse(outcome.err.substr(outcome.err.rfind('\n', outcome.err.size() - 2) + 1));
  BOOST_TEST(counts.at("losses") == 4);
  BOOST_TEST(counts.at("left_out").at("no_file") == 2);
  BOOST_TEST(counts.at("records").get<int>() ==
             counts.at("pages").get<int>() + static_cast<int>(sum_of(counts.at("left_out"))));
}

BOOST_AUTO_TEST_CASE(a_second_crawl_without_what_has_not_changed) {
  BOOST_TEST(!holds(project().must({"--json", "records", "again.warc.gz"}), "Footerimprint"));
  auto expected = documents_of({"packed.warc.gz"});
  for (const auto& files : std::vector<std::vector<std::string>>{{"packed.warc.gz", "again.warc.gz"},
                                                                 {"again.warc.gz", "packed.warc.gz"}}) {
    auto found = documents_of(files);
    BOOST_TEST(found.size() == expected.size());
    for (auto& [url, document] : found) {
      BOOST_REQUIRE(expected.contains(url));
      for (json* each : {&document, &expected[url]}) {
        each->erase("fetched");
        each->erase("place");
      }
      BOOST_TEST(document == expected[url], url);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_page_received_again_under_another_url_has_the_bytes_of_the_first) {
  const std::string copy = crawled().site.url("/copy.html"), lost = crawled().site.url("/lost.html");
  const std::string far = "http://other.example/copy.html";
  write_file(project() / "revisits.warc", warc_info() + revisit_of(copy, digest_of(5)) +
                                              revisit_of(lost, "sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA") +
                                              revisit_of(far, digest_of(5)));
  const auto before = documents_of({"packed.warc.gz"});
  for (const auto& files : std::vector<std::vector<std::string>>{{"packed.warc.gz", "revisits.warc"},
                                                                 {"revisits.warc", "packed.warc.gz"}}) {
    const auto found = documents_of(files);
    BOOST_TEST(found.size() == before.size() + 3);
    BOOST_TEST(found.at(copy).value("status", "") != "skipped");
    BOOST_TEST(found.at(copy).at("content") == before.at(crawled().site.url(article_target(5))).at("content"));
    BOOST_TEST(found.at(copy).at("place").at("file") == "revisits.warc");
    for (const std::string& url : {lost, far}) BOOST_TEST(found.at(url).at("reason") == "http_304");
  }
  // With index.duplicates: fold, it is what it is.
  const Outcome folded = project().pith({"--set", "index.duplicates=fold", "map", "sorted.frames"});
  BOOST_TEST(read_lines(folded.out).at(copy).at("reason") == "duplicate");
}

// Whatever the number of pieces, it counts as unchanged there; the other pages are those of the whole site.
BOOST_AUTO_TEST_CASE(pieces_of_a_site_do_not_know_what_a_page_repeats) {
  const std::string copy = crawled().site.url("/copy.html");
  write_file(project() / "copy.warc", warc_info() + revisit_of(copy, digest_of(5)));
  const auto expected = documents_of({"packed.warc.gz", "copy.warc"});
  BOOST_TEST(expected.at(copy).value("status", "") != "skipped");
  project().must({"map", "--learn", "models", "sorted.frames"});
  const auto frames = frames_in(read_file(project() / "sorted.frames"));
  for (const std::size_t count : {1, 2, 5}) {
    std::string pages;
    for (std::size_t piece = 0; piece < count; ++piece) {
      std::string part, url;
      std::size_t number = 0;  // of the URL: its captures stay together
      for (const std::string& frame : frames) {
        const json head = json::parse(frame.begin() + 8, frame.begin() + 8 + head_bytes(frame));
        if (head.at("url") != url) ++number;
        url = head.at("url");
        if (number % count == piece) part += frame;
      }
      write_file(project() / "piece.frames", part);
      pages += project().must({"map", "--structure", "--models", "models", "piece.frames"});
    }
    write_file(project() / "pages.frames", pages);
    auto found = read_lines(project().must({"fold", "pages.frames"}));
    BOOST_TEST(found.at(copy).at("reason") == "http_304");
    found[copy] = expected.at(copy);
    BOOST_TEST((found == expected), count << " pieces");
  }
}

BOOST_AUTO_TEST_SUITE_END()
