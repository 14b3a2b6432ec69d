#include "crawler_adapter/cache/site_sample.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/text/site_area.h"

using namespace pith::crawl;

namespace {

std::vector<SitePage> pages_of(const std::vector<std::string>& urls) {
  std::vector<SitePage> pages;
  for (const std::string& url : urls) pages.emplace_back().url = url;
  for (SitePage& page : pages) page.digest = "d";
  std::ranges::sort(pages, {}, &SitePage::url);
  return pages;
}

std::set<std::string> sample(const std::vector<std::string>& urls) {
  const std::vector<SitePage> pages = pages_of(urls);
  std::set<std::string> out;
  for (const std::size_t page : sample_of(pages)) out.insert(pages[page].url);
  return out;
}

std::vector<std::string> numbered(const std::string& prefix, int count) {
  std::vector<std::string> urls;
  for (int i = 0; i < count; ++i) urls.push_back(prefix + std::to_string(i));
  return urls;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(site_sample)

BOOST_AUTO_TEST_CASE(kinds_of_urls) {
  BOOST_TEST(url_kind("http://a.org/") == "a.org 0 ");
  BOOST_TEST(url_kind("http://a.org") == "a.org 0 ");
  BOOST_TEST(url_kind("http://a.org/x.html") == "a.org 0 .html");
  BOOST_TEST(url_kind("https://a.org/news/2024/05/x.html") == "a.org/news 3 .html");
  BOOST_TEST(url_kind("https://a.org/1/2/3/4/5/6/x") == "a.org/1 4 ");
  BOOST_TEST(url_kind("https://a.org/forum/view.php?t=12") == "a.org/forum 1 .php?");
  BOOST_TEST(url_kind("https://a.org/forum/view.php?t=a/b.c") == "a.org/forum 1 .php?");
  BOOST_TEST(url_kind("") == " 0 ");
}

BOOST_AUTO_TEST_CASE(small_sites_are_taken_whole) {
  const auto urls = numbered("http://a.org/", 60);
  BOOST_TEST(sample(urls) == std::set<std::string>(urls.begin(), urls.end()), boost::test_tools::per_element());
  BOOST_TEST(sample({}).empty());
}

BOOST_AUTO_TEST_CASE(pages_without_a_body_are_left_out) {
  auto pages = pages_of(numbered("http://a.org/", 3));
  pages[1].digest.clear();
  auto chosen = sample_of(pages);
  std::ranges::sort(chosen);
  BOOST_TEST(chosen == (std::vector<std::size_t>{0, 2}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(pages_in_doubt_are_left_out_unless_half_are) {
  auto pages = pages_of(numbered("http://a.org/", 5));
  pages[1].in_doubt = pages[4].in_doubt = true;
  auto chosen = sample_of(pages);
  std::ranges::sort(chosen);
  BOOST_TEST(chosen == (std::vector<std::size_t>{0, 2, 3}), boost::test_tools::per_element());
  pages[2].in_doubt = true;
  BOOST_TEST(sample_of(pages).size() == 5u);
}

BOOST_AUTO_TEST_CASE(every_kind_has_its_share) {
  auto urls = numbered("http://a.org/articles/", 5000);
  for (const std::string& url : numbered("http://a.org/forum/", 10)) urls.push_back(url);
  const auto chosen = sample(urls);
  BOOST_TEST(chosen.size() == sample_pages_of_kind + 10);
  for (int kind = 0; kind < 100; ++kind)
    for (const std::string& url : numbered("http://a.org/" + std::to_string(kind) + "/", 20)) urls.push_back(url);
  const auto bounded = sample(urls);
  BOOST_TEST(bounded.size() == sample_pages);
  std::set<std::string> kinds;
  for (const std::string& url : bounded) kinds.insert(url_kind(url));
  BOOST_TEST(kinds.size() == 102u);
}

BOOST_AUTO_TEST_CASE(a_new_page_moves_at_most_one) {
  auto urls = numbered("http://a.org/a/", 300);
  for (int kind = 0; kind < 20; ++kind)
    for (const std::string& url : numbered("http://a.org/" + std::to_string(kind) + "/", 30)) urls.push_back(url);
  auto before = sample(urls);
  int moved = 0;
  for (int i = 0; i < 40; ++i) {
    urls.push_back("http://a.org/a/new-" + std::to_string(i));
    const auto after = sample(urls);
    std::vector<std::string> gone;
    std::ranges::set_difference(before, after, std::back_inserter(gone));
    BOOST_TEST(gone.size() <= 1u);
    moved += static_cast<int>(gone.size());
    before = after;
  }
  BOOST_TEST(moved < 20, "most new pages of a large site change nothing");
}

// One area's pages do not crowd out those of another.
BOOST_AUTO_TEST_CASE(areas_share_the_sample) {
  std::vector<std::string> urls = numbered("http://www.a.org/", 30);
  for (int directory = 0; directory < 300; ++directory) {
    const auto more = numbered("http://evil.a.org/d" + std::to_string(directory) + "/", 3);
    urls.insert(urls.end(), more.begin(), more.end());
  }
  const auto user = numbered("http://www.a.org/~user/", 300);
  urls.insert(urls.end(), user.begin(), user.end());
  std::map<std::string, std::size_t> of_area;
  for (const std::string& url : sample(urls)) ++of_area[pith::area_of(url)];
  BOOST_TEST(of_area["a.org"] == 30u);
  BOOST_TEST(of_area["evil.a.org"] == 162u);
  BOOST_TEST(of_area["a.org/~user"] == 64u, "all of one kind");
}

BOOST_AUTO_TEST_CASE(areas_of_urls) {
  BOOST_TEST(pith::area_of("https://www.a.org/x/") == "a.org");
  BOOST_TEST(pith::area_of("http://a.org/") == "a.org");
  BOOST_TEST(pith::area_of("http://b.a.org:8080/~c/d/e.html") == "b.a.org:8080/~c");
  BOOST_TEST(pith::area_of("http://a.org/~c") == "a.org/~c");
  BOOST_TEST(pith::area_of("http://a.org/d/~c/") == "a.org");
}

// Servers that decode and merge separators take all of these for the user's.
BOOST_AUTO_TEST_CASE(spellings_of_a_user_are_one_area) {
  for (const std::string path : {"/~c/x",  "//~c/x", "///~c",    "/.//~c/",    "/./~c/",  "/x/..//~c/", "//x/../~c/",
                                 "/%7Ec/", "/%7ec/", "//%7ec",   "/%2e/%7ec/", "/%2F~c/", "/%2f%2f~c/", "/%5c~c/x",
                                 "/\\~c/", "\\/~c",  "/~c%2fx/", "/~c%5Cx",    "/~c//x",  "/~c?/x",     "//~c?x#y"})
    BOOST_TEST(pith::area_of("http://a.org" + path) == "a.org/~c", path);
  for (const std::string path :
       {"/", "//", "/c/~c", "//c/~c", "/%2Fc/~c/", "/?/~c", "//?~c", "/%20~c/", "/c~", "/%2E~c/"})
    BOOST_TEST(pith::area_of("http://a.org" + path) == "a.org", path);
}

// Whatever the order, and however often a page comes.
BOOST_AUTO_TEST_CASE(what_the_filter_lets_through_has_the_same_sample) {
  std::mt19937 random(9);
  for (const int kinds : {1, 3, 200, 400}) {
    std::vector<std::string> urls;
    for (int i = 0; i < 3000; ++i)
      urls.push_back("http://a.org/d" + std::to_string(random() % static_cast<unsigned>(kinds)) + "/" +
                     std::to_string(i));
    for (int round = 0; round < 5; ++round) {
      std::ranges::shuffle(urls, random);
      SampleFilter filter;
      std::vector<std::string> through;
      for (const std::string& url : urls)
        if (filter.may_have(url)) through.push_back(url);
      BOOST_TEST(sample(through) == sample(urls), boost::test_tools::per_element());
      if (kinds == 1) BOOST_TEST(through.size() < 900u, "128, and few of those that come later");
      for (const std::string& url : sample(urls)) BOOST_TEST(filter.may_have(url), "comes again");
    }
  }
}

// Pages that turn out to redirect: others take their places.
BOOST_AUTO_TEST_CASE(the_filter_has_spare_pages) {
  const auto urls = numbered("http://a.org/d/", 3000);
  SampleFilter filter;
  std::vector<std::string> through;
  for (const std::string& url : urls)
    if (filter.may_have(url)) through.push_back(url);
  std::vector<std::string> left = urls;
  for (const std::string& url : sample(urls)) {
    std::erase(left, url);
    std::erase(through, url);
  }
  BOOST_TEST(sample(through) == sample(left), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
