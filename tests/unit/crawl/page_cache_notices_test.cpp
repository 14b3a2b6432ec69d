// Walls that answer 200, each page with other bytes (detail/notices.h), and changes that are none.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "crawler_adapter/cache/detail/notices.h"
#include "tests/unit/crawl/walled_site.h"

using namespace pith;
using namespace pith::crawl;
using namespace pith::crawl::walls;

namespace {

struct Change {
  std::string what;
  Text before, now;
};

std::string sidebar(int section) { return "<nav>" + words(600 + section, 60) + "</nav>"; }

}  // namespace

BOOST_AUTO_TEST_SUITE(page_cache_notices)

BOOST_AUTO_TEST_CASE(notices_are_held) {
  const Text sign_in = [](int i) { return login + token(i); };
  const std::vector<Change> walls = {
      {"a login", story, sign_in},
      {"a test for browsers", story, [](int i) { return script + token(i); }},
      {"a page that only leads to a login", story,
       [](int i) { return "<meta http-equiv=refresh content='0; url=/login?n=" + std::to_string(i) + "'>"; }},
      {"long pages", [](int i) { return "<p>" + words(i, 400); }, sign_in},
      {"a glossary", [](int i) { return "<p>" + words(i, 10); }, sign_in},
      {"a long notice", [](int i) { return "<p>" + words(i, 100); },
       [](int i) { return "<p>" + words(900, 80) + token(i); }},
      {"a notice below the menu", [](int i) { return menu + words(i, 40); },
       [](int i) { return menu + login + token(i); }},
      {"a notice that names the address", story, [](int i) { return login + " at /p" + std::to_string(i) + token(i); }},
      {"a login in each of two languages", story,
       [](int i) { return i % 2 == 0 ? login + token(i) : "<p>Bitte melden Sie sich an" + token(i); }},
      {"a notice in each of five languages", [](int i) { return "<p>" + words(i, 80); },
       [](int i) { return "<p>" + words(900 + i % 5, 35) + token(i); }},
      {"a login beside each of four sections' menus", [](int i) { return sidebar(i % 4) + words(i, 60); },
       [](int i) { return sidebar(i % 4) + "<p>Please sign in to read this page" + token(i); }},
      {"UTF-16", [](int i) { return wide(story(i)); }, [](int i) { return wide(script + token(i)); }},
      {"comments and names that only look like others",
       [](int i) { return "<!--><title-bar></title-bar><style/>" + std::string("</style>") + story(i); }, sign_in},
      {"captions of four words", [](int i) { return "<p>" + words(i, 4); }, [](int i) { return login + token(i); }},
      {"text without words of its own", [](int i) { return "<p>" + words(7, 60) + std::to_string(i); },
       [](int i) { return script + token(i); }},
  };
  for (const auto& [what, before, now] : walls) BOOST_TEST_CONTEXT(what) {
      Site site;
      BOOST_TEST(site.night(home_and(before)).held == 0);
      for (int again = 0; again < 2; ++again) {
        const Retired retired = site.night(home_and(now));
        BOOST_TEST(retired.held == count);
        BOOST_TEST(retired.pages == 0);
        BOOST_TEST(site.total().held == count);
      }
      for (int i = 0; i < count; ++i) BOOST_TEST(site.body(i) == before(i));
      BOOST_TEST(site.night(home_and(before)).held == 0);
      BOOST_TEST(site.total().held == 0);
    }
}

BOOST_AUTO_TEST_CASE(changes_are_taken) {
  const std::vector<Change> changes = {
      {"other text", story, [](int i) { return "<p>" + words(100 + i, 30); }},
      {"less text", story, [](int i) { return "<p>" + words(i, 14); }},
      {"no menu any more, and other text", [](int i) { return menu + words(i, 25); },
       [](int i) { return "<p>" + words(100 + i, 25); }},
      {"UTF-8 instead of UTF-16", [](int i) { return wide(story(i)); }, story},
      {"texts of hardly any words", [](int i) { return "<p>" + words(i, 2); },
       [](int i) { return "<p>" + words(100 + i, 1); }},
      {"a few notices", story, [](int i) { return i < 5 ? login + token(i) : story(i); }},
  };
  for (const auto& [what, before, now] : changes) BOOST_TEST_CONTEXT(what) {
      Site site;
      site.night(home_and(before));
      BOOST_TEST(site.night(home_and(now)).held == 0);
      for (int i = 0; i < count; ++i) BOOST_TEST(site.body(i) == now(i));
    }
}

// Chapters, laws: 500 pages of 300 words that have 12,000 now, and others that do become a notice beside them.
BOOST_AUTO_TEST_CASE(long_texts_are_no_notices) {
  constexpr std::uint32_t pages = 500, walled = 100, before = 300, now = 12'000, of_notice = 20;
  std::uint32_t next = 0;
  const auto fresh = [&](std::uint32_t number) {
    WordSet out(number);
    for (std::uint32_t& word : out) word = ++next * 2'654'435'761u;
    std::ranges::sort(out);
    return out;
  };
  const WordSet notice = fresh(of_notice);
  std::vector<std::pair<WordSet, WordSet>> changes;
  for (std::uint32_t i = 0; i < pages; ++i) changes.emplace_back(fresh(before), i < walled ? notice : fresh(now));
  Notices notices(changes.size());
  for (const auto& [was, is] : changes) notices.add(was, is);
  for (std::uint32_t i = 0; i < pages; ++i)
    BOOST_TEST_REQUIRE(notices.is_notice(changes[i].first, changes[i].second) == (i < walled), i);
}

// Beside others that are much longer, and written anew.
BOOST_AUTO_TEST_CASE(a_notice_in_six_languages_is_told_beside_long_texts) {
  constexpr int pages = 60, others = 6;
  Notices notices(pages + others);
  const auto text = [](int i) { return readable_words(words(i, 60), ""); };
  const auto notice = [](int i) { return readable_words(words(9000 + i % 6, 29) + token(i), ""); };
  for (int i = 0; i < pages; ++i) notices.add(text(i), notice(i));
  for (std::uint32_t i = 0; i < others; ++i) {
    WordSet now(50'000);
    for (std::uint32_t word = 0; word < now.size(); ++word) now[word] = (i * 50'000 + word + 1) * 2'654'435'761u;
    std::ranges::sort(now);
    notices.add(std::nullopt, now);
  }
  for (int i = 0; i < pages; ++i) BOOST_TEST(notices.is_notice(text(i), notice(i)), i);
}

// Hosts of one page each, such as the blogs of a network: at each URL, or behind redirects.
BOOST_AUTO_TEST_CASE(a_notice_on_hosts_of_one_page_is_held) {
  for (const bool redirects : {false, true}) {
    Site site;
    Pages pages, wall;
    for (int i = 0; i < count; ++i) {
      const std::string host = "http://h" + std::to_string(i), there = host + "/login" + std::to_string(i);
      pages.push_back(page(host + "/", "<p>" + words(i, 80)));
      if (redirects) wall.push_back(answer(host + "/", 302, there));
      wall.push_back(page(redirects ? there : host + "/", "<p>" + words(900, 35) + token(i)));
    }
    site.night(pages);
    for (int again = 0; again < 2; ++again) BOOST_TEST(site.night(wall).held == count);
    BOOST_TEST(*site.cache.body(site.find("http://h3/").id) == pages[3].body);
  }
}

// Another one on each host.
BOOST_AUTO_TEST_CASE(notices_on_hosts_of_two_pages_are_held) {
  for (int hosts = 1; hosts < 7; ++hosts) {
    Site site;
    Pages pages, wall;
    for (int i = 0; i < 2 * hosts; ++i) {
      const std::string address = "http://h" + std::to_string(i / 2) + "/" + std::to_string(i);
      pages.push_back(page(address, "<p>" + words(i, 80)));
      wall.push_back(page(address, "<p>" + words(900 + i / 2, 40) + token(i)));
    }
    site.night(pages);
    for (int again = 0; again < 2; ++again) BOOST_TEST(site.night(wall).held == 2 * hosts, hosts);
  }
}

// Pages that are not to be indexed, and URLs that nobody knew: what they say behind a wall is no page, nor makes up for
// any.
BOOST_AUTO_TEST_CASE(a_notice_where_nobody_saw_a_page_is_none) {
  const auto tag = [](int i) { return "http://h/tag" + std::to_string(i); };
  Site site;
  Pages pages = home_and(story);
  for (int i = 0; i < 2 * count; ++i)
    pages.push_back(page(tag(i), "<meta name=robots content=noindex>" + story(200 + i)));
  for (int night = 0; night < 2; ++night) {
    site.night(pages);
    for (int i = 0; i < 2 * count; ++i) site.finish(tag(i), PageState::skipped);
  }
  for (int again = 0; again < 3; ++again) {
    const auto sign_in = [&](int i) { return login + token(100 * again + i) + words(5000 + 100 * again + i, 4); };
    Pages wall = {pages.front()};
    for (int i = 0; i < count; ++i) wall.push_back(page(url(i), sign_in(i)));
    for (int i = 0; i < 2 * count; ++i) wall.push_back(page(tag(i), sign_in(count + i)));
    wall.push_back(page("http://h/new", login + token(again)));
    BOOST_TEST(site.night(wall).held == count);
    BOOST_TEST(site.body(7) == story(7));
    BOOST_TEST(site.state(tag(7)) == "skipped ok");
    BOOST_TEST(site.state("http://h/new") == "skipped gone");
  }
}

BOOST_AUTO_TEST_CASE(a_page_that_changes_behind_a_wall_is_taken) {
  Site site;
  site.night(home_and(story));
  const Text wall = [](int i) { return i < 3 ? "<p>" + words(100 + i, 30) : login + token(i); };
  BOOST_TEST(site.night(home_and(wall)).held == count - 3);
  BOOST_TEST(site.body(1) == wall(1));
  BOOST_TEST(site.body(7) == story(7));
}

// Before or behind the pages in the order of URLs, and saying where it leads.
BOOST_AUTO_TEST_CASE(a_login_behind_a_redirect_is_no_new_address) {
  for (const std::string folder : {"/other/", "/signin/"}) {
    const auto redirected = [&](const Text& there) {
      Pages out = {page("http://h/", "<p>home")};
      for (int i = 0; i < count; ++i) {
        const std::string target = folder + std::to_string(i * 7919);
        out.push_back(answer(url(i), 302, target));
        out.push_back(page("http://h" + target, there(i)));
      }
      return out;
    };
    Site walled;
    walled.night(home_and(story));
    for (int again = 0; again < 4; ++again) {
      const Text sign_in = [&](int i) { return login + words(700 + i, 5) + token(100 * again + i); };
      BOOST_TEST(walled.night(redirected(sign_in)).held == count);
      BOOST_TEST(walled.state(url(7)) == "pending");
      BOOST_TEST(walled.state("http://h" + folder + "7919") == "skipped gone", "a login");
    }
    Site moved;
    Pages whole = home_and(story);
    for (int i = 0; i < count; i += 2) whole.push_back(answer("http://h" + folder + std::to_string(i * 7919), 404));
    moved.night(whole);
    BOOST_TEST(moved.night(redirected(story)).held == 0);
    BOOST_TEST(moved.state(url(7)) == "skipped redirect");
  }
}

// A login in place of the only page that is left, with as many words, replaces nothing.
BOOST_AUTO_TEST_CASE(a_first_page_that_turns_into_a_login_is_held) {
  Site site;
  Pages pages = home_and(story);
  pages.front() = page("http://h/", "<p>" + words(800, 17));
  site.night(pages);
  BOOST_TEST(site.night({page("http://h/", "<p>" + words(801, 24))}).held == count + 1);
  BOOST_TEST(site.state("http://h/") == "pending");
  BOOST_TEST(*site.cache.body(site.find("http://h/").id) == pages.front().body);
}

BOOST_AUTO_TEST_CASE(a_login_at_another_scheme_is_not_the_page) {
  Site site;
  site.night(home_and([](int i) { return "<p>" + words(i, 100); }));
  Pages secure = {answer("http://h/", 301, "https://h/"), page("https://h/", "<p>home")};
  for (int i = 0; i < count; ++i) secure.push_back(page("https://h/p" + std::to_string(i), login + token(i)));
  BOOST_TEST(site.night(secure).held >= count);
  BOOST_TEST(site.state(url(7)) == "pending");
  // Nor is one beside the menu, however long that is.
  Site with_menu;
  with_menu.night(home_and([](int i) { return menu + words(i, 60); }));
  for (int i = 0; i < count; ++i)
    secure[static_cast<std::size_t>(2 + i)] = page("https://h/p" + std::to_string(i), menu + login + token(i));
  for (int again = 0; again < 2; ++again) {
    BOOST_TEST(with_menu.night(secure).held >= count);
    BOOST_TEST(with_menu.state(url(7)) == "pending");
    BOOST_TEST(with_menu.state("https://h/p7") == "skipped gone");
  }
}

// At another scheme, or with "www.", is nothing, or what is refused, too.
BOOST_AUTO_TEST_CASE(what_is_missing_is_not_found_where_nothing_is) {
  for (const std::string there : {"https://h", "http://www.h"})
    for (const int status : {200, 204, 403}) {
      const auto twin = [&](int i) { return there + "/p" + std::to_string(i); };
      Site site;
      Pages pages = home_and(story), later = {pages.front()};
      for (int i = 0; i < count; ++i) {
        if (status == 403) pages.push_back(page(twin(i), story(i) + "here"));
        later.push_back(status == 200 ? page(twin(i), "") : answer(twin(i), status));
      }
      site.night(pages);
      BOOST_TEST(site.night(later).held >= count);
      BOOST_TEST(site.state(url(7)) == "pending");
    }
}

// They are shown then, but do not make up for the pages that have the text, and that the wall reaches a night later.
BOOST_AUTO_TEST_CASE(notices_in_place_of_copies_make_up_for_none) {
  const std::vector<std::function<CapturedPage(const std::string&)>> later = {
      [](const std::string& there) { return answer(there, 403); },
      [](const std::string& there) { return page(there, login + words(900, 5)); },
  };
  for (const std::string copies : {"https://h/p", "http://www.h/p", "http://h/print/"})
    for (const auto& wall : later) {
      Site site;
      Pages pages = home_and(story), first = pages, second = {pages.front()};
      for (int i = 0; i < count; ++i) {
        const std::string copy = copies + std::to_string(i);
        pages.push_back(page(copy, story(i)));
        first.push_back(page(copy, login + token(i)));
        second.push_back(wall(url(i)));
        second.push_back(page(copy, login + token(count + i)));
      }
      site.night(pages);
      for (int i = 0; i < count; ++i) site.fold(copies + std::to_string(i), url(i));
      BOOST_TEST(site.night(first).held == 0);
      for (int again = 0; again < 2; ++again) BOOST_TEST(site.night(second).held >= count, copies);
      BOOST_TEST(site.night(pages).held == 0);
      BOOST_TEST(site.body(7) == story(7));
    }
}

// They say what they say now, however short, as does a page that others are folded into.
BOOST_AUTO_TEST_CASE(copies_may_become_pages_of_their_own) {
  for (const bool even_most : {false, true}) {
    Site site;
    Pages pages = home_and(story), later = pages;
    for (int i = 0; i < count; ++i) {
      const std::string copy = "http://h/print/" + std::to_string(i);
      pages.push_back(page(copy, story(i)));
      if (even_most) later[static_cast<std::size_t>(i + 1)] = page(url(i), "<p>Sold out. " + words(700 + i, 4));
      later.push_back(page(copy, "<p>Order form of " + words(800 + i, 4)));
    }
    site.night(pages);
    for (int i = 0; i < count; ++i) site.fold("http://h/print/" + std::to_string(i), url(i));
    BOOST_TEST(site.night(later, "c", even_most).held == 0);
    for (int again = 0; again < 2; ++again) {
      BOOST_TEST(site.night(later).held == 0);
      BOOST_TEST(*site.cache.body(site.find("http://h/print/7").id) == later[count + 8].body);
      BOOST_TEST(site.state("http://h/print/7") == "pending");
      BOOST_TEST(site.body(7) == later[8].body);
    }
  }
}

// An address that is not ready, and has said so all the time.
BOOST_AUTO_TEST_CASE(known_logins_at_another_scheme_are_not_the_page) {
  for (const std::string there : {"https://h", "http://www.h"})
    for (const bool is_refused : {false, true})
      for (const bool changes : {false, true}) {
        const auto logins = [&](Pages to, int night) {
          for (int i = 0; i < count; ++i)
            to.push_back(page(there + "/p" + std::to_string(i), login + token(i + (changes ? 100 * night : 0))));
          return to;
        };
        Site site;
        const Pages pages = home_and(story);
        Pages later = {pages.front()};
        if (is_refused)
          for (int i = 0; i < count; ++i) later.push_back(answer(url(i), 403));
        site.night(logins(pages, 0));
        site.night(logins(pages, 1));
        for (int night = 2; night < 4; ++night) BOOST_TEST(site.night(logins(later, night)).held == count);
        BOOST_TEST(site.body(7) == story(7));
      }
}

// Logins with words of their own, at another scheme or on hosts of one page, are no pages.
BOOST_AUTO_TEST_CASE(logins_of_held_pages_are_gone) {
  const std::vector<std::pair<std::string, std::string>> moves = {
      {"http://h/p", "https://h/login?n="}, {"http://h/p", "http://www.h/login?n="}, {"http://h", "http://h"}};
  for (const auto& [from, to] : moves) {
    const bool is_host = from == "http://h";
    Site site;
    Pages pages, wall;
    for (int i = 0; i < count; ++i) {
      const std::string name = std::to_string(i), here = from + name + (is_host ? "/" : ""),
                        there = to + name + (is_host ? "/login" : "");
      pages.push_back(page(here, "<p>" + words(i, 60)));
      wall.push_back(answer(here, 302, there));
      wall.push_back(page(there, login + (is_host ? "" : words(700 + i, 2)) + token(i)));
    }
    site.night(pages);
    for (int again = 0; again < 2; ++again) {
      BOOST_TEST(site.night(wall).held == count);
      BOOST_TEST(site.state(wall[15].url) == "skipped gone", from + " " + to);
    }
  }
}

// The home page leads to a login, and nothing else is found: the login is no page.
BOOST_AUTO_TEST_CASE(the_only_page_that_a_wall_leaves_is_no_page) {
  Site site;
  site.night(home_and(story));
  const std::string there = "http://h/login?next=/";
  for (int again = 0; again < 2; ++again) {
    BOOST_TEST(site.night({answer("http://h/", 302, there), page(there, login + words(700, 20))}).held == count + 1);
    BOOST_TEST(site.state(there) == "skipped gone");
  }
}

BOOST_AUTO_TEST_CASE(pages_whose_bodies_are_not_kept_are_held) {
  Site site;
  site.options.site_max_pages = 5;
  site.cache = site.open();
  site.night({page("http://h/", "<p>home")});
  const Pages whole = home_and(story);
  for (int i = 0; i < count; ++i) {
    site.night(whole);
    site.finish(url(i));
  }
  const Retired retired = site.night(home_and([](int i) { return login + token(i); }));
  BOOST_TEST(retired.held >= count - 5);
  BOOST_TEST(retired.pages == 0);
}

BOOST_AUTO_TEST_SUITE_END()
