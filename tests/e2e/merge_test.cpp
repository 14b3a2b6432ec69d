// `pith merge`: an index of several indexes, each of whole sites, is the index of all sites.
#include <signal.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "config/load.h"
#include "indexer_adapter/hits/searcher.h"
#include "plugin/index/index_options.h"
#include "tests/e2e/crawl_records.h"
#include "tests/e2e/flips.h"
#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"

namespace fs = std::filesystem;
using namespace pith::test;
using nlohmann::json;
using pith::index::Hits;
using pith::index::Searcher;

namespace {

std::string host_of(int number) { return "http://site" + std::to_string(number) + ".example"; }

// With a table of contents, so that there is something to say of pages.
std::vector<json> site_records(int number) {
  auto records = records_of(number);
  records.push_back(record(host_of(number) + "/", contents(3 + 5 * number).body));
  return records;
}

void index_records(const Project& project, const std::vector<json>& records) {
  write_file(project / "in.jsonl", lines_of(records));
  project.must({"ingest", "in.jsonl"});
}

void index_sites(const Project& project, const std::vector<int>& numbers) {
  std::vector<json> records;
  for (const int number : numbers)
    for (json& each : site_records(number)) records.push_back(std::move(each));
  index_records(project, records);
}

std::string index_of(const Project& project) { return project / "pith-data/index"; }

// Names and bytes.
std::map<std::string, std::string> files_in(const std::string& directory) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(directory))
    files[entry.path()] = read_file(entry.path().string());
  return files;
}

struct Shards {
  Project whole, parts[3];
  Shards() {
    index_sites(whole, all_sites());
    for (int part = 0; part < 3; ++part) index_sites(parts[part], {2 * part + 1, 2 * part});
  }
  std::vector<std::string> paths() const { return {index_of(parts[0]), index_of(parts[1]), index_of(parts[2])}; }
};

const Shards& shards() {
  static const Shards shards;
  return shards;
}

std::vector<std::string> merge(std::vector<std::string> indexes, const std::string& output) {
  indexes.insert(indexes.begin(), "merge");
  indexes.insert(indexes.end(), {"--output", output});
  return indexes;
}

// A project whose index is the merged one.
struct Merged {
  Project project;
  json counts;
  explicit Merged(const std::vector<std::string>& indexes) {
    counts = project.json(merge(indexes, "pith-data/index"));
    BOOST_TEST(!fs::exists(project / "pith-data/index.unfinished"));
  }
};

Searcher searcher_of(const Project& project) {
  const auto config = pith::config::load(project / "pith.yaml");
  BOOST_REQUIRE(config.ok());
  auto searcher = Searcher::open(index_of(project), *pith::pipeline::index_searcher_options(config->settings()));
  if (!searcher) BOOST_FAIL(searcher.error().message);
  return std::move(*searcher);
}

// Hits with the same score may be in any order: it is that of the documents.
void check_same_hits(const Hits& actual, const Hits& expected) {
  BOOST_TEST(actual.total == expected.total);
  BOOST_TEST(actual.complete == expected.complete);
  BOOST_TEST((actual.hits.size() == expected.hits.size()));
  BOOST_TEST(actual.notes == expected.notes);
  BOOST_TEST(actual.hints == expected.hints);
  BOOST_TEST(actual.suggestion == expected.suggestion);
  std::map<std::string, double> scores;
  for (const auto& hit : expected.hits) scores[hit.url] = hit.score;
  for (std::size_t i = 0; i < std::min(actual.hits.size(), expected.hits.size()); ++i) {
    const auto& hit = actual.hits[i];
    BOOST_TEST(std::abs(hit.score - expected.hits[i].score) <= 1e-6);
    BOOST_REQUIRE_MESSAGE(scores.contains(hit.url), hit.url);
    BOOST_TEST(std::abs(hit.score - scores.at(hit.url)) <= 1e-6, hit.url);
  }
  BOOST_REQUIRE(actual.facets.has_value() == expected.facets.has_value());
  if (!actual.facets) return;
  BOOST_TEST((actual.facets->sites.values == expected.facets->sites.values));
  BOOST_TEST((actual.facets->hosts.values == expected.facets->hosts.values));
  BOOST_TEST((actual.facets->languages.values == expected.facets->languages.values));
  BOOST_TEST((actual.facets->years.values == expected.facets->years.values));
}

Outcome fails(const Project& project, std::vector<std::string> arguments, const std::string& message) {
  const bool there = fs::exists(project / "out");
  const auto before = there ? files_in(project / "out") : std::map<std::string, std::string>();
  Outcome outcome = project.pith(std::move(arguments));
  BOOST_TEST(outcome.code == 2, outcome.out);
  BOOST_TEST(holds(outcome.err, message), outcome.err);
  BOOST_TEST(outcome.out == "");
  BOOST_TEST(fs::exists(project / "out") == there);
  if (there) BOOST_TEST((files_in(project / "out") == before));
  BOOST_TEST(!fs::exists(project / "out.unfinished"));
  return outcome;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(merge_command)

BOOST_AUTO_TEST_CASE(is_the_index_of_all_sites) {
  std::vector<std::map<std::string, std::string>> before;
  for (const std::string& path : shards().paths()) before.push_back(files_in(path));
  const Merged merged(shards().paths());
  for (std::size_t i = 0; i < before.size(); ++i) BOOST_TEST((files_in(shards().paths()[i]) == before[i]));
  check_same_index(merged.project.index(), shards().whole.index());
  check_same_index(merged.project.templates(), shards().whole.templates());

  const json& counts = merged.counts;
  const auto number = [](const json& of, const char* key) { return of.at(key).get<std::int64_t>(); };
  BOOST_TEST(number(counts, "pages") == static_cast<std::int64_t>(shards().whole.index().size()));
  BOOST_TEST(number(counts, "templates") == static_cast<std::int64_t>(shards().whole.templates().size()));
  BOOST_TEST(number(counts, "inbound_texts") > 20);
  BOOST_TEST(number(counts, "deleted") > 0);
  BOOST_TEST(sum_of(counts.at("doubles")) == 0);
  BOOST_REQUIRE(counts.at("indexes").size() == 3u);
  for (const char* key : {"pages", "templates", "inbound_texts", "others", "deleted"}) {
    std::int64_t sum = 0;
    for (const json& each : counts.at("indexes")) sum += number(each, key);
    BOOST_TEST(sum == number(counts, key), key);
  }
  BOOST_TEST(counts.at("indexes")[0].at("index") == shards().paths()[0]);
}

BOOST_AUTO_TEST_CASE(searches_have_the_same_hits_and_scores) {
  const Merged merged(shards().paths());
  const Searcher one = searcher_of(shards().whole), all = searcher_of(merged.project);
  std::vector<std::string> queries = {"river",
                                      "captain bridge silver",
                                      "anchor harbour velvet mirror thunder",
                                      "title:chapter",
                                      "headings:market teacher",
                                      "site:site3.example stone",
                                      "host:site4.example",
                                      "\"of the garden\"",
                                      "mea*",
                                      "m?rror",
                                      "inbound:chapter",
                                      "ancestors:contents",
                                      "kitchens -" + article_word(301),
                                      article_word(1) + " OR " + article_word(502),
                                      "thundre",
                                      template_words[0],
                                      "nothinghasthis"};
  for (int number = 0; number < sites; ++number) {
    queries.push_back(article_word(100 * number + 2));
    queries.push_back(article_word(100 * number + 1) + " orchard pepper");
    queries.push_back("\"" + article_word(100 * number + 1) + "\"");
  }
  std::size_t found = 0, scored = 0;
  for (const std::string& text : queries) {
    BOOST_TEST_INFO_SCOPE(text);
    for (const bool templates : {false, true}) {
      const pith::index::Query query{.text = text, .templates = templates, .facets = !templates, .limit = 1000};
      const auto expected = one.search(query), actual = all.search(query);
      BOOST_REQUIRE(actual.ok() == expected.ok());
      if (!expected) continue;
      check_same_hits(*actual, *expected);
      found += expected->total;
      for (const auto& hit : expected->hits) scored += hit.score > 0;
    }
  }
  BOOST_TEST(found > 500u);
  BOOST_TEST(scored > 400u);

  // As many as there is room for, so that the order of equals does not decide which.
  const auto texts = [](const Searcher& searcher, const std::string& text, const std::string& site) {
    const auto suggestions = searcher.suggest({.text = text, .site = site, .limit = 20});
    BOOST_REQUIRE(suggestions.ok());
    std::set<std::string> out;
    for (const auto& each : *suggestions) out.insert(each.title + ": " + each.text + " " + each.link);
    return out;
  };
  for (const std::string text : {"chapter 20", "contents", "about the engine o", "about the river of"})
    for (const std::string site : {"", "site5.example"}) {
      const auto expected = texts(one, text, site);
      BOOST_TEST(expected.size() < 20u);
      BOOST_TEST((site == "" ? expected.size() > 0u : true), text);
      BOOST_TEST((texts(all, text, site) == expected), text);
    }
}

BOOST_AUTO_TEST_CASE(other_commands_use_it) {
  const Merged merged(shards().paths());
  const std::string url = host_of(4) + article_target(2);
  const auto both = [&](std::vector<std::string> arguments) {
    BOOST_TEST(merged.project.must(arguments) == shards().whole.must(arguments), arguments.front());
  };
  both({"get", url});
  both({"search", article_word(402)});
  BOOST_TEST((read_lines(merged.project.must({"export", "--structure"})) ==
              read_lines(shards().whole.must({"export", "--structure"}))));
  // And the next merge, by itself or with others.
  const Merged again({index_of(merged.project)});
  check_same_index(again.project.index(), merged.project.index());
  BOOST_TEST(again.counts.at("deleted") == 0);
}

// The page fetched last, of equals that of the first index, with what is said of it; a site's template of the first.
BOOST_AUTO_TEST_CASE(of_doubles_the_newest_stays) {
  const auto made = [](const Project& project, int text, int fetched, int site) {
    auto records = site_records(site);
    json page = record(host_of(9) + "/both", article(text).body),
         same = record(host_of(9) + "/same", article(text + 1).body);
    page["fetched"] = fetched;
    json start = record(host_of(9) + "/", contents(3, {"/both", "/same"}).body);
    start["fetched"] = 1600000000 + site;
    for (json& each : std::vector<json>{page, same, start}) records.push_back(std::move(each));
    index_records(project, records);
  };
  const Project older, newer;
  made(older, 901, 1700000000, 0);
  made(newer, 911, 1700000001, 1);
  for (const bool newer_first : {false, true}) {
    std::vector<std::string> paths = {index_of(older), index_of(newer)};
    if (newer_first) std::ranges::reverse(paths);
    const Merged merged(paths);
    auto expected = older.index();
    for (const auto& [url, fields] : newer.index())
      if (url != host_of(9) + "/same" || newer_first) expected[url] = fields;
    check_same_index(merged.project.index(), expected);
    BOOST_TEST(merged.project.search(article_word(911)).contains(host_of(9) + "/both"));
    BOOST_TEST(!merged.project.search(article_word(901)).contains(host_of(9) + "/both"));
    BOOST_TEST(merged.project.search(article_word(newer_first ? 912 : 902)).contains(host_of(9) + "/same"));
    BOOST_TEST(merged.project.templates().size() <= older.templates().size() + newer.templates().size());
    const json& doubles = merged.counts.at("doubles");
    BOOST_TEST(doubles.at("pages") == 3);
    BOOST_TEST(doubles.at("inbound_texts").get<int>() >= 2);
    const json& indexes = merged.counts.at("indexes");
    const std::size_t of_newer = newer_first ? 0 : 1;
    BOOST_TEST(indexes[of_newer].at("doubles").at("pages") == (newer_first ? 0 : 1));
    BOOST_TEST(indexes[1 - of_newer].at("doubles").at("pages") == (newer_first ? 3 : 2));
  }
}

BOOST_AUTO_TEST_CASE(deleted_pages_stay_away) {
  const Project project;
  index_sites(project, {2});
  const std::string gone = host_of(2) + article_target(3);
  index_records(project, {record(gone, "gone", 404)});
  BOOST_REQUIRE(!project.index().contains(gone));
  const Merged merged({index_of(project), index_of(shards().parts[0])});
  BOOST_TEST(!merged.project.index().contains(gone));
  BOOST_TEST(merged.project.search(article_word(203)).empty());
  BOOST_TEST(merged.counts.at("indexes")[0].at("deleted").get<int>() >= 1);
}

BOOST_AUTO_TEST_CASE(an_index_may_be_empty) {
  const Project empty;
  index_records(empty, {record("http://empty.example/", "gone", 404)});
  const Merged both({index_of(empty), index_of(shards().parts[1])});
  check_same_index(both.project.index(), shards().parts[1].index());
  const Merged none({index_of(empty)});
  BOOST_TEST(none.project.index().empty());
  BOOST_TEST(none.counts.at("pages") == 0);
  BOOST_TEST(none.project.search("anything").empty());
}

BOOST_AUTO_TEST_CASE(damage_is_found) {
  const Project damaged;
  damaged.take_data(shards().parts[2]);
  const std::string file = index_of(damaged) + "/" + segment_in(index_of(damaged));
  std::string bytes = read_file(file);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  write_file(file, bytes);
  fails(damaged, merge({shards().paths()[0], index_of(damaged)}, "out"), "wrong checksum");
  fs::remove(file);
  fails(damaged, merge({shards().paths()[0], index_of(damaged)}, "out"), "is missing");
  fails(damaged, merge({shards().paths()[0], damaged / "nowhere"}, "out"), "there is no index at");
}

BOOST_AUTO_TEST_CASE(other_versions_and_settings_are_refused) {
  const Project other;
  other.take_data(shards().parts[2]);
  const std::string file = index_of(other) + "/pith-scheme", scheme = read_file(file);
  BOOST_REQUIRE(!scheme.empty());
  write_file(file, "document/1, inbound/1, template/1, index.analyzer: auto\n");
  const auto refused = fails(other, merge({shards().paths()[0], index_of(other)}, "out"), "document/1, inbound/1");
  BOOST_TEST(holds(refused.err, scheme.substr(0, scheme.size() - 1)), refused.err);
  BOOST_TEST(holds(refused.err, index_of(other)), refused.err);
  fs::remove(file);
  fails(other, merge({shards().paths()[0], index_of(other)}, "out"), "does not say how its documents were made");
  // What the messages advise; a part of the index is not enough.
  other.must({"reindex", "--site", "site4.example"});
  BOOST_TEST(!fs::exists(file));
  other.must({"index"});
  BOOST_TEST(read_file(file) == scheme);
  const Merged merged({shards().paths()[0], index_of(other)});
  BOOST_TEST(merged.project.index().size() == shards().parts[0].index().size() + other.index().size());

  auto arguments = merge(shards().paths(), "out");
  arguments.insert(arguments.end(), {"--set", "index.analyzer=de"});
  fails(other, arguments, "index.analyzer: de");
  // An index that is written anew with other settings says so only when all of it is.
  other.must({"reindex", "--set", "index.fields.author=writer", "--site", "site4.example"});
  BOOST_TEST(!fs::exists(file));
  other.must({"index", "--set", "index.fields.author=writer"});
  BOOST_TEST(holds(read_file(file), "index.fields.author: writer"));
  fails(other, merge({shards().paths()[0], index_of(other)}, "out"), "index.fields.author: writer");
}

BOOST_AUTO_TEST_CASE(what_is_there_stays) {
  const Project project;
  fs::create_directory(project / "out");
  project.must(merge(shards().paths(), "out/"));  // an empty one is fine
  fails(project, merge(shards().paths(), "out"), "already exists");
  const std::string path = shards().paths()[0];
  fails(project, merge({path, path + "/../index"}, "new"), "is named twice");
  fs::create_directory(project / "new.unfinished");
  write_file(project / "new.unfinished/mine", "mine");
  BOOST_TEST(project.pith(merge({path}, "new")).code == 2);
  BOOST_TEST(read_file(project / "new.unfinished/mine") == "mine");
  write_file(project / "file", "mine");
  BOOST_TEST(project.pith(merge({path}, "file")).code == 2);
  BOOST_TEST(project.pith(merge({path}, "file/below")).code == 2);
  BOOST_TEST(read_file(project / "file") == "mine");
}

// A merge removes what it made if it fails, and lists the files of an index to see whether they are whole.
BOOST_AUTO_TEST_CASE(an_output_is_apart_from_all_inputs) {
  const Project project;
  project.take_data(shards().parts[0]);
  const auto files = files_in(index_of(project));
  fails(project, merge({index_of(project)}, "pith-data/index/merged"), "is inside of the index");
  fails(project, merge({index_of(project)}, "pith-data/index/a/b"), "is inside of the index");
  fs::rename(index_of(project), project / "all.unfinished");
  fails(project, merge({project / "all.unfinished"}, "all"), "is made until it is whole");
  fs::rename(project / "all.unfinished", index_of(project));
  BOOST_TEST((files_in(index_of(project)) == files));
  BOOST_TEST(!fs::exists(project / "all"));
}

// kill -9, and Ctrl-C: there is no index, or a whole one, and the next merge makes it.
BOOST_AUTO_TEST_CASE(a_killed_merge_leaves_no_index) {
  const Project project;
  const auto begun = std::chrono::steady_clock::now();
  project.must(merge(shards().paths(), "out"));
  const auto time = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begun);
  constexpr int rounds = 20;
  int cut_short = 0;
  for (int i = 0; i < rounds; ++i) {
    const bool kill = i % 2 == 0;
    BOOST_TEST_INFO_SCOPE("round " << i);
    fs::remove_all(project / "out");
    Process merging(project.command(merge(shards().paths(), "out")));
    pause_for(time * (i + 1) / (rounds + 1));
    if (kill) {
      merging.kill_all();
    } else {
      merging.signal(SIGINT);
      const Outcome outcome = merging.finish();
      BOOST_TEST((outcome.code == 0 || outcome.code == 130), outcome.code << outcome.err);
      // The signal may also come between the index's appearance and the program's end.
      const bool nothing = outcome.err.find("nothing was written") != std::string::npos;
      BOOST_TEST((outcome.code != 0 || fs::exists(project / "out")));
      BOOST_TEST((!nothing || !fs::exists(project / "out")));
    }
    if (!fs::exists(project / "out")) {
      ++cut_short;
      BOOST_TEST(project.pith({"search", "river", "--set", "index.path=out"}).code == 2);
      project.must(merge(shards().paths(), "out"));
    }
    BOOST_TEST(!fs::exists(project / "out.unfinished"));
    BOOST_TEST(project.json({"search", "river", "--set", "index.path=out"}).at("total") ==
               shards().whole.json({"search", "river"}).at("total"));
  }
  BOOST_TEST(cut_short > rounds / 4);
}

BOOST_AUTO_TEST_SUITE_END()
