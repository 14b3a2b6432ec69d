#include "core/extract/main_content/detail/rules/members.h"

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/main_content/detail/features/features.h"
#include "core/extract/main_content/detail/main_content.h"
#include "tests/support/trees.h"

using namespace pith;

namespace {

bool member_data(std::string_view html) {
  const Document document = test::html("<p>" + std::string(html));
  const PageView page(document);
  return !find_member_data(page).empty();
}

// The texts that are in signatures, one after the other.
std::string signatures(std::string_view html) {
  const Document document = test::html(html);
  const NodeSet found = find_signatures(document);
  std::string out;
  for (NodeId n = 0; n < document.size(); ++n)
    if (found.contains(n) && document[n].is_text()) out += std::string(document.text(n)) + "|";
  return out;
}

constexpr std::string_view line = "_________________";

const std::string prose =
    "<p>The harbour was closed on Monday, since the storm had moved the buoys. Ships wait outside, and those that "
    "carry "
    "food go to the next town.";

std::string post(const std::string& by) { return "<div><b>" + by + "</b> 3 May 2021" + prose + "</div>"; }

// The probability that the page is a thread.
float is_thread(const std::string& html) {
  const Document document = test::html(html);
  const PageView page(document);
  return judge_type(page, page_row(page), builtin_model())[static_cast<std::size_t>(PageType::thread)];
}

}  // namespace

BOOST_AUTO_TEST_SUITE(members)

// An article of a bare page, as small sites have them.
BOOST_AUTO_TEST_CASE(a_page_without_a_sign_of_posts_is_no_thread) {
  const std::string article = "<title>Harbour</title><main><h1>Harbour</h1>" + prose + prose;
  BOOST_TEST(is_thread(article) == 0);
  const std::string hours =
      "<table><tr><th>Day<th>Boats<th>Gym<tr><td>Monday<td>closed<td>17:00–21:00<tr><td>Tuesday<td>06:00–20:30<td>06:"
      "00–"
      "22:00<tr><td>Saturday<td>07:30–18:00<td>08:00–16:00<tr><td>Sunday<td>08:00–13:00<td>closed</table>";
  BOOST_TEST(is_thread(article + hours) == 0);
  const std::vector<std::string> signs = {"<div class='forum'>" + prose + "</div>", "<p>3 replies",
                                          "<pre>Ann wrote:\n> Is it?\nIt is.</pre>", "<p>Joined: 13 May 2005, Posts: 5",
                                          post("Ann") + post("Ben") + post("Eve")};
  for (const std::string& sign : signs) BOOST_TEST(is_thread(article + sign) > 0, sign);
}

BOOST_AUTO_TEST_CASE(numbers_with_two_words_for_such_data) {
  for (const std::string_view text :
       {"<b>Joined:</b> Sat May 14, 2005<br><b>Posts:</b> 3", "25,064 posts · Joined 2007",
        "Ann<br>Site Admin<br>Joined: 13 May 2005<br>Posts: 5<br>Location: Melbourne",
        "Registriert: 2012<br>Beiträge: 7", "Сообщений: 12<br>Откуда: Минск"})
    BOOST_TEST(member_data(text), text);
  for (const std::string_view text :
       {"Joined in 2005", "She joined us, and posts from Boston", "Posts: 5", "The location of the 3 towns"})
    BOOST_TEST(!member_data(text), text);
}

BOOST_AUTO_TEST_CASE(a_long_text_is_what_somebody_wrote) {
  std::string text = "I joined in 2005 and read all posts";
  for (int i = 0; i < 40; ++i) text += " and more";
  BOOST_TEST(!member_data(text));
}

BOOST_AUTO_TEST_CASE(signatures_go_from_a_line_of_underscores_to_the_end_of_their_block) {
  const std::string sign(line);
  BOOST_TEST(signatures("<td><span>Text<br>" + sign + "<br>Be nice<br>to all</span></td><td>More</td>") ==
             sign + "|Be nice|to all|");
  BOOST_TEST(signatures("<div><span>Text</span><span> " + sign + " <br>Be <b>nice</b></span><p>More</div>") ==
             " " + sign + " |Be |nice|");
  std::string answers;
  for (int i = 0; i < 40; ++i) answers += std::to_string(i) + ") An answer<br>";
  BOOST_TEST(
      signatures("<div>Guidelines<br>" + sign + "<br>" + answers + sign + "<br>Be nice</div>") == sign + "|Be nice|",
      "a form that was filled in");
  BOOST_TEST(signatures("<p>Name: " + sign + "<p>Date: ____<p>") == "", "a form to fill in");
}

BOOST_AUTO_TEST_SUITE_END()
