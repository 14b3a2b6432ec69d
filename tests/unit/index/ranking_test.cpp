// What a search does besides finding: order, facets, explanations, boosts, similar pages, places.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "pages.h"
#include "tests/support/structures.h"

namespace pith::index {
namespace {

using Names = std::vector<std::string>;

std::string name_of(const Hit& hit) { return hit.url.substr(hit.url.rfind('/') + 1); }

Names ranked(const Searcher& searcher, const Query& query) {
  const auto hits = searcher.search(query);
  if (!hits) return {"error " + hits.error().code};
  Names names;
  for (const Hit& hit : hits->hits) names.push_back(name_of(hit));
  return names;
}

NamedPage dated(const std::string& name, const std::string& text, const std::string& published,
                const std::string& site = "example.org", const std::string& language = "en") {
  NamedPage page{record_of(name, site), page_of(text, language)};
  page.page.metadata.published = published;
  return page;
}

// Every explanation's value must follow from its parts as its text says.
void check_sums(const Explanation& explanation) {
  if (explanation.parts.empty()) return;
  double sum = 0, product = 1;
  for (const Explanation& part : explanation.parts) {
    check_sums(part);
    sum += part.value;
    product *= part.value;
  }
  double expected = -1;
  if (explanation.text.ends_with("sum of")) expected = sum;
  if (explanation.text.ends_with("product of")) expected = product;
  if (explanation.text.starts_with("w / (k1 1.2 + w)")) expected = sum / (1.2 + sum);
  BOOST_TEST(std::abs(explanation.value - expected) < 1e-6 * std::max(1.0, std::abs(expected)), explanation.text);
}

std::string text_of(const Explanation& explanation) {
  std::string text = explanation.text + "\n";
  for (const Explanation& part : explanation.parts) text += text_of(part);
  return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ranking)

BOOST_AUTO_TEST_CASE(facets_and_date_orders_match_a_scan) {
  std::mt19937 random(9);
  const Names sites = {"a.org", "b.org", "c.org"}, languages = {"en", "de", ""};
  std::vector<NamedPage> pages;
  const IndexDirectory directory;
  auto writer = Writer::open(directory.path(), {});
  BOOST_REQUIRE(writer.ok());
  for (int i = 0; i < 200; ++i) {
    std::string date;
    if (random() % 4 != 0) date = std::to_string(2000 + random() % 8) + "-0" + std::to_string(1 + random() % 9);
    if (!date.empty() && random() % 2 == 0) date += "-1" + std::to_string(random() % 9);
    pages.push_back(dated(std::to_string(i), random() % 3 == 0 ? "seal" : "walrus seal", date, sites[random() % 3],
                          languages[random() % 3]));
    BOOST_REQUIRE(!writer->put(pages.back().record, pages.back().page));
    if (random() % 40 == 0) BOOST_REQUIRE(!writer->commit());
  }
  for (int i = 0; i < 30; ++i) BOOST_REQUIRE(!writer->remove(pages[static_cast<std::size_t>(i)].record.url));
  pages.erase(pages.begin(), pages.begin() + 30);
  BOOST_REQUIRE(!writer->close());
  const Searcher searcher = std::move(*Searcher::open(directory.path(), as_written));

  std::map<std::string, std::size_t> by_site, by_language, by_year;
  std::map<std::string, std::string> dates;
  for (const NamedPage& page : pages) {
    if (page.page.blocks.text.find("walrus") == std::string::npos) continue;
    ++by_site[page.record.site];
    ++by_language[page.page.metadata.language];
    ++by_year[page.page.metadata.published.substr(0, 4)];
    dates[page.record.url] = page.page.metadata.published;
  }
  for (const Order order : {Order::relevance, Order::newest, Order::oldest}) {
    const auto hits = searcher.search({.text = "walrus", .order = order, .facets = true, .limit = 1000});
    BOOST_REQUIRE(hits.ok());
    BOOST_TEST(hits->total == dates.size());
    BOOST_TEST(hits->hits.size() == dates.size());
    BOOST_REQUIRE(hits->facets.has_value());
    for (const auto& [facet, expected] :
         {std::pair(&hits->facets->sites, &by_site), std::pair(&hits->facets->languages, &by_language),
          std::pair(&hits->facets->years, &by_year)}) {
      std::map<std::string, std::size_t> counts;
      std::size_t last = 1000;
      for (const FacetValue& value : facet->values) {
        counts[value.value] = value.count;
        BOOST_TEST(value.count <= last);
        last = value.count;
      }
      BOOST_TEST((counts == *expected));
      BOOST_TEST(facet->others == 0u);
    }
    if (order == Order::relevance) continue;
    // Dates of different precision compare as text here: "2003" < "2003-05" < "2003-05-12".
    for (std::size_t i = 1; i < hits->hits.size(); ++i) {
      const std::string before = dates.at(hits->hits[i - 1].url), after = dates.at(hits->hits[i].url);
      const bool right =
          after.empty() || (!before.empty() && (order == Order::newest ? before >= after : before <= after));
      BOOST_TEST(right, before << " comes before " << after);
    }
  }
  // The first hits are those of the whole list.
  const auto all = ranked(searcher, {.text = "walrus", .order = Order::oldest, .limit = 1000});
  const auto some = ranked(searcher, {.text = "walrus", .order = Order::oldest, .offset = 5, .limit = 7});
  BOOST_TEST((some == Names(all.begin() + 5, all.begin() + 12)));
}

BOOST_AUTO_TEST_CASE(facets_are_bounded) {
  std::vector<NamedPage> pages;
  for (int i = 0; i < 25; ++i) pages.push_back(dated("p", "walrus", "", "site" + std::to_string(i) + ".org"));
  pages.push_back(dated("q", "walrus", "", "site24.org"));
  const IndexDirectory directory;
  const Searcher searcher = index_of(directory.path(), pages);
  const auto hits = searcher.search({.text = "walrus", .facets = true, .limit = 0});
  BOOST_REQUIRE(hits.ok());
  BOOST_TEST(hits->facets->sites.values.size() == max_facet_values);
  BOOST_TEST(hits->facets->sites.others == 5u);
  BOOST_TEST(hits->facets->sites.values[0].value == "site24.org");
  BOOST_TEST(hits->facets->sites.values[0].count == 2u);
  BOOST_TEST(!searcher.search({.text = "walrus"})->facets.has_value());
}

BOOST_AUTO_TEST_CASE(pages_are_filtered_by_date) {
  const IndexDirectory directory;
  const Searcher searcher =
      index_of(directory.path(), {dated("y23", "walrus", "2023-12-31T23:59:59Z"), dated("y24", "walrus", "2024"),
                                  dated("may", "walrus", "2024-05-02"), dated("june", "walrus", "2024-06-01T08:00:00Z"),
                                  dated("never", "walrus", ""), dated("seal", "seal", "2024-06-02")});
  BOOST_TEST((ranked(searcher, {.text = "walrus after:2024-05", .order = Order::newest}) == Names{"june", "may"}));
  BOOST_TEST((ranked(searcher, {.text = "before:2024 walrus"}) == Names{"y23"}));
  BOOST_TEST((ranked(searcher, {.text = "walrus", .after = "2024", .before = "2024-06", .order = Order::oldest}) ==
              Names{"y24", "may"}));
  BOOST_TEST((ranked(searcher, {.text = "walrus -after:2024", .order = Order::newest}) == Names{"y23", "never"}));
  // Without words: all of them, newest first.
  BOOST_TEST((ranked(searcher, {.after = "2024-05"}) == Names{"seal", "june", "may"}));
  BOOST_TEST((ranked(searcher, {.site = "example.org", .before = "2024"}) == Names{"y23"}));
  BOOST_TEST(ranked(searcher, {.site = "example.org"}).back() == "never");
  BOOST_TEST((ranked(searcher, {.text = " "}) == Names{"error query_empty"}));
  BOOST_TEST((ranked(searcher, {.text = "walrus", .after = "yesterday"}) == Names{"error query_field"}));
  BOOST_TEST(searcher.search({.text = "walrus", .after = "yesterday"}).error().message ==
             "after: needs a date such as 2024, 2024-05 or 2024-05-31, not \"yesterday\"");
  for (const char* wrong : {"walrus before:2024-1", "walrus after:2024-02-30", "walrus after:2023-02-29"})
    BOOST_TEST((ranked(searcher, {.text = wrong}) == Names{"error query_field"}), wrong);
  BOOST_TEST(searcher.search({.text = "walrus Before:2024-1"}).error().message ==
             "query, character 8: before: needs a date such as 2024, 2024-05 or 2024-05-31, not \"2024-1\"");
  BOOST_TEST((ranked(searcher, {.text = "walrus after:2024-02-29", .order = Order::oldest}) == Names{"may", "june"}));
  const auto hits = searcher.search({.text = "walrus", .after = "2025"});
  BOOST_REQUIRE(hits.ok());
  BOOST_TEST((hits->hints == Names{"5 pages without the restriction to a date"}));
}

BOOST_AUTO_TEST_CASE(explanations_add_up_to_the_score) {
  std::vector<NamedPage> pages;
  std::mt19937 random(2);
  const Names words = {"walrus", "seal", "ice", "sea", "Häuser"};
  for (int i = 0; i < 30; ++i) {
    std::string text;
    for (unsigned n = 1 + random() % 20; n-- > 0;) text += words[random() % words.size()] + " ";
    pages.push_back(dated("x/" + std::to_string(i), text, "2024-05-1" + std::to_string(random() % 9), "example.org",
                          i % 2 == 0 ? "en" : "de"));
    pages.back().page.metadata.title = words[random() % words.size()];
    if (i % 3 == 0) pages.back().inbound_texts.inbound = words[random() % words.size()] + "\n" + words[0];
    if (i % 4 == 0) pages.back().inbound_texts.ancestors = words[random() % words.size()];
  }
  const IndexDirectory directory;
  const Searcher plain = index_of(directory.path(), pages);
  const Searcher boosted = std::move(*Searcher::open(
      directory.path(), {.ranking = {.recency = 0.5, .recency_days = 2, .title = 0, .depth = 0.3}, .timeout = 0}));
  for (const Searcher* searcher : {&plain, &boosted})
    for (const char* text :
         {"walrus", "walrus seal", "walrus OR seal^3", "\"ice sea\" OR (seal -ice)", "s*", "haus~",
          "walrus site:example.org after:2024", "(walrus OR ice)^2 -title:sea haus", "title:sea^2.5"}) {
      const auto hits = searcher->search({.text = text, .explain = true, .limit = 100});
      BOOST_REQUIRE_MESSAGE(hits.ok(), message_of(hits));
      BOOST_TEST(hits->total > 0u, text);
      for (const Hit& hit : hits->hits) {
        BOOST_TEST(std::abs(hit.explanation.value - hit.score) < 1e-12, text);
        check_sums(hit.explanation);
      }
    }
  const auto hits = plain.search({.text = "walrus title:sea", .explain = true, .limit = 1});
  const std::string text = text_of(hits->hits.at(0).explanation);
  for (const char* part :
       {"sum of", "walrus: product of", "title:sea: product of", "idf: in ", "of 30 documents",
        "content: weight 1 * tf ", "title: weight 1 * tf 1 / (0.5 + 0.5 * 1 words / 1.0 on average)"})
    BOOST_TEST(text.find(part) != std::string::npos, part << " in " << text);
  BOOST_TEST(plain.search({.text = "walrus"})->hits.at(0).explanation.text == "");
  BOOST_TEST(text_of(plain.search({.text = "*", .explain = true})->hits.at(0).explanation) ==
             "the query only filters pages\n");
}

BOOST_AUTO_TEST_CASE(new_pages_and_pages_near_the_root_can_count_more) {
  const IndexDirectory directory;
  NamedPage future = dated("future", "walrus", "2099-01-01");  // it was fetched on 2024-05-31
  NamedPage undated = dated("undated", "walrus", "");
  const Searcher plain = index_of(directory.path(), {dated("old", "walrus", "2023-06-01"), undated, future,
                                                     dated("b/c/new", "walrus", "2024-05-31T10:00:00Z")});
  BOOST_TEST((ranked(plain, {.text = "walrus"}) == Names{"old", "undated", "future", "new"}));
  const double score = plain.search({.text = "walrus"})->hits[0].score;
  const auto scores = [&](const Ranking& by) {
    const auto hits =
        std::move(*Searcher::open(directory.path(), {.ranking = by, .timeout = 0})).search({.text = "walrus"});
    std::map<std::string, double> factors;
    for (const Hit& hit : hits->hits) factors[name_of(hit)] = hit.score / score;
    return factors;
  };
  const auto by_age = scores({.recency = 0.5, .recency_days = 365, .depth = 0});
  BOOST_TEST(by_age.at("new") == 1.5, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(by_age.at("future") == 1.5, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(by_age.at("undated") == 1.0, boost::test_tools::tolerance(1e-9));
  const double days = 365 + 10.0 / 24;  // 2024 is a leap year
  BOOST_TEST(by_age.at("old") == 1 + 0.5 * std::exp2(-days / 365), boost::test_tools::tolerance(1e-9));
  // If no page has a date of publication, the date of fetching replaces it.
  const IndexDirectory undated_directory;
  undated.record.fetched = "2024-05-30T10:00:00Z";
  index_of(undated_directory.path(), {undated, dated("later", "walrus", "")});
  const auto fetched =
      std::move(*Searcher::open(undated_directory.path(),
                                {.ranking = {.recency = 1, .recency_days = 1, .depth = 0}, .timeout = 0}))
          .search({.text = "walrus"});
  BOOST_TEST(name_of(fetched->hits.at(0)) == "later");
  BOOST_TEST(fetched->hits[0].score / fetched->hits[1].score == 2 / 1.5, boost::test_tools::tolerance(1e-9));
  const auto by_depth = scores({.depth = 0.8});
  BOOST_TEST(by_depth.at("old") == 1 + 0.8 / 2, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(by_depth.at("new") == 1 + 0.8 / 4, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(pages_that_others_link_to_count_more) {
  const IndexDirectory directory;
  const auto linked = [](const std::string& name, std::uint32_t links) {
    return NamedPage{record_of(name), page_of("walrus", "en"), {.links = links}};
  };
  Searcher searcher = index_of(directory.path(), {linked("none", 0), linked("few", 3), linked("many", 5000)}, {},
                               {.ranking = {.links = 0.1}, .timeout = 0});
  const auto score = [&](const std::string& name) {
    const auto hits = searcher.search({.text = "walrus"});
    BOOST_REQUIRE(hits.ok());
    const auto found = std::ranges::find_if(hits->hits, [&](const Hit& hit) { return name_of(hit) == name; });
    return found == hits->hits.end() ? 0 : found->score;
  };
  BOOST_TEST((ranked(searcher, {.text = "walrus"}) == Names{"many", "few", "none"}));
  BOOST_TEST(score("few") / score("none") == std::pow(4, 0.1), boost::test_tools::tolerance(1e-9));
  BOOST_TEST(score("many") / score("none") == std::pow(5001, 0.1), boost::test_tools::tolerance(1e-9));
  const auto explained = searcher.search({.text = "walrus", .explain = true});
  for (const Hit& hit : explained->hits) {
    BOOST_TEST(hit.explanation.value == hit.score, boost::test_tools::tolerance(1e-6));
    check_sums(hit.explanation);
    const std::string text = text_of(hit.explanation);
    const auto factor = text.find("(search.links)");
    BOOST_TEST((factor == std::string::npos) == (name_of(hit) == "none"), text);
    if (name_of(hit) == "many") BOOST_TEST(text.find("pages that link to it: 5000") != std::string::npos, text);
  }
  const auto off = std::move(*Searcher::open(directory.path(), {.ranking = {.links = 0}, .timeout = 0}));
  BOOST_TEST((ranked(off, {.text = "walrus"}) == Names{"none", "few", "many"}));

  // The number changes without the page, in another segment.
  auto writer = Writer::open(directory.path(), {});
  BOOST_REQUIRE(writer.ok());
  BOOST_REQUIRE(!writer->put_inbound_texts(inbound_texts_of(linked("none", 99))));
  BOOST_REQUIRE(!writer->put_inbound_texts(inbound_texts_of(linked("many", 0))));
  BOOST_REQUIRE(!writer->close());
  BOOST_REQUIRE(*searcher.reopen_if_changed());
  BOOST_TEST((ranked(searcher, {.text = "walrus"}) == Names{"none", "few", "many"}));
  BOOST_TEST(score("none") / score("many") == std::pow(100, 0.1), boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(similar_pages) {
  const IndexDirectory directory;
  const Searcher searcher = index_of(
      directory.path(),
      {{record_of("proxy"), page_of("the reverse proxy forwards requests of clients to the backend server", "en")},
       {record_of("forward"), page_of("a forward proxy takes requests of clients for other servers", "en")},
       {record_of("cake"), page_of("the cake of flour and the sugar for the children", "en")},
       {record_of("cooking"), page_of("cakes need flour and sugar the more the sweeter", "en")},
       {record_of("alone"), page_of("xyzzy", "en")},
       {record_of("beijing"), page_of("北京大学的学生", "zh")},
       {record_of("university"), page_of("学生在北京大学", "zh")}});
  const auto like = [&](const std::string& name) { return ranked(searcher, {.like = "https://example.org/" + name}); };
  BOOST_TEST(like("proxy").at(0) == "forward");
  BOOST_TEST(like("cake").at(0) == "cooking");
  BOOST_TEST((like("beijing") == Names{"university"}));
  for (const Names& names : {like("proxy"), like("cake")})
    BOOST_TEST((std::find(names.begin(), names.end(), "proxy") == names.end() ||
                std::find(names.begin(), names.end(), "cake") == names.end()));
  BOOST_TEST((ranked(searcher, {.text = "backend", .like = "https://EXAMPLE.org/forward"}) == Names{"proxy"}));
  BOOST_TEST((like("alone") == Names{"error query_like"}));
  BOOST_TEST((like("missing") == Names{"error query_like"}));
  BOOST_TEST((searcher.search({.site = "other.org", .like = "https://example.org/cake"})->hints ==
              Names{"the index has no page with site \"other.org\""}));
  const std::string forward = "https://example.org/forward";
  BOOST_TEST((searcher.search({.text = "zzzqq", .like = forward})->hints == Names{"no page contains \"zzzqq\""}));
  BOOST_TEST((searcher.search({.text = "xyzzy", .like = forward})->hints ==
              Names{"pages match, but none of them shares enough words with " + forward}));
  BOOST_TEST(searcher.search({.like = "https://example.org/missing"}).error().message ==
             "query: like https://example.org/missing: the index does not have this page");
}

BOOST_AUTO_TEST_CASE(hits_have_their_place) {
  ExtractedPage page = page_of("Grüße.", "de", "Title");
  add_block(page, Region::heading, "Install");
  add_block(page, Region::paragraph, "From source: type make.");
  page.structure = test::packed(
      R"([{"tag":"p","path":"html/body/p[1]","region":"paragraph","trail":[],"begin":0,"end":6},)"
      R"({"tag":"h2","path":"html/body/h2","region":"heading","level":2,"trail":["Manual"],"begin":7,"end":14},)"
      R"({"tag":"p","path":"html/body/p[2]","region":"paragraph","trail":["Manual","Install"],"begin":15,"end":38}])");
  ExtractedPage bad = page_of("Type something.", "en");
  bad.structure = R"([{"begin":0,"end":9}])";  // of an older Pith
  ExtractedPage none = page_of("Type nothing.", "en");
  none.structure = "";
  const IndexDirectory directory;
  const Searcher searcher =
      index_of(directory.path(), {{record_of("page"), page}, {record_of("bad"), bad}, {record_of("none"), none}});
  const auto place = [&](const char* text) { return searcher.search({.text = text})->hits.at(0).place; };
  BOOST_REQUIRE(place("make").has_value());
  BOOST_TEST((place("make")->trail == Names{"Manual", "Install"}));
  BOOST_TEST(place("make")->path == "html/body/p[2]");
  BOOST_TEST(place("make")->region == "paragraph");
  BOOST_TEST(place("make")->begin == 15u);
  BOOST_TEST(place("make")->end == 38u);
  BOOST_TEST((place("install")->trail == Names{"Manual"}));
  BOOST_TEST(place("grüße")->begin == 0u);
  BOOST_TEST(!place("title").has_value());
  BOOST_TEST(!place("something").has_value());
  BOOST_TEST(!place("nothing").has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::index
