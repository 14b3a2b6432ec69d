#include "core/text/url.h"

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/dot_segments.h"
#include "core/text/mistyped_url.h"
#include "tests/support/effort.h"

using namespace pith;

namespace {

// Rows of a table in tests/fixtures/url: fields separated by tabs, "#" begins a comment line, "-" means no value.
std::vector<std::vector<std::string>> table(const std::string& name) {
  std::ifstream in(std::string(PITH_FIXTURES) + "/url/" + name);
  BOOST_REQUIRE(in.is_open());
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> row;
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, '\t');) row.push_back(field);
    rows.push_back(row);
  }
  BOOST_REQUIRE(!rows.empty());
  return rows;
}

std::string shown(const std::optional<Url>& url) { return url ? url->str() : "-"; }

}  // namespace

BOOST_AUTO_TEST_SUITE(url)

BOOST_AUTO_TEST_CASE(normal_forms) {
  for (const auto& row : table("normalise.tsv")) {
    BOOST_REQUIRE_EQUAL(row.size(), 2u);
    BOOST_TEST(shown(parse_url(row[0])) == row[1], row[0] << " gave " << shown(parse_url(row[0])));
  }
}

BOOST_AUTO_TEST_CASE(normal_forms_are_stable) {
  for (const auto& row : table("normalise.tsv"))
    if (row[1] != "-") BOOST_TEST(shown(parse_url(row[1])) == row[1]);
}

BOOST_AUTO_TEST_CASE(references) {
  const auto base = parse_url("http://a/b/c/d;p?q");
  BOOST_REQUIRE(base.has_value());
  for (const auto& row : table("resolve.tsv")) {
    BOOST_REQUIRE_EQUAL(row.size(), 2u);
    BOOST_TEST(shown(resolve(*base, row[0])) == row[1], row[0] << " gave " << shown(resolve(*base, row[0])));
  }
}

// A blank before a reference changes nothing, but rules out the shorter way that most references go.
BOOST_AUTO_TEST_CASE(plain_references_are_resolved_like_all_others) {
  constexpr std::string_view pieces[] = {
      "http://", "https://", "http:", "//",  "a.example", "B.example", "x-1", "..", ".",     "/", "/", "?",  "#", ":80",
      "443",     "@",        "%41",   "q=1", "&",         ";",         "_",   "é",  "[::1]", "~", "'", "\\", " "};
  const Url bases[] = {*parse_url("http://h.example/d/e/f.html?q"), *parse_url("https://h.example:8443/"),
                       *parse_url("http://[::1]/%7Ea/%C3%A9/x")};
  std::mt19937 random(7);
  int urls = 0;
  for (int round = 0; round < 100'000; ++round) {
    std::string reference;
    for (unsigned i = 1 + random() % 6; i > 0; --i) reference += pieces[random() % std::size(pieces)];
    for (const Url& base : bases) {
      const auto plain = resolve(base, reference), general = resolve(base, " " + reference);
      urls += general.has_value();
      if (plain != general) BOOST_ERROR("\"" + reference + "\" is " + (plain ? plain->str() : "nothing"));
    }
    if (parse_url(reference) != parse_url(" " + reference)) BOOST_ERROR("\"" + reference + "\" alone");
  }
  BOOST_TEST(urls > 100'000);
}

// A reference is what it would be as the end of an absolute URL, however long the base is.
BOOST_AUTO_TEST_CASE(references_below_a_long_path) {
  constexpr std::string_view pieces[] = {"..", ".", "/", "/", "a", "?", "x:", "%2e", "//", "é", "\\"};
  const std::string directory = "http://h.example/a/b//c/d/e/";
  const Url base = *parse_url(directory + "f.html?q");
  std::mt19937 random(7);
  for (int round = 0; round < 100'000; ++round) {
    std::string reference = "x/";
    for (unsigned i = 1 + random() % 8; i > 0; --i) reference += pieces[random() % std::size(pieces)];
    const auto resolved = resolve(base, reference), whole = parse_url(directory + reference);
    if (resolved != whole) BOOST_ERROR("\"" + reference + "\" is " + shown(resolved) + ", not " + shown(whole));
  }
}

BOOST_AUTO_TEST_CASE(a_long_base_costs_a_link_next_to_nothing) {
  const auto seconds = [](int segments) {
    std::string path = "http://h.example/";
    for (int i = 0; i < segments; ++i) path += "a/";
    const Url base = *parse_url(path + "/");  // an empty segment: nothing plain
    return test::thread_seconds_of([&] {
      for (int i = 0; i < 2000; ++i) resolve(base, i % 2 == 0 ? "x" : "../x?y");
    });
  };
  const double usual = seconds(3), longest = seconds(3900);
  BOOST_TEST(longest < 50 * usual, longest << " against " << usual);
}

BOOST_AUTO_TEST_CASE(an_empty_reference_is_the_base) {
  const auto base = parse_url("http://a/b?q");
  BOOST_TEST(shown(resolve(*base, "")) == "http://a/b?q");
  BOOST_TEST(shown(resolve(*base, "#top")) == "http://a/b?q");
  BOOST_TEST(shown(resolve(*base, " \n")) == "http://a/b?q");
}

BOOST_AUTO_TEST_CASE(hostile_text_is_refused_or_normalised) {
  BOOST_TEST(!parse_url("http://" + std::string(9000, 'a')).has_value());
  BOOST_TEST(!parse_url("http://host/" + std::string(8000, '"')).has_value());  // too long after escaping
  BOOST_TEST(!parse_url(std::string("http://ho\0st/", 13)).has_value());
  std::string deep = "http://h/";
  for (int i = 0; i < 2000; ++i) deep += "../";
  BOOST_TEST(shown(parse_url(deep)) == "http://h/");
}

BOOST_AUTO_TEST_CASE(directories) {
  const auto segments = [](const char* text) { return directory_segments(*parse_url(text)); };
  using List = std::vector<std::string_view>;
  BOOST_TEST(segments("http://h/").empty());
  BOOST_TEST(segments("http://h/x.html").empty());
  const Url two = *parse_url("http://h/a/b/c.html"), slash = *parse_url("http://h/a/b/");
  const List expected = {"a", "b"};
  BOOST_TEST(directory_segments(two) == expected, boost::test_tools::per_element());
  BOOST_TEST(directory_segments(slash) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(extensions_that_are_no_pages) {
  for (const char* text : {"http://h/a.png", "http://h/A.PDF", "http://h/x/y.tar.gz?z=1", "http://h/s.css"})
    BOOST_TEST(is_obvious_non_page(*parse_url(text)), text);
  for (const char* text : {"http://h/", "http://h/a.html", "http://h/a.php?f=x.png", "http://h/v1.2/guide",
                           "http://h/a.verylongextension", "http://h/png"})
    BOOST_TEST(!is_obvious_non_page(*parse_url(text)), text);
}

// "." for each kind of spelling, beside which it is another request than that of the normal form.
BOOST_AUTO_TEST_CASE(dot_segments_of_spellings) {
  const auto all = [](DotSegments kind, const std::vector<std::string>& paths) {
    for (const std::string& path : paths) BOOST_TEST((dot_segments("http://a.example" + path) == kind), path);
  };
  all(DotSegments::none, {"", "/", "//", "/a/b//c", "/.a", "/a.", "/..a", "/...", "/a/...html", "/%2ea", "/?/./",
                          "/#/../", "?/.", "/a?b/../c", "/a%2Fb", "/%252e/", "/;/x", "/a/..;/b"});
  all(DotSegments::plain, {"/.", "/./", "/..", "/../x", "/a/./b", "/a/../b", "/a/..", "/a/.?x", "/a/..#x", "/./..//",
                           "\\.\\", "/a\\..\\b", "/a/.\t./b", "/a/../%20", "/a/.. "});
  all(DotSegments::hidden,
      {"/%2e", "/%2E/", "/%2e%2E", "/.%2e/", "/%2e.", "/a/%2e?x", "/a//../b", "//..", "//x/../..", "/a//./../b",
       "/a%2F..%2fb", "/a%2f../b", "/..%5Cb", "/a/..%2fb", "/%5c.", "/a/b/%2e%2e/../c"});
  for (const std::string url : {"", "/", "a", "http:", "http://", "http://a.example", "http://..", "../x", "\xff%"})
    BOOST_TEST((dot_segments(url) == DotSegments::none), url);
}

BOOST_AUTO_TEST_CASE(dots_are_escaped_where_they_are_segments) {
  for (const auto& [url, escaped] : std::vector<std::pair<std::string, std::string>>{
           {"http://a.example/.", "http://a.example/%2E"},
           {"http://a.example/../x/./y", "http://a.example/%2E%2E/x/%2E/y"},
           {"http://a.example/.a/b./c..d/?/./..#/.", "http://a.example/.a/b./c..d/?/./..#/."},
           {"http://a.example//", "http://a.example//"},
           {"", ""}})
    BOOST_TEST(with_escaped_dots(url) == escaped);
}

BOOST_AUTO_TEST_CASE(slips_before_the_host) {
  const auto said = [](const std::string& text) {
    const auto slip = mistyped_url(text);
    return slip ? slip->what + " → " + slip->meant : "";
  };
  BOOST_TEST(said("http//h") == "a colon is missing after http → http://h");
  BOOST_TEST(said("HTTPS//h/a//b?c") == "a colon is missing after https → https://h/a//b?c");
  BOOST_TEST(said("http:/h/") == "a slash is missing after http:/ → http://h/");
  BOOST_TEST(said("https:h") == "two slashes are missing after https: → https://h");
  BOOST_TEST(said("http:") == "two slashes are missing after http: → ");
  BOOST_TEST(said("htp://h/") == "htp is neither http nor https → http://h/");
  BOOST_TEST(said("htpps://h/") == "htpps is neither http nor https → https://h/");
  BOOST_TEST(said("ftp://h/") == "ftp is neither http nor https → ");
  BOOST_TEST(said("file:///h") == "file is neither http nor https → ");
  BOOST_TEST(said("mailto:a@h") == "mailto is neither http nor https → ");
  BOOST_TEST(said("javascript:alert(1)") == "javascript is neither http nor https → ");
  BOOST_TEST(said("http://https://h/a") == "http:// stands before another URL → https://h/a");
  for (const char* text : {"http://me:secret@h/a", "https://me@h:8080?q", "me@h"})
    BOOST_TEST(has_user_name(text), text);
  for (const char* text : {"http://h/a@b", "http://h?a@b", "h/@", "h"}) BOOST_TEST(!has_user_name(text), text);
  BOOST_TEST(said("") == "there is no URL → ");
  BOOST_TEST(said(" ") == "there is no URL → ");
  BOOST_TEST(said("index.HTML") == "is a file's name, and there is no such file here → ");
  BOOST_TEST(said("site.warc.gz") == "is a file's name, and there is no such file here → ");
  for (const char* text : {"-", "http://-/", "http://./"}) BOOST_TEST(!parse_typed_url(text), text);
  BOOST_TEST(parse_typed_url("[::1]:80/")->str() == "http://[::1]/");
  for (const char* text :
       {"http://h/", "HTTPS://h", "http://", "http:///h", "h", "h/a//b", "h:8080/", "http.example/", "http/a",
        "http://h/a@b", "http://h?a@b", "[::1]:80/", "/", "//h/", "h:", "html", "h.example/index.html"})
    BOOST_TEST(said(text) == "", text);
}

BOOST_AUTO_TEST_SUITE_END()
