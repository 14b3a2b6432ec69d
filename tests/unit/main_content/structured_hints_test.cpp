#include "core/extract/main_content/detail/view/structured_hints.h"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/keyed_hash.h"
#include "core/extract/main_content/detail/view/text_scan.h"
#include "tests/support/effort.h"
#include "tests/support/trees.h"

using namespace pith;
using H = StructuredHints;

namespace {

H of_json(const std::string& json) {
  return read_structured_hints(
      test::html("<head><script type=application/ld+json>" + json + "</script></head><body><p>text</p>"));
}

H of_head(const std::string& head) {
  return read_structured_hints(test::html("<head>" + head + "</head><body><p>text</p>"));
}

// Whether every three words of the text are in the set.
bool holds(const KeyedSet<std::uint32_t>& set, std::string_view text) {
  std::vector<std::uint32_t> words;
  scan_text(text, words);
  bool all = words.size() >= 3;
  for (std::size_t i = 2; i < words.size(); ++i)
    all = all && set.contains(three_words(words[i - 2], words[i - 1], words[i]));
  return all;
}

double seconds(const std::string& page) {
  const Document document = test::html(page);
  return test::standard_seconds([&] { read_structured_hints(document); });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(structured_hints)

BOOST_AUTO_TEST_CASE(reads_types_texts_and_descriptions) {
  const H h = of_json(R"({"@context":"https://schema.org","@type":"NewsArticle","headline":"A head line not read",
    "description" : "What it is about", "articleBody":
    "The whole story in many words."})");
  BOOST_TEST(h.kinds == (H::article | H::news));
  BOOST_TEST(holds(h.body, "the whole story in many words"));
  BOOST_TEST(holds(h.description, "what it is about"));
  BOOST_TEST(!holds(h.body, "a head line"));
  BOOST_TEST(h.body.size() == 4u);
  BOOST_TEST(h.comments.empty());
}

BOOST_AUTO_TEST_CASE(unescapes_and_leaves_tags_out) {
  const H h = of_json(
      R"({"articleBody":"first \"second\" third\nfourth \u00e9t\u00e9 \u4e2d\u6587 a\/b )"
      R"(\u003cp class=\"x\"\u003efifth\u003c/p\u003e sixth <b>seventh<\/b> eighth \\ ninth \ud83d\ude00 tenth"})");
  BOOST_TEST(holds(h.body, "first second third fourth été 中文 a b"));
  BOOST_TEST(holds(h.body, "seventh eighth ninth tenth"));
  BOOST_TEST(!holds(h.body, "p class x"));
}

BOOST_AUTO_TEST_CASE(nested_objects_and_lists) {
  const H h = of_json(R"({"@graph":[{"@type":["Article","VideoObject"],"author":{"@type":"Person","name":"Ann"}},
    {"mainEntity":{"@type":"https://schema.org/Question","text":"how does this work",
     "acceptedAnswer":{"@type":"Answer","text":"it works like this"}}}]})");
  BOOST_TEST(h.kinds == (H::article | H::video | H::person | H::thread));
  BOOST_TEST(holds(h.body, "how does this work"));
  BOOST_TEST(holds(h.body, "it works like this"));
  BOOST_TEST(!holds(h.body, "this work it"), "texts do not run together");
}

BOOST_AUTO_TEST_CASE(a_type_is_the_value_of_its_key_only) {
  BOOST_TEST(of_json(R"({"name":"Article","articleBody":"Product","x":["Recipe"]})").kinds == 0u);
  BOOST_TEST(of_json(R"({"@type":"WebPage","name":"Article"})").kinds == 0u);
}

BOOST_AUTO_TEST_CASE(comments_are_not_body) {
  const H h =
      of_json(R"({"@type":"Article",)"
              R"("comment":[{"@type":"Comment","text":"I do not agree"},{"@type":"Comment","text":"neither do I"}],
    "review":{"@type":"Review","reviewBody":"a very good thing"},"articleBody":"the body of the article"})");
  BOOST_TEST(holds(h.comments, "i do not agree"));
  BOOST_TEST(holds(h.comments, "neither do i"));
  BOOST_TEST(holds(h.comments, "a very good thing"));
  BOOST_TEST(!holds(h.body, "i do not"));
  // The article's body is recognised after its comments, too.
  BOOST_TEST(holds(h.body, "the body of the article"));
  BOOST_TEST(!holds(h.comments, "the body of"));
}

BOOST_AUTO_TEST_CASE(broken_json_still_gives_hints) {
  BOOST_TEST(holds(of_json(R"({"@type":"Article" "articleBody":"one two three four)").body, "one two three four"));
  BOOST_TEST(holds(of_json(R"(}}]]"x":,,"articleBody" :   "one two three",)").body, "one two three"));
  BOOST_TEST(of_json(R"("@type":"Recipe)").kinds == H::recipe);
  for (const char* json : {"", "\"", "\\", "\"\\", "\"@type\":\"\\", "\"text\":\"\\u", "\"text\":\"\\u12",
                           "\"text\":\"a b \\", ":", "\"\":\"\"", "{{{{", "\"text\"", "\"text\":"}) {
    const H h = of_json(json);
    BOOST_TEST(h.kinds == 0u, json);
    BOOST_TEST(h.body.empty(), json);
  }
  // Cut anywhere: no crash, and never more than the whole gives.
  const std::string whole = R"({"@type":"NewsArticle","articleBody":"one \u00e9 \"two\" <b>three<\/b> four",)"
                            R"("comment":{"@type":"Comment","text":"a b c d"}})";
  const H all = of_json(whole);
  for (std::size_t i = 0; i < whole.size(); ++i)
    BOOST_TEST((of_json(whole.substr(0, i)).kinds & ~(all.kinds | H::article)) == 0u);
}

BOOST_AUTO_TEST_CASE(reads_meta_elements) {
  BOOST_TEST(of_head("<meta property=og:type content=article>").kinds == H::og_article);
  BOOST_TEST(of_head("<meta property=og:type content=website>").kinds == H::og_website);
  BOOST_TEST(of_head("<meta property=og:type content=product.item>").kinds == H::og_product);
  BOOST_TEST(of_head("<meta property=og:type content=profile>").kinds == H::og_profile);
  BOOST_TEST(of_head("<meta property=og:type content=video.movie>").kinds == H::video);
  BOOST_TEST(of_head("<meta property=article:published_time content=2024>").kinds == H::og_article);
  BOOST_TEST(of_head("<meta name=product:price content=3>").kinds == H::og_product);
  BOOST_TEST(of_head("<meta content=article><meta name><meta name=x>").kinds == 0u);
  const H h =
      of_head("<meta name=description content='one two three'><meta property=og:description content='four five six'>");
  BOOST_TEST(holds(h.description, "one two three"));
  BOOST_TEST(holds(h.description, "four five six"));
  BOOST_TEST(h.body.empty());
}

BOOST_AUTO_TEST_CASE(reads_microdata_and_no_other_scripts) {
  BOOST_TEST(
      read_structured_hints(test::html("<body><div itemscope itemtype=http://schema.org/Recipe>x</div>")).kinds ==
      H::recipe);
  const std::string json = R"({"@type":"Article","articleBody":"one two three"})";
  BOOST_TEST(of_head("<script>" + json + "</script><script type=application/json>" + json + "</script>").kinds == 0u);
}

BOOST_AUTO_TEST_CASE(hostile_data_ends_quickly) {
  const auto script = [](const std::string& json) {
    return "<head><script type=application/ld+json>" + json + "</script></head><body>x";
  };
  const auto repeat = [](std::string_view text, std::size_t times) {
    std::string out;
    while (times-- > 0) out += text;
    return out;
  };
  constexpr std::size_t n = 500'000;
  for (const std::string& json :
       {std::string(n, '"'), std::string(n, '\\'), "\"articleBody\":\"" + repeat("word ", n), std::string(n, '['),
        repeat("{\"@type\":", n / 4), repeat("\"text\":\"a b c\",", n / 10), "\"text\":\"" + repeat("\\u003c", n / 3),
        repeat("\"text\"   ", n / 4), "\"text\"" + std::string(n, ' ')})
    BOOST_TEST(seconds(script(json)) < 2.0, json.substr(0, 40));
  BOOST_TEST(seconds("<head>" + repeat("<script type=application/ld+json>{\"@type\":\"Article\"}</script>", 20'000)) <
             2.0);
  BOOST_TEST(seconds("<head>" + repeat("<meta name=description content='some words here'>", 50'000)) < 2.0);
}

BOOST_AUTO_TEST_CASE(reads_a_megabyte_and_no_more) {
  const auto page = [](std::size_t filler) {
    return "<head><script type=application/ld+json>" + std::string(filler, ' ') + R"({"@type":"Recipe"})" +
           "</script><script type=application/ld+json>{\"@type\":\"Product\"}</script></head><body>x";
  };
  BOOST_TEST(read_structured_hints(test::html(page(100'000))).kinds == (H::recipe | H::product));
  BOOST_TEST(read_structured_hints(test::html(page(2u << 20))).kinds == 0u);
}

BOOST_AUTO_TEST_CASE(the_order_of_three_words_counts) {
  BOOST_TEST(three_words(1, 2, 3) != three_words(3, 2, 1));
  BOOST_TEST(three_words(1, 2, 3) != three_words(2, 1, 3));
}

BOOST_AUTO_TEST_SUITE_END()
