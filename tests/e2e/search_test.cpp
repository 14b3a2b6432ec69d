// The output of `pith search`: order, dates, facets, explanations, places, similar pages.
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;
using nlohmann::json;

namespace {

constexpr int articles = 12;
const std::string host = "http://site.example";

// Articles with the word "lighthouse", published monthly from 2024-01 on, except the last, which is undated; and a
// manual.
struct Searched {
  Project project;

  Searched() {
    std::string lines;
    const auto add = [&](const std::string& target, const std::string& body) {
      lines += json{{"url", host + target},
                    {"status", 200},
                    {"headers", {{"Content-Type", "text/html; charset=utf-8"}}},
                    {"body", body}}
                   .dump() +
               "\n";
    };
    for (int number = 1; number <= articles; ++number) {
      const std::string title = "Chapter " + std::to_string(number);
      const std::string date = "2024-" + std::string(number < 10 ? "0" : "") + std::to_string(number) + "-05";
      std::string more = "<p>It ends at the lighthouse of " + article_word(number + 40) + " by the harbour.</p>";
      if (number <= 2)
        more += "<p>The gryphon guards a wyvern there, " + article_word(number) + ", and the basilisk sleeps.</p>";
      add(article_target(number),
          templated(title, "<h1>" + title + "</h1>\n" + article_text(number) + more,
                    number == articles ? "" : "<meta property=\"article:published_time\" content=\"" + date + "\">"));
    }
    add("/manual.html",
        templated("Manual", "<h1>Manual</h1>" + article_text(30) + "<h2>Install</h2>" + "<p>" + article_word(31) +
                                " is what it needs, and some patience.</p>" +
                                "<h3>From source</h3><p>Type make, and then the zymurgist waits for the "
                                "end of the compilation, which takes a while.</p>"));
    add("/", contents(articles).body);
    write_file(project / "pages.jsonl", lines);
    project.must({"ingest", project / "pages.jsonl"});
  }

  std::vector<std::string> targets(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "search");
    std::vector<std::string> found;
    const json answer = project.json(std::move(arguments));
    for (const json& hit : answer.at("hits")) found.push_back(hit.at("url").get<std::string>().substr(host.size()));
    return found;
  }
};

Searched& searched() {
  static Searched instance;
  return instance;
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// The words' sum, times each boost of the page.
double follows_from_parts(const json& explanation) {
  double sum = 0, product = 1;
  for (const json& part : explanation.at("parts")) {
    sum += part.at("value").get<double>();
    product *= part.at("text") == "sum of" ? follows_from_parts(part) : part.at("value").get<double>();
  }
  return explanation.at("text") == "sum of" ? sum : product;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(search)

BOOST_AUTO_TEST_CASE(by_date) {
  const Searched& s = searched();
  const auto newest = s.targets({"lighthouse", "--sort", "newest", "--limit", "20"});
  BOOST_REQUIRE(newest.size() == std::size_t{articles});
  for (int number = 1; number < articles; ++number)
    BOOST_TEST(newest[static_cast<std::size_t>(articles - 1 - number)] == article_target(number));
  BOOST_TEST(newest.back() == article_target(articles));  // undated
  const auto oldest = s.targets({"lighthouse", "--sort", "oldest", "--limit", "2"});
  BOOST_TEST((oldest == std::vector<std::string>{article_target(1), article_target(2)}));
  BOOST_TEST((s.targets({"lighthouse after:2024-03 before:2024-05", "--sort", "oldest"}) ==
              std::vector<std::string>{article_target(3), article_target(4)}));
  BOOST_TEST((s.targets({"--after", "2024-10", "--site", "site.example"}) ==
              std::vector<std::string>{article_target(11), article_target(10)}));
  BOOST_TEST(holds(s.project.must({"search", "lighthouse", "--sort", "oldest"}), "published 2024-01-05"));
  BOOST_TEST(s.project.pith({"search", "lighthouse", "--after", "soon"}).code == 2);
  BOOST_TEST(s.project.pith({"search", "lighthouse", "--sort", "best"}).code == 2);
}

BOOST_AUTO_TEST_CASE(facets) {
  const json answer = searched().project.json({"search", "lighthouse", "--facets", "--limit", "1"});
  BOOST_TEST(answer.at("facets").at("sites").at("values") == json::parse(R"([{"value":"site.example","count":12}])"));
  BOOST_TEST(answer.at("facets").at("years").at("values") ==
             json::parse(R"([{"value":"2024","count":11},{"value":"","count":1}])"));
  const std::string shown = searched().project.must({"search", "lighthouse", "--facets"});
  BOOST_TEST(holds(shown, "sites:     site.example 12\n"));
  BOOST_TEST(holds(shown, "years:     2024 11, none 1\n"));
  BOOST_TEST(!searched().project.json({"search", "lighthouse"}).contains("facets"));
}

BOOST_AUTO_TEST_CASE(explanations) {
  const json answer = searched().project.json({"search", "lighthouse harbour", "--explain"});
  for (const json& hit : answer.at("hits")) {
    const json& explanation = hit.at("explanation");
    BOOST_TEST(std::abs(explanation.at("value").get<double>() - hit.at("score").get<double>()) < 1e-9);
    BOOST_TEST(std::abs(follows_from_parts(explanation) - hit.at("score").get<double>()) < 1e-6);
  }
  const std::string shown = searched().project.must({"search", "lighthouse", "--explain", "--limit", "1"});
  BOOST_TEST(holds(shown, "lighthouse: product of\n"));
  BOOST_TEST(holds(shown, "idf: in 12 of 14 documents\n"));
  BOOST_TEST(holds(shown, "content: weight 1 * tf 1 / (0.5 + 0.5 * "));
  BOOST_TEST(!searched().project.json({"search", "lighthouse"}).at("hits").at(0).contains("explanation"));
}

BOOST_AUTO_TEST_CASE(settings_change_the_scores) {
  const Project& project = searched().project;
  const auto score = [&](const std::string& setting) {
    return project.json({"search", article_word(3), "--set", setting}).at("hits").at(0).at("score").get<double>();
  };
  const double plain = score("search.k1=1.2");
  BOOST_TEST(score("search.k1=0.5") > plain);
  BOOST_TEST(score("search.b=0.1") != plain);
  BOOST_TEST(std::abs(score("search.depth=0.6") - plain * 1.2 / (1 + 0.1 / 3)) <
             1e-9);  // /docs/article-03.html; 0.1 is usual
  BOOST_TEST(score("search.recency=1") > plain * 1.38);
  BOOST_TEST(score("search.recency=1") < plain * 1.4);
  const Outcome late = project.pith({"search", "lighthouse", "--set", "search.timeout=-1"});
  BOOST_TEST(late.code == 2);
}

BOOST_AUTO_TEST_CASE(like_a_page) {
  const auto like = searched().targets({"--like", host + article_target(1), "--limit", "3"});
  BOOST_REQUIRE(!like.empty());
  BOOST_TEST(like[0] == article_target(2));
  const Outcome missing = searched().project.pith({"search", "--like", host + "/nothing.html"});
  BOOST_TEST(missing.code == 2);
  BOOST_TEST(holds(missing.err, "the index does not have this page"));
}

// Nothing is found, but the words are not the reason.
BOOST_AUTO_TEST_CASE(only_the_number_of_hits) {
  const std::string text = searched().project.must({"search", "lighthouse", "--limit", "0"});
  BOOST_TEST(text == "12 hits\n");
  BOOST_TEST(!holds(text, "next:"), text);
}

BOOST_AUTO_TEST_CASE(the_query_that_get_suggests_works) {
  const Outcome missing = searched().project.pith({"get", "http://x.example/a(b)~1/p.html"});
  BOOST_TEST(missing.code == 1);
  const std::string suggested = "url:http://x.example/a\\(b\\)\\~1/*";
  BOOST_TEST(holds(missing.err, "`pith search '" + suggested + "'`"), missing.err);
  BOOST_TEST(searched().project.pith({"search", suggested}).code == 1);
}

BOOST_AUTO_TEST_CASE(hints_of_dates_and_fields) {
  const Project undated;
  write_file(undated / "pages.jsonl", json{{"url", host + "/"},
                                           {"status", 200},
                                           {"headers", {{"Content-Type", "text/html"}}},
                                           {"body", templated("One", "<h1>One</h1>" + article_text(1))}}
                                              .dump() +
                                          "\n");
  undated.must({"ingest", undated / "pages.jsonl"});
  const std::string none = "no page has a date (published): after: and before: can find nothing";
  for (const std::vector<std::string>& query :
       {std::vector<std::string>{"search", "after:2024"}, {"search", article_word(1), "--before", "2024"}}) {
    const Outcome told = undated.pith(query);
    BOOST_TEST(told.code == 1);
    BOOST_TEST(holds(told.out, none), told.out);
    std::vector<std::string> as_json = query;
    as_json.push_back("--json");
    BOOST_TEST(json::parse(undated.pith(as_json).out).at("hints").at(0) == none);
  }
  BOOST_TEST(holds(searched().project.pith({"search", "lighthouse after:2030"}).out, "no hits"));
  BOOST_TEST(!holds(searched().project.pith({"search", "lighthouse after:2030"}).out, "no page has a date"));
  const Outcome field = searched().project.pith({"search", "nofield:x"});
  BOOST_TEST(field.code == 1);
  BOOST_TEST(holds(field.out, "there is no field \"nofield\"; the fields are url, host, site, title, "), field.out);
}

BOOST_AUTO_TEST_CASE(the_place_of_a_hit) {
  const json answer = searched().project.json({"search", "zymurgist"});
  const json& place = answer.at("hits").at(0).at("place");
  BOOST_TEST(place.at("trail") == json::parse(R"(["Manual","Install","From source"])"), place.dump());
  BOOST_TEST(place.at("region") == "paragraph");
  BOOST_TEST(holds(place.at("path").get<std::string>(), "/p"));
  BOOST_TEST(place.at("begin").get<int>() < place.at("end").get<int>());
  BOOST_TEST(holds(searched().project.must({"search", "zymurgist"}), "in: Manual › Install › From source\n"));
}

// What a newcomer takes for a site: a host of one, an address without its port.
BOOST_AUTO_TEST_CASE(hosts_are_searched_by_name) {
  const Project project;
  std::string lines;
  int number = 0;
  for (const std::string url : {"https://uni.example/home", "https://docs.uni.example/a", "http://127.0.0.1:8802/b"})
    lines += json{{"url", url},
                  {"headers", {{"Content-Type", "text/html"}}},
                  {"body", "<p>The walrus sleeps.</p>" + article_text(++number)}}
                 .dump() +
             "\n";
  write_file(project / "pages.jsonl", lines);
  project.must({"ingest", project / "pages.jsonl"});
  const auto urls = [&](const std::string& option, const std::string& value) {
    std::string all;
    const json answer = project.json({"search", "walrus", option, value});
    for (const json& hit : answer.at("hits")) all += hit.at("url").get<std::string>() + " ";
    return all;
  };
  BOOST_TEST(urls("--host", "docs.uni.example") == "https://docs.uni.example/a ");
  BOOST_TEST(urls("--host", "127.0.0.1") == "http://127.0.0.1:8802/b ");
  BOOST_TEST(urls("--host", "127.0.0.1:8802") == "http://127.0.0.1:8802/b ");
  BOOST_TEST(urls("--site", "docs.uni.example") == "https://docs.uni.example/a ");
  BOOST_TEST(urls("--site", "127.0.0.1") == "http://127.0.0.1:8802/b ");
  BOOST_TEST(project.json({"search", "walrus", "--site", "uni.example"}).at("total") == 2);
  const std::string said = project.must({"search", "walrus", "--site", "docs.uni.example"});
  BOOST_TEST(said.starts_with("no site is called \"docs.uni.example\"; searched the host of that name"), said);
  BOOST_TEST(project.must({"search", "walrus", "--facets"}).find("hosts:") != std::string::npos);
  const Outcome reindex = project.pith({"reindex", "--site", "docs.uni.example"});
  BOOST_TEST(reindex.code == 2);
  BOOST_TEST(reindex.err.find("it is a host of the site uni.example") != std::string::npos, reindex.err);
}

// As tools and people read it: the title first, or all that is known of the page.
BOOST_AUTO_TEST_CASE(markdown_begins_with_the_title_or_front_matter) {
  const Project project;
  const std::string url = "http://site.example/seals";
  const std::string body =
      "<html lang=en><head><title>Seals: \"a\" guide</title><meta name=author content='Ada Byron'></head><body><main>"
      "<h2>1. Diet <button>hide</button></h2><p>Seals eat fish all day, and sleep on the ice at "
      "night.</p></main></body>";
  write_file(project / "pages.jsonl",
             json{{"url", url}, {"headers", {{"Content-Type", "text/html"}}}, {"body", body}}.dump() + "\n");
  write_file(project / "seals.html", body);
  project.must({"ingest", project / "pages.jsonl"});
  const std::string content = "## 1. Diet\n\nSeals eat fish all day, and sleep on the ice at night.\n";
  const std::string titled = "# Seals: \"a\" guide\n\n" + content;
  BOOST_TEST(project.must({"get", url, "--format", "markdown"}).starts_with(titled));
  BOOST_TEST(project.must({"extract", project / "seals.html", "--format", "markdown"}).starts_with(titled));
  const std::string with_metadata = project.must({"get", url, "--format", "markdown", "--front-matter"});
  BOOST_TEST(with_metadata.starts_with("---\ntitle: \"Seals: \\\"a\\\" guide\"\nurl: \"" + url + "\"\n"),
             with_metadata);
  for (const std::string& part :
       std::vector<std::string>{"author: \"Ada Byron\"\n", "lang: \"en\"\n", "\n---\n\n" + content})
    BOOST_TEST(with_metadata.find(part) != std::string::npos, with_metadata);
  BOOST_TEST(project.pith({"get", url, "--front-matter"}).code == 2);
}

BOOST_AUTO_TEST_SUITE_END()
