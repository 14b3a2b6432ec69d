// A page of which hardly a word is left does not stand for those of its host that the run did not find.
#include <string>

#include "tests/unit/crawl/walled_site.h"

using namespace pith;
using namespace pith::crawl;
using namespace pith::crawl::walls;

namespace {

const std::string home = "http://h/";

Pages site_of(const std::string& home_text) {
  Pages pages = home_and(story);
  pages.front() = page(home, home_text);
  return pages;
}

const std::string text_of_home = "<p>" + words(600, 50);
const std::string other_text = "<p>Please sign in. " + words(900, 60);

Pages parked() {
  Pages pages = {page(home, other_text)};
  for (int i = 0; i < 2 * count; ++i)
    pages.push_back(page("http://h/offer/" + std::to_string(i), "<p>" + words(3000 + i, 30)));
  return pages;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(page_cache_other_text)

BOOST_AUTO_TEST_CASE(a_site_is_not_what_its_address_says_now) {
  Site site;
  const Pages pages = site_of(text_of_home);
  site.night(pages);
  for (int again = 0; again < 2; ++again) {
    BOOST_TEST(site.night(parked()).held == count + 1);
    BOOST_TEST(*site.cache.body(site.find(home).id) == text_of_home);
  }
  BOOST_TEST(site.night(pages).held == 0);
  BOOST_TEST(site.night(pages).held == 0);
  BOOST_TEST(site.state(url(7)) == "pending");
  BOOST_TEST(site.state("http://h/offer/7") == "skipped gone");
}

BOOST_AUTO_TEST_CASE(a_home_page_that_keeps_some_words_is_one) {
  Site site;
  site.night(site_of(text_of_home));
  Pages renewed = parked();
  renewed.front() = page(home, other_text + words(600, 8));
  BOOST_TEST(site.night(renewed).held == 0);
  BOOST_TEST(site.state(url(7)) == "skipped gone");
}

// Each page says something else, and three are gone.
BOOST_AUTO_TEST_CASE(a_site_that_is_written_anew_is_taken) {
  Site site;
  site.night(site_of(text_of_home));
  Pages anew = {page(home, other_text)};
  for (int i = 0; i < count - 3; ++i) anew.push_back(page(url(i), "<p>" + words(2000 + i, 30)));
  BOOST_TEST(site.night(anew).held == 0);
  BOOST_TEST(site.body(7) == anew[8].body);
  BOOST_TEST(site.state(url(count - 1)) == "skipped gone");
}

// A crawl that is stopped each night, or another crawl of this one page, sees the day's menu.
BOOST_AUTO_TEST_CASE(a_page_that_changes_altogether_each_day_is_taken) {
  for (const std::string crawl : {"c", "another"}) {
    Site site;
    site.night(site_of(text_of_home));
    for (int day = 0; day < 3; ++day) {
      const std::string today = "<p>" + words(4000 + day, 40);
      const CrawlRun run = site.killed({page(home, today)}, crawl);
      BOOST_TEST(CacheCapture(site.cache).end_run(run, {.whole = crawl != "c"})->held == 0);
      BOOST_TEST(*site.cache.body(site.find(home).id) == today);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
