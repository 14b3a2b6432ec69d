// One crawl of a site with every difficulty: states, bytes, index, answers.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <exception>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/system/digest.h"
#include "core/text/url.h"
#include "tests/e2e/hard_site.h"
#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;

namespace {

// The hard site and, on another address, a site of a single page: crawled once for all cases of this file.
struct Crawled {
  Site site, lonely{"127.0.0.2"};
  Fates fates = make_hard_site(site);
  Project project;

  Crawled() {
    lonely.put("/", {.body = "<html><title>Alone</title><body><div class=menu>Lonelymenu</div>" + article_text(60)});
    project.must({"crawl", site.url("/"), lonely.url("/")});
  }
  std::string key(const std::string& target) const { return pith::parse_url(site.url(target))->str(); }
  std::set<std::string> keys(const std::vector<std::string>& targets) const {
    std::set<std::string> out;
    for (const std::string& target : targets) out.insert(key(target));
    return out;
  }
};

const Crawled& crawled() {
  static const Crawled instance;
  return instance;
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const std::string& field(const IndexContent& index, const std::string& url, const std::string& name) {
  BOOST_REQUIRE_MESSAGE(index.contains(url), "not in the index: " << url);
  return index.at(url).at(name);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(one_crawl)

BOOST_AUTO_TEST_CASE(each_page_is_captured_once_and_meets_its_fate) {
  auto rows = crawled().project.cache();
  for (const auto& [target, fate] : crawled().fates) {
    const std::string url = crawled().key(target);
    BOOST_TEST(bool(rows.contains(url)), "not captured: " << url);
    if (!rows.contains(url)) continue;
    const std::string state = rows[url].at("state"), reason = rows[url].at("reason");
    if (fate == "extracted")
      BOOST_TEST(bool(state == "main" || state == "fallback" || state == "whole"),
                 url << ": " << state << " " << reason);
    else
      BOOST_TEST(state + " " + reason == "skipped " + fate, url << ": " << state << " " << reason);
    rows.erase(url);
  }
  rows.erase(crawled().lonely.url("/"));
  for (const auto& [url, row] : rows) BOOST_ERROR("captured, but not of the site: " << row.dump());
}

BOOST_AUTO_TEST_CASE(accounts_add_up) {
  std::map<std::string, int> skipped;
  int extracted = 1;  // the lonely page
  for (const auto& [target, fate] : crawled().fates) fate == "extracted" ? ++extracted : ++skipped[fate];
  const auto total = crawled().project.stats();
  BOOST_TEST(total.at("captured") == crawled().fates.size() + 1);
  BOOST_TEST(total.at("pending") == 0);
  BOOST_TEST(total.at("main").get<int>() + total.at("fallback").get<int>() + total.at("whole").get<int>() == extracted);
  BOOST_TEST(total.at("indexed") == extracted);
  const auto reasons = total.at("skipped_by_reason").get<std::map<std::string, int>>();
  BOOST_TEST(bool(reasons == skipped), total.at("skipped_by_reason").dump());
  BOOST_TEST(total.at("content_words") < total.at("page_words"));
}

BOOST_AUTO_TEST_CASE(server_really_used_the_encodings) {
  std::map<std::string, std::string> used;
  for (const Site::Answer& answer : crawled().site.answers()) used[answer.target] = answer.encoding;
  BOOST_TEST(used["/zipped.html"] == "gzip");
  BOOST_TEST(used["/chunked.html"] == "chunked");
  BOOST_TEST(used["/zipped-chunked.html"] == "gzipchunked");
}

BOOST_AUTO_TEST_CASE(cache_gives_back_the_bytes_that_were_sent) {
  for (const auto& [url, row] : crawled().project.cache()) {
    const bool lonely = url == crawled().lonely.url("/");
    const std::string target = url.substr(crawled().site.url("").size());
    const std::string sent = (lonely ? crawled().lonely : crawled().site).body(lonely ? "/" : target);
    BOOST_TEST(row.at("size") == sent.size(), url);
    if (sent.empty()) continue;
    BOOST_TEST(row.at("digest") == pith::sha256_hex(sent), url);
    if (row.at("reason") == "redirect") continue;  // `cache get` follows it
    const std::string got = crawled().project.must({"cache", "get", url});
    BOOST_TEST(bool(pith::sha256_hex(got) == pith::sha256_hex(sent)), url << ": other bytes");
  }
}

BOOST_AUTO_TEST_CASE(cache_follows_redirects_and_knows_other_spellings) {
  const Crawled& c = crawled();
  for (const auto& [from, to] :
       std::map<std::string, std::string>{{"/moved-relative", article_target(1)},
                                          {"/moved-absolute", article_target(2)},
                                          {"/chain-1", "/chain-end.html"},
                                          {"/same/x/../%7Euser/./page.html#part", "/same/~user/page.html"}})
    BOOST_TEST(bool(c.project.must({"cache", "get", c.site.url(from)}) == c.site.body(to)), from);
  const auto from = c.project.json({"cache", "get", c.key("/chain-end.html")}).at("redirected_from");
  BOOST_TEST(bool(from.get<std::set<std::string>>() == c.keys({"/chain-3"})), from.dump());
  BOOST_TEST(c.project.pith({"cache", "get", c.site.url("/loop-1")}).code != -1);  // ends
  BOOST_TEST(c.project.pith({"cache", "get", c.site.url("/never-linked.html")}).code == 1);
}

BOOST_AUTO_TEST_CASE(documents_have_articles_without_template) {
  const IndexContent index = crawled().project.index();
  for (const auto& [target, fate] : crawled().fates)
    BOOST_TEST(index.contains(crawled().key(target)) == (fate == "extracted"), target);
  for (const auto& [url, fields] : index) {
    if (url == crawled().lonely.url("/")) continue;
    for (const std::string& word : template_words)
      BOOST_TEST(!holds(fields.at("content"), word), url << " holds " << word);
  }
  for (int number = 1; number <= hard_articles; ++number)
    BOOST_TEST(holds(field(index, crawled().key(article_target(number)), "content"), article_word(number)), number);
  const std::string big = field(index, crawled().key("/big.html"), "content");
  BOOST_TEST(big.size() > 4'500'000u);
  BOOST_TEST(holds(big, article_word(1000)));
}

BOOST_AUTO_TEST_CASE(single_page_site_is_indexed_too) {
  BOOST_TEST(crawled().project.search(article_word(60)) == std::set<std::string>{crawled().lonely.url("/")});
}

BOOST_AUTO_TEST_CASE(old_encodings_come_out_as_unicode) {
  const IndexContent index = crawled().project.index();
  for (const auto& [target, text] : foreign_texts())
    BOOST_TEST(holds(field(index, crawled().key(target), "content"), text), target);
  for (const auto& [query, target] : std::map<std::string, std::string>{{"Бессарабский", "/foreign/russian.html"},
                                                                        {"Fußgänger", "/foreign/german.html"},
                                                                        {"Bärenplatz", "/foreign/german.html"},
                                                                        {"\"书籍\"", "/foreign/chinese.html"},
                                                                        {"\"講演会\"", "/foreign/japanese.html"}})
    BOOST_TEST(crawled().project.search(query) == crawled().keys({target}), query);
}

BOOST_AUTO_TEST_CASE(rare_word_finds_only_its_page) {
  const Crawled& c = crawled();
  for (int number = 3; number <= hard_articles; number += 5)
    BOOST_TEST(c.project.search(article_word(number)) == c.keys({article_target(number)}), number);
  for (const auto& [number, target] : std::map<int, std::string>{{41, "/chain-end.html"},
                                                                 {42, "/zipped.html"},
                                                                 {44, "/zipped-chunked.html"},
                                                                 {45, "/big.html"},
                                                                 {46, "/hostile.html"},
                                                                 {47, "/broken-utf8.html"},
                                                                 {48, "/typeless.html"},
                                                                 {49, "/same/~user/page.html"},
                                                                 {50, "/query.html?b=2&a=1"},
                                                                 {51, "/with%20space.html"},
                                                                 {52, "/%C3%BCmlaut.html"}})
    BOOST_TEST(c.project.search(article_word(number)) == c.keys({target}), target);
}

BOOST_AUTO_TEST_CASE(template_words_find_nothing) {
  for (const std::string& word : template_words) BOOST_TEST(crawled().project.search(word).empty(), word);
  BOOST_TEST(crawled().project.search("template:" + template_words[0]).contains(crawled().key(article_target(3))));
}

BOOST_AUTO_TEST_CASE(snippets_show_the_match) {
  const auto hits = crawled().project.json({"search", article_word(5)}).at("hits");
  bool highlighted = false;
  std::string text;
  for (const auto& piece : hits.at(0).at("snippet")) {
    text += piece.at("text");
    if (piece.at("hit")) highlighted = highlighted || piece.at("text") == article_word(5);
  }
  BOOST_TEST(highlighted, text);
  BOOST_TEST(hits.at(0).at("title") == "Chapter 5");
  BOOST_TEST(holds(crawled().project.must({"search", article_word(5)}), "**" + article_word(5) + "**"));
}

BOOST_AUTO_TEST_CASE(exit_codes_of_search) {
  BOOST_TEST(crawled().project.pith({"search", article_word(5)}).code == 0);
  const Outcome none = crawled().project.pith({"search", "wordthatnobodywrote"});
  BOOST_TEST(none.code == 1);
  BOOST_TEST(none.out != "no hits\n");  // a hint instead of nothing
  for (const char* broken : {"(", "lighthouse before:2024-1", "titel:x"}) {
    const Outcome error = crawled().project.pith({"search", broken});
    BOOST_TEST(error.code == 2, broken);
    BOOST_TEST(error.err.starts_with("pith: "), broken << ": " << error.err);
  }
}

BOOST_AUTO_TEST_CASE(control_characters_of_pages_do_not_reach_the_terminal) {
  const std::string shown = crawled().project.must({"search", article_word(46)});
  BOOST_TEST(holds(shown, "/hostile.html"));
  for (const char c : shown) BOOST_TEST((static_cast<unsigned char>(c) >= 0x20 || c == '\n'));
  BOOST_TEST(!holds(shown, "\xc2\x9b"));
}

BOOST_AUTO_TEST_CASE(indexing_again_changes_nothing) {
  const IndexContent before = crawled().project.index();
  const auto stats = crawled().project.stats();
  BOOST_TEST(holds(crawled().project.must({"index"}), "up to date"));
  check_same_index(crawled().project.index(), before);
  BOOST_TEST(bool(crawled().project.stats() == stats));
}

BOOST_AUTO_TEST_SUITE_END()

namespace {

// A chain of pages: each links to the next five.
void make_chain(Site& site, int pages) {
  for (int i = 0; i < pages; ++i) {
    std::string links;
    for (int next = i + 1; next <= i + 5; ++next) links += "<a href=/p" + std::to_string(next) + ".html>next</a> ";
    site.put(i == 0 ? "/" : "/p" + std::to_string(i) + ".html", {.body = "<html><body>" + links + article_text(1)});
  }
}

}  // namespace

// The last five links are 404s: they are requests like others.
BOOST_AUTO_TEST_CASE(the_rate_is_kept_and_reached) {
  Site site;
  make_chain(site, 40);
  const Project project("  robots: false\n");
  const auto begin = std::chrono::steady_clock::now();
  const std::string out = project.must({"crawl", site.url("/"), "--capture-only", "--set", "crawl.rate=12"});
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  const auto requests = static_cast<double>(site.answers().size());
  BOOST_TEST(requests >= 45);
  BOOST_TEST(time.count() >= (requests - 1) / 12 - 0.5);
  // With a slow machine the time is longer, but not because Pith waits longer than it must.
  BOOST_TEST(time.count() < 2 * requests / 12);
  BOOST_TEST(holds(out, std::to_string(site.answers().size()) + " requests in "), out);
  BOOST_TEST(holds(out, "5 errors from the server (404: 5); `pith cache ls --reason http_404` lists the URLs"), out);
  const std::string listed = project.must({"cache", "ls", "--reason", "http_404"});
  BOOST_TEST(std::ranges::count(listed, '\n') == 5, listed);
}

BOOST_AUTO_TEST_CASE(a_servers_crawl_delay_is_kept) {
  Site site;
  make_chain(site, 2);
  site.put("/robots.txt", {.body = "User-agent: *\nCrawl-delay: 0.5\n", .type = "text/plain"});
  const Project project;
  const auto begin = std::chrono::steady_clock::now();
  const std::string out = project.must({"crawl", site.url("/"), "--capture-only"});
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  // Pith itself asks for robots.txt before.
  BOOST_TEST(time.count() >= 0.5 * static_cast<double>(site.answers().size() - 2));
  BOOST_TEST(holds(out, "robots.txt asks for 0.5 s between requests"), out);
}

BOOST_AUTO_TEST_CASE(paths_that_robots_txt_forbids_are_said) {
  Site site;
  site.put("/", {.body = "<html><body><a href=/private/a.html>A</a> <a href=b.html>B</a>" + article_text(1)});
  site.put("/private/a.html", {.body = "<html><body>" + article_text(2)});
  site.put("/b.html", {.body = "<html><body>" + article_text(3)});
  site.put("/robots.txt", {.body = "User-agent: *\nDisallow: /private/\nAllow: /b.html\nDisallow: /*.cgi\n"
                                   "Disallow: /c/\nDisallow: /d/\n",
                           .type = "text/plain"});
  const Project project;
  const std::string out = project.must({"crawl", site.url("/"), "--capture-only"});
  BOOST_TEST(holds(out, site.url("/robots.txt") + " forbids /private/, /*.cgi, /c/ and 1 more\n"), out);
  BOOST_TEST(project.cache().size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_rate_below_one_a_second_is_kept) {
  Site site;
  site.put("/", {.body = "<html><body><a href=other.html>Other</a>" + article_text(1)});
  site.put("/other.html", {.body = "<html><body>" + article_text(2)});
  const Project project("  robots: false\n");
  const auto begin = std::chrono::steady_clock::now();
  project.must({"crawl", site.url("/"), "--capture-only", "--set", "crawl.rate=0.5"});
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  BOOST_TEST(time.count() >= 1.9);
  BOOST_TEST(project.cache().size() == 2u);
}

// Host names and default ports can only be varied if the server has a name and port 80.
BOOST_AUTO_TEST_CASE(links_are_read_in_the_encoding_of_their_page) {
  struct Spelling {
    std::string type, head, letter;  // é
  };
  const std::vector<Spelling> spellings = {
      {"text/html; charset=utf-8", "", "\xC3\xA9"},
      {"text/html", "<meta charset=\"utf-8\">", "\xC3\xA9"},
      {"text/html", "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\">", "\xC3\xA9"},
      {"text/html", "", "\xC3\xA9"},
      {"text/html", "<meta charset=latin1>", "\xE9"},
      {"text/html; charset=iso-8859-1", "", "\xE9"}};
  Site site;
  std::string links;
  std::set<std::string> wanted = {pith::parse_url(site.url("/"))->str()};
  for (std::size_t i = 0; i < spellings.size(); ++i) {
    const std::string number = std::to_string(i), target = "/caf\xC3\xA9-" + number + ".html";
    links += "<a href=/from-" + number + ".html>l</a> ";
    site.put("/from-" + number + ".html",
             {.body = "<html><head>" + spellings[i].head + "</head><body>" + article_text(static_cast<int>(i)) +
                      "<a href=\"/caf" + spellings[i].letter + "-" + number + ".html\">l</a>",
              .type = spellings[i].type});
    site.put(target, {.body = article_text(static_cast<int>(i) + 20)});
    wanted.insert(pith::parse_url(site.url("/from-" + number + ".html"))->str());
    wanted.insert(pith::parse_url(site.url(target))->str());
  }
  site.put("/", {.body = article_text(40) + links});
  const Project project;
  project.must({"crawl", site.url("/")});
  std::set<std::string> found;
  for (const auto& [url, page] : project.index()) found.insert(url);
  BOOST_TEST(found == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(host_case_and_default_port_are_one_page) {
  const auto two_links = [](const std::string& one, const std::string& other) {
    return Page{.body =
                    "<html><body><a href=\"" + one + "\">one</a> <a href=\"" + other + "\">two</a>" + article_text(1)};
  };
  const Page page{.body = "<html><body>" + article_text(2)};
  Site named("localhost");
  named.put("/", two_links(named.url("/a.html", "LocalHost"), named.url("/a.html", "LOCALHOST")));
  named.put("/a.html", page);
  const Project project;
  project.must({"crawl", named.url("/", "LOCALhost")});
  const auto rows = project.cache();
  BOOST_TEST(rows.size() == 2u);
  BOOST_TEST(rows.contains(named.url("/")));
  BOOST_TEST(rows.contains(named.url("/a.html")));

  std::unique_ptr<Site> standard;
  try {
    standard = std::make_unique<Site>("127.0.0.80", 80);
  } catch (const std::exception& error) {
    BOOST_TEST_MESSAGE("not tested: the default port, which this user may not open here: " << error.what());
    return;
  }
  standard->put("/", two_links("http://127.0.0.80:80/a.html", "http://127.0.0.80/a.html"));
  standard->put("/a.html", page);
  project.reset();
  project.must({"crawl", "http://127.0.0.80:80/"});
  BOOST_TEST(project.cache().size() == 2u);
  BOOST_TEST(project.cache().contains("http://127.0.0.80/a.html"));
}
