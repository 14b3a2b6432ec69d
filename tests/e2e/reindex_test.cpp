// The configuration changes: `pith reindex` extracts the affected pages from the cache. A dry run reports beforehand
// what would change, and changes nothing itself.
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <vector>

#include "crawler_adapter/cache/cache_ledger.h"
#include "indexer_adapter/documents/writer.h"
#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

constexpr int articles = 9;  // of each site
// Not the same on two pages, or it were the site's.
std::string note_line(int number) {
  return "The editors reviewed " + article_word(number) + " with its " + article_word(number + 40) + " in May.";
}
std::string note(int number) { return "<div class=\"note\"><p>" + note_line(number) + "</p></div>"; }
constexpr const char* no_notes = "\nextract: {exclude: [.note]}\n";

bool has_note(int number) { return number % 3 == 0; }

std::string url_of(const std::string& site, int number) { return "http://" + site + article_target(number); }

json line_of(const std::string& url, const std::string& body, int status = 200) {
  return {{"url", url}, {"status", status}, {"headers", {{"Content-Type", "text/html"}}}, {"body", body}};
}

void ingest(const Project& project, const std::vector<json>& lines) {
  std::string text;
  for (const json& line : lines) text += line.dump() + "\n";
  write_file(project / "pages.jsonl", text);
  project.must({"ingest", "--capture-only", project / "pages.jsonl"});
}

// Two sites of articles; every third one has a note.
void ingest_sites(const Project& project) {
  std::vector<json> lines;
  for (const std::string site : {"a.example", "b.example"})
    for (int number = 1; number <= articles; ++number)
      lines.push_back(line_of(url_of(site, number), article(number, has_note(number) ? note(number) : "").body));
  ingest(project, lines);
}

struct Indexed {
  Project project;
  Indexed() {
    ingest_sites(project);
    project.must({"index"});
  }
  void configure(const std::string& yaml) const { write_file(project / "pith.yaml", original + yaml); }
  const std::string original = read_file(project / "pith.yaml");
};

// All files below the directory with their bytes. The files that SQLite needs while a cache is open are gone by then.
std::map<std::string, std::string> files(const Project& project) {
  std::map<std::string, std::string> all;
  if (!fs::exists(project / "pith-data")) return all;
  for (const auto& entry : fs::recursive_directory_iterator(project / "pith-data"))
    all[entry.path()] = entry.is_regular_file() ? read_file(entry.path()) : "";
  return all;
}

// A dry run; checks that it wrote nothing.
json dry_run(const Project& project, std::vector<std::string> more = {}) {
  const auto before = files(project);
  more.insert(more.begin(), {"reindex", "--dry-run"});
  const json out = project.json(more);
  BOOST_TEST((files(project) == before), "the dry run wrote something");
  return out;
}

// Checks that `pith reindex` does what the dry run promised, and no more.
void check_kept(const Project& project, const json& promised, std::vector<std::string> more = {}) {
  std::vector<std::string> arguments = {"reindex"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const json done = project.json(arguments);
  BOOST_TEST(done.at("examined") == promised.at("examined"));
  BOOST_TEST(done.at("extracted") == promised.at("extracted"));
  BOOST_TEST(done.at("written") == promised.at("changed").get<int>() + promised.at("added").get<int>());
  BOOST_TEST(done.at("removed") == promised.at("removed"));
  const json after = dry_run(project, more);
  BOOST_TEST(after.at("extracted") == 0);
  BOOST_TEST(after.at("pages").empty());
}

// By URL: the lines removed and added.
std::map<std::string, std::vector<std::string>> changed_lines(const json& run) {
  std::map<std::string, std::vector<std::string>> all;
  for (const json& page : run.at("pages")) {
    auto& lines = all[page.at("url")];
    for (const std::string line : page.at("content").at("diff"))
      if (line[0] == '-' || line[0] == '+') lines.push_back(line);
  }
  return all;
}

std::map<std::string, std::vector<std::string>> notes_go(const std::vector<std::string>& sites) {
  std::map<std::string, std::vector<std::string>> all;
  for (const std::string& site : sites)
    for (int number = 1; number <= articles; ++number)
      if (has_note(number)) all[url_of(site, number)] = {"-" + note_line(number)};
  return all;
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_SUITE(reindex)

BOOST_AUTO_TEST_CASE(exclude_changes_the_pages_that_have_it_and_no_others) {
  const Indexed indexed;
  const Project& project = indexed.project;
  BOOST_TEST(project.must({"reindex"}) == "the index is up to date\n");
  const json tried = dry_run(project, {"--set", "extract.exclude=[.note]"});
  BOOST_TEST((changed_lines(tried) == notes_go({"a.example", "b.example"})));
  const std::string said = project.must({"reindex", "--dry-run", "--set", "extract.exclude=[.note]"});
  BOOST_TEST(holds(said, "pith.yaml, then `pith reindex` does it\n"), said);
  BOOST_TEST(project.must({"reindex", "--dry-run"}) == "the index is up to date\n");
  const std::string nothing = project.must({"reindex", "--dry-run", "--set", "extract.exclude=[.nowhere]"});
  BOOST_TEST(nothing == "would re-extract 18 of 18 pages; no document changes\n");

  indexed.configure(no_notes);
  const json run = dry_run(project);
  BOOST_TEST(run.at("extracted") == 2 * articles);
  BOOST_TEST(run.at("changed") == 6);
  BOOST_TEST((changed_lines(run) == notes_go({"a.example", "b.example"})), run.dump(1));
  const std::string text = project.must({"reindex", "--dry-run"});
  BOOST_TEST(holds(text, "\n    - " + note_line(3) + "\n"), text);
  BOOST_TEST(
      holds(text,
            "\nwould re-extract 18 of 18 pages: 6 documents change, 0 added, 0 removed; `pith reindex` does it\n"),
      text);

  check_kept(project, run);
  const Project scratch(no_notes);
  ingest_sites(scratch);
  scratch.must({"index"});
  check_same_index(project.index(), scratch.index());
}

BOOST_AUTO_TEST_CASE(override_of_one_site_extracts_its_pages_only) {
  const Indexed indexed;
  const IndexContent before = indexed.project.index();
  indexed.configure("\nsites: {b.example: {extract: {exclude: [.note]}}}\n");
  const json run = dry_run(indexed.project);
  BOOST_TEST(run.at("extracted") == articles);
  BOOST_TEST((changed_lines(run) == notes_go({"b.example"})));
  check_kept(indexed.project, run);
  const IndexContent after = indexed.project.index();
  for (const auto& [url, fields] : before)
    BOOST_TEST((after.at(url) == fields) == !notes_go({"b.example"}).contains(url), url);
}

BOOST_AUTO_TEST_CASE(site_restricts_extraction_and_removal) {
  const Indexed indexed;
  const Project& project = indexed.project;
  ingest(project, {line_of(url_of("b.example", 1), "gone", 404)});
  indexed.configure(no_notes);
  const json run = dry_run(project, {"--site", "a.example"});
  BOOST_TEST(run.at("examined") == articles);
  BOOST_TEST(run.at("removed") == 0);
  BOOST_TEST((changed_lines(run) == notes_go({"a.example"})));
  check_kept(project, run, {"--site", "a.example"});
  BOOST_TEST(project.index().contains(url_of("b.example", 1)));

  const json rest = dry_run(project);
  BOOST_TEST(rest.at("examined") == articles - 1);
  BOOST_TEST(rest.at("removed") == 1);
  check_kept(project, rest);
  BOOST_TEST(!project.index().contains(url_of("b.example", 1)));

  for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--dry-run"}}) {
    std::vector<std::string> arguments = {"reindex", "--site", "c.example"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome unknown = project.pith(arguments);
    BOOST_TEST(unknown.code == 2);
    BOOST_TEST(holds(unknown.err, "--site c.example: no page of this site is in the cache"), unknown.err);
  }
}

BOOST_AUTO_TEST_CASE(removals_say_why) {
  const Indexed indexed;
  const Project& project = indexed.project;
  ingest(project,
         {line_of(url_of("a.example", 1), "gone", 404),
          line_of(url_of("a.example", 2), templated("Hidden", article_text(2), "<meta name=robots content=noindex>"))});
  indexed.configure("\nsites: {b.example: {extract: {skip: true}}}\n");
  const json run = dry_run(project);
  BOOST_TEST(run.at("removed") == articles + 2);
  std::map<std::string, std::string> reasons;
  for (const json& page : run.at("pages"))
    if (page.at("change") == "removed") reasons[page.at("url")] = page.at("reason");
  BOOST_TEST(reasons[url_of("a.example", 1)] == "http_404");
  BOOST_TEST(reasons[url_of("a.example", 2)] == "noindex");
  BOOST_TEST(reasons[url_of("b.example", 5)] == "site_skip");
  const std::string text = project.must({"reindex", "-n"});
  BOOST_TEST(holds(text, "removed " + url_of("a.example", 1) + " (http_404)\n    Chapter 1\n"), text);
  check_kept(project, run);
}

// A run was killed after recording that a page is skipped, and left its document; since then the page may be indexed.
BOOST_AUTO_TEST_CASE(page_extracted_again_is_not_removed_for_its_old_reason) {
  const Indexed indexed;
  const std::string url = url_of("b.example", 1);
  {
    auto cache = pith::crawl::CacheLedger::open_existing({.directory = indexed.project / "pith-data/cache"});
    BOOST_REQUIRE(cache.ok());
    const auto page = cache->find(url);
    BOOST_REQUIRE((page.ok() && page->has_value()));
    const pith::crawl::Outcome skipped{.page = (*page)->id,
                                       .digest = (*page)->digest,
                                       .charset = (*page)->charset,
                                       .state = pith::crawl::PageState::skipped,
                                       .reason = pith::crawl::PageReason::noindex,
                                       .fingerprint = "",
                                       .document_digest = ""};
    BOOST_REQUIRE(!cache->record(std::span(&skipped, 1)));
  }
  BOOST_TEST(dry_run(indexed.project).at("removed") == 1);
  indexed.configure(no_notes);
  const json run = dry_run(indexed.project);
  BOOST_TEST(run.at("removed") == 0);
  BOOST_TEST(run.at("changed") == 7);
  check_kept(indexed.project, run);
  BOOST_TEST(indexed.project.index().contains(url));
}

BOOST_AUTO_TEST_CASE(keep_switch_and_extractor) {
  const Project project;
  const std::string table =
      "<table><tr><th>Name</th><th>Height</th></tr><tr><td>Zugspitze</td><td>2962</td></tr>"
      "<tr><td>Watzmann</td><td>2713</td></tr></table>";
  std::vector<json> lines;
  for (int number = 1; number <= articles; ++number)
    lines.push_back(line_of(url_of("a.example", number), article(number, number == 4 ? table : "").body));
  ingest(project, lines);
  project.must({"index"});
  const json kept = dry_run(project, {"--set", "extract.keep_tables=false"});
  BOOST_TEST(kept.at("extracted") == articles);
  const auto changed = changed_lines(kept);
  BOOST_REQUIRE(changed.contains(url_of("a.example", 4)));
  const auto& gone = changed.at(url_of("a.example", 4));
  BOOST_TEST(!gone.empty());
  for (const std::string& line : gone) BOOST_TEST(line[0] == '-', line);
  BOOST_TEST(holds(json(gone).dump(), "Zugspitze"));
  for (const auto& [url, other] : changed) BOOST_TEST((url == url_of("a.example", 4) || other.empty()), url);

  write_file(project / "pith.yaml", read_file(project / "pith.yaml") + "\nextract: {extractor: plain}\n");
  const json plain = dry_run(project, {"--limit", "0"});
  BOOST_TEST(plain.at("changed") == articles);
  for (const json& page : plain.at("pages")) {
    const json& extractor = page.at("fields").at("extractor");
    BOOST_TEST(extractor.at("before").get<std::string>().starts_with("pith/"));
    BOOST_TEST(extractor.at("after").get<std::string>().starts_with("plain/"));
    BOOST_TEST(holds(page.at("content").at("diff").dump(), "+Menuhomepage"));  // the menu is now content
  }
  check_kept(project, plain);
}

// Pages captured but never extracted have no links, shapes or samples in the cache, and there is no index.
BOOST_AUTO_TEST_CASE(dry_run_of_a_fresh_capture_adds_everything_and_writes_nothing) {
  const Project project;
  ingest_sites(project);
  const json run = dry_run(project, {"--limit", "3"});
  BOOST_TEST(run.at("added") == 2 * articles);
  BOOST_TEST(run.at("pages").size() == 3u);
  check_kept(project, run);
  fs::remove_all(project / "pith-data/index");
  const json again = dry_run(project);
  BOOST_TEST(again.at("added") == 2 * articles);
  check_kept(project, again);
}

BOOST_AUTO_TEST_CASE(output_is_bounded_and_in_order) {
  const Indexed indexed;
  const Project& project = indexed.project;
  std::string paragraphs;
  for (int i = 0; i < 60; ++i) paragraphs += "<p>Added line " + std::to_string(i) + " of the chapter's text.</p>";
  ingest(project, {line_of(url_of("b.example", 9), article(9, paragraphs).body)});
  indexed.configure(no_notes);
  std::vector<std::string> urls;
  const json first = dry_run(project, {"--limit", "4"});
  for (const json& page : first.at("pages")) urls.push_back(page.at("url"));
  BOOST_TEST(urls == (std::vector<std::string>{url_of("a.example", 3), url_of("a.example", 6), url_of("a.example", 9),
                                               url_of("b.example", 3)}),
             boost::test_tools::per_element());
  BOOST_TEST(holds(project.must({"reindex", "-n", "--limit", "4"}), "\n… 2 more pages; --limit 0 shows all\n"));
  const std::string all = project.must({"reindex", "-n", "--limit", "0"});
  BOOST_TEST(holds(all, "\n      … 41 more lines\n"), all);  // the note was replaced by the first of them
  BOOST_TEST(!holds(all, "more pages"));
  BOOST_TEST(project.pith({"reindex", "--limit", "4"}).code == 2);
}

BOOST_AUTO_TEST_CASE(hostile_content_is_printed_harmlessly) {
  const Indexed indexed;
  // An older version, or another program, may have left it there.
  const std::string attack =
      "\x1b]0;owned\x07\x1b[2J \xc2\x9b"
      "31m\r attack";
  {
    auto writer = pith::index::Writer::open(indexed.project / "pith-data/index", {});
    BOOST_REQUIRE(writer.ok());
    pith::ExtractedPage page;
    page.status = pith::Status::main;
    page.metadata.title = attack;
    page.blocks.text = attack + "\nSecond line";
    for (const std::string& url : {url_of("a.example", 3), url_of("b.example", 1)})
      BOOST_TEST(!writer->put({.url = url, .site = url.substr(7, 9), .fetched = {}, .digest = {}}, page));
    BOOST_TEST(!writer->close());
  }
  ingest(indexed.project, {line_of(url_of("b.example", 1), "gone", 404)});
  indexed.configure(no_notes);
  const std::string text = indexed.project.must({"reindex", "--dry-run"});
  BOOST_TEST(holds(text, "    -  ]0;owned  [2J   31m  attack\n"), text);
  BOOST_TEST(holds(text, "title:  ]0;owned  [2J   31m  attack → Chapter 3\n"), text);
  BOOST_TEST(holds(text, "(http_404)\n     ]0;owned"), text);
  for (const char* control : {"\x1b", "\x07", "\r", "\xc2\x9b"}) BOOST_TEST(!holds(text, control));
}

BOOST_AUTO_TEST_CASE(all_extracts_everything_and_writes_only_changes) {
  const Indexed indexed;
  BOOST_TEST(dry_run(indexed.project, {"--all"}).at("extracted") == 2 * articles);
  const json all = indexed.project.json({"reindex", "--all", "--site", "a.example"});
  BOOST_TEST(all.at("extracted") == articles);
  BOOST_TEST(all.at("written") == 0);
  indexed.configure(no_notes);
  const json changed = indexed.project.json({"reindex", "--all"});
  BOOST_TEST(changed.at("extracted") == 2 * articles);
  BOOST_TEST(changed.at("written") == 6);
}

BOOST_AUTO_TEST_CASE(json_has_its_shape) {
  const Indexed indexed;
  indexed.configure("\nsites: {a.example: {extract: {exclude: [.note]}}}\n");
  json run = dry_run(indexed.project, {"--limit", "1"});
  BOOST_TEST(run.at("seconds").get<double>() > 0);
  run.erase("seconds");
  json& content = run.at("pages").at(0).at("content");
  const json diff = content.at("diff");
  content.erase("diff");
  BOOST_REQUIRE(diff.size() >= 3u);
  BOOST_TEST(diff.at(0).get<std::string>().starts_with("@@ -"));
  BOOST_TEST(diff.at(1).get<std::string>().starts_with(" "));
  BOOST_TEST(diff.at(2) == "-" + note_line(3));
  run.at("pages").at(0).erase("other_fields");
  run.at("pages").at(0).erase("fields");
  const json expected = {{"examined", 2 * articles},
                         {"extracted", articles},
                         {"changed", 3},
                         {"added", 0},
                         {"removed", 0},
                         {"unfolded", 0},
                         {"stopped", false},
                         {"pages",
                          {{{"url", url_of("a.example", 3)},
                            {"site", "a.example"},
                            {"change", "changed"},
                            {"reason", ""},
                            {"content", {{"removed_lines", 1}, {"added_lines", 0}, {"more_lines", 0}}}}}}};
  BOOST_TEST(run == expected, run.dump(1));
}

BOOST_AUTO_TEST_CASE(interrupted_dry_run_reports_what_it_saw) {
  const Project project("\nextract: {threads: 1}\n");
  constexpr int pages = 1500;
  std::vector<json> lines;
  for (int number = 1; number <= pages; ++number)
    lines.push_back(line_of("http://a.example/" + std::to_string(number), article(number).body));
  ingest(project, lines);
  Process run(project.command({"reindex", "--dry-run", "--json"}));
  // The cache is opened after the signal handler is installed.
  BOOST_REQUIRE(wait_until([&] { return fs::exists(project / "pith-data/cache/pages.sqlite-wal"); }));
  run.signal(SIGINT);
  const Outcome outcome = run.finish();
  BOOST_TEST(outcome.code == 130);
  BOOST_TEST(holds(outcome.err, "interrupted"), outcome.err);
  const json seen = json::parse(outcome.out);
  BOOST_TEST(seen.at("stopped") == true);
  BOOST_TEST(seen.at("examined") < pages);
}

BOOST_AUTO_TEST_CASE(dry_run_fetches_no_siblings) {
  Site site;
  put_articles(site, articles);
  const Project project("\nsiblings: {fetch: true, fetch_private: true, fetch_delay: 0}\n");
  ingest(project, {line_of(site.url("/"), site.body("/"))});
  BOOST_TEST(dry_run(project).at("added") == 1);
  BOOST_TEST(site.answers().empty());
  BOOST_TEST(project.json({"reindex"}).at("siblings").at("fetched") == 4);
}

BOOST_AUTO_TEST_CASE(cache_that_must_be_changed_first_is_refused) {
  const Indexed indexed;
  const Outcome outcome = indexed.project.pith({"reindex", "-n", "--set", "cache.site=host"});
  BOOST_TEST(outcome.code == 2);
  BOOST_TEST(holds(outcome.err, "cache.site has changed"), outcome.err);
}

// Its cache may only be away for a while, and what it has of other pages would never be removed.
BOOST_AUTO_TEST_CASE(an_index_of_another_cache_is_not_written_into) {
  const Indexed indexed;
  const IndexContent before = indexed.project.index();
  fs::rename(indexed.project / "pith-data/cache", indexed.project / "pith-data/away");
  std::vector<json> lines = {line_of("http://c.example/", article(1).body)};
  for (const auto& [url, document] : before) lines.push_back(line_of(url, article(2).body));
  ingest(indexed.project, lines);
  const Outcome refused = indexed.project.pith({"index"});
  BOOST_TEST(refused.code == 2);
  BOOST_TEST(refused.err.find("belongs to another page cache; choose another index.path") != std::string::npos,
             refused.err);
  // Those who capture and index learn it before the first page.
  Site site;
  site.put("/", article(2));
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"crawl", site.url("/")}, {"ingest", indexed.project / "pages.jsonl"}}) {
    const Outcome early = indexed.project.pith(command);
    BOOST_TEST(early.code == 2);
    BOOST_TEST(early.err.find("belongs to another page cache") != std::string::npos, early.err);
    BOOST_TEST(early.out == "");
  }
  BOOST_TEST(site.answers().empty());
  check_same_index(indexed.project.index(), before);
  indexed.project.must({"index", "--set", "index.path=other"});
  const Outcome again = indexed.project.pith({"index"});
  BOOST_TEST(again.code == 2, "a cache that has an index of its own");
  BOOST_TEST(again.err.find("belongs to another page cache") != std::string::npos, again.err);
  check_same_index(indexed.project.index(), before);
  fs::remove_all(indexed.project / "pith-data/cache");
  fs::rename(indexed.project / "pith-data/away", indexed.project / "pith-data/cache");
  indexed.project.must({"index"});
  check_same_index(indexed.project.index(), before);
  // Its own may be several.
  indexed.project.must({"index", "--set", "index.path=third"});
  indexed.project.must({"index"});
  check_same_index(indexed.project.index(), before);
}

// An empty one may be taken over; its former owner, when it has pages again, must not write into it as well.
BOOST_AUTO_TEST_CASE(an_empty_index_has_one_owner) {
  const Project project;
  ingest(project, {line_of("http://a.example/", article(1).body)});
  project.must({"index"});
  ingest(project, {line_of("http://a.example/", "gone", 404)});
  project.must({"index"});
  BOOST_TEST(project.index().size() == 0u);
  fs::rename(project / "pith-data/cache", project / "pith-data/away");
  ingest(project, {line_of("http://b.example/", article(2).body)});
  project.must({"index"});
  const IndexContent taken = project.index();
  BOOST_TEST(taken.size() == 1u);
  fs::remove_all(project / "pith-data/cache");
  fs::rename(project / "pith-data/away", project / "pith-data/cache");
  ingest(project, {line_of("http://a.example/", article(1).body)});
  const Outcome refused = project.pith({"index"});
  BOOST_TEST(refused.code == 2);
  BOOST_TEST(holds(refused.err, "belongs to another page cache"), refused.err);
  check_same_index(project.index(), taken);
}

BOOST_AUTO_TEST_CASE(a_new_index_says_which_pages_it_lacks) {
  const Project project("cache: {max_bytes: 4kB}\n");
  ingest_sites(project);
  project.must({"index"});
  BOOST_TEST(project.index().size() == 2u * articles);
  const auto evicted = project.stats().at("evicted").get<std::int64_t>();
  BOOST_REQUIRE(evicted > 0);
  fs::remove_all(project / "pith-data/index");
  const Outcome again = project.pith({"index"});
  BOOST_TEST(again.code == 0, again.err);
  const std::string told = "not in this new index: " + std::to_string(evicted) + " pages, whose bodies";
  BOOST_TEST(again.out.find(told) != std::string::npos, again.out);
  BOOST_TEST(project.index().size() == 2u * articles - static_cast<std::size_t>(evicted));
}

BOOST_AUTO_TEST_SUITE_END()
