// What the plugin for HTTrack keeps of a crawl, without HTTrack.
#include <boost/test/unit_test.hpp>
#include <string>

#include "plugin/hooks/httrack/answered_redirects.h"
#include "plugin/hooks/httrack/reach.h"
#include "plugin/hooks/httrack/transfer_heads.h"

namespace pith::capture {

BOOST_AUTO_TEST_SUITE(httrack)

BOOST_AUTO_TEST_CASE(links_of_the_last_level_are_left_out_and_counted_once) {
  Reach reach(2);
  BOOST_TEST(!reach.leaves_out("h", "h/", true));  // the list of start URLs
  reach.begin_page(3);
  BOOST_TEST(!reach.leaves_out("h", "h/a", true));
  reach.begin_page(2);
  BOOST_TEST(reach.leaves_out("h", "h/b", true));
  BOOST_TEST(reach.leaves_out("h", "h/b", true));
  BOOST_TEST(reach.leaves_out("h", "h/a", true));        // known already
  BOOST_TEST(!reach.leaves_out("h", "h/other", false));  // HTTrack refuses it anyway
  reach.begin_page(1);
  BOOST_TEST(reach.leaves_out("h", "h/c", true));
  for (const char* link : {"h/", "h/a"}) reach.reached(link);
  BOOST_TEST(reach.beyond() == 2);
  Reach unbounded;
  unbounded.begin_page(1);
  BOOST_TEST(!unbounded.leaves_out("h", "h/b", true));
}

BOOST_AUTO_TEST_CASE(links_that_all_lead_elsewhere_name_a_host) {
  Reach reach(2);
  reach.begin_page(9);
  BOOST_TEST(reach.only_elsewhere() == "");
  for (const char* host : {"x.example", "www.example", "www.example"}) reach.leaves_out(host, "link", false);
  BOOST_TEST(reach.only_elsewhere() == "www.example");
  reach.leaves_out("h", "h/a", true);
  BOOST_TEST(reach.only_elsewhere() == "");
}

BOOST_AUTO_TEST_CASE(a_redirect_is_settled_unless_it_leads_back) {
  AnsweredRedirects redirects;
  BOOST_TEST(!redirects.settled("a"));
  redirects.note("a", "b");
  BOOST_TEST(redirects.settled("a"));
  BOOST_TEST(!redirects.settled("b"));
  redirects.note("b", "a");  // a cookie was set on the way
  BOOST_TEST(!redirects.settled("a"));
  redirects.note("a", "c");
  BOOST_TEST(redirects.settled("a"));
  redirects.note("self", "self");
  BOOST_TEST(!redirects.settled("self"));
  redirects.note("self", "self");
  BOOST_TEST(redirects.settled("self"));
}

// A table that is cleared at its bound would lose the "noindex" of a transfer that is under way.
BOOST_AUTO_TEST_CASE(only_the_oldest_head_is_dropped) {
  TransferHeads heads;
  for (int i = 0; i <= 10'000; ++i) heads.note("page" + std::to_string(i), "noindex");
  BOOST_TEST(!heads.take("page0"));
  BOOST_TEST((heads.take("page1") == "noindex"));
  BOOST_TEST((heads.take("page10000") == "noindex"));
  BOOST_TEST(!heads.take("page10000"));  // once
  heads.note("page2", "");               // a later attempt has none
  BOOST_TEST(!heads.take("page2"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::capture
