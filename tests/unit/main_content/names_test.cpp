#include "core/extract/main_content/detail/view/names.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

using namespace pith;

namespace {

std::uint32_t kinds(std::initializer_list<NameKind> list) {
  std::uint32_t out = 0;
  for (const NameKind kind : list) out |= bit(kind);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(names)

BOOST_AUTO_TEST_CASE(words_of_names_in_every_spelling) {
  const std::uint32_t related = kinds_of_names("related"), posts = kinds_of_names("posts"),
                      joined = kinds_of_names("relatedposts");
  BOOST_TEST((related & bit(NameKind::related)) != 0u);
  BOOST_TEST((posts & bit(NameKind::content)) != 0u);
  BOOST_TEST((joined & bit(NameKind::related)) != 0u);
  const std::uint32_t all = related | posts | joined;
  for (const std::string_view name : {"relatedPosts", "related-posts", "related_posts", "RELATED-POSTS",
                                      "related-123-posts", "related4posts", "related:posts", "  related-posts\n"})
    BOOST_TEST(kinds_of_names(name) == all, name);
  BOOST_TEST(kinds_of_names("related posts") == (related | posts), "two names are not joined");
  BOOST_TEST(kinds_of_names("post-1234 relatedPosts") == (kinds_of_names("post") | all));
}

BOOST_AUTO_TEST_CASE(case_and_digits_do_not_count) {
  for (const std::string_view name :
       {"comment", "Comment", "COMMENT", "comment-12", "comment12", "12comment", "#comment"})
    BOOST_TEST(kinds_of_names(name) == kinds_of_names("comment"), name);
  BOOST_TEST((kinds_of_names("comment") & bit(NameKind::comment)) != 0u);
}

BOOST_AUTO_TEST_CASE(names_known_only_as_a_whole) {
  // Words whose parts mean nothing, but whose whole does.
  BOOST_TEST((kinds_of_names("article-body") & bit(NameKind::body)) != 0u);
  BOOST_TEST((kinds_of_names("articleBody") & bit(NameKind::body)) != 0u);
  BOOST_TEST((kinds_of_names("article body") & bit(NameKind::body)) == 0u);
  BOOST_TEST((kinds_of_names("share-this") & bit(NameKind::share)) != 0u);
  BOOST_TEST((kinds_of_names("mw-parser-output") & bit(NameKind::body)) != 0u);
}

BOOST_AUTO_TEST_CASE(a_word_inside_another_does_not_count) {
  BOOST_TEST(kinds_of_names("adorable") == 0u);
  BOOST_TEST(kinds_of_names("lowercasenavi7gationx") == 0u);
  BOOST_TEST(kinds_of_names("") == 0u);
  BOOST_TEST(kinds_of_names("123 -- _ \t") == 0u);
  BOOST_TEST(kinds_of_names("xyzzy plugh") == 0u);
}

BOOST_AUTO_TEST_CASE(a_word_may_be_of_several_kinds) {
  BOOST_TEST(kinds_of_names("banner") == kinds({NameKind::header, NameKind::advert}));
}

BOOST_AUTO_TEST_CASE(every_word_of_the_list_is_found) {
  constexpr std::string_view lists[] = {
#define PITH_NAME_KIND(kind, words) words,
#include "core/extract/main_content/detail/view/names.def"
#undef PITH_NAME_KIND
  };
  for (std::size_t k = 0; k < name_kinds; ++k) {
    const NameKind kind = static_cast<NameKind>(k);
    std::string word;
    for (const char c : std::string(lists[k]) + " ") {
      if (c != ' ') {
        word += c;
        continue;
      }
      BOOST_TEST((kinds_of_names(word) & bit(kind)) != 0u, name_of(kind)
                                                               << ": " << word << " is on the list but never found");
      word.clear();
    }
  }
}

BOOST_AUTO_TEST_CASE(long_values_take_linear_time) {
  BOOST_TEST(kinds_of_names(std::string(10'000'000, 'a')) == 0u);
  std::string classes;
  for (int i = 0; i < 500'000; ++i) classes += "x" + std::to_string(i) + " ";
  BOOST_TEST(kinds_of_names(classes) == kinds_of_names("x"));
  BOOST_TEST(class_key(classes) != 0u);
}

BOOST_AUTO_TEST_CASE(the_key_of_classes_ignores_their_order) {
  std::mt19937 random(8);
  std::vector<std::string> classes = {"post", "type-post", "Entry", "with-image", "md:flex", "post"};
  std::uint64_t key = 0;
  for (int round = 0; round < 50; ++round) {
    std::shuffle(classes.begin(), classes.end(), random);
    std::string value;
    for (const std::string& name : classes) value += name + (round % 2 ? "\t" : "  ");
    if (round == 0) key = class_key(value);
    BOOST_TEST(class_key(value) == key);
  }
}

BOOST_AUTO_TEST_CASE(the_key_of_classes_ignores_numbers_and_states) {
  for (const std::string_view same :
       {"item", " item ", "item active", "first item odd", "item last even", "selected item", "item clearfix lazy"})
    BOOST_TEST(class_key(same) == class_key("item"), same);
  BOOST_TEST(class_key("post-1") == class_key("post-2345"));
  BOOST_TEST(class_key("a1 b2") == class_key("b3 a"));
  for (const std::string_view empty : {"", "  \n", "active", "odd first"}) BOOST_TEST(class_key(empty) == 0u, empty);
}

BOOST_AUTO_TEST_CASE(the_key_of_classes_ignores_what_differs_from_page_to_page) {
  for (const std::string_view same : {"item", "item category-boats tag-pier-7", "tag-wood item is-open",
                                      "item has-image", "view-dom-id-0aef31 item", "item current-menu-item"})
    BOOST_TEST(class_key(same) == class_key("item"), same);
  const std::string_view post = "post-12 post type-post status-publish format-standard hentry category-boats";
  BOOST_TEST(class_key("post-7 post type-post status-publish hentry genre-rock mood-sad") == class_key(post));
  BOOST_TEST(class_key("product type-product post-3 status-publish instock pa_litres-5 shipping-taxable") ==
             class_key("post-99 type-product status-private product outofstock"));
  BOOST_TEST(class_key("page type-page status-publish") != class_key(post));
  BOOST_TEST(class_key("pages-type") != class_key("status"));
}

BOOST_AUTO_TEST_CASE(the_key_of_classes_distinguishes_others) {
  const std::string_view values[] = {"item",      "items",      "Item",  "item box", "box",
                                     "item item", "activeitem", "post-", "post",     "item-active"};
  for (const std::string_view a : values)
    for (const std::string_view b : values) BOOST_TEST((class_key(a) == class_key(b)) == (a == b), a << ", " << b);
}

BOOST_AUTO_TEST_CASE(every_kind_has_a_distinct_name) {
  for (std::size_t a = 0; a < name_kinds; ++a) {
    BOOST_TEST(!name_of(static_cast<NameKind>(a)).empty());
    for (std::size_t b = 0; b < a; ++b)
      BOOST_TEST(name_of(static_cast<NameKind>(a)) != name_of(static_cast<NameKind>(b)));
  }
}

BOOST_AUTO_TEST_SUITE_END()
