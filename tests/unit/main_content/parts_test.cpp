#include "core/extract/main_content/detail/rules/parts.h"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/extract/main_content/detail/rules/headline.h"
#include "tests/support/effort.h"
#include "tests/support/trees.h"

using namespace pith;

namespace {

OtherPages nobody() {
  static const SiteStatistics no_site;
  return {no_site, {}};
}

RunId headline_of(const PageView& view) { return find_headline(view, {}, nobody()); }

// The first words of the runs that have the part.
std::vector<std::string> with(Part part, std::string_view html, PageType type = PageType::article) {
  const Document page = test::html(html);
  const PageView view(page);
  const std::vector<Parts> parts = find_parts(view, type, headline_of(view), nobody());
  std::vector<std::string> out;
  for (RunId r = 0; r < view.runs.size(); ++r)
    if (parts[r] & bit(part)) out.emplace_back(page.text(view.runs[r].begin));
  return out;
}

using Texts = std::vector<std::string>;

// What is kept of a page if the runs that begin with "+" are chosen.
Texts kept(std::string_view html, const Keep& keep, PageType type = PageType::article) {
  const Document page = test::html(html);
  const PageView view(page);
  std::vector<char> chosen;
  for (const ViewRun& run : view.runs) chosen.push_back(page.text(run.begin).starts_with("+"));
  pith::apply(keep, find_parts(view, type, headline_of(view), nobody(), chosen), chosen);
  Texts out;
  for (RunId r = 0; r < view.runs.size(); ++r)
    if (chosen[r]) out.emplace_back(page.text(view.runs[r].begin));
  return out;
}

constexpr std::string_view page =
    "<title>+Storm hits town</title><body><h1>+Storm hits town</h1><div class=byline>Ann Other</div><p>+Text of the "
    "story</p>"
    "<div class=share>Tweet this</div><div class=related><a href=/2>Next story</a></div><div class=comments><p>I saw "
    "it</p>"
    "<form><p>Your mail</p></form><button>Send</button></div>";

const std::string thread = [] {
  std::string out = "<body><div id=t>";
  for (int i = 0; i < 3; ++i)
    out += "<div class=post><b>" + std::string(i ? "" : "+") + "user" + std::to_string(i) +
           " wrote on 3 May 2024</b><p>" + (i == 1 ? "+" : "") + "Post " + std::to_string(i) +
           " has more than twelve words, so that it reads like prose does on pages.</p></div>";
  return out + "</div>";
}();

}  // namespace

BOOST_AUTO_TEST_SUITE(parts)

BOOST_AUTO_TEST_CASE(defaults_change_nothing) {
  BOOST_TEST(kept(page, {}) == Texts({"+Storm hits town", "+Text of the story"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(each_switch_affects_only_its_part) {
  BOOST_TEST(kept(page, {.title = false}) == Texts({"+Text of the story"}), boost::test_tools::per_element());
  BOOST_TEST(kept(page, {.comments = true}) == Texts({"+Storm hits town", "+Text of the story", "I saw it"}),
             boost::test_tools::per_element());
  BOOST_TEST(kept(page, {.related = true}) == Texts({"+Storm hits town", "+Text of the story", "Next story"}),
             boost::test_tools::per_element());
  BOOST_TEST(kept(page, {.share_bars = true}) == Texts({"+Storm hits town", "+Text of the story", "Tweet this"}),
             boost::test_tools::per_element());
  BOOST_TEST(kept(page, {.author_boxes = true}) == Texts({"+Storm hits town", "Ann Other", "+Text of the story"}),
             boost::test_tools::per_element());
  BOOST_TEST(
      kept(page, {.title = false, .comments = true, .related = true, .share_bars = true, .author_boxes = true}) ==
          Texts({"Ann Other", "+Text of the story", "Tweet this", "Next story", "I saw it"}),
      boost::test_tools::per_element());
  // Not this switch's part.
  BOOST_TEST(kept(page, {.tables = false, .code = false, .captions = false, .images = false}) == kept(page, {}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(other_products_are_kept_on_request) {
  std::string shop = "<h1>+Pot of clay</h1><div>+19,00 €</div><div>";
  for (int i = 0; i < 3; ++i)
    shop += "<div class=card><a href=/" + std::to_string(i) + ">+Pot</a><div>+9 €</div></div>";
  shop += "</div>";
  BOOST_TEST(kept(shop, {}, PageType::product) == Texts({"+Pot of clay", "+19,00 €"}),
             boost::test_tools::per_element());
  BOOST_TEST(kept(shop, {.related = true}, PageType::product).size() == 8u);
  BOOST_TEST(kept(shop, {}, PageType::listing).size() == 8u);
}

BOOST_AUTO_TEST_CASE(replies_are_the_posts_after_the_first) {
  const Texts all = kept(thread, {}, PageType::thread);
  BOOST_TEST_REQUIRE(all.size() == 2u);
  BOOST_TEST(kept(thread, {.replies = false}, PageType::thread) == Texts({all[0]}), boost::test_tools::per_element());
  BOOST_TEST(kept(thread, {.replies = false}, PageType::article) == all, boost::test_tools::per_element());
  BOOST_TEST(with(Part::reply, thread, PageType::thread).size() == 4u);
  BOOST_TEST(with(Part::reply, thread, PageType::article).empty());
}

BOOST_AUTO_TEST_CASE(the_posts_of_a_thread_are_not_comments) {
  const std::string named = "<body><div class=comments>" + thread + "</div>";
  BOOST_TEST(with(Part::comment, named, PageType::thread).empty());
  BOOST_TEST(with(Part::comment, named, PageType::article).size() == 6u);
}

BOOST_AUTO_TEST_CASE(repeated_items_other_than_posts_are_not_replies) {
  std::string cards = "<body>";
  for (int i = 0; i < 3; ++i) cards += "<div class=card><b>Title</b><p>Price</p></div>";
  BOOST_TEST(with(Part::reply, cards, PageType::thread).empty());
}

BOOST_AUTO_TEST_CASE(nothing_is_added_to_nothing) {
  const Keep all{.comments = true, .related = true, .share_bars = true, .author_boxes = true};
  BOOST_TEST(kept("<body><p>text</p><div class=comments><p>one</p></div><div class=share>Tweet</div>", all).empty());
  std::vector<char> none;
  pith::apply(all, {}, none);
  BOOST_TEST(none.empty());
  // Removing parts may leave nothing.
  BOOST_TEST(kept("<title>+Storm</title><body><h1>+Storm</h1>", {.title = false}).empty());
}

BOOST_AUTO_TEST_CASE(a_heading_announces_the_text_beside_it) {
  const std::string_view html =
      "<body><div><p>story</p><section><h2>3 Comments</h2><p>one</p><div><p>two</p></div></section><section><h3>Read "
      "also</h3><p>three</p></section>"
      "<p>end</p></div><footer>foot</footer>";
  BOOST_TEST(with(Part::comment, html) == Texts({"3 Comments", "one", "two"}), boost::test_tools::per_element());
  BOOST_TEST(with(Part::related, html) == Texts({"Read also", "three"}), boost::test_tools::per_element());
  // A heading directly in the body would announce the rest of the page.
  BOOST_TEST(with(Part::comment, "<body><h2>Comments</h2><p>one</p>").empty());
  // A heading of the article, and a heading too long to announce anything.
  BOOST_TEST(with(Part::comment, "<body><div><h2>The storm</h2><p>one</p></div>").empty());
  BOOST_TEST(with(Part::comment,
                  "<body><div><h2>What the comments of the minister on the storm were about</h2><p>one</p></div>")
                 .empty());
}

BOOST_AUTO_TEST_CASE(an_announcement_inside_another_does_not_end_it) {
  const std::string_view html =
      "<body><section><h2>Comments</h2><div><h3>Latest comments</h3><p>one</p></div><p>two</p></section><p>end</p>";
  BOOST_TEST(with(Part::comment, html) == Texts({"Comments", "Latest comments", "one", "two"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(form_fields_and_buttons_are_in_no_part) {
  for (const std::string_view inside :
       {"<button>x</button>", "<form><p>x</p></form>", "<label>x</label>", "<div role=button>x</div>"})
    BOOST_TEST(with(Part::comment, "<body><div class=comments>" + std::string(inside) + "</div>").empty(), inside);
}

BOOST_AUTO_TEST_CASE(share_bars_are_short_and_near_their_names) {
  BOOST_TEST(with(Part::share_bar, "<body><div class=share>Tweet</div>").size() == 1u);
  BOOST_TEST(
      with(Part::share_bar,
           "<body><div class=share>one two three four five six seven eight nine ten eleven twelve thirteen</div>")
          .empty());
  BOOST_TEST(
      with(Part::share_bar, "<body><div class=share><div><div><div><div>Tweet</div></div></div></div></div>").empty());
}

BOOST_AUTO_TEST_CASE(what_a_forum_says_of_its_members_is_about_authors) {
  const auto forum = [](int posts) {
    std::string html = "<body><table>";
    for (int i = 0; i < posts; ++i)
      html += "<tr><td><span>+Joined: 13 May 2005<br>Posts: " + std::to_string(i) + "</span></td><td><p>+Post " +
              std::to_string(i) + "</p></td></tr>";
    return html + "</table>";
  };
  const Texts posts = {"+Post 0", "+Post 1", "+Post 2"};
  BOOST_TEST(kept(forum(3), {}, PageType::thread) == posts, boost::test_tools::per_element());
  BOOST_TEST(kept(forum(3), {}, PageType::article) == posts, boost::test_tools::per_element());
  BOOST_TEST(kept(forum(3), {.author_boxes = true}, PageType::thread).size() == 6u);
  BOOST_TEST(kept(forum(1), {}, PageType::thread).size() == 1u);
  BOOST_TEST(kept(forum(1), {}, PageType::article).size() == 2u, "one alone may be about anybody");
}

BOOST_AUTO_TEST_CASE(a_thread_of_many_posts_after_many_other_items_takes_linear_time) {
  // Each run used to search for the first post among all children of the posts' parent.
  std::string html = "<body><div>";
  for (int i = 0; i < 60'000; ++i) html += "<i></i>";
  for (int i = 0; i < 30'000; ++i)
    html +=
        "<div class=post><b>On 3 May 2024</b><p>one two three four five six seven eight nine ten eleven twelve</div>";
  const Document document = test::html(html);
  const PageView view(document);
  std::vector<Parts> parts;
  BOOST_TEST(test::standard_seconds([&] { parts = find_parts(view, PageType::thread, headline_of(view), nobody()); }) <
             1.0);
  BOOST_TEST(parts.back() == bit(Part::reply));
}

// Under a heading that announces them, and called so: teasers of other pages, however much they read like text.
BOOST_AUTO_TEST_CASE(teasers_that_were_chosen_go) {
  const auto page = [](const std::string& heading, const std::string& item) {
    return "<div><h1>+Boats</h1><p>+Text of the story</p></div><div><h3" + heading + "</h3><ul><li" + item +
           "><h4>+Sails</h4><p>+Much is known of the sails.</p></ul></div>";
  };
  BOOST_TEST(kept(page(">+Related pages", " class=related"), {}) == Texts({"+Boats", "+Text of the story"}),
             boost::test_tools::per_element());
  for (const auto& [heading, item] : {std::pair{">+Related pages", ""},
                                      {">+Sails", " class=related"},
                                      {" id=related-pages>+Related pages", " id=related-1"}})
    BOOST_TEST(kept(page(heading, item), {}).size() == 5u);
  BOOST_TEST(kept(page(">+Related pages", " class=related"), {.related = true}).size() == 5u);
  const std::string none = "<div><h1>+Boats</h1><p>+Text</p></div><div><h3>+Related pages</h3><ul><li";
  BOOST_TEST(kept(none + " class=related>Sails</ul></div>", {}) == Texts({"+Boats", "+Text"}),
             boost::test_tools::per_element());
  BOOST_TEST(kept(none + ">Sails</ul></div>", {}).size() == 3u);
}

BOOST_AUTO_TEST_SUITE_END()
