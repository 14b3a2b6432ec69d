#include "plugin/site/link_texts.h"

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "core/page/breadcrumb.h"
#include "plugin/site/url_hierarchy.h"

namespace pith::pipeline {
namespace {

LinkTexts texts_of(const std::vector<ContentLink>& links, const std::string& url = "https://www.example.org/a/") {
  ExtractedPage page;
  page.links = links;
  return link_texts_of(page, *parse_url(url));
}

std::vector<std::string> kept(const std::vector<ContentLink>& links) {
  std::vector<std::string> texts;
  for (const LinkTexts::Link& link : texts_of(links).links) texts.push_back(link.text);
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(link_texts)

BOOST_AUTO_TEST_CASE(round_trip) {
  const LinkTexts all{.title = "Åland",
                      .language = "sv",
                      .breadcrumb = {"Resor", "Öar"},
                      .links = {{1, "färja"}, {~std::uint64_t{0}, std::string(max_said_bytes, 'x')}}};
  for (const LinkTexts& texts : {LinkTexts(), all}) {
    const auto read = link_texts_from_bytes(to_bytes(texts));
    BOOST_REQUIRE(read.has_value());
    BOOST_TEST((*read == texts));
  }
}

BOOST_AUTO_TEST_CASE(what_is_cut_or_damaged_is_refused_or_read_as_something_else) {
  const LinkTexts texts{.title = "title", .language = "en", .breadcrumb = {"a", "b"}, .links = {{7, "seven"}}};
  const std::string bytes = to_bytes(texts);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const auto read = link_texts_from_bytes(bytes.substr(0, size));
    BOOST_TEST((!read || read->links.empty()), size);
  }
  BOOST_TEST(!link_texts_from_bytes("").has_value());
  BOOST_TEST(!link_texts_from_bytes("\x02" + bytes.substr(1)).has_value());
  BOOST_TEST(!link_texts_from_bytes(bytes + "x").has_value());
  std::mt19937 random(1);
  for (int round = 0; round < 100'000; ++round) {
    std::string any(random() % 60, ' ');
    for (char& c : any) c = static_cast<char>(random() % (round % 2 == 0 ? 256 : 12));
    if (!any.empty()) any.front() = 1;
    if (const auto read = link_texts_from_bytes(any)) BOOST_TEST(to_bytes(*read) == any);
  }
}

BOOST_AUTO_TEST_CASE(bounds) {
  ExtractedPage page;
  page.metadata.title = std::string(1000, 't');
  page.metadata.language = std::string(1000, 'l');
  page.breadcrumb.assign(max_breadcrumb_names, std::string(1000, 'b'));
  for (int i = 0; i < 2000; ++i)
    page.links.push_back({"https://example.org/" + std::to_string(i), std::to_string(i) + std::string(1000, 'x')});
  const std::string bytes = to_bytes(link_texts_of(page, *parse_url("https://example.org/")));
  BOOST_TEST(bytes.size() <= max_link_texts_bytes);
  const auto read = link_texts_from_bytes(bytes);
  BOOST_REQUIRE(read.has_value());
  BOOST_TEST(read->links.size() > 200u);
  BOOST_TEST(read->links.front().target == address_key(*parse_url("https://example.org/0")));
  BOOST_TEST(read->title.size() == max_said_bytes);
}

BOOST_AUTO_TEST_CASE(texts_that_only_repeat_the_address_do_not_count) {
  BOOST_TEST(kept({{"https://www.example.org/b", "https://www.example.org/b"},
                   {"https://www.example.org/b", "HTTP://elsewhere.example/"},
                   {"https://www.example.org/b", "www.example.org"},
                   {"https://www.example.org/b/", "example.org/b"},
                   {"https://www.example.org/b/", "//Example.org/B/"},
                   {"https://www.example.org/b", "»"},
                   {"https://www.example.org/b", "www is fine"},
                   {"https://www.example.org/b", "about b"}}) == (Texts{"www is fine", "about b"}));
}

BOOST_AUTO_TEST_CASE(links_within_the_site_once_each) {
  BOOST_TEST(kept({{"https://www.example.org/a/", "this page"},
                   {"https://www.example.org/a/index.html", "this page"},
                   {"https://other.example/", "another site"},
                   {"https://docs.example.org/", "the same site"},
                   {"https://www.example.org/b", "Read more"},
                   {"https://www.example.org/b", "read MORE …"},
                   {"https://www.example.org/c", "Read more"}}) == (Texts{"the same site", "Read more", "Read more"}));
}

BOOST_AUTO_TEST_CASE(keys) {
  BOOST_TEST(key_of_text("Läs mer »") == key_of_text("  LÄS   MER"));
  BOOST_TEST(key_of_text("C++") != key_of_text("C"));
  BOOST_TEST(key_of_text("C#") != key_of_text("C++"));
  BOOST_TEST(key_of_text("a b") != key_of_text("b a"));
  BOOST_TEST(key_of_text("…") == 0u);
  BOOST_TEST(key_of_text("") == 0u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::pipeline
