// Sites whose pages move to other addresses are not out of order (detail/run_end.h).
#include <string>

#include "tests/unit/crawl/walled_site.h"

using namespace pith;
using namespace pith::crawl;
using namespace pith::crawl::walls;

BOOST_AUTO_TEST_SUITE(page_cache_moves)

// To https or to new paths; two pages did not come along.
BOOST_AUTO_TEST_CASE(a_site_that_moves_is_not_held) {
  const Pages pages = home_and(story);
  for (const std::string there : {"https://h", "http://h/new"})
    for (const bool redirects : {true, false}) {
      if (!redirects && there.starts_with("http:")) continue;  // nobody knows that it is the same
      Site site;
      site.night(pages);
      Pages moved;
      for (std::size_t i = 0; i < pages.size(); ++i) {
        const std::string target = there + pages[i].url.substr(std::string("http://h").size());
        const bool came = i != 5 && i != 6;
        if (i == 0 || redirects) moved.push_back(came ? answer(pages[i].url, 301, target) : answer(pages[i].url, 404));
        if (came) moved.push_back(page(target, pages[i].body));
      }
      BOOST_TEST(site.night(moved).held == 0);
      BOOST_TEST(site.state(url(4)) != "pending");
      BOOST_TEST(site.night(moved).held == 0);
    }
}

// The run that met the new addresses was killed; or they were known before the old ones led there.
BOOST_AUTO_TEST_CASE(a_move_that_was_seen_in_part_is_one) {
  const auto there = [](int i) { return "http://h/new" + std::to_string(i); };
  for (const bool is_killed : {false, true}) {
    Site site;
    const Pages pages = home_and(story);
    Pages both = pages, moved = {pages.front()};
    for (int i = 0; i < count; ++i) {
      both.push_back(page(there(i), story(i) + "moved"));
      moved.push_back(answer(url(i), 301, there(i)));
      moved.push_back(both.back());
    }
    site.night(pages);
    if (is_killed)
      site.killed(moved);
    else
      site.night(both);
    BOOST_TEST(site.night(moved).held == 0);
    BOOST_TEST(site.state(url(7)) == "skipped redirect");
  }
}

// All pages move, the start page too, and some do not come along.
BOOST_AUTO_TEST_CASE(a_move_that_drops_pages_is_one) {
  for (const std::string there : {"https://h", "http://www.h", "http://other", "http://h/new"})
    for (const int dropped : {1, 8})
      for (const bool is_missing : {false, true}) {
        Site site;
        const Pages pages = home_and(story);
        Pages moved;
        for (std::size_t i = 0; i < pages.size(); ++i) {
          const std::string target = there + pages[i].url.substr(std::string("http://h").size());
          const bool came = i < pages.size() - static_cast<std::size_t>(dropped);
          if (came || !is_missing)
            moved.push_back(came ? answer(pages[i].url, 301, target) : answer(pages[i].url, 404));
          if (came) moved.push_back(page(target, pages[i].body));
        }
        site.night(pages);
        for (int again = 0; again < 2; ++again) BOOST_TEST(site.night(moved).held == 0);
        BOOST_TEST(site.state(url(3)) == "skipped redirect");
        BOOST_TEST(site.state(there + "/p3") == "pending");
      }
}

// A page and its print version move to one address; or they become the same where they are.
BOOST_AUTO_TEST_CASE(two_versions_may_become_one) {
  for (const bool is_move : {true, false}) {
    Site site;
    Pages pages = {page("http://h/", "<p>home")}, later = pages;
    for (int i = 0; i < count; ++i) {
      const std::string print = "http://h/print" + std::to_string(i), there = "http://h/new" + std::to_string(i);
      pages.push_back(page(url(i), story(i)));
      pages.push_back(page(print, story(i) + words(300 + i, 8)));
      const std::string now = "<p>" + words(i, 20) + words(600 + i, 20);
      for (const std::string& old : {url(i), print})
        later.push_back(is_move ? answer(old, 301, there) : page(old, now));
      if (is_move) later.push_back(page(there, now));
    }
    site.night(pages);
    for (int again = 0; again < 2; ++again) BOOST_TEST(site.night(later).held == 0);
  }
}

// An old host leads to the home page, or to sections, of its new one, and nobody says that its pages may go.
BOOST_AUTO_TEST_CASE(the_new_host_of_a_site_is_judged_as_any_other) {
  constexpr int old = 12, sections = 6;
  const std::string home = "http://new/";
  const auto section = [&](int i) { return home + "section" + std::to_string(i); };
  for (const bool is_alone : {false, true})
    for (const bool to_sections : {false, true}) {
      Pages before = is_alone ? Pages() : home_and(story), rest = before;
      for (int i = 0; i < old; ++i) {
        const std::string here = "http://old/" + std::to_string(i);
        before.push_back(page(here, story(100 + i)));
        rest.push_back(answer(here, 301, to_sections ? section(i % sections) : home));
      }
      const auto night = [&](int version) {
        Pages pages = rest;
        pages.push_back(page(home, "<p>" + words(600 + version, 30)));
        for (int i = 0; i < sections; ++i) pages.push_back(page(section(i), story(150 + i)));
        for (int i = 0; i < count; ++i) pages.push_back(page(home + std::to_string(i), story(200 + 100 * version + i)));
        return pages;
      };
      for (const std::string bad : {"one page", "all but home", "home, too"}) {
        Site site;
        site.night(before);
        for (int again = 0; again < 3; ++again) BOOST_TEST(site.night(night(0)).held == old);
        Pages pages = night(1);
        const std::string last = pages.back().url;
        if (bad == "one page") {
          pages.back() = answer(last, 404);
          // If that is most of the crawl, all that would go is held.
          BOOST_TEST(site.night(pages).held == (is_alone ? old + 1 : old));
          BOOST_TEST(site.state(last) == (is_alone ? "pending" : "skipped http_404"));
          for (const CapturedPage& each : {pages[rest.size()], pages[pages.size() - 2]})
            BOOST_TEST(*site.cache.body(site.find(each.url).id) == each.body, each.url);
        } else {
          pages.resize(rest.size() + 1);
          if (bad == "home, too") pages.back().body = "<p>Back soon";
          BOOST_TEST(site.night(pages).held >= old + count);
          BOOST_TEST(site.state(last) == "pending");
        }
      }
    }
}

// The old host leads there in several steps, or with nine pages of twelve; or it has users' areas, which stay; or the
// new one sends its visitors elsewhere while it is down.
BOOST_AUTO_TEST_CASE(a_new_host_is_held_however_the_old_one_leads_there) {
  constexpr int old = 12;
  const std::string home = "http://new/";
  const auto here = [](int i) { return "http://old/" + std::to_string(i); };
  for (const std::string by : {"http://new/", "https://old/", "http://go/"})
    for (const int leading : {9, old})
      for (const bool has_areas : {false, true}) {
        Site site;
        Pages others = home_and(story);
        for (int i = 0; has_areas && i < 2 * old; ++i)
          others.push_back(page("http://old/~u" + std::to_string(i / 3) + "/" + std::to_string(i), story(400 + i)));
        Pages before = others, after = others;
        for (int i = 0; i < old; ++i) {
          before.push_back(page(here(i), story(100 + i)));
          if (i < leading) after.push_back(answer(here(i), 301, by == home ? home : by + std::to_string(i)));
          if (i < leading && by != home) after.push_back(answer(by + std::to_string(i), 302, home));
          if (i >= leading) after.push_back(answer(here(i), 404));
        }
        Pages good = after;
        good.push_back(page(home, "<p>" + words(600, 30)));
        for (int i = 0; i < count; ++i) good.push_back(page(home + std::to_string(i), story(200 + i)));
        const std::string last = good.back().url;
        after.push_back(page(home, "<p>Back soon"));
        site.night(before);
        for (int again = 0; again < 3; ++again) BOOST_TEST(site.night(good).held == old);
        for (int again = 0; again < 4; ++again) {
          if (again == 2) after.back() = answer(home, 302, "http://status/");
          BOOST_TEST(site.night(after).held >= count, by << ' ' << leading << has_areas << again);
          BOOST_TEST(site.state(last) == "pending");
        }
        BOOST_TEST(site.night(good).held == old);
        BOOST_TEST(site.night(good, "c", true).held == 0);
        BOOST_TEST(site.night(good).held == 0);
        BOOST_TEST(site.state(last) == "pending");
      }
}

// One of the hosts behind a wall never gets well.
BOOST_AUTO_TEST_CASE(logins_go_with_the_wall_though_a_host_stays_down) {
  constexpr int hosts = 4, of_each = 12;
  Site site;
  Pages good = home_and(story), wall = good, after = good;
  for (int i = 0; i < hosts * of_each; ++i) {
    const std::string here = "http://h" + std::to_string(i / of_each) + "/" + std::to_string(i);
    good.push_back(page(here, story(100 + i)));
    after.push_back(i < of_each ? answer(here, 503) : good.back());
    wall.push_back(answer(here, 302, "http://sso/" + std::to_string(i)));
    wall.push_back(page(wall.back().redirect_to, login + words(700 + i, 8)));
  }
  site.night(good);
  for (int again = 0; again < 2; ++again) BOOST_TEST(site.night(wall).held == hosts * of_each);
  for (int again = 0; again < 2; ++again) BOOST_TEST(site.night(after).held == 0);
  BOOST_TEST(site.state("http://sso/7") == "skipped gone");
}

// A login that leads to further pages: they make up for none when the wall comes again, nor are they missed after it.
BOOST_AUTO_TEST_CASE(what_a_login_on_another_host_links_to_is_no_new_host) {
  constexpr int pages = 30, more = 40;
  for (const int each : {6, pages}) {
    Pages good, wall = {page("http://sso/login", login)};
    for (int i = 0; i < pages; ++i) {
      const std::string here = "http://h" + std::to_string(i / each) + "/" + std::to_string(i);
      good.push_back(page(here, story(100 + i)));
      wall.push_back(answer(here, 302, "http://sso/login"));
    }
    for (int i = 0; i < more; ++i) wall.push_back(page("http://sso/help/" + std::to_string(i), story(300 + i)));
    Site site;
    site.night(good);
    for (int again = 0; again < 3; ++again) BOOST_TEST(site.night(wall).held == pages);
    // Two pages stay behind the login.
    if (each == pages)
      for (std::size_t i = 0; i < 2; ++i) good[i] = wall[i + 1];
    good.push_back(wall.front());
    BOOST_TEST(site.night(good).held == 0);
    BOOST_TEST(site.state("http://sso/help/7") == "skipped gone");
    BOOST_TEST(site.state(good[7].url) == "pending");
  }
}

// Each page that expires leads to a notice of its own at a host that has pages, too; one night is a busy one.
BOOST_AUTO_TEST_CASE(a_host_that_says_what_has_expired_is_never_held) {
  constexpr int ads = 60;
  const auto ad = [](int i) { return "http://ads/" + std::to_string(i); };
  Site site;
  int first = 0;
  for (const int expired : {0, 8, 8, 20, 8, 8}) {
    Pages pages = {page("http://ads/", "<p>home")};
    for (int i = 0; i < 5; ++i) pages.push_back(page("http://portal/" + std::to_string(i), story(900 + i)));
    for (int i = first; i < first + expired; ++i) {
      pages.push_back(answer(ad(i), 302, "http://portal/expired/" + std::to_string(i)));
      pages.push_back(page(pages.back().redirect_to, "<p>This ad is no longer there, number " + words(800 + i, 1)));
    }
    first += expired;
    for (int i = first; i < first + ads; ++i) pages.push_back(page(ad(i), story(i)));
    BOOST_TEST(site.night(pages).held == 0, first);
  }
}

// After the wall, one page a night is deleted and leads to where the logins were.
BOOST_AUTO_TEST_CASE(logins_go_with_the_wall_whatever_is_deleted_later) {
  constexpr int areas = 20, of_each = 3;
  const auto here = [](int i) { return "http://h/~u" + std::to_string(i / of_each) + "/" + std::to_string(i); };
  Site site;
  Pages good = {page("http://h/", "<p>home")}, wall = good;
  for (int i = 0; i < areas * of_each; ++i) {
    const std::string there = "http://h/login/" + std::to_string(i);
    good.push_back(page(here(i), story(i)));
    wall.push_back(answer(here(i), 302, there));
    wall.push_back(page(there, login + words(700 + i, 8)));
  }
  site.night(good);
  BOOST_TEST(site.night(wall).held == areas * of_each);
  for (std::size_t deleted = 1; deleted < 4; ++deleted) {
    good[deleted * of_each] = answer(here(static_cast<int>(deleted) * of_each - 1), 302, "http://h/");
    BOOST_TEST(site.night(good).held == 0);
    BOOST_TEST(site.state("http://h/login/7") == "skipped gone");
  }
}

// Blogs are closed on one night: each of their pages leads to a notice of its own, and then nothing leads to them.
BOOST_AUTO_TEST_CASE(a_host_that_says_what_was_closed_is_not_held_later) {
  Site site;
  Pages open = home_and(story);
  for (int i = 0; i < 40; ++i) open.push_back(page("http://open/" + std::to_string(i), story(300 + i)));
  for (int i = 0; i < 12; ++i) open.push_back(page("http://portal/" + std::to_string(i), story(900 + i)));
  Pages before = open, closed = open;
  for (int i = 0; i < 36; ++i) {
    const std::string here = "http://blog" + std::to_string(i / 12) + "/" + std::to_string(i);
    before.push_back(page(here, story(100 + i)));
    closed.push_back(answer(here, 302, "http://portal/closed/" + std::to_string(i)));
    closed.push_back(page(closed.back().redirect_to, "<p>This blog is closed, number " + words(800 + i, 1)));
  }
  site.night(before);
  site.night(closed);
  open.back() = answer(open.back().url, 404);
  for (int again = 0; again < 2; ++again) {
    BOOST_TEST(site.night(open).held == 36, again);
    BOOST_TEST(site.state("http://portal/closed/7") == "skipped gone");
    BOOST_TEST(site.state(open.back().url) == "skipped http_404");
  }
}

// Other spellings of its URL, "/docs/%2e", redirect before and after it.
BOOST_AUTO_TEST_CASE(a_page_between_redirects_of_its_url_is_one) {
  Site site;
  const CapturedPage elsewhere = answer("http://h/docs/%2e", 302, "/other"), docs = page("http://h/docs/", story(1));
  for (int night = 0; night < 2; ++night) {
    site.night({page("http://h/", "<p>home"), elsewhere, docs, elsewhere});
    BOOST_TEST(site.state("http://h/docs/") == "pending");
    BOOST_TEST(*site.cache.body(site.find("http://h/docs/").id) == docs.body);
  }
}

BOOST_AUTO_TEST_SUITE_END()
