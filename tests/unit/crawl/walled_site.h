// A site of twenty pages below a home page, what a wall puts in their place, and the nights on which it is crawled.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "tests/unit/crawl/cache_fixture.h"

namespace pith::crawl::walls {

inline constexpr int count = 20;

inline std::string url(int i) { return "http://h/p" + std::to_string(i); }

// Words of letters; other ones for another seed.
inline std::string words(int seed, int number) {
  std::string out;
  for (int i = 0; i < number; ++i) {
    unsigned hash = static_cast<unsigned>(seed * 1000 + i) * 2'654'435'761u;
    for (int letter = 0; letter < 7; ++letter, hash /= 20) out += static_cast<char>('a' + hash % 20);
    out += ' ';
  }
  return out;
}

inline std::string token(int i) {
  return "<input name=csrf value=" + std::to_string(i * 7919) + "> 7f3a90" + std::to_string(i) + "c4d1";
}

inline std::string wide(const std::string& text) {
  std::string out("\xff\xfe", 2);
  for (const char c : text) out += {c, '\0'};
  return out;
}

inline const std::string menu = "<nav>" + words(500, 90) + "</nav>";
inline const std::string login = "<p>Please sign in to go on. Forgot your password? Imprint, privacy, help";
inline const std::string script = "<script>var token='x'</script><noscript>Enable JavaScript and cookies</noscript>";

using Pages = std::vector<CapturedPage>;
using Text = std::function<std::string(int)>;

inline Pages home_and(const Text& text) {
  Pages out = {page("http://h/", "<p>home")};
  for (int i = 0; i < count; ++i) out.push_back(page(url(i), text(i)));
  return out;
}

struct Site : CacheFixture {
  Retired night(const Pages& pages, const std::string& crawl = "c", bool even_most = false) {
    return *CacheCapture(cache).end_run(killed(pages, crawl), {.even_most = even_most});
  }
  CrawlRun killed(const Pages& pages, const std::string& crawl = "c") {
    const CrawlRun run{crawl, *CacheCapture(cache).begin_run(crawl)};
    store(pages, run);
    return run;
  }
  // As `pith index` does with pages of the same text.
  void fold(const std::string& address, const std::string& into = "http://h/other/0") {
    finish(address);
    const FoldChange change{.page = find(address).id, .digest = "", .into = into, .reason = PageReason::duplicate};
    BOOST_REQUIRE(cache.fold(std::span(&change, 1)).ok());
    BOOST_TEST(state(address) == "skipped duplicate");
  }
  void unfold(const std::string& address) {
    const FoldChange change{.page = find(address).id, .digest = "", .into = "", .reason = {}};
    BOOST_REQUIRE(cache.fold(std::span(&change, 1)).ok());
    BOOST_TEST(state(address) == "pending");
  }
  std::string body(int i) { return *cache.body(find(url(i)).id); }
};

inline std::string story(int i) { return "<p>" + words(i, 30); }

// Logins for each page, with another text.
inline Pages walled(int from, int to, int version = 0) {
  Pages out;
  for (int i = from; i < to; ++i) {
    const std::string name = std::to_string(i), there = "http://h/login/" + name;
    out.push_back(answer(url(i), 302, there));
    out.push_back(page(there, login + words(700 + i, 8) + token(version)));
    out.push_back(page("http://h/register/" + name, "<p>Register at " + words(1000 + i, 6)));
  }
  return out;
}

}  // namespace pith::crawl::walls
