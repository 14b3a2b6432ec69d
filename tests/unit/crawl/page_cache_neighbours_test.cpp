// Who writes on another host, or in another user's area, takes no page of this one out of the index, and keeps none in.
#include <functional>
#include <string>
#include <vector>

#include "core/text/site_area.h"
#include "crawler_adapter/cache/detail/host_of_page.h"
#include "tests/unit/crawl/walled_site.h"

using namespace pith;
using namespace pith::crawl;
using namespace pith::crawl::walls;

namespace {

const std::vector<std::string> neighbours = {"http://other/", "http://blog.h/", "http://h/~other/",
                                             "http://h//~other/"};

std::string long_story(int i) { return "<p>" + words(3000 + i, 120); }

}  // namespace

BOOST_AUTO_TEST_SUITE(page_cache_neighbours)

BOOST_AUTO_TEST_CASE(users_have_areas_of_a_host) {
  BOOST_TEST(area_of("https://www.example.org/a/b?c") == "example.org");
  BOOST_TEST(area_of("http://example.org/~ada/notes/1") == "example.org/~ada");
  BOOST_TEST(area_of("http://example.org//~ada") == "example.org/~ada");
  BOOST_TEST(area_of("http://example.org:81/a/~ada/") == "example.org:81");
  BOOST_TEST(server_of("example.org:81/~ada") == "example.org:81");
}

// They were folded into the pages that are refused now.
BOOST_AUTO_TEST_CASE(copies_do_not_make_up_for_refused_pages) {
  const std::vector<std::function<CapturedPage(int)>> walls = {
      [](int i) { return answer(url(i), 403); },
      [](int i) { return page(url(i), login + token(i)); },
      [](int i) { return answer(url(i), 302, "/login?next=/p" + std::to_string(i)); },
  };
  for (const std::string& neighbour : neighbours)
    for (const auto& wall : walls) {
      const auto copy = [&](int i) { return neighbour + std::to_string(i); };
      Site site;
      Pages pages = home_and(story), walled = {pages.front()};
      for (int i = 0; i < count; ++i) {
        pages.push_back(page(copy(i), story(i)));
        walled.push_back(wall(i));
        walled.push_back(pages.back());
      }
      site.night(pages);
      for (int i = 0; i < count; ++i) site.fold(copy(i), url(i));
      for (int again = 0; again < 2; ++again) BOOST_TEST(site.night(walled).held == count);
      BOOST_TEST(site.body(7) == story(7));
    }
}

// A page that leads to its own copy, which is preferred from now on, is not refused; a login is no copy.
BOOST_AUTO_TEST_CASE(copies_of_a_host_make_up_for_pages_that_lead_there) {
  const auto copy = [](int i) { return "http://h/print" + std::to_string(i); };
  for (const bool is_login : {false, true}) {
    Site site;
    Pages pages = home_and(story), later = {pages.front()};
    for (int i = 0; i < count; ++i) {
      pages.push_back(page(copy(i), story(i) + "printed"));
      later.push_back(is_login ? page(url(i), login + token(i)) : answer(url(i), 301, copy(i)));
      later.push_back(pages.back());
    }
    site.night(pages);
    for (int i = 0; i < count; ++i) site.fold(copy(i), url(i));
    BOOST_TEST(site.night(later).held == (is_login ? count : 0));
  }
}

BOOST_AUTO_TEST_CASE(redirects_of_others_drop_no_new_page) {
  for (const std::string& neighbour : neighbours)
    for (const int targets : {1, 5}) {
      const auto theirs = [&](int i) { return neighbour + std::to_string(i); };
      const auto fresh = [](int i) { return "http://h/new" + std::to_string(i); };
      Site site;
      Pages pages = home_and(story);
      for (int i = 0; i < count; ++i) pages.push_back(page(theirs(i), long_story(i)));
      site.night(pages);
      for (int i = 0; i < count; ++i)
        pages[static_cast<std::size_t>(count + 1 + i)] = answer(theirs(i), 302, fresh(i % targets));
      for (int i = 0; i < targets; ++i) pages.push_back(page(fresh(i), story(100 + i)));
      for (int again = 0; again < 3; ++again) {
        site.night(pages);
        for (int i = 0; i < targets; ++i) BOOST_TEST(site.state(fresh(i)) == "pending");
      }
    }
}

// Three pages of this host are gone, one has changed.
BOOST_AUTO_TEST_CASE(others_keep_no_page_that_is_gone) {
  for (const std::string& neighbour : neighbours)
    for (const bool redirects : {false, true}) {
      const auto theirs = [&](int i) { return neighbour + std::to_string(i); };
      Site site;
      Pages pages = home_and(story), later(pages.begin(), pages.end() - 3);
      for (int i = 0; i < count / 2; ++i) {
        pages.push_back(page(theirs(i), long_story(i)));
        later.push_back(redirects ? answer(theirs(i), 302, url(i)) : page(theirs(i), story(i / 2)));
      }
      later[5] = page(url(4), "<p>" + words(800, 30));
      site.night(pages);
      for (int again = 0; again < 2; ++again) site.night(later);
      BOOST_TEST(site.state(url(count - 1)) == "skipped gone");
      BOOST_TEST(site.body(4) == later[5].body);
    }
}

// They all lead to the new addresses of this host's pages.
BOOST_AUTO_TEST_CASE(others_hold_no_move) {
  const auto there = [](int i) { return "http://h/new" + std::to_string(i); };
  for (const std::string& neighbour : neighbours) {
    Site site;
    Pages pages = home_and(story), moved = {pages.front()};
    for (int i = 0; i < count; ++i) {
      const std::string theirs = neighbour + std::to_string(i);
      pages.push_back(page(theirs, long_story(i)));
      moved.push_back(answer(url(i), 301, there(i)));
      moved.push_back(page(there(i), story(i) + "moved"));
      moved.push_back(answer(theirs, 302, there(i)));
    }
    site.night(pages);
    for (int again = 0; again < 2; ++again) site.night(moved);
    BOOST_TEST(site.state(url(7)) == "skipped redirect");
    BOOST_TEST(site.state(there(7)) == "pending");
  }
}

// They had other text, and have that of this host's pages on the night on which it changes.
BOOST_AUTO_TEST_CASE(copies_hold_no_change) {
  for (const std::string& neighbour : neighbours) {
    Site site;
    const auto night = [&](int first) {
      Pages pages = home_and([&](int i) { return story(first + i); });
      for (int i = 0; i < count; ++i)
        pages.push_back(page(neighbour + std::to_string(i), story(first == 0 ? 400 + i : first + i)));
      return site.night(pages);
    };
    night(0);
    BOOST_TEST(night(200).held == 0);
    BOOST_TEST(site.body(7) == story(207));
  }
}

// Each user has few pages, and another host of the crawl has many.
BOOST_AUTO_TEST_CASE(areas_of_a_server_are_held_together) {
  const auto theirs = [](int i) { return "http://h/~user" + std::to_string(i / 4) + "/" + std::to_string(i); };
  Pages others;
  for (int i = 0; i < 8 * count; ++i) others.push_back(page("http://other/" + std::to_string(i), story(1000 + i)));
  const std::vector<std::function<CapturedPage(int)>> walls = {
      [&](int i) { return answer(theirs(i), 403); },
      [&](int i) { return page(theirs(i), login + token(i)); },
      [&](int i) { return answer(theirs(i), 302, "/login"); },
  };
  for (const auto& wall : walls) {
    Site site;
    Pages pages = others, walled = others;
    walled.push_back(page("http://h/login", login));
    for (int i = 0; i < 3 * count; ++i) {
      pages.push_back(page(theirs(i), story(i)));
      walled.push_back(wall(i));
    }
    site.night(pages);
    for (int again = 0; again < 2; ++again) BOOST_TEST(site.night(walled).held == 3 * count);
  }
}

// Logins at the server's root go with the wall.
BOOST_AUTO_TEST_CASE(logins_of_a_server_do_not_outlive_its_wall) {
  const auto theirs = [](int i) { return "http://h/~user" + std::to_string(i / 4) + "/" + std::to_string(i); };
  Site site;
  Pages pages = {page("http://h/", "<p>home")}, wall = pages;
  for (int i = 0; i < 2 * count; ++i) {
    const std::string there = "http://h/login/" + std::to_string(i);
    pages.push_back(page(theirs(i), story(i)));
    wall.push_back(answer(theirs(i), 302, there));
    wall.push_back(page(there, login + words(700 + i, 4)));
  }
  site.night(pages);
  for (int again = 0; again < 2; ++again) BOOST_TEST(site.night(wall).held == 2 * count);
  BOOST_TEST(site.night(pages).held == 0);
  BOOST_TEST(site.state("http://h/login/3") == "skipped gone");
}

// One user leaves, of whom most pages of the server are.
BOOST_AUTO_TEST_CASE(a_user_who_leaves_holds_no_other_s_pages) {
  const auto theirs = [](int i) { return "http://h/~leaves/" + std::to_string(i); };
  Site site;
  Pages pages = home_and(story), later;
  for (int i = 0; i < 3 * count; ++i) {
    pages.push_back(page(theirs(i), story(100 + i)));
    later.push_back(answer(theirs(i), 404));
  }
  for (int i = 0; i < 3 * count; ++i) pages.push_back(page("http://other/" + std::to_string(i), story(500 + i)));
  later.insert(later.end(), pages.begin(), pages.begin() + count - 4);
  later.insert(later.end(), pages.end() - 3 * count, pages.end());
  site.night(pages);
  for (int again = 0; again < 2; ++again) site.night(later);
  BOOST_TEST(site.state(url(count - 1)) == "skipped gone");
  BOOST_TEST(site.state(theirs(3)) == "pending");
}

// Most of the server is down.
BOOST_AUTO_TEST_CASE(a_user_s_only_page_changes_while_others_are_held) {
  const auto theirs = [](int i) { return "http://h/~user" + std::to_string(i) + "/"; };
  Site site;
  Pages pages = home_and(story), down;
  for (int i = 0; i < count; ++i) {
    pages.push_back(page(theirs(i), story(100 + i)));
    down.push_back(answer(url(i), 404));
    down.push_back(page(theirs(i), story((i < 3 ? 200 : 100) + i)));
  }
  down.push_back(answer("http://h/", 404));
  site.night(pages);
  BOOST_TEST(site.night(down).held == count + 1);
  BOOST_TEST(*site.cache.body(site.find(theirs(2)).id) == story(202));
}

BOOST_AUTO_TEST_SUITE_END()
