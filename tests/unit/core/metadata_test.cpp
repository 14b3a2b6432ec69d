#include "core/page/metadata.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "core/page/detail/dates.h"
#include "core/page/detail/page_title.h"
#include "core/text/encoding.h"
#include "core/text/white_space.h"
#include "tests/unit/core/page_fixtures.h"

namespace pith {
namespace {

using namespace test;

const std::optional<Url> base = parse_url("https://www.example.com/a/b.html");

Metadata metadata_of(std::string_view html) { return read_metadata(parsed(html), base); }

BOOST_AUTO_TEST_SUITE(metadata)

BOOST_AUTO_TEST_CASE(fixtures) {
  for (const auto& path : html_cases("metadata")) {
    BOOST_TEST_CONTEXT(path.filename()) {
      auto expected_path = path;
      const auto expected = nlohmann::json::parse(read_file(expected_path.replace_extension(".json")));
      const Metadata metadata = metadata_of(read_file(path));
      BOOST_TEST(metadata.title == expected.value("title", ""));
      BOOST_TEST(metadata.author == expected.value("author", ""));
      BOOST_TEST(metadata.published == expected.value("published", ""));
      BOOST_TEST(metadata.language == expected.value("language", ""));
      BOOST_TEST(metadata.description == expected.value("description", ""));
      BOOST_TEST(metadata.canonical == expected.value("canonical", ""));
      BOOST_TEST(metadata.site_name == expected.value("site_name", ""));
    }
  }
}

BOOST_AUTO_TEST_CASE(dates) {
  std::istringstream lines(read_file(std::filesystem::path(PITH_FIXTURES) / "dates.txt"));
  int cases = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t arrow = line.find(" =>");
    if (line.starts_with('#') || arrow == std::string::npos) continue;
    BOOST_TEST(parse_date(line.substr(0, arrow)) == trim_space(line.substr(arrow + 3)), line);
    ++cases;
  }
  BOOST_TEST(cases > 30);
}

BOOST_AUTO_TEST_CASE(other_titles) {
  const std::vector<std::string> section = {"Baths"};
  const auto other_title = [&](const std::string& title, const std::string& body) {
    const Document page = parsed("<title>" + title + "</title><body>" + body);
    NodeSet content(page);
    content.add_range(0, page.size());
    const auto url = parse_url("https://norwick.example/a");
    return read_metadata(page, url, nullptr, {.url = &*url, .content = &content, .names_of_site = section}).other_title;
  };
  BOOST_TEST(other_title("Jobs | Norwick", "<h1>Work with us</h1>") == "Jobs");
  BOOST_TEST(other_title("Jobs - Baths | Norwick", "<h1>Work with us</h1>") == "Jobs");
  BOOST_TEST(other_title("Work with us | Norwick", "<h1>Work with us</h1>") == "", "the title says it");
  BOOST_TEST(other_title("Work with us: jobs | Norwick", "<h1>Work with us</h1>") == "Work with us: jobs",
             "the title is without its last word");
  BOOST_TEST(other_title("Norwick", "<h1>Work with us</h1>") == "", "the site's name");
  BOOST_TEST(other_title("us, with WORK", "<h1>Work with us</h1>") == "", "the same words");
  BOOST_TEST(other_title("", "<h1>Work with us</h1>") == "");
}

BOOST_AUTO_TEST_CASE(titles_without_site) {
  const std::vector<std::string> headings = {"Rivers of Asia"};
  const auto title = [&](std::string_view text) {
    return title_without_site(text, "Atlas", "www.geo-maps.org", headings);
  };
  BOOST_TEST(title("Rivers | Atlas") == "Rivers");
  BOOST_TEST(title("ATLAS: Rivers") == "Rivers");
  BOOST_TEST(title("Rivers - Asia - Atlas - Home") == "Rivers - Asia");
  BOOST_TEST(title("Rivers — Geo Maps") == "Rivers");
  BOOST_TEST(title("Rivers of Asia » Water » Earth") == "Rivers of Asia");
  BOOST_TEST(title("Earth / RIVERS of Asia") == "RIVERS of Asia");
  BOOST_TEST(title("Rivers - a history") == "Rivers - a history");
  BOOST_TEST(title("Well-known rivers") == "Well-known rivers");
  BOOST_TEST(title("Rivers (Atlas)") == "Rivers");
  BOOST_TEST(title("Rivers - Asia (Geo Maps)") == "Rivers - Asia");
  BOOST_TEST(title("Rivers (Asia)") == "Rivers (Asia)");
  BOOST_TEST(title("(Atlas)") == "(Atlas)");
  BOOST_TEST(title("Atlas") == "Atlas");
  BOOST_TEST(title("") == "");
  BOOST_TEST(title(" | ") == "|");
  BOOST_TEST(title_without_site("A | Bits | Bobs", "Bits | Bobs", "", {}) == "A");
}

BOOST_AUTO_TEST_CASE(a_heading_may_be_the_name_of_the_site) {
  const std::vector<std::string> first = {"Atlas of the World v2"}, lower = {"Contents", "Rivers", "Lakes"};
  const auto title = [&](std::string_view text) { return title_without_site(text, "", "", first, lower); };
  BOOST_TEST(title("Rivers | Atlas of the World v2") == "Rivers");
  BOOST_TEST(title("Seas | Atlas of the World v2") == "Atlas of the World v2");
  BOOST_TEST(title_without_site("Atlas - Rivers of Asia", "", "", std::vector<std::string>{"Rivers of Asia"}, lower) ==
             "Rivers of Asia");
  BOOST_TEST(metadata_of("<title>Rivers | Atlas</title><h1>Atlas</h1><h2>Rivers</h2>").title == "Rivers");

  BOOST_TEST(before_in_title("Rivers | Atlas of the World v2", first[0]) == "Rivers");
  BOOST_TEST(before_in_title("Rivers | Atlas", first[0]) == "");
  BOOST_TEST(before_in_title("Rivers", "") == "");
  BOOST_TEST(is_same_name("Rivers & Lakes", "rivers lakes"));
  BOOST_TEST(!is_same_name("Rivers", "River"));
  BOOST_TEST(!is_same_name("The C++ language", "The C# language"));
  BOOST_TEST(is_same_name("Cats + Dogs #1", "cats dogs 1"));
}

BOOST_AUTO_TEST_CASE(bylines_that_only_their_words_tell) {
  const std::vector<std::pair<const char*, const char*>> cases = {
      {"<p>By Ann Other</p>", "Ann Other"},
      {"<div><span>By</span> <a href=/a>Ann van der Other</a> | 4 March 2025</div>", "Ann van der Other"},
      {"<p>Written by Ann Other and Bob Bond, editors</p>", "Ann Other, Bob Bond"},
      {"<p>Von Émile Öster am 3. Mai</p>", "Émile Öster"},
      {"<p><em>By</em><br><b>Ann Other</b></p>", "Ann Other"},
      {"<p>By Monday, the harbour was full of boats again.</p>", ""},
      {"<p>By Ann Other the harbour was full of boats again and nobody knew from where they came.</p>", ""},
      {"<p>by the way</p>", ""},
      {"<p>By 2021 Annual Report</p>", ""},
      {"<footer><p>By Ann Other</p></footer>", ""},
      {"<div class=comments><p>By Ann Other</p></div>", ""},
      {"<p class=author>Kim Lund</p><p>By Ann Other</p>", "Kim Lund"},
  };
  for (const auto& [html, author] : cases)
    BOOST_TEST(metadata_of("<body><h1>Boats</h1>" + std::string(html) + "<p>Text.</p>").author == author, html);
  std::string far = "<body><h1>Boats</h1>";
  for (int i = 0; i < 60; ++i) far += "<p>Text.</p>";
  BOOST_TEST(metadata_of(far + "<p>By Ann Other</p>").author == "");
  BOOST_TEST(metadata_of("<body><p>By Ann Other</p><h1>Boats</h1>").author == "");
  // A site that calls itself the author of all its pages.
  const std::string site = "<meta property=og:site_name content=Tides><meta name=author content=TIDES><h1>Boats</h1>";
  BOOST_TEST(metadata_of(site + "<p>By Ann Other</p>").author == "Ann Other");
  BOOST_TEST(metadata_of(site + "<p>Text.</p>").author == "TIDES");
}

BOOST_AUTO_TEST_CASE(bylines_hold_more_than_names) {
  const std::pair<const char*, const char*> cases[] = {
      {"<p class=byline>By Ann Other, 4 March 2025</p>", "Ann Other"},
      {"<div class=author>Posted by Ann Other on March 4, 2025 at 10:00</div>", "Ann Other"},
      {"<div class=byline>By <a href=/a>Ann Other</a> and <a href=/b>Kim Lund</a></div>", "Ann Other and Kim Lund"},
      {"<div class=byline>By <a href=/a>Ann Other</a><span>Editor</span></div>", "Ann Other"},
      {"<div class=byline><span>Von</span><a href=/a>Ann Other</a></div>", "Ann Other"},
      {"<div class=byline>Ann Other in <a href=/news>News</a></div>", "Ann Other in News"},
      {"<div class=author><span class=author-name>Ann Other</span><span>Editor</span></div>", "Ann Other"},
      {"<div class=byline><span class=author>Ann Other</span> and <span class=author>Kim Lund</span></div>",
       "Ann Other and Kim Lund"},
      {"<div class=byline><span class=author>By</span> Ann Other</div>", "Ann Other"},
      {"<div class=byline>Ann Other Published on Thursday 12 January 2012 12:27</div>", "Ann Other"},
      {"<div class=byline>Sat, 4 March 2025</div>", ""},
      {"<div class=byline>4 March 2025</div>", ""},
      {"<a rel=author href=/a>View all posts by Ann Other</a>", "Ann Other"},
      {"<p class=byline>By Ann Other the 3rd</p>", "Ann Other the 3rd"},
      {"<p class=byline>Jan May</p>", "Jan May"},
  };
  for (const auto& [html, author] : cases)
    BOOST_TEST(metadata_of("<body>" + std::string(html) + "<p>Text.</p>").author == author, html);
}

BOOST_AUTO_TEST_CASE(a_heading_says_it_better_than_a_title_for_search_engines) {
  const auto title = [](const std::string& shown, const std::string& headings) {
    return metadata_of("<title>" + shown + "</title>" + headings).title;
  };
  BOOST_TEST(title("Health Trends 2026 - Taste", "<h1>Top 10 Health Trends to Watch</h1>") ==
             "Top 10 Health Trends to Watch");
  BOOST_TEST(title("Movers in Jackson – Moving Help", "<h1>Questions</h1><h1>Hire Movers in Jackson</h1>") ==
             "Hire Movers in Jackson");
  // Not what has nothing to do with it, the section, the site, a date, or a word of it.
  BOOST_TEST(title("Security services", "<h1>Stay safe tonight</h1>") == "Security services");
  BOOST_TEST(title("What do you pay for hosting?", "<h1>Thread: What do you pay for hosting?</h1>") ==
             "What do you pay for hosting?");
  BOOST_TEST(title("2020 letter | Dan Wang", "<h1>Dan Wang</h1><h1>2020 letter</h1>") == "2020 letter");
  BOOST_TEST(title("Back to the courts", "<h1>Back to the courts 02.02.2022</h1>") == "Back to the courts");
  BOOST_TEST(title("Whales and dolphins sing in the bay", "<h1>Whales</h1>") == "Whales and dolphins sing in the bay");
}

BOOST_AUTO_TEST_CASE(the_only_headline_of_the_content_is_the_title) {
  const Url url = *parse_url("https://www.example.com/a.html");
  // The content is the <main>.
  const auto title = [&](const std::string& html) {
    const Document page = parsed(html);
    NodeSet content(page);
    for (NodeId n = 0; n < page.size(); ++n)
      if (page[n].tag == Tag::main) content.add_subtree(page, n);
    return read_metadata(page, url, nullptr, {.url = &url, .content = &content}).title;
  };
  BOOST_TEST(title("<title>Buy strings at Lute</title><main><h1>Guitars</h1><p>Text.</main>") == "Guitars");
  BOOST_TEST(title("<title>Headlamps for Camping, Hiking and Running</title><main><h1>Headlamps</h1></main>") ==
             "Headlamps");
  BOOST_TEST(title("<title>Buy strings at Lute</title><main><h1>Guitars</h1><h1>Drums</h1></main>") ==
             "Buy strings at Lute");
  BOOST_TEST(title("<title>Buy strings at Lute</title><h1>Guitars</h1><main><p>Text.</main>") == "Buy strings at Lute");
  BOOST_TEST(title("<title>Buy strings - Guitars</title><main><h1>Guitars</h1></main>") == "Guitars");
}

BOOST_AUTO_TEST_CASE(a_site_is_recognised_by_its_host) {
  const auto title = [](std::string_view text, std::string_view host) {
    return title_without_site(text, "", host, {});
  };
  BOOST_TEST(title("All LEDs off - Raspberry Pi Forums", "forums.raspberrypi.com") == "All LEDs off");
  BOOST_TEST(title("Wrong rate - Doom9's Forum", "forum.doom9.org") == "Wrong rate");
  BOOST_TEST(title("Why Rust? | Rust Blog", "blog.rust-lang.org") == "Why Rust?");
  BOOST_TEST(title("Top 5 tools | DianaHR", "getdianahr.com") == "Top 5 tools");
  BOOST_TEST(title("Game changer | Newegg.com", "promotions.newegg.com") == "Game changer");
  // A name at the end only; and not a word of a few letters, or one that every site may have.
  BOOST_TEST(title("Rust Blog | Why?", "blog.rust-lang.org") == "Rust Blog | Why?");
  BOOST_TEST(title("Map of Rome | Rom", "romans.example") == "Map of Rome | Rom");
  BOOST_TEST(title("Elections | News", "news.example") == "Elections | News");
}

BOOST_AUTO_TEST_CASE(a_title_that_was_cut_is_read_where_it_is_whole) {
  const std::string cut = "<meta property=og:title content='What will be the trend in the...'>";
  BOOST_TEST(metadata_of("<title>What will be the trend in the market?</title>" + cut).title ==
             "What will be the trend in the market?");
  BOOST_TEST(metadata_of("<title>Something else</title>" + cut).title == "What will be the trend in the...");
}

BOOST_AUTO_TEST_CASE(declarations_may_be_escaped_twice) {
  BOOST_TEST(metadata_of("<meta property=og:title content='One Size Won&amp;rsquo;t Fit'>").title ==
             "One Size Won’t Fit");
  BOOST_TEST(metadata_of("<meta name=author content='Ann O&amp;#39;Hara'>").author == "Ann O'Hara");
  BOOST_TEST(metadata_of(R"(<script type=application/ld+json>{"@type": "Article",
      "headline": "And finally&amp;#8230; trouble &amp;amp; strife", "description": "AT&T &copy 2024"}</script>)")
                 .title == "And finally… trouble & strife");
  BOOST_TEST(metadata_of("<meta name=description content='a=1&amp;amp b <i> AT&amp;T &amp;nosuch;'>").description ==
             "a=1&amp b <i> AT&T &nosuch;");
  BOOST_TEST(metadata_of("<title>Writing &amp;amp;amp;</title>").title == "Writing &amp;amp;");
}

BOOST_AUTO_TEST_CASE(links_of_headings_to_themselves_are_not_of_the_title) {
  for (const char* sign :
       {"<a href=#x>¶</a>", " <a class=headerlink href=#x title=Permalink>#</a>", "<a href=#x><b>§</b></a>"})
    BOOST_TEST(metadata_of("<title>Array things</title><h1>Array things" + std::string(sign) + "</h1>").title ==
                   "Array things",
               sign);
  BOOST_TEST(metadata_of("<title>About C#</title><h1>About <a href=/c>C#</a></h1>").title == "About C#");
}

BOOST_AUTO_TEST_CASE(names_that_the_site_shares_are_no_title) {
  const std::vector<std::string> of_site = {"Archived Forum", "Emon"};
  const Url url = *parse_url("https://www.example.com/boards/show-case.html");
  const auto title = [&](const std::string& html) {
    const Document page = parsed(html);
    NodeSet content(page);
    content.add_subtree(page, 0);
    return read_metadata(page, url, nullptr, {.url = &url, .content = &content, .names_of_site = of_site}).title;
  };
  BOOST_TEST(title("<title>Archived: Showcase | Archived Forum</title><h1 class=site-name>Archived Forum</h1>") ==
             "Archived: Showcase");
  BOOST_TEST(title("<title>Solar - Archived Forum | Emon</title>") == "Solar");
  BOOST_TEST(title("<title>Emon</title><h1>Emon</h1><h2>Solar heating</h2>") == "Solar heating");
  BOOST_TEST(title("<title>Emon</title><h1>Emon</h1><h1>Solar heating</h1>") == "Solar heating");
  // Teasers' headings lead elsewhere.
  BOOST_TEST(title("<title>Emon</title><h2><a href=/a>A teaser</a></h2><h2>Solar</h2>") == "Solar");
  BOOST_TEST(title("<title>Emon</title><h2><a href=/boards/show-case.html>Solar</a></h2>") == "Solar");
  BOOST_TEST(title("<title>Emon</title><p>No heading at all.") == "show case");
  BOOST_TEST(title("<title>Solar heating</title><h1>Emon</h1>") == "Solar heating");

  const auto by_path = [&](const std::string& path) {
    const Document page = parsed("<title>Emon</title><p>Text.");
    const Url at = *parse_url("https://www.example.com" + path);
    return read_metadata(page, at, nullptr, {.url = &at, .names_of_site = of_site}).title;
  };
  BOOST_TEST(by_path("/archive/2018/12/") == "archive 2018 12");
  BOOST_TEST(by_path("/v1.2/about_us.html") == "about us");
  BOOST_TEST(by_path("/12/%C3%BCber+uns") == "über uns");
  BOOST_TEST(by_path("/2018/12/") == "Emon");
}

BOOST_AUTO_TEST_CASE(a_home_page_has_the_site_s_name) {
  const Url url = *parse_url("https://www.example.com/");
  const auto title = [&](const std::string& html) {
    const Document page = parsed(html);
    return read_metadata(page, url, nullptr, {.url = &url}).title;
  };
  BOOST_TEST(title("<title>Example - Free Care</title><h1>Free Care</h1>") == "Example - Free Care");
  BOOST_TEST(title("<title>Home | Example</title><h1>A teaser</h1>") == "Example");
  BOOST_TEST(title("<title>Home</title><meta property=og:site_name content='The Example'>") == "The Example");
}

BOOST_AUTO_TEST_CASE(json_ld_of_something_else_is_not_believed) {
  const std::string page = "<title>Lighthouse to be repaired | Northwind</title><h1>Lighthouse to be repaired</h1>";
  const auto with = [&](const std::string& json) {
    return metadata_of(page + "<script type=application/ld+json>" + json + "</script>");
  };
  const Metadata video = with(
      R"({"@type": "VideoObject", "name": "Drone flight", "uploadDate": "2019-01-02", "description": "A flight.",
          "author": {"@type": "Person", "name": "Tim Berg"}})");
  BOOST_TEST(video.title == "Lighthouse to be repaired");
  BOOST_TEST(video.published == "");
  BOOST_TEST(video.author == "");
  BOOST_TEST(video.description == "");

  const Metadata other_words = with(
      R"({"@type": "NewsArticle", "headline": "Granite woes", "datePublished": "2025-03-04",
          "author": {"@type": "Person", "name": "Jan Vermeer"}})");
  BOOST_TEST(other_words.title == "Lighthouse to be repaired");
  BOOST_TEST(other_words.published == "2025-03-04");
  BOOST_TEST(other_words.author == "Jan Vermeer");

  BOOST_TEST(with(R"({"@type": "Recipe", "name": "The old lighthouse"})").title == "The old lighthouse");
}

BOOST_AUTO_TEST_CASE(values_are_bounded_and_valid) {
  std::string long_value;
  for (int i = 0; i < 1000; ++i) long_value += "\xf0\x9d\x92\xb3\xe4\xb8\xad ";
  const Metadata metadata =
      metadata_of("<title>" + long_value + "</title><meta name=description content='" + long_value +
                  "'><meta name=author content='" + long_value + "'><link rel=canonical href='/" + long_value + "'>" +
                  repeated("<meta name=author content=Abc>", 1000));
  for (const std::string* const value :
       {&metadata.title, &metadata.author, &metadata.description, &metadata.canonical}) {
    BOOST_TEST(value->size() <= 2000u);
    BOOST_TEST(is_valid_utf8(*value));
  }
  BOOST_TEST(metadata.author == "Abc");
}

BOOST_AUTO_TEST_CASE(hostile_json_ld_is_ignored) {
  const auto page = [](const std::string& json) {
    return "<title>Good</title><script type='application/ld+json'>" + json + "</script>";
  };
  const std::vector<std::string> scripts = {
      std::string(1'000'000, '['),
      repeated("{\"a\":", 200'000),
      "\" " + std::string(900'000, '['),
      repeated("[", 65) + "{\"@type\":\"Article\",\"headline\":\"Deep\"}" + repeated("]", 65),
      "{\"@type\":\"Article\",\"headline\":\"" + std::string(1'100'000, 'x') + "\"}",
      "{\"@type\":\"Article\",\"headline\":",
      "{\"@type\":\"Article\",\"headline\":\"\\ud800\"}",
      "{\"@type\":\"Article\",\"headline\":{\"name\":1},\"author\":[[[[]]]],\"datePublished\":[{}]}",
      "{\"@id\":\"a\",\"@type\":\"Article\",\"author\":{\"@id\":\"a\"}}",
      "",
      "]",
      "}{",
      "nul",
      "<![CDATA[",
      "<![CDATA[{",
      "\xef\xbf\xbd"};
  for (const std::string& script : scripts) BOOST_TEST(metadata_of(page(script)).title == "Good", script.substr(0, 60));
}

BOOST_AUTO_TEST_CASE(json_ld_at_the_depth_bound_is_read) {
  const Metadata metadata =
      metadata_of("<script type='application/ld+json'>" + repeated("[", 63) +
                  "{\"@type\":\"Article\",\"headline\":\"Deep\"}" + repeated("]", 63) + "</script>");
  BOOST_TEST(metadata.title == "Deep");
}

BOOST_AUTO_TEST_CASE(hostile_markup) {
  const std::vector<std::string> pages = {repeated("<div class=author>", 900) + repeated("x ", 500'000),
                                          repeated("<time>May 5, 2024</time>", 50'000),
                                          "<p class='" + repeated("comment ", 100'000) + "'>x",
                                          "<title>" + repeated("a - ", 2000) + "</title>",
                                          "<svg><title>icon</title></svg><p>x",
                                          repeated("<span itemprop='author datePublished headline'>", 900),
                                          "<meta property='" + std::string(1'000'000, 'o') + "' content=x>"};
  for (const std::string& page : pages) {
    const std::string only = page.starts_with("<time>") ? "2024-05-05" : "";
    BOOST_TEST(metadata_of(page).published == only, page.substr(0, 40));
  }
  BOOST_TEST(metadata_of("<svg><title>icon</title></svg>").title == "");
}

BOOST_AUTO_TEST_CASE(canonical_link_stands_in_the_head) {
  const auto link = [](const std::string& html) { return metadata_of(html).canonical_link; };
  BOOST_TEST(link("<title>x</title><link rel=canonical href=/c><p>x") == "https://www.example.com/c");
  BOOST_TEST(link("<title>x</title><p>x<link rel=canonical href=/c>") == "");
  BOOST_TEST(link("<meta property=og:url content=/c><p>x") == "");
  BOOST_TEST(link("<link rel=canonical href='javascript:alert(1)'><meta property=og:url content=/c><p>x") == "");
}

BOOST_AUTO_TEST_CASE(canonical_is_a_page) {
  BOOST_TEST(metadata_of("<link rel=canonical href='javascript:alert(1)'>").canonical == "");
  BOOST_TEST(metadata_of("<link rel=canonical href=''>").canonical == "");
  BOOST_TEST(metadata_of("<link rel='Canonical shortlink' href='../c#x'>").canonical == "https://www.example.com/c");
  const Document document = parsed("<link rel=canonical href=/c>");
  BOOST_TEST(read_metadata(document, std::nullopt).canonical == "");
}

BOOST_AUTO_TEST_CASE(tags_categories_pictures_licences_and_changes) {
  const auto all = [](const std::string& html) {
    const Metadata m = metadata_of(html);
    return m.tags + "|" + m.categories + "|" + m.image + "|" + m.licence + "|" + m.modified;
  };
  BOOST_TEST(all(R"(<script type=application/ld+json>{"@type":"Article","keywords":["ships","sails"],
      "articleSection":"Sea","image":[{"@type":"ImageObject","url":"/a.jpg"},"/b.jpg"],"license":{"url":"/by"},
      "dateModified":"2024-05-31"}</script><meta name=keywords content=other><p>x)") ==
             "ships, sails|Sea|https://www.example.com/a.jpg|https://www.example.com/by|2024-05-31");
  BOOST_TEST(all("<meta property=article:tag content=ships><meta property=article:tag content=sails>"
                 "<meta property=article:section content=Sea><meta property=og:image content=/a.jpg>"
                 "<meta property=article:modified_time content=2024-05-31T10:00:00Z><p>x") ==
             "ships, sails|Sea|https://www.example.com/a.jpg||2024-05-31T10:00:00Z");
  BOOST_TEST(all("<meta name=keywords content=' ships,sails; Ships ,, knots'><p>x") == "ships, sails, knots||||");
  BOOST_TEST(all("<article><a rel='category tag' href=/sea>Sea</a> <a rel=tag href=/t/ships>ships</a></article>"
                 "<aside><a rel=tag href=/t/all>all</a></aside>"
                 "<footer><a rel=license href=https://creativecommons.org/licenses/by/4.0/>CC BY</a></footer>") ==
             "ships|Sea||https://creativecommons.org/licenses/by/4.0/|");
  BOOST_TEST(all(R"(<script type=application/ld+json>{"@type":"Article","license":"All rights reserved","image":7,
      "keywords":"a, b","articleSection":[["deep"],"Sea"]}</script><p>x)") == "a, b|Sea||All rights reserved|");
  const auto of_json = [&](const std::string& members) {
    return all(R"(<script type=application/ld+json>{"@type":"Article",)" + members + "}</script><p>x");
  };
  BOOST_TEST(of_json(R"("license":"CC-BY-4.0")") == "|||CC-BY-4.0|");
  BOOST_TEST(of_json(R"("license":{"name":"MIT"})") == "|||MIT|");
  BOOST_TEST(of_json(R"("license":"javascript:alert`1`")") == "||||");
  BOOST_TEST(of_json(R"("image":{"name":"A boat"})") == "||||");
  BOOST_TEST(all("<a rel=license href=terms>our terms</a>") == "|||https://www.example.com/a/terms|");
  BOOST_TEST(all("<a rel=license href='javascript:alert(1)'>our terms</a>") == "||||");
  std::string many;
  for (int i = 0; i < 60; ++i) many += "t" + std::to_string(i) + ",";
  const std::string tags = metadata_of("<meta name=keywords content='" + many + "'>").tags;
  BOOST_TEST(std::ranges::count(tags, ',') == 49);
}

BOOST_AUTO_TEST_CASE(dates_in_the_path) {
  const std::pair<const char*, const char*> cases[] = {
      {"/2021/03/04/bridge.html", "2021-03-04"},
      {"/news/2021-03-04-bridge/", "2021-03-04"},
      {"/2021/03/04/", ""},
      {"/2021/03/", ""},
      {"/2021/03/bridge.html", ""},
      {"/2021/13/04/bridge.html", ""},
      {"/1021/03/04/bridge.html", ""},
      {"/events/2021/03/04/concert", ""},
      {"/a2021/03/04/bridge", ""},
      {"/2021/03/0", ""},
      {"/x/2021-03/04/bridge", ""},
  };
  for (const auto& [path, date] : cases) {
    const Url url = *parse_url(std::string("https://www.example.com") + path);
    const auto published = [&](const char* html) {
      return read_metadata(*parse_html(html), url, nullptr, {.url = &url}).published;
    };
    BOOST_TEST(published("<h1>Bridge</h1><p>It will open.</p>") == date, path);
    BOOST_TEST(published("<h1>Bridge</h1><p>Posted on 5 May 2022</p><p>It will open.</p>") == "2022-05-05", path);
  }
}

BOOST_AUTO_TEST_CASE(no_date_is_later_than_the_day_after_the_fetch) {
  constexpr std::int64_t fetched = 1796083200;  // 2026-12-01T00:00:00Z
  const auto kept = [](const char* published, std::int64_t when) {
    Metadata metadata;
    metadata.published = metadata.modified = published;
    drop_later_dates(metadata, when);
    BOOST_TEST(metadata.modified == metadata.published);
    return metadata.published;
  };
  BOOST_TEST(kept("2026-12-01", fetched) == "2026-12-01");
  BOOST_TEST(kept("2026-12-02T09:00:00+13:00", fetched) == "2026-12-02T09:00:00+13:00");
  BOOST_TEST(kept("2026-12-03", fetched).empty());
  BOOST_TEST(kept("2027-01-01T00:00:00Z", fetched).empty());
  BOOST_TEST(kept("2026-12-12", 0) == "2026-12-12", "not known when it was fetched");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace pith
