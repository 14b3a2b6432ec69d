// The end of a crawl's run: which pages are gone, have moved, or are held behind a wall (run_end.h).
#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "crawler_adapter/cache/cache_capture.h"
#include "tests/unit/crawl/cache_fixture.h"

using namespace pith;
using namespace pith::crawl;

BOOST_FIXTURE_TEST_SUITE(page_cache_run_end, CacheFixture)

// A login, a block, a notice for everybody: most of the pages answer otherwise at once, and none of them is gone.
BOOST_AUTO_TEST_CASE(most_pages_are_not_gone_whatever_their_server_answers) {
  std::vector<CapturedPage> whole = {page("http://h/", "<p>home")};
  for (int i = 0; i < 20; ++i) whole.push_back(page("http://h/" + std::to_string(i), "<p>" + std::to_string(i)));
  const auto shown = [&] { return total().pending + total().main; };
  const auto walled = [&](const CapturedPage& wall, std::size_t begin = 1) {
    std::vector<CapturedPage> pages = whole;
    for (std::size_t i = begin; i < pages.size(); ++i) {
      CapturedPage answered = wall;
      answered.url = pages[i].url;
      pages[i] = answered;
    }
    return pages;
  };
  std::int64_t number = 0;
  for (const CapturedPage& wall : {answer("", 302, "/login"), answer("", 302, "/"), answer("", 403), answer("", 404),
                                   answer("", 410), page("", "<p>home"), page("", "<p>Please log in")}) {
    const std::string what = std::to_string(wall.status) + " " + wall.redirect_to + wall.body;
    store(whole, {"c", ++number});
    BOOST_TEST(CacheCapture(cache).end_run({"c", number})->held == 0, what);
    BOOST_TEST(shown() == 21, what);
    store(walled(wall), {"c", ++number});
    BOOST_TEST(CacheCapture(cache).end_run({"c", number})->held == 20, what);
    BOOST_TEST(total().held == 20, what);
    BOOST_TEST(shown() == 21, what);
    // Nor if the run was cut short.
    store(walled(wall), {"c", ++number});
    BOOST_TEST(CacheCapture(cache).end_run({"c", number}, {.whole = false})->held == 20, what);
    BOOST_TEST(shown() == 21, what);
  }
  // A user can say that they are.
  store(walled(answer("", 404)), {"c", ++number});
  BOOST_TEST(CacheCapture(cache).end_run({"c", number}, {.even_most = true})->held == 0);
  BOOST_TEST(shown() == 1);
  BOOST_TEST(state("http://h/7") == "skipped http_404");
  // A few go at the end of the run, also of one that was cut short.
  store(whole, {"c", ++number});
  CacheCapture(cache).end_run({"c", number});
  store(walled(answer("", 404), 19), {"c", ++number});
  BOOST_TEST(state("http://h/19") == "pending");
  BOOST_TEST(CacheCapture(cache).end_run({"c", number}, {.whole = false})->held == 0);
  BOOST_TEST(state("http://h/19") == "skipped http_404");
  BOOST_TEST(shown() == 19);
}

// A notice for all is bytes that differing pages share now. What is shared before and after is not.
BOOST_AUTO_TEST_CASE(pages_that_share_their_bytes_are_no_notice) {
  const auto text = [](int i, int version) { return "<p>" + std::to_string(i) + " v" + std::to_string(version); };
  const auto pages = [&](int version) {
    std::vector<CapturedPage> out = {page("http://h/", "<p>home")};
    for (int i = 0; i < 12; ++i)
      for (const char* suffix : {"?print", ""})
        out.push_back(page("http://h/" + std::to_string(i) + suffix, text(i, version)));
    return out;
  };
  for (std::int64_t number = 1; number <= 4; ++number) {
    BOOST_TEST(*CacheCapture(cache).begin_run("c") == number);
    store(pages(static_cast<int>(number) / 2), {"c", number});
    const auto retired = CacheCapture(cache).end_run({"c", number});
    BOOST_TEST(retired->pages == 0);
    BOOST_TEST(retired->held == 0);
    BOOST_TEST(*cache.body(find("http://h/7").id) == text(7, static_cast<int>(number) / 2));
    BOOST_TEST(total().pending == 25);
  }
  // Nor are new spellings that come with an update.
  std::vector<CapturedPage> spelled = {page("http://h/", "<p>home")};
  for (int i = 0; i < 12; ++i)
    for (const char* suffix : {"?new", "", "?print"})
      spelled.push_back(page("http://h/" + std::to_string(i) + suffix, text(i, 7)));
  BOOST_TEST(*CacheCapture(cache).begin_run("c") == 5);
  store(spelled, {"c", 5});
  BOOST_TEST(CacheCapture(cache).end_run({"c", 5})->held == 0);
  BOOST_TEST(*cache.body(find("http://h/7").id) == text(7, 7));
  BOOST_TEST(total().pending == 37);
}

// /yesterday has what /today had.
BOOST_AUTO_TEST_CASE(bytes_of_an_earlier_run_are_no_notice) {
  for (std::int64_t day = 1; day <= 4; ++day) {
    store({page("http://h/yesterday", "<p>" + std::to_string(day - 1)),
           page("http://h/today", "<p>" + std::to_string(day)), page("http://h/", "<p>home")},
          {"c", day});
    BOOST_TEST(CacheCapture(cache).end_run({"c", day})->held == 0);
    BOOST_TEST(*cache.body(find("http://h/yesterday").id) == "<p>" + std::to_string(day - 1));
  }
}

// A few pages that say the same now, such as that their product is sold out, are pages.
BOOST_AUTO_TEST_CASE(a_few_pages_with_a_notice_say_it) {
  std::vector<CapturedPage> pages;
  for (int i = 0; i < 12; ++i) pages.push_back(page("http://h/" + std::to_string(i), "<p>" + std::to_string(i)));
  store(pages, {"c", 1});
  CacheCapture(cache).end_run({"c", 1});
  for (int i = 0; i < 4; ++i) pages[static_cast<std::size_t>(i)].body = "<p>sold out";
  store(pages, {"c", 2});
  BOOST_TEST(CacheCapture(cache).end_run({"c", 2})->held == 0);
  for (int i = 0; i < 4; ++i) {
    const std::string url = "http://h/" + std::to_string(i);
    BOOST_TEST(state(url) == "pending");
    BOOST_TEST(*cache.body(find(url).id) == "<p>sold out");
  }
}

BOOST_AUTO_TEST_CASE(walls_of_every_kind_are_held) {
  constexpr int count = 20;
  const auto url = [](int i) { return "http://h/" + std::to_string(i); };
  std::vector<CapturedPage> whole = {page("http://h/", "<p>home")};
  for (int i = 0; i < count; ++i) whole.push_back(page(url(i), "<p>" + std::to_string(i)));
  using Pages = std::vector<CapturedPage>;
  // What comes for page i.
  const std::vector<std::pair<std::string, std::function<Pages(int)>>> walls = {
      {"a login that names the page",
       [&](int i) {
         const std::string login = "/login?next=/" + std::to_string(i);
         return Pages{answer(url(i), 302, login), page("http://h" + login, "<p>log in")};
       }},
      {"a login that names the page, and shows it",
       [&](int i) {
         const std::string login = "/login?next=/" + std::to_string(i);
         return Pages{answer(url(i), 302, login), page("http://h" + login, "<p>log in" + login)};
       }},
      {"a login elsewhere",
       [&](int i) {
         const std::string login = "http://sso/?r=" + std::to_string(i);
         return Pages{answer(url(i), 302, login), page(login, "<p>log in")};
       }},
      {"new pages on the same day",
       [&](int i) {
         return Pages{answer(url(i), 403), page("http://h/new" + std::to_string(i), "<p>new " + std::to_string(i))};
       }},
      {"a failure, then an error",
       [&](int i) {
         return Pages{answer(url(i), 429), answer(url(i), 403)};
       }},
      {"the page, then an error",
       [&](int i) {
         return Pages{whole[static_cast<std::size_t>(i) + 1], answer(url(i), 404)};
       }},
      {"two notices", [&](int i) { return Pages{page(url(i), i % 2 == 0 ? "<p>maintenance" : "<p>Wartung")}; }},
      {"notices between changes",
       [&](int i) { return Pages{page(url(i), i % 4 != 0 ? "<p>maintenance" : "<p>other " + std::to_string(i))}; }},
  };
  for (const auto& [what, wall] : walls)
    for (const bool is_other_crawl : {false, true}) {
      BOOST_TEST_CONTEXT(what << (is_other_crawl ? ", seen by another crawl last" : "")) {
        CacheFixture fresh;
        CacheCapture capture(fresh.cache);
        const CrawlRun first{is_other_crawl ? "b" : "c", *capture.begin_run(is_other_crawl ? "b" : "c")};
        fresh.store(whole, first);
        BOOST_TEST(capture.end_run(first)->held == 0);
        const CrawlRun second{"c", *capture.begin_run("c")};
        fresh.store({whole[0]}, second);
        for (int i = 0; i < count; ++i) fresh.store(wall(i), second);
        const auto ended = capture.end_run(second);
        BOOST_TEST(ended->pages == 0);
        BOOST_TEST(ended->held >= 14);
        BOOST_TEST(fresh.total().held == ended->held);
        int kept = 0;
        for (int i = 0; i < count; ++i) kept += *fresh.cache.body(fresh.find(url(i)).id) == "<p>" + std::to_string(i);
        BOOST_TEST(kept >= 14);  // the first page with a notice shows it
        // It opens.
        const CrawlRun third{"c", *capture.begin_run("c")};
        fresh.store(whole, third);
        BOOST_TEST(capture.end_run(third)->held == 0);
        BOOST_TEST(fresh.total().held == 0);
        for (int i = 0; i < count; ++i)
          BOOST_TEST(*fresh.cache.body(fresh.find(url(i)).id) == "<p>" + std::to_string(i));
      }
    }
}

// Every page has another address: none is lost that is not found there.
// A site of a home page and twenty others, and what came for it in a night.
struct Nights : CacheFixture {
  std::vector<CapturedPage> whole = {page("http://h/", "<p>home")};
  std::int64_t number = 0;

  Nights() {
    for (int i = 1; i <= 20; ++i) whole.push_back(page("http://h/p" + std::to_string(i), "<p>" + std::to_string(i)));
  }
  // Each page but the home page as `answer` gives it for its URL.
  template <typename Answer>
  std::vector<CapturedPage> walled(const Answer& answer) const {
    std::vector<CapturedPage> pages = {whole[0]};
    for (std::size_t i = 1; i < whole.size(); ++i) pages.push_back(answer(whole[i].url));
    return pages;
  }
  Retired night(const std::vector<CapturedPage>& pages) {
    BOOST_TEST_REQUIRE(*CacheCapture(cache).begin_run("c") == ++number);
    store(pages, {"c", number});
    return *CacheCapture(cache).end_run({"c", number});
  }
};

BOOST_FIXTURE_TEST_CASE(a_wall_is_held_on_its_second_night_too, Nights) {
  std::vector<CapturedPage> wall = walled([](const std::string& url) { return answer(url, 403); });
  for (int i = 0; i < 25; ++i)
    wall.push_back(page("http://h/help" + std::to_string(i), "<p>help " + std::to_string(i)));
  BOOST_TEST(night(whole).held == 0);
  for (int again = 0; again < 3; ++again) {
    const Retired retired = night(wall);
    BOOST_TEST(retired.held == 20);
    BOOST_TEST(retired.pages == 0);
  }
  // What came with the wall goes with it.
  const Retired back = night(whole);
  BOOST_TEST(back.held == 0);
  BOOST_TEST(back.pages == 25);
  BOOST_TEST(state("http://h/p7") == "pending");
  BOOST_TEST(total().held == 0);
}

// It is not new for ever because a wall was there once: behind the next one, it is held as all others are.
BOOST_FIXTURE_TEST_CASE(what_came_after_a_wall_is_known_later, Nights) {
  const std::vector<CapturedPage> gone = walled([](const std::string& url) { return answer(url, 404); });
  std::vector<CapturedPage> moved =
      walled([](const std::string& url) { return answer(url, 301, "http://h/new" + url.substr(url.rfind('/'))); });
  for (std::size_t i = 1; i < whole.size(); ++i)
    moved.push_back(page("http://h/new/p" + std::to_string(i), "<p>new " + std::to_string(i)));
  BOOST_TEST(night(whole).held == 0);
  BOOST_TEST(night(gone).held == 20);
  BOOST_TEST(night(whole).held == 0);
  BOOST_TEST(night(moved).held == 0);
  BOOST_TEST(state("http://h/new/p7") == "pending");
  const Retired behind = night(gone);
  BOOST_TEST(behind.held == 20);
  BOOST_TEST(behind.pages == 0);
  BOOST_TEST(state("http://h/new/p7") == "pending");
  // A run that is cut while pages are held changes nothing.
  BOOST_TEST_REQUIRE(*CacheCapture(cache).begin_run("c") == ++number);
  store({whole[0]}, {"c", number});
  BOOST_TEST(CacheCapture(cache).end_run({"c", number}, {.whole = false})->pages == 0);
  BOOST_TEST(night(gone).held == 20);
}

BOOST_FIXTURE_TEST_CASE(a_start_page_that_leads_to_a_login_takes_no_page_with_it, Nights) {
  std::vector<CapturedPage> wall = {answer("http://h/", 302, "/login"), page("http://h/login", "<p>Please log in")};
  for (int i = 0; i < 25; ++i)
    wall.push_back(page("http://h/help" + std::to_string(i), "<p>help " + std::to_string(i)));
  BOOST_TEST(night(whole).held == 0);
  BOOST_TEST(night(wall).held == 21);
  BOOST_TEST(state("http://h/p7") == "pending");
}

BOOST_FIXTURE_TEST_CASE(a_redirect_to_what_others_are_redirected_to_is_no_move, Nights) {
  std::vector<CapturedPage> wall = walled([](const std::string& url) { return answer(url, 302, url + "?cookie=no"); });
  for (std::size_t i = 1; i < whole.size(); ++i)
    wall.push_back(page(whole[i].url + "?cookie=no", "<p>Cookies, please"));
  BOOST_TEST(night(whole).held == 0);
  BOOST_TEST(night(wall).held == 20);
}

BOOST_FIXTURE_TEST_CASE(a_redirect_to_another_known_page_is_no_move, Nights) {
  for (int i = 1; i <= 20; ++i)
    whole.push_back(page("http://en/p" + std::to_string(i), "<p>English " + std::to_string(i)));
  std::vector<CapturedPage> elsewhere = whole;
  for (std::size_t i = 1; i <= 20; ++i) elsewhere[i] = answer(whole[i].url, 302, "http://en/p" + std::to_string(i));
  BOOST_TEST(night(whole).held == 0);
  BOOST_TEST(night(elsewhere).held == 20);
  // Their own bytes may be there.
  for (std::size_t i = 1; i <= 20; ++i) whole[i + 20] = page(whole[i + 20].url, whole[i].body);
  BOOST_TEST(night(whole).held == 0);
  for (std::size_t i = 21; i <= 40; ++i) elsewhere[i] = whole[i];
  BOOST_TEST(night(elsewhere).held == 0);
  BOOST_TEST(state("http://h/p7") == "skipped redirect");
}

BOOST_FIXTURE_TEST_CASE(a_site_with_another_scheme_is_not_missed, Nights) {
  const auto with = [&](const std::string& root) {
    std::vector<CapturedPage> pages;
    for (const CapturedPage& each : whole) pages.push_back(page(root + each.url.substr(9), each.body));
    return pages;
  };
  BOOST_TEST(night(with("http://h/")).held == 0);
  std::vector<CapturedPage> secure = with("https://h/");
  secure.push_back(answer("http://h/", 301, "https://h/"));
  const Retired moved = night(secure);
  BOOST_TEST(moved.held == 0);
  BOOST_TEST(moved.pages == 21);
  BOOST_TEST(state("http://h/p7") == "skipped gone");
  BOOST_TEST(state("https://h/p7") == "pending");
  BOOST_TEST(night(with("https://www.h/")).pages == 21);
}

// Many requests are too many, and then forbidden.
BOOST_FIXTURE_TEST_CASE(pages_that_fail_do_not_make_up_for_refused_ones, Nights) {
  int count = 0;
  const auto wall = walled([&](const std::string& url) { return answer(url, ++count <= 11 ? 429 : 403); });
  BOOST_TEST(night(whole).held == 0);
  const Retired retired = night(wall);
  BOOST_TEST(retired.held == 9);
  BOOST_TEST(retired.pages == 0);
}

BOOST_FIXTURE_TEST_CASE(a_notice_takes_no_page_however_long_it_lasts, Nights) {
  BOOST_TEST(night(whole).held == 0);
  std::vector<CapturedPage> notice = walled([](const std::string& url) { return page(url, "<p>We are on holiday"); });
  for (int again = 0; again < 3; ++again) {
    BOOST_TEST(night(notice).held == 20);
    std::rotate(notice.begin() + 1, notice.begin() + 2, notice.end());
  }
  BOOST_TEST(*cache.body(find("http://h/p1").id) == "<p>1");
  BOOST_TEST(night(whole).held == 0);
}

// "current" leads to the latest release, whose pages have not changed.
BOOST_FIXTURE_TEST_CASE(pages_that_are_others_now_are_no_notice, Nights) {
  for (const char* release : {"1", "2"})
    for (int i = 1; i <= 12; ++i)
      whole.push_back(page("http://h/" + std::string(release) + "/" + std::to_string(i),
                           "<p>" + std::string(release) + "." + std::to_string(i)));
  const auto with_current = [&](const char* release) {
    std::vector<CapturedPage> pages = whole;
    for (int i = 1; i <= 12; ++i)
      pages.push_back(
          page("http://h/current/" + std::to_string(i), "<p>" + std::string(release) + "." + std::to_string(i)));
    return pages;
  };
  BOOST_TEST(night(with_current("1")).held == 0);
  BOOST_TEST(night(with_current("2")).held == 0);
  BOOST_TEST(*cache.body(find("http://h/current/7").id) == "<p>2.7");
}

BOOST_AUTO_TEST_CASE(a_site_that_has_moved_is_no_wall) {
  const auto pages = [&](const std::string& host) {
    std::vector<CapturedPage> out;
    for (int i = 0; i < 20; ++i) out.push_back(page(host + "/" + std::to_string(i), "<p>" + std::to_string(i)));
    return out;
  };
  const CrawlRun first{"c", *CacheCapture(cache).begin_run("c")};
  store(pages("http://h"), first);
  CacheCapture(cache).end_run(first);
  const CrawlRun second{"c", *CacheCapture(cache).begin_run("c")};
  for (const CapturedPage& old : pages("http://h"))
    store({answer(old.url, 301, "https://h/" + old.url.substr(9))}, second);
  store(pages("https://h"), second);
  const auto ended = CacheCapture(cache).end_run(second);
  BOOST_TEST(ended->held == 0);
  BOOST_TEST(ended->pages == 20);
  BOOST_TEST(state("http://h/7") == "skipped redirect");
  BOOST_TEST(state("https://h/7") == "pending");
}

// The articles of the day are others every day.
BOOST_AUTO_TEST_CASE(pages_that_make_room_for_new_ones_are_gone) {
  for (int day = 1; day <= 3; ++day) {
    const CrawlRun run{"c", *CacheCapture(cache).begin_run("c")};
    std::vector<CapturedPage> pages = {page("http://h/", "<p>home " + std::to_string(day))};
    for (int i = 0; i < 20; ++i) {
      const std::string name = std::to_string(day) + "/" + std::to_string(i);
      pages.push_back(page("http://h/" + name, "<p>" + name));
    }
    store(pages, run);
    const auto ended = CacheCapture(cache).end_run(run);
    BOOST_TEST(ended->held == 0);
    BOOST_TEST(ended->pages == (day == 1 ? 0 : 20));
  }
}

// It cannot say more than it saw.
BOOST_AUTO_TEST_CASE(a_run_that_was_cut_leaves_what_is_held) {
  std::vector<CapturedPage> pages = {page("http://h/", "<p>home")};
  for (int i = 0; i < 20; ++i) pages.push_back(page("http://h/" + std::to_string(i), "<p>" + std::to_string(i)));
  store(pages, {"c", 1});
  CacheCapture(cache).end_run({"c", 1});
  store({pages[0]}, {"c", 2});
  BOOST_TEST(CacheCapture(cache).end_run({"c", 2})->held == 20);
  store({pages[0], pages[1]}, {"c", 3});
  BOOST_TEST(CacheCapture(cache).end_run({"c", 3}, {.whole = false})->held == 0);
  BOOST_TEST(total().held == 19);
  // A wall before it: only what it met.
  store({pages[0], answer(pages[1].url, 403), answer(pages[2].url, 403)}, {"c", 4});
  BOOST_TEST(CacheCapture(cache).end_run({"c", 4}, {.whole = false})->held == 2);
  BOOST_TEST(total().held == 20);
  // Pages that it was not to find say nothing.
  store({pages[0], pages[1], pages[2]}, {"c", 5});
  const auto left_out = [](const std::string& url) { return url.size() > 10; };
  const auto ended = CacheCapture(cache).end_run({"c", 5}, {.is_left_out = left_out});
  BOOST_TEST(ended->held == 8);
  BOOST_TEST(ended->pages == 0);
}

BOOST_AUTO_TEST_CASE(each_host_is_judged_by_itself) {
  std::vector<CapturedPage> pages = {page("http://a/", "<p>a"), page("http://b/", "<p>b"), page("https://d/x", "<p>d")};
  for (int i = 0; i < 40; ++i) pages.push_back(page("http://a/" + std::to_string(i), "<p>a " + std::to_string(i)));
  for (int i = 0; i < 20; ++i) pages.push_back(page("http://b/" + std::to_string(i), "<p>b " + std::to_string(i)));
  store(pages, {"c", 1});
  CacheCapture(cache).end_run({"c", 1});
  // b has a notice for all pages, and one page of a and of a small host is gone.
  std::erase_if(pages, [](const CapturedPage& each) {
    return each.url == "http://a/7" || each.url == "https://d/x" ||
           (each.url.starts_with("http://b/") && each.url != "http://b/");
  });
  store(pages, {"c", 2});
  const auto retired = CacheCapture(cache).end_run({"c", 2});
  BOOST_TEST(retired->held == 20);
  BOOST_TEST(retired->pages == 2);
  BOOST_TEST(state("http://b/7") == "pending");
  BOOST_TEST(state("http://a/7") == "skipped gone");
  BOOST_TEST(total().held == 20);
}

// A cookie that never comes.
BOOST_AUTO_TEST_CASE(redirects_in_a_circle_have_failed) {
  const CapturedPage home = page("http://h/", "<p>home"), below = page("http://h/below", "<p>below");
  const CapturedPage one = page("http://h/1", "<p>1"), two = page("http://h/2", "<p>2"),
                     more = page("http://h/3", "<p>3");
  using Pages = std::vector<CapturedPage>;
  std::int64_t number = 0;
  for (const Pages& circle :
       {Pages{answer("http://h/1", 302, "/2"), answer("http://h/2", 302, "/1")},
        Pages{answer("http://h/1", 302, "/1?c"), answer("http://h/1?c", 302, "/1"), two},
        Pages{answer("http://h/1", 302), two}, Pages{answer("http://h/1", 301, "mailto:a@h"), two},
        Pages{answer("http://h/1", 416), two}}) {
    store({home, one, two, more, below}, {"c", ++number});
    BOOST_TEST(CacheCapture(cache).end_run({"c", number})->unmet == 0);
    Pages pages = {home, more};
    pages.insert(pages.end(), circle.begin(), circle.end());
    store(pages, {"c", ++number});
    const auto retired = CacheCapture(cache).end_run({"c", number});
    BOOST_TEST(retired->pages == 0);
    BOOST_TEST(retired->unmet == 1);
    for (const char* url : {"http://h/1", "http://h/2", "http://h/below"}) BOOST_TEST(state(url) == "pending", url);
  }
}

BOOST_AUTO_TEST_CASE(pages_that_are_gone_have_no_words) {
  const auto night = [&](const std::vector<CapturedPage>& pages) {
    const CrawlRun run{"c", *CacheCapture(cache).begin_run("c")};
    store(pages, run);
    BOOST_REQUIRE(CacheCapture(cache).end_run(run).ok());
  };
  night({page("http://h/a", "<p>1"), page("http://h/b", "<p>2"), page("http://h/c", "<p>3")});
  for (const char* url : {"http://h/a", "http://h/b", "http://h/c"}) finish(url);
  const std::int64_t before = cache.counts("h")->front().page_words;
  night({page("http://h/a", "<p>1"), page("http://h/b", "<p>2")});
  BOOST_TEST(state("http://h/c") == "skipped gone");
  BOOST_TEST(cache.counts("h")->front().page_words * 3 == before * 2);
}

BOOST_AUTO_TEST_SUITE_END()
