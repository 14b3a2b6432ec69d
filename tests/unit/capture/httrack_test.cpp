// What the plugin for HTTrack keeps of a crawl, without HTTrack.
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <string>
#include <thread>

#include "plugin/hooks/httrack/answered_redirects.h"
#include "plugin/hooks/httrack/pace.h"
#include "plugin/hooks/httrack/permission.h"
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

BOOST_AUTO_TEST_CASE(little_of_an_idle_time_is_made_up_for) {
  Pace pace(20);
  std::this_thread::sleep_for(std::chrono::milliseconds(600));
  const auto begun = std::chrono::steady_clock::now();
  for (int i = 0; i < 9; ++i) pace.wait();
  // 1 + rate · (T + 0.2) events at most.
  BOOST_TEST((std::chrono::steady_clock::now() - begun >= std::chrono::milliseconds(200)));
}

// A redirect of a start URL may lead anywhere.
BOOST_AUTO_TEST_CASE(while_nobody_can_be_reached_no_other_machine_is_asked) {
  config::Crawl crawl;
  Permission example(crawl, false);
  const auto allows = [](Permission& permission, const char* url) {
    return permission.ask(*parse_url(url)) == Permission::Answer::allowed;
  };
  BOOST_TEST(allows(example, "http://127.0.0.2:8080/a"));
  BOOST_TEST(!allows(example, "http://www.example.org/a"));
  BOOST_TEST(example.refused().at("http://www.example.org/a").find("--contact") != std::string::npos);
  crawl.user_agent = "Bot/1.0 (me@example.org)";
  Permission reachable(crawl, false);
  BOOST_TEST(allows(reachable, "http://www.example.org/a"));
}

BOOST_AUTO_TEST_CASE(nofollow_is_read_where_it_counts) {
  const Permission keeps(config::Crawl(), true);
  const std::string meta = "<meta name=robots content=nofollow>";
  BOOST_TEST(keeps.forbids_following("<head>" + meta));
  BOOST_TEST(!keeps.forbids_following("<head><!--" + meta + "-->"));
  BOOST_TEST(!keeps.forbids_following("<head><noscript>" + meta + "</noscript>"));
  BOOST_TEST(!keeps.forbids_following(std::string(1 << 20, ' ') + meta));
  BOOST_TEST(!Permission(config::Crawl(), false).forbids_following("<head>" + meta));
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
