// Which pages a wall can outvote, by what earlier runs brought (detail/run_end.h).
#include <SQLiteCpp/SQLiteCpp.h>

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "tests/support/effort.h"
#include "tests/unit/crawl/walled_site.h"

using namespace pith;
using namespace pith::crawl;
using namespace pith::crawl::walls;

BOOST_AUTO_TEST_SUITE(page_cache_walls)

// Each page links to its own login, as in wikis and forums: known, folded into one, and where all pages lead at once.
BOOST_AUTO_TEST_CASE(known_logins_make_up_for_no_page) {
  Site site;
  const auto address = [](int i) { return "http://h/other/" + std::to_string(i); };
  Pages whole = home_and(story), wall = {whole.front()};
  for (int i = 0; i < count; ++i) whole.push_back(page(address(i), login + token(i)));
  site.night(whole);
  for (int i = 1; i < count; ++i) site.fold(address(i));
  for (int again = 1; again < 4; ++again) {
    for (int i = 0; i < count; ++i) {
      wall.push_back(answer(url(i), 302, address(i)));
      wall.push_back(page(address(i), login + token(100 * again + i)));
    }
    BOOST_TEST(site.night(wall).held == count);
    BOOST_TEST(site.state(url(7)) == "pending");
  }
}

// A wall, a good night or an outage, and the same wall again.
BOOST_AUTO_TEST_CASE(a_wall_that_comes_back_is_held) {
  Pages wall = {page("http://h/", "<p>home")}, outage = {page("http://h/", "<p>home")};
  for (int i = 0; i < count; ++i) {
    const std::string there = "http://h/login?next=/p" + std::to_string(i);
    wall.push_back(answer(url(i), 302, there));
    wall.push_back(page(there, login));
    outage.push_back(answer(url(i), 503));
  }
  for (const Pages& between : {home_and(story), outage}) {
    Site site;
    site.night(home_and(story));
    for (int again = 0; again < 3; ++again) {
      BOOST_TEST(site.night(wall).held == count);
      BOOST_TEST(site.night(between).held == 0);
      BOOST_TEST(site.state(url(7)) == "pending");
    }
  }
  // It was met by a run that was killed.
  Site killed;
  killed.night(home_and(story));
  killed.store(wall, {"c", *CacheCapture(killed.cache).begin_run("c")});
  BOOST_TEST(killed.night(wall).held == count);
  // Another crawl met it first.
  Site site;
  site.night(home_and(story));
  const CrawlRun other{"other", *CacheCapture(site.cache).begin_run("other")};
  site.store(wall, other);
  CacheCapture(site.cache).end_run(other);
  BOOST_TEST(site.night(wall).held == count);
}

// The pages of runs that were killed, and pages of another crawl, are known; logins of a killed run are not.
BOOST_AUTO_TEST_CASE(a_wall_after_runs_that_were_killed_is_held) {
  Pages wall = {page("http://h/", "<p>" + words(800, 9))};
  for (int i = 0; i < count; ++i) {
    const std::string name = "?next=/p" + std::to_string(i), there = "http://h/login" + name;
    wall.push_back(answer(url(i), 302, there));
    wall.push_back(page(there, login + token(i)));
    wall.push_back(page("http://h/register" + name, "<p>Register at " + words(1000 + i, 6)));
  }
  const auto kill = [](Site& site, const std::string& crawl, const Pages& pages) {
    site.store(pages, {crawl, *CacheCapture(site.cache).begin_run(crawl)});
  };
  for (const std::string crawl : {"c", "other"})
    for (const int killed : {0, 1, 2}) BOOST_TEST_CONTEXT(crawl << ", walled and killed " << killed) {
        Site site;
        kill(site, crawl, home_and(story));
        for (int i = 0; i < killed; ++i) kill(site, "c", wall);
        for (int again = 0; again < 3; ++again) BOOST_TEST(site.night(wall).held == count + 1, "with the first page");
        BOOST_TEST(site.body(7) == story(7));
        BOOST_TEST(site.night(home_and(story)).held == 0);
      }
}

// A section that came with a run that was killed, and its duplicates, when they take the place of their pages.
BOOST_AUTO_TEST_CASE(what_a_killed_run_brought_is_held) {
  const auto more = [](int i) { return "http://h/more" + std::to_string(i); };
  const auto print = [](int i) { return "http://h/print" + std::to_string(i); };
  Site site;
  site.night(home_and(story));
  Pages pages = home_and(story), moved = pages, wall = pages;
  for (int i = 0; i < 2 * count; ++i) {
    pages.push_back(page(more(i), story(100 + i)));
    pages.push_back(page(print(i), story(100 + i) + "printed"));
    moved.push_back(answer(more(i), 301, print(i)));
    moved.push_back(page(print(i), story(100 + i) + "printed"));
    wall.push_back(answer(print(i), 403));
  }
  site.store(pages, {"c", *CacheCapture(site.cache).begin_run("c")});
  for (int i = 0; i < 2 * count; ++i) site.fold(print(i), more(i));
  Site copy;  // walled at once
  copy.night(home_and(story));
  copy.store(pages, {"c", *CacheCapture(copy.cache).begin_run("c")});
  Pages refused = home_and(story);
  for (int i = 0; i < 2 * count; ++i) refused.push_back(answer(more(i), 403));
  BOOST_TEST(copy.night(refused).held >= 2 * count);
  BOOST_TEST(copy.state(more(7)) == "pending");
  site.night(moved);
  for (int i = 0; i < 2 * count; ++i) site.unfold(print(i));
  BOOST_TEST(site.night(wall).held == 2 * count);
}

// Pages that no run has settled yet do not make a hold that lasts for ever.
BOOST_AUTO_TEST_CASE(new_pages_that_go_are_gone) {
  Site site;
  Pages pages = home_and(story);
  for (int i = 0; i < 2 * count; ++i) pages.push_back(page("http://h/new" + std::to_string(i), story(100 + i)));
  site.night(home_and(story));
  const CrawlRun killed{"c", *CacheCapture(site.cache).begin_run("c")};
  site.store(pages, killed);
  for (int i = 0; i < 2 * count; i += 4)
    pages[static_cast<std::size_t>(count + 1 + i)] = answer("http://h/new" + std::to_string(i), 404);
  const Retired retired = site.night(pages);
  BOOST_TEST(retired.held == 0);
  BOOST_TEST(retired.pages == count / 2);
}

// What was killed brought good pages, and another crawl goes on: one page that is gone is no wall.
BOOST_AUTO_TEST_CASE(a_page_that_goes_after_another_crawl_was_killed_is_gone) {
  Site site;
  site.killed(home_and(story), "other");
  Pages pages = home_and(story);
  pages[4] = answer(url(3), 404);
  const Retired retired = site.night(pages);
  BOOST_TEST(retired.held == 0);
  BOOST_TEST(retired.pages == 1);
  for (int again = 0; again < 2; ++again) BOOST_TEST(site.night(walled(0, count)).held == count);
}

BOOST_AUTO_TEST_CASE(a_section_that_another_crawl_brought_and_was_killed_is_held) {
  const auto more = [](int i) { return "http://h/more" + std::to_string(i); };
  for (const std::string third : {"c", "third"}) {
    Site site;
    site.night(home_and(story));
    Pages section, wall = home_and(story);
    for (int i = 0; i < 3 * count; ++i) {
      section.push_back(page(more(i), story(100 + i)));
      wall.push_back(i % 2 == 0 ? answer(more(i), 302, "/login") : page(more(i), login + token(i)));
    }
    site.killed(section, "other");
    for (int again = 0; again < 2; ++again) BOOST_TEST(site.night(wall, third).held == 3 * count);
    BOOST_TEST(site.state(more(7)) == "pending");
  }
}

// A walled run is killed, and what it was refused is forgotten.
BOOST_AUTO_TEST_CASE(logins_of_a_killed_run_make_up_for_no_page_whatever_comes_between) {
  const auto capture_all = [](Site& site) { site.store(home_and(story)); };
  const auto other_crawl = [](Site& site) { site.night(home_and(story), "other"); };
  const auto other_wall = [](Site& site) { site.night(walled(0, count, 1), "other"); };
  const auto repair = [](Site& site) {
    SQLite::Database(site.options.directory + "/pages.sqlite", SQLite::OPEN_READWRITE).exec("DELETE FROM withdrawal");
  };
  for (const std::function<void(Site&)>& between :
       {std::function<void(Site&)>(capture_all), {other_crawl}, {other_wall}, {repair}}) {
    Site site;
    site.night(home_and(story));
    site.killed(walled(0, count));
    between(site);
    for (int again = 0; again < 2; ++again) {
      BOOST_TEST(site.night(walled(0, count, 2 + again)).pages == 0);
      BOOST_TEST(site.state(url(7)) == "pending");
    }
    Pages pages = home_and(story);
    for (const int i : {3, 4, 5}) pages[static_cast<std::size_t>(i + 1)] = answer(url(i), 404);
    const Retired good = site.night(pages);
    BOOST_TEST(good.held == 0, "the logins are missed by nobody");
    BOOST_TEST(site.state(url(3)) == "skipped http_404");
    BOOST_TEST(site.state("http://h/register/7") == "skipped gone");
  }
}

// Night after night, a run is killed that has met a few.
BOOST_AUTO_TEST_CASE(runs_that_are_killed_decide_nothing) {
  Site site;
  site.night(home_and(story));
  for (int i = 0; i + 4 <= count; i += 4) {
    site.killed(walled(i, i + 4));
    for (int page = 0; page < count; ++page) BOOST_TEST(site.state(url(page)) == "pending");
  }
  for (int again = 0; again < 2; ++again) BOOST_TEST(site.night(walled(0, count)).held >= count);
}

// Half of the site is refused, which may be; what came with it makes up for none of the other half.
BOOST_AUTO_TEST_CASE(a_wall_that_grows_is_held_in_the_end) {
  Site site;
  site.night(home_and(story));
  Pages half = home_and(story), wall = walled(0, count / 2);
  half.resize(1 + count / 2);
  for (int i = 0; i < count / 2; ++i)
    half[static_cast<std::size_t>(i + 1)] = page(url(count / 2 + i), story(count / 2 + i));
  half.insert(half.end(), wall.begin(), wall.end());
  BOOST_TEST(site.night(half).pages == count / 2);
  for (int again = 0; again < 2; ++again) BOOST_TEST(site.night(walled(0, count)).held >= count / 2);
  BOOST_TEST(site.state(url(count - 1)) == "pending");
}

// Dead links are held night after night; pages that came since are known all the same.
BOOST_AUTO_TEST_CASE(pages_that_come_while_others_are_held_are_held_themselves) {
  const auto more = [](int i) { return "http://h/more" + std::to_string(i); };
  Site site;
  site.night(home_and(story));
  Pages dead = {page("http://h/", "<p>home")}, wall = dead;
  for (int i = 0; i < count; ++i) dead.push_back(answer(url(i), 404));
  for (int i = 0; i < 2 * count; ++i) {
    dead.push_back(page(more(i), story(100 + i)));
    wall.push_back(answer(more(i), 302, "/login/" + std::to_string(i)));
    wall.push_back(page("http://h/login/" + std::to_string(i), login + words(700 + i, 8)));
  }
  for (int again = 0; again < 3; ++again) BOOST_TEST(site.night(dead).held == count);
  BOOST_TEST(site.night(wall).pages == 0);
  BOOST_TEST(site.state(more(7)) == "pending");
}

// However many pages a wall has, and whatever ends before the run is killed.
BOOST_AUTO_TEST_CASE(a_killed_wall_of_many_pages_makes_up_for_none) {
  Pages wall = walled(0, count);
  for (int i = 0; i < 8 * count; ++i)
    wall.push_back(page("http://h/login/" + std::to_string(i) + "/de", story(2000 + i)));
  for (const bool other_ends : {false, true}) {
    Site site;
    site.night(home_and(story));
    const CrawlRun run = site.killed({wall.begin(), wall.begin() + 1});
    if (other_ends) site.night({page("http://elsewhere/", "<p>elsewhere")}, "other");
    site.store({wall.begin() + 1, wall.end()}, run);
    for (int again = 0; again < 2; ++again) BOOST_TEST(site.night(wall).held == count + 1);
  }
}

// The login is on another host, which is new.
BOOST_AUTO_TEST_CASE(a_killed_wall_at_another_host_makes_up_for_none) {
  constexpr int few = 9;
  const Pages whole = home_and(story), pages(whole.begin() + 1, whole.begin() + 1 + few);
  Pages wall;
  for (int i = 0; i < few; ++i) {
    const std::string there = "http://sso/login/" + std::to_string(i);
    wall.push_back(answer(url(i), 302, there));
    wall.push_back(page(there, login + token(i)));
    for (int more = 0; more < 3; ++more)
      wall.push_back(page(there + "/register/" + std::to_string(more), story(100 + 3 * i + more)));
  }
  for (const bool is_killed : {false, true}) {
    Site site;
    site.night(pages);
    if (is_killed)
      site.killed(wall);
    else
      BOOST_TEST(site.night(wall).held == few);
    for (int again = 0; again < 2; ++again) BOOST_TEST(site.night(wall).held == few);
  }
}

// What a killed run noted is dropped with the last page that it brought.
// None of the areas, or hosts, leads to a tenth of what is new there.
BOOST_AUTO_TEST_CASE(a_login_that_serves_many_hosts_makes_up_for_none) {
  for (const bool are_areas : {false, true})
    for (const bool good_between : {false, true}) {
      constexpr int hosts = 12, each = 5;
      const std::string there = are_areas ? "http://h/login/" : "http://sso/";
      Site site;
      Pages pages = home_and(story), walled = pages;
      for (int i = 0; i < hosts * each; ++i) {
        const std::string host = std::to_string(i / each),
                          here = (are_areas ? "http://h/~u" + host : "http://h" + host) + "/" + std::to_string(i);
        pages.push_back(page(here, "<p>" + words(100 + i, 30)));
        walled.push_back(answer(here, 302, there + std::to_string(i)));
        walled.push_back(page(there + std::to_string(i), login + words(700 + i, 3)));
      }
      site.night(pages);
      for (int again = 0; again < 3; ++again) {
        BOOST_TEST(site.night(walled).held == hosts * each);
        if (good_between) BOOST_TEST(site.night(pages).held == 0);
        if (good_between) BOOST_TEST(site.state(there + "7") == "skipped gone");
      }
    }
}

BOOST_AUTO_TEST_CASE(notes_of_killed_runs_are_dropped) {
  const auto notes = [](Site& site) {
    return SQLite::Database(site.directory / "cache/pages.sqlite")
        .execAndGet("SELECT count(*) FROM meta WHERE key LIKE 'refused:%'")
        .getInt();
  };
  Site site;
  site.night(home_and(story));
  site.killed(walled(0, 5));
  BOOST_TEST(notes(site) > 0);
  for (int night = 0; night < 3; ++night) site.night(home_and(story));
  BOOST_TEST(notes(site) == 0);
}

// Their titles name the page, so that they are not folded.
BOOST_AUTO_TEST_CASE(logins_that_pages_have_always_linked_to_make_up_for_none) {
  const auto address = [](int i) { return "http://h/login?next=/p" + std::to_string(i); };
  Site site;
  Pages pages = home_and(story), wall = {pages.front()};
  for (int i = 0; i < count; ++i) {
    pages.push_back(page(address(i), "<title>Sign in to read P " + std::to_string(i) + "</title>" + login));
    wall.push_back(answer(url(i), 302, address(i)));
    wall.push_back(pages.back());
  }
  for (int night = 0; night < 2; ++night) site.night(pages);
  for (int again = 0; again < 2; ++again) BOOST_TEST(site.night(wall).held == count);
  BOOST_TEST(site.night(pages).held == 0);
}

// Each night a quarter of the pages gives way to others, with an error or a redirect to the list.
BOOST_AUTO_TEST_CASE(busy_sites_are_never_held) {
  for (const bool redirects : {false, true}) {
    Site site;
    constexpr int most = 12, changing = 3;
    for (int night = 0; night < 20; ++night) {
      Pages pages = {page("http://h/", "<p>home")};
      for (int i = changing * (night - 1); i < changing * night; ++i)
        if (i >= 0) pages.push_back(redirects ? answer(url(i), 302, "/") : answer(url(i), 404));
      for (int i = changing * night; i < changing * night + most; ++i) pages.push_back(page(url(i), story(i)));
      const Retired retired = site.night(pages);
      BOOST_TEST(retired.held == 0, night);
      BOOST_TEST(retired.pages == (night > 0 ? changing : 0), night);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_hold_that_somebody_ends_is_over) {
  const auto fresh = [](int i) { return page("http://h/new" + std::to_string(i), story(100 + i)); };
  Site site;
  site.night(home_and(story));
  Pages redesigned = {page("http://h/", "<p>home")};
  for (int i = 0; i < count; ++i) redesigned.push_back(answer(url(i), 404));
  for (int i = 0; i < 2 * count; ++i) redesigned.push_back(fresh(i));
  BOOST_TEST(site.night(redesigned).held == count);
  BOOST_TEST(site.night(redesigned, "c", true).pages == count);
  redesigned[count + 3] = answer(redesigned[count + 3].url, 404);
  redesigned[count + 4] = answer(redesigned[count + 4].url, 404);
  const Retired retired = site.night(redesigned);
  BOOST_TEST(retired.held == 0);
  BOOST_TEST(retired.pages == 2);
}

// The first crawl met a site that was being set up.
BOOST_AUTO_TEST_CASE(a_site_that_opens_after_its_first_crawl_is_not_held_for_ever) {
  Site site;
  site.night({answer("http://h/", 302, "/soon"), page("http://h/soon", "<p>" + words(900, 20))});
  site.night(home_and(story));
  BOOST_TEST(site.night(home_and(story)).held == 0);
  BOOST_TEST(site.state("http://h/soon") == "skipped gone");
  Pages pages = home_and(story);
  for (const std::size_t i : {3u, 4u, 5u}) pages[i] = answer(pages[i].url, 404);
  BOOST_TEST(site.night(pages).pages == 3);
}

BOOST_AUTO_TEST_CASE(the_end_of_a_run_over_many_hosts_is_linear) {
  const auto seconds = [](int hosts) {
    Site site;
    Pages pages;
    for (int i = 0; i < hosts; ++i) {
      const std::string host = "http://h" + std::to_string(i) + "/";
      pages.push_back(page(host, "<p>home"));
      pages.push_back(page(host + "a", story(i)));
    }
    site.night(pages);
    for (int i = 0; i < hosts; ++i)
      pages[static_cast<std::size_t>(2 * i + 1)] = answer(pages[static_cast<std::size_t>(2 * i + 1)].url, 404);
    const CrawlRun run = site.killed(pages);
    return test::thread_seconds_of([&] { BOOST_REQUIRE(CacheCapture(site.cache).end_run(run).ok()); });
  };
  BOOST_TEST(seconds(2'000) < 20 * seconds(250) + 0.2);
}

// A section comes on a night with a dead link; then nothing leads to it any more.
BOOST_AUTO_TEST_CASE(a_dead_link_puts_no_page_in_doubt) {
  const auto more = [](int i) { return "http://h/more" + std::to_string(i); };
  for (const bool is_killed : {false, true}) {
    Site site;
    Pages pages = home_and(story), section = pages;
    site.night(pages);
    section[4] = answer(url(3), 404);
    for (int i = 0; i < 3 * count; ++i) section.push_back(page(more(i), story(100 + i)));
    if (is_killed)
      site.killed(section);
    else
      BOOST_TEST(site.night(section).pages == 1);
    for (int again = 0; again < 2; ++again) BOOST_TEST(site.night(pages).held == 3 * count);
    BOOST_TEST(site.state(more(7)) == "pending");
  }
  // Nor are many that go later a wall.
  Site site;
  Pages few = {page("http://h/", "<p>home"), page(url(0), story(0)), page(url(1), story(1))};
  site.night(few);
  few[1] = answer(url(0), 404);
  for (int i = 2; i < 5 * count; ++i) few.push_back(page(url(i), story(i)));
  BOOST_TEST(site.night(few).pages == 1);
  for (std::size_t i = 10; i < 20; ++i) few[i] = answer(few[i].url, 404);
  const Retired retired = site.night(few);
  BOOST_TEST(retired.held == 0);
  BOOST_TEST(retired.pages == 10);
}

// The site is at two addresses, of which one is folded into the other; both lead to logins of their own.
BOOST_AUTO_TEST_CASE(walls_before_both_addresses_of_a_site_are_held) {
  constexpr int few = 9;
  for (const std::string there : {"https://h", "http://www.h"}) {
    Site site;
    Pages pages, wall;
    for (const std::string& root : {std::string("http://h"), there})
      for (int i = 0; i < few; ++i) {
        const std::string name = std::to_string(i), address = root + "/p" + name;
        pages.push_back(page(address, story(i)));
        wall.push_back(answer(address, 302, root + "/login/" + name));
        wall.push_back(page(root + "/login/" + name, login + words(700 + i, 4) + token(i)));
      }
    site.night(pages);
    for (int i = 0; i < few; ++i) site.fold(there + "/p" + std::to_string(i), url(i));
    for (int again = 0; again < 3; ++again) BOOST_TEST(site.night(wall).held >= few);
    BOOST_TEST(site.body(7) == story(7));
    site.night(pages);
    BOOST_TEST(site.night(pages).held == 0);
    BOOST_TEST(site.total().held == 0);
    BOOST_TEST(site.state(there + "/login/3") == "skipped gone");
  }
}

// A page is cut, or another host's pages lead to a new one, on the night on which a section comes.
BOOST_AUTO_TEST_CASE(one_page_that_gives_way_puts_no_section_in_doubt) {
  const auto more = [](int i) { return page("http://h/more" + std::to_string(i), story(100 + i)); };
  for (const bool is_killed : {false, true})
    for (const bool is_other : {false, true}) {
      Site site;
      Pages pages = home_and(story);
      for (int i = 0; i < 2; ++i) pages.push_back(page("http://other/" + std::to_string(i), story(900 + i)));
      Pages section = pages;
      if (is_other)
        for (std::size_t i = count + 1; i < pages.size(); ++i) section[i] = answer(pages[i].url, 302, more(3).url);
      else
        section[4] = page(url(3), "<p>closed");
      for (int i = 0; i < 3 * count; ++i) section.push_back(more(i));
      site.night(pages);
      if (is_killed)
        site.killed(section);
      else
        BOOST_TEST(site.night(section).held == 0);
      BOOST_TEST(site.night(pages).held == 3 * count);
    }
}

// One host was held and is back, but its list fails: the last run saw nothing of what is below.
BOOST_AUTO_TEST_CASE(pages_that_were_held_do_not_go_with_a_list_that_fails) {
  const auto other = [](int i) { return page("http://two/" + std::to_string(i), story(500 + i)); };
  Site site;
  Pages pages = home_and(story), out, back;
  for (int i = 0; i < 3 * count; ++i) pages.push_back(other(i));
  site.night(pages);
  for (int i = 0; i < 3 * count; ++i) out.push_back(i == 0 ? answer(other(i).url, 404) : other(i));
  out.push_back(answer("http://h/", 403));
  BOOST_TEST(site.night(out).held == count + 1);
  back.assign(pages.begin() + 8, pages.end());
  back.push_back(answer("http://h/", 503));
  BOOST_TEST(site.night(back).pages == 0);
  BOOST_TEST(site.state(url(2)) == "pending");
}

// Each page that changed is compared with what was held.
BOOST_AUTO_TEST_CASE(the_night_after_a_wall_is_linear) {
  const auto seconds = [](int number) {
    Site site;
    Pages pages, wall, after;
    for (int i = 0; i < number; ++i) {
      pages.push_back(page(url(i), story(i)));
      wall.push_back(page(url(i), login + token(i)));
      after.push_back(page(url(i), story(i) + "now"));
    }
    site.night(pages);
    BOOST_TEST(site.night(wall).held == number);
    const CrawlRun run{"c", *CacheCapture(site.cache).begin_run("c")};
    return test::thread_seconds_of([&] { site.store(after, run); });
  };
  BOOST_TEST(seconds(4'000) < 20 * seconds(500) + 0.2);
}

BOOST_AUTO_TEST_CASE(the_end_of_a_run_can_be_stopped) {
  Site site;
  site.night(home_and(story));
  const CrawlRun run = site.killed(home_and([](int i) { return "<p>" + words(100 + i, 30); }));
  const std::atomic<bool> stop = true;
  const auto stopped = CacheCapture(site.cache).end_run(run, {.stop = &stop});
  BOOST_REQUIRE(!stopped.ok());
  BOOST_TEST(stopped.error().code == "interrupted");
  BOOST_TEST(site.body(3) == story(3));
  BOOST_TEST(site.night(home_and([](int i) { return "<p>" + words(100 + i, 30); })).held == 0);
  BOOST_TEST(site.body(3) != story(3));
}

// What came after a wall is as well known as what was there before.
BOOST_AUTO_TEST_CASE(pages_that_came_after_a_wall_are_held) {
  Site site;
  site.night(home_and(story));
  BOOST_TEST(site.night(home_and([](int i) { return login + token(i); })).held == count);
  Pages more = home_and(story);
  for (int i = 0; i < 3 * count; ++i) more.push_back(page("http://h/more" + std::to_string(i), story(100 + i)));
  for (int again = 0; again < 2; ++again) BOOST_TEST(site.night(more).held == 0);
  for (int i = 0; i < 3 * count; ++i)
    more[static_cast<std::size_t>(count + 1 + i)] = answer("http://h/more" + std::to_string(i), 403);
  BOOST_TEST(site.night(more).held == 3 * count);
}

// A crawl that was only refused owns nothing.
BOOST_AUTO_TEST_CASE(a_wall_before_another_crawl_takes_no_page_from_this_one) {
  Site site;
  Pages pages = home_and(story), wall = {page("http://h/", "<p>home")};
  site.night(pages);
  for (int i = 0; i < count; ++i) wall.push_back(answer(url(i), 403));
  const CrawlRun other{"other", *CacheCapture(site.cache).begin_run("other")};
  site.store(wall, other);
  BOOST_TEST(CacheCapture(site.cache).end_run(other)->held == count);
  pages.resize(pages.size() - 3);
  BOOST_TEST(site.night(pages).pages == 3);
}

BOOST_AUTO_TEST_CASE(a_page_is_not_missed_if_its_duplicate_is_found) {
  Site site;
  Pages both = home_and(story), prints = {page("http://h/", "<p>home")};
  for (int i = 0; i < count; ++i) prints.push_back(page("http://h/print" + std::to_string(i), story(i) + "printed"));
  both.insert(both.end(), prints.begin() + 1, prints.end());
  site.night(both);
  for (int i = 0; i < count; ++i) site.fold("http://h/print" + std::to_string(i), url(i));
  const Retired retired = site.night(prints);
  BOOST_TEST(retired.held == 0);
  BOOST_TEST(retired.pages == count);
}

BOOST_AUTO_TEST_CASE(runs_go_on_where_a_repair_has_lost_their_number) {
  for (const char* lost : {"DELETE FROM crawl", "UPDATE crawl SET run = 1"}) {
    Site site;
    for (int again = 0; again < 3; ++again) site.night(home_and(story));
    SQLite::Database(site.options.directory + "/pages.sqlite", SQLite::OPEN_READWRITE).exec(lost);
    site.night(home_and([](int i) { return "<p>" + words(100 + i, 30); }));
    BOOST_TEST(site.body(7) == "<p>" + words(107, 30), lost);
  }
}

// Others capture it in the middle of the run: by another crawl, without a name, or by a crawler that was left over.
BOOST_AUTO_TEST_CASE(a_changed_page_was_met_whatever_else_captures_it) {
  const auto changed = [](int version) {
    return home_and([=](int i) { return "<p>" + words(100 * version + i, 30); });
  };
  for (const CrawlRun& run : {CrawlRun{"other", 1}, CrawlRun{}, CrawlRun{"c", 1}}) {
    Site site;
    site.night(home_and(story));
    BOOST_REQUIRE(CacheCapture(site.cache).begin_run("other").ok());
    const CrawlRun second{"c", *CacheCapture(site.cache).begin_run("c")};
    site.store(changed(1), second);
    site.store(changed(2), run);
    const auto ended = CacheCapture(site.cache).end_run(second);
    BOOST_TEST(ended->pages == 0);
    BOOST_TEST(ended->held == 0);
    if (run.crawl == "other") BOOST_TEST(CacheCapture(site.cache).end_run(run)->pages == 0);
    BOOST_TEST(site.total().pending == count + 1);
    BOOST_TEST(site.body(7) == changed(run.crawl == "c" ? 1 : 2)[8].body);
  }
}

// Dead links, redirects and pages that ask not to be indexed: a wall answers for them, too, and makes up for none.
BOOST_AUTO_TEST_CASE(what_was_no_page_makes_up_for_none) {
  const auto dead = [](int i) { return "http://h/dead" + std::to_string(i); };
  Site site;
  Pages whole = home_and(story);
  for (int i = 0; i < 3 * count; ++i)
    whole.push_back(i % 2 == 0 ? answer(dead(i), 404) : answer(dead(i), 301, url(i / 3)));
  whole[count + 1].body = "<p>no such page";
  site.night(whole);
  Pages wall = home_and([](int i) { return login + token(i); });
  for (int i = 0; i < 3 * count; ++i) wall.push_back(page(dead(i), login + token(100 + i)));
  BOOST_TEST(site.night(wall).held == count);
  BOOST_TEST(site.state(dead(0)) == "skipped http_404");
  BOOST_TEST(site.state(dead(1)) == "skipped redirect");
  BOOST_TEST(site.body(7) == story(7));
  // A page there is one.
  whole[count + 1] = page(dead(0), "<p>" + words(400, 30));
  BOOST_TEST(site.night(whole).held == 0);
  BOOST_TEST(site.state(dead(0)) == "pending");
}

BOOST_AUTO_TEST_SUITE_END()
