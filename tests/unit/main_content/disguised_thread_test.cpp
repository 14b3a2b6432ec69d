#include "core/extract/main_content/detail/rules/disguised_thread.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "tests/unit/main_content/made_site.h"

using namespace pith;

namespace {

using Texts = std::vector<std::string>;

struct Looks {
  std::string node = "node node-forum", heading = "Re: ";
  bool comments = true;
  std::string beside = "";  // on each page
};

std::string page_of(int number, const Looks& looks) {
  const std::string n = "n" + std::to_string(number), title = "Swarm " + n + " in the chimney";
  std::string out = "<title>" + title + "</title><body><h1>" + title + "</h1><div class='" + looks.node +
                    "'><p>Question " + n + " about bees</p></div>";
  if (!looks.comments) return out;
  out += "<div id=comments><h2>Comments</h2>";
  for (const std::string& post : {n + "a", n + "b"})
    out += "<div class=comment><a class=username href=/user/" + post + ">" + post + "</a><h3><a href=#>" +
           looks.heading + title + "</a></h3><div class=content><p>Answer " + post +
           " of several words, as people write them below a question.</p></div><ul class=links><li>Log in to reply "
           "to this post</ul></div>";
  return out + "<form><p>Your comment " + n + "</p></form></div>" + looks.beside;
}

Texts posts(int pages, const Looks& looks, const Looks& of_others) {
  std::vector<std::string> sources = {page_of(0, looks)};
  for (int i = 1; i < pages; ++i) sources.push_back(page_of(i, of_others));
  const test::MadeSite site(sources);
  return site.texts(find_disguised_posts(site.page, *site.others));
}
Texts posts(int pages, const Looks& looks) { return posts(pages, looks, looks); }

const Texts all = {
    "n0a", "Re: Swarm n0 in the chimney", "Answer n0a of several words, as people write them below a question.",
    "n0b", "Re: Swarm n0 in the chimney", "Answer n0b of several words, as people write them below a question."};

}  // namespace

BOOST_AUTO_TEST_SUITE(disguised_threads)

BOOST_AUTO_TEST_CASE(comments_of_a_forum_are_posts) {
  BOOST_TEST(posts(6, {}) == all, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(headings_that_answer_the_title_say_it_too) {
  BOOST_TEST(posts(6, {.node = "node"}) == all, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(comments_of_a_blog_are_none) { BOOST_TEST(posts(6, {.node = "node", .heading = "On "}).empty()); }

BOOST_AUTO_TEST_CASE(a_box_of_latest_comments_is_none_of_them) {
  std::string box = "<div class=block-comment><h3>Latest comments</h3>";
  for (int i = 0; i < 5; ++i) box += "<p>Somebody wrote words about the swarm of last week, two weeks ago</p>";
  BOOST_TEST(posts(6, {.beside = box + "</div>"}) == all, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_site_must_say_it) {
  BOOST_TEST(posts(3, {}).empty(), "two other pages");
  BOOST_TEST(posts(8, {}, {.comments = false}).empty(), "other pages have no comments");
  BOOST_TEST(posts(6, {.comments = false}, {}).empty());
}

BOOST_AUTO_TEST_SUITE_END()
