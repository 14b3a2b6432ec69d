#include "plugin/site/duplicates.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "crawler_adapter/cache/cache_ledger.h"

using namespace pith;
using namespace pith::pipeline;
using crawl::ExtractedRow;

namespace {

using Folded = std::map<std::string, std::string>;  // URL → "reason URL" of folded pages

ExtractedRow row(const std::string& url, const std::string& digest, std::uint64_t simhash,
                 const std::string& canonical = {}, std::int64_t words = 100) {
  static std::int64_t id = 0;
  return {.id = ++id,
          .url = url,
          .canonical = canonical,
          .content = {digest, simhash, words},
          .folded_into = {},
          .reason = {}};
}

// Contents that are not duplicates of each other.
ExtractedRow other(const std::string& url, const std::string& canonical = {}) {
  static std::uint64_t number = 0;
  ++number;
  return row(url, "other" + std::to_string(number), number * 0x9e3779b97f4a7c15, canonical);
}

void apply(std::vector<ExtractedRow>& rows, bool fold = true) {
  for (const crawl::FoldChange& change : fold_changes(rows, fold)) {
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const ExtractedRow& r) { return r.id == change.page; });
    BOOST_REQUIRE((found != rows.end()));
    BOOST_TEST(change.digest == found->content.digest);
    BOOST_TEST((change.into != found->folded_into || change.reason != found->reason));
    found->folded_into = change.into;
    found->reason = change.reason;
  }
}

Folded state(const std::vector<ExtractedRow>& rows) {
  Folded folded;
  for (const ExtractedRow& r : rows)
    if (!r.folded_into.empty()) folded[r.url] = r.reason.name() + " " + r.folded_into;
  return folded;
}

Folded fold(std::vector<ExtractedRow> rows) {
  apply(rows);
  return state(rows);
}

// --- The same by definition: all pairs are compared --------------------------------------------------------------

class Oracle {
 public:
  // loose[i]: equal if URLs differ only in parts that rarely lead to another page.
  Oracle(const std::vector<ExtractedRow>& rows, const std::vector<int>& loose) : rows_(rows), loose_(loose) {
    const std::size_t n = rows.size();
    std::vector<std::optional<std::size_t>> named(n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        if (i != j && rows[i].canonical == rows[j].url && rows[j].can_be_indexed) named[i] = j;
    shared_.assign(n, false);
    for (std::size_t j = 0; j < n; ++j) {
      std::size_t count = 0;
      for (std::size_t i = 0; i < n; ++i)
        if (named[i] == j && loose[i] == loose[j] && !are_duplicates(rows[i].content, rows[j].content)) ++count;
      shared_[j] = count > n - count;
    }
    target_.resize(n);
    for (std::size_t i = 0; i < n; ++i)
      if (named[i] && believed(i, *named[i])) target_[i] = named[i];
    std::vector<bool> shared = shared_;
    for (std::size_t j = 0; j < n; ++j) {
      std::size_t count = 0;
      for (std::size_t i = 0; i < n; ++i)
        if (i != j && end(i) == j && loose[i] == loose[j] && !are_duplicates(rows[i].content, rows[j].content)) ++count;
      shared[j] = shared[j] || count > n - count;
    }
    shared_ = shared;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < n; ++i) order.push_back(i);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      if (rows[a].can_be_indexed != rows[b].can_be_indexed) return rows[a].can_be_indexed;
      if ((end(a) == a) != (end(b) == b)) return end(a) == a;
      return better(a, b);
    });
    std::vector<std::optional<std::size_t>> into(n);
    std::vector<std::size_t> stayed;
    for (const std::size_t i : order) {
      const char* reason = "duplicate";
      if (end(i) != i && into[end(i)] && believed(i, *into[end(i)])) {
        into[i] = into[end(i)];
        reason = "canonical";
      }
      for (const std::size_t other : stayed)
        if (!into[i] && are_duplicates(rows[i].content, rows[other].content)) into[i] = other;
      if (into[i]) {
        folded[rows[i].url] = reason + (" " + rows[*into[i]].url);
      } else if (rows[i].can_be_indexed) {
        into[i] = i;
        stayed.push_back(i);
      }
    }
  }

  Folded folded;

 private:
  bool believed(std::size_t page, std::size_t target) const {
    return are_duplicates(rows_[page].content, rows_[target].content) ||
           (loose_[page] == loose_[target] && !shared_[target]);
  }
  bool is_named(std::size_t page) const {
    return std::any_of(target_.begin(), target_.end(), [&](const auto& target) { return target == page; });
  }
  // To the page itself.
  std::size_t links_of(std::size_t page) const {
    std::size_t links = 0;
    std::vector<std::string> urls = {rows_[page].url};
    const std::string file = rows_[page].url + "index.html";
    const bool is_taken =
        std::any_of(rows_.begin(), rows_.end(), [&](const ExtractedRow& other) { return other.url == file; });
    if (rows_[page].url.ends_with('/') && !is_taken) urls.push_back(file);
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (i != page && !are_duplicates(rows_[i].content, rows_[page].content))
        for (const std::string& url : urls)
          links +=
              static_cast<std::size_t>(std::count(rows_[i].links.begin(), rows_[i].links.end(), crawl::hash_url(url)));
    return links;
  }
  int links_class(std::size_t page) const {
    std::size_t links = links_of(page);
    const std::string& url = rows_[page].url;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const std::string& other = rows_[i].url;
      if (!url.ends_with('/') || !other.starts_with(url)) continue;
      if (std::regex_match(other.substr(url.size()), std::regex("(index|default)\\.[^.]*")) &&
          are_duplicates(rows_[i].content, rows_[page].content))
        links += links_of(i);
    }
    return links == 0 ? 0 : links < 10 ? 1 : 2;
  }
  int template_class(std::size_t page) const {
    const std::int64_t words = rows_[page].page_words - rows_[page].content.words;
    int number = 0;
    for (std::int64_t least = 1; words >= least; least *= 4) ++number;
    return number;
  }
  bool better(std::size_t a, std::size_t b) const {
    const auto has_query = [&](std::size_t i) { return rows_[i].url.find('?') != std::string::npos; };
    if (rows_[a].can_be_indexed != rows_[b].can_be_indexed) return rows_[a].can_be_indexed;
    if (is_named(a) != is_named(b)) return is_named(a);
    const bool a_headlined = rows_[a].has_headline;
    const bool b_headlined = rows_[b].has_headline;
    if (a_headlined != b_headlined) return a_headlined;
    if (links_class(a) != links_class(b)) return links_class(a) > links_class(b);
    if (template_class(a) != template_class(b)) return template_class(a) > template_class(b);
    if (has_query(a) != has_query(b)) return has_query(b);
    if (rows_[a].url.size() != rows_[b].url.size()) return rows_[a].url.size() < rows_[b].url.size();
    return rows_[a].url < rows_[b].url;
  }
  std::size_t end(std::size_t page) const {
    for (std::size_t step = 0; step < rows_.size() && target_[page]; ++step) page = *target_[page];
    std::size_t best = page;
    for (std::size_t step = 0; step < rows_.size() && target_[page]; ++step)  // around the cycle
      if (page = *target_[page]; better(page, best)) best = page;
    return best;
  }

  const std::vector<ExtractedRow>& rows_;
  const std::vector<int>& loose_;
  std::vector<bool> shared_;
  std::vector<std::optional<std::size_t>> target_;
};

struct RandomSite {
  std::vector<ExtractedRow> rows;
  std::vector<int> loose;

  explicit RandomSite(std::mt19937& random) {
    const auto below = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
    const char* const hosts[] = {"http://h.org", "https://h.org", "https://www.h.org"};
    const char* const files[] = {"", "/", "/index.html", "/Index.php", "/default.asp", "?a=1", "/?b"};
    const std::uint64_t centres[] = {0x0123456789abcdef, 0x0123456789abcdef ^ 0x1f, 0xfedcba9876543210, 7};
    const int pages = 2 + below(14), paths = 1 + below(6);
    std::set<std::string> urls;
    for (int i = 0; i < pages; ++i) {
      const int path = below(paths);
      std::string url =
          std::string(hosts[below(3)]) + (below(2) ? "/p" : "/P") + std::to_string(path) + files[below(7)];
      if (!urls.insert(url).second) continue;
      std::uint64_t simhash = centres[below(4)];
      for (int flips = below(4); flips > 0; --flips) simhash ^= std::uint64_t{1} << below(64);
      if (below(8) == 0) simhash = 0;
      rows.push_back(row(url, "d" + std::to_string(below(40)), simhash, "", 27 + below(6) * (1 + below(3))));
      if (below(8) == 0) rows.back().content = {};
      if (below(3) == 0) rows.back().content.body = "b" + std::to_string(below(4));
      rows.back().can_be_indexed = below(10) != 0;
      rows.back().has_headline = below(2) == 1;
      rows.back().page_words = rows.back().content.words + below(3) * below(9);
      loose.push_back(path);
    }
    const std::vector<std::string> all(urls.begin(), urls.end());
    const std::string favourite = all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
    const int share = below(3);
    for (ExtractedRow& r : rows) {
      for (const std::string& url : all) {
        if (below(url == favourite ? 2 : 8) == 0) r.links.push_back(crawl::hash_url(url));
        if (url.ends_with('/') && below(8) == 0) r.links.push_back(crawl::hash_url(url + "index.html"));
      }
      if (below(3) < share)
        r.canonical = below(2) ? favourite : all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
      if (below(20) == 0) r.canonical = "https://h.org/missing";
    }
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(duplicates)

BOOST_AUTO_TEST_CASE(preferred_is_no_query_then_the_shortest_then_the_smallest_url) {
  BOOST_TEST((fold({row("https://h/a/b.html", "d", 1), row("https://h/a?", "d", 1), row("https://h/c.html", "d", 1),
                    row("https://h/b.html", "d", 1)}) == Folded{{"https://h/a/b.html", "duplicate https://h/b.html"},
                                                                {"https://h/a?", "duplicate https://h/b.html"},
                                                                {"https://h/c.html", "duplicate https://h/b.html"}}));
  BOOST_TEST(fold({other("https://h/a"), other("https://h/b")}).empty());
  BOOST_TEST(fold({row("https://h/a", "", 0), row("https://h/b", "", 0)}).empty());  // nothing to compare
  BOOST_TEST(fold({}).empty());
}

BOOST_AUTO_TEST_CASE(page_that_others_name_is_preferred) {
  BOOST_TEST((fold({row("https://h/", "d", 1, "https://h/long.html?x"), row("https://h/long.html?x", "d", 1)}) ==
              Folded{{"https://h/", "canonical https://h/long.html?x"}}));
}

// Two pages with the same content: the first is preferred, and stays whichever of them has the better URL.
void check_preferred(const ExtractedRow& better, const ExtractedRow& worse,
                     const std::vector<ExtractedRow>& around = {}) {
  for (const bool swapped : {false, true}) {
    std::vector<ExtractedRow> rows = around;
    rows.insert(rows.end(), {better, worse});
    if (swapped) std::swap(rows[around.size()].url, rows[around.size() + 1].url);
    const std::string stays = rows[around.size()].url, goes = rows[around.size() + 1].url;
    for (ExtractedRow& r : rows)  // links follow the URL
      for (std::uint64_t& link : r.links)
        if (swapped && (link == crawl::hash_url(better.url) || link == crawl::hash_url(worse.url)))
          link = crawl::hash_url(link == crawl::hash_url(better.url) ? worse.url : better.url);
    const Folded folded = fold(rows);
    BOOST_TEST(folded.contains(goes));
    BOOST_TEST(!folded.contains(stays));
  }
}

BOOST_AUTO_TEST_CASE(of_two_pages_the_one_with_headline_links_and_template_is_preferred) {
  ExtractedRow article = row("https://h/article", "d", 1), print = row("https://h/print", "d", 1);
  article.has_headline = true;
  print.page_words = 500;
  check_preferred(article, print);

  article.has_headline = false;
  ExtractedRow home = other("https://h/");
  home.links = {crawl::hash_url(article.url)};
  check_preferred(article, print, {home});
  ExtractedRow folder = row("https://h/longer/folder/", "d", 1);
  home.links = {crawl::hash_url(folder.url + "index.html")};  // as in mirrors
  BOOST_TEST((fold({folder, print, home}) == Folded{{print.url, "duplicate " + folder.url}}));
  const ExtractedRow file = row(folder.url + "index.html", "d", 1);  // both were crawled
  BOOST_TEST((fold({file, folder, home}) == Folded{{file.url, "duplicate " + folder.url}}));
  print.links = {crawl::hash_url(article.url)};  // links from a page with the same content do not count

  print.page_words = 100;
  article.page_words = 200;
  article.links = {crawl::hash_url(print.url)};
  check_preferred(article, print);
  print.page_words = 180;  // not clearly fewer: the URL decides
  BOOST_TEST(fold({article, print}).contains(article.url));
}

BOOST_AUTO_TEST_CASE(one_link_more_makes_no_other_page_the_preferred_one) {
  std::vector<ExtractedRow> rows = {row("https://h/a", "d", 1), row("https://h/b", "d", 1)};
  for (int i = 0; i < 20; ++i) {
    rows.push_back(other("https://h/linking" + std::to_string(i)));
    rows.back().links = {crawl::hash_url("https://h/b")};
    if (i > 0 && i < 9) rows.back().links.push_back(crawl::hash_url("https://h/a"));
    if (i > 8) rows.back().links.clear();
  }
  BOOST_TEST(fold(rows).contains("https://h/b"));  // nine links against eight
  rows.back().links = {crawl::hash_url("https://h/b")};
  BOOST_TEST(fold(rows).contains("https://h/a"));  // ten
}

// Siblings may have led to different results for them.
BOOST_AUTO_TEST_CASE(pages_of_the_same_bytes_are_one) {
  std::vector<ExtractedRow> rows = {other("https://h/index.html"), other("https://h/"), other("https://h/b")};
  BOOST_TEST(fold(rows).empty());
  rows[0].content.body = rows[1].content.body = "bytes";
  rows[2].content.body = "others";
  BOOST_TEST((fold(rows) == Folded{{"https://h/index.html", "duplicate https://h/"}}));
}

// a is near b and b near c, but a is not near c.
BOOST_AUTO_TEST_CASE(there_are_no_chains_of_duplicates) {
  BOOST_TEST((fold({row("https://h/a", "a", 0b1000000), row("https://h/b", "b", 0b1000111),
                    row("https://h/c", "c", 0b1111111)}) == Folded{{"https://h/b", "duplicate https://h/a"}}));
}

BOOST_AUTO_TEST_CASE(chains_of_canonicals_end_at_one_page) {
  BOOST_TEST((fold({other("https://h/a?1", "https://h/a?2"), other("https://h/a?2", "https://h/a?3"),
                    other("https://h/a?3"), other("https://h/b"), other("https://h/c")}) ==
              Folded{{"https://h/a?1", "canonical https://h/a?3"}, {"https://h/a?2", "canonical https://h/a?3"}}));
}

BOOST_AUTO_TEST_CASE(one_page_of_a_cycle_stays) {
  BOOST_TEST(
      (fold({other("https://h/a?1", "https://h/a"), other("https://h/a", "https://h/a?2"),
             other("https://h/a?2", "https://h/a?1"), other("https://h/a?3", "https://h/a?3"), other("https://h/b")}) ==
       Folded{{"https://h/a?1", "canonical https://h/a"}, {"https://h/a?2", "canonical https://h/a"}}));
}

BOOST_AUTO_TEST_CASE(canonical_of_other_content_at_another_url_is_not_believed) {
  BOOST_TEST(fold({other("https://h/a", "https://h/"), other("https://h/"), other("https://h/b"), other("https://h/c")})
                 .empty());
  for (const char* alike :
       {"http://h/", "https://www.h/", "https://h/index.html", "https://h/INDEX.php", "https://h/?q=1"})
    BOOST_TEST((fold({other(alike, "https://h/"), other("https://h/"), other("https://h/b")}) ==
                Folded{{alike, "canonical https://h/"}}),
               alike);
  for (const char* unlike :
       {"https://h:81/", "https://i.h/", "https://h/index.old.html", "https://h/indexes", "https://h/x/"})
    BOOST_TEST(fold({other(unlike, "https://h/"), other("https://h/"), other("https://h/b")}).empty(), unlike);
}

BOOST_AUTO_TEST_CASE(canonical_that_most_of_the_site_shares_is_not_believed) {
  std::vector<ExtractedRow> rows = {other("https://h/"), other("https://h/about")};
  for (int i = 0; i < 2; ++i) rows.push_back(other("https://h/?page=" + std::to_string(i), "https://h/"));
  BOOST_TEST(fold(rows).size() == 2u);
  rows.push_back(other("https://h/?page=2", "https://h/"));
  BOOST_TEST(fold(rows).empty());
  rows.push_back(other("https://h/?page=4", "https://h/"));
  rows.push_back(rows.front());  // with the same content as its canonical
  rows.back().id = 1'000'000;
  rows.back().url = "https://h/?page=3";
  rows.back().canonical = "https://h/";
  BOOST_TEST((fold(rows) == Folded{{"https://h/?page=3", "canonical https://h/"}}));
}

BOOST_AUTO_TEST_CASE(canonical_that_most_of_the_site_leads_to_is_not_believed) {
  const auto chain = [](int length) {
    std::vector<ExtractedRow> rows = {other("https://h/a"), other("https://h/b"), other("https://h/c")};
    for (int i = 0; i < length; ++i) {
      const auto url = [](int number) { return "https://h/p?id=" + std::to_string(number); };
      rows.push_back(other(url(i), i + 1 < length ? url(i + 1) : std::string()));
    }
    return fold(rows);
  };
  BOOST_TEST(chain(4).size() == 3u);
  BOOST_TEST(chain(6).empty(), "5 of 9");
  BOOST_TEST(chain(30).empty());
}

BOOST_AUTO_TEST_CASE(target_that_is_missing_or_lost_hides_nothing) {
  BOOST_TEST(fold({other("https://h/?a", "https://h/"), other("https://h/b"), other("https://h/c")}).empty());
  std::vector<ExtractedRow> rows = {other("https://h/?a", "https://h/"), other("https://h/"), other("https://h/b")};
  rows[1].can_be_indexed = false;
  BOOST_TEST(fold(rows).empty());
}

BOOST_AUTO_TEST_CASE(keeping_unfolds_all) {
  std::vector<ExtractedRow> rows = {row("https://h/a", "d", 1), row("https://h/b", "d", 1), other("https://h/c")};
  apply(rows);
  BOOST_TEST(state(rows).size() == 1u);
  BOOST_TEST(fold_changes(rows, true).empty());
  apply(rows, false);
  BOOST_TEST(state(rows).empty());
  BOOST_TEST(fold_changes(rows, false).empty());
}

BOOST_AUTO_TEST_CASE(like_comparing_all_pairs_in_any_order_and_from_any_state) {
  std::mt19937 random(1);
  std::size_t canonical = 0, duplicate = 0;
  for (int site = 0; site < 20'000; ++site) {
    RandomSite made(random);
    const Folded expected = Oracle(made.rows, made.loose).folded;
    const auto before = made.rows;
    for (int time = 0; time < 2; ++time) {
      apply(made.rows);
      BOOST_REQUIRE_MESSAGE(state(made.rows) == expected, "site " << site);
      std::shuffle(made.rows.begin(), made.rows.end(), random);
      for (ExtractedRow& r : made.rows) {  // a state that another history may have left
        const bool was_folded = std::bernoulli_distribution(0.5)(random);
        r.folded_into = was_folded ? before.front().url : "";
        r.reason = was_folded ? crawl::PageReason::duplicate : crawl::PageReason::none;
      }
    }
    for (const auto& [url, what] : expected) ++(what.starts_with("canonical") ? canonical : duplicate);
  }
  BOOST_TEST(canonical > 1000u);
  BOOST_TEST(duplicate > 1000u);
}

// All pages share a band, and none is a duplicate of another. A page near one of them, but in no other band, is found
// only among the first 256.
BOOST_AUTO_TEST_CASE(work_is_bounded_on_a_made_up_site) {
  std::mt19937_64 random(1);
  std::vector<ExtractedRow> rows;
  for (int i = 1000; i < 2000; ++i)
    rows.push_back(row("https://h/" + std::to_string(i), std::to_string(i), random() & 0xffff'ffff'ffff));
  for (const auto& [near, found] :
       {std::pair(0, true), std::pair(255, true), std::pair(256, false), std::pair(999, false)}) {
    auto more = rows;
    const std::uint64_t simhash = rows[static_cast<std::size_t>(near)].content.simhash ^ 0x1'0001'0001;
    more.push_back(row("https://h/longer-url", "near", simhash));
    BOOST_TEST(fold(more).size() == (found ? 1u : 0u), near);
  }
}

// Whatever makes the copy preferred otherwise: a shorter URL, links to it, pages that name it.
BOOST_AUTO_TEST_CASE(a_copy_of_a_neighbour_takes_no_page_out) {
  const std::uint64_t text = 0x0123456789abcdef;
  for (const std::string copy : {"http://a.city.example/", "http://www.city.example/~evil/"}) {
    for (const std::string page :
         {"http://blog.city.example/long/path/p.html?q=1", "http://city.example/p/index.html?q"}) {
      std::vector<ExtractedRow> rows{row(page, "d", text), row(copy, "d", text), row(copy + "?x", "d", text, copy)};
      for (int number = 0; number < 20; ++number) {
        rows.push_back(other(copy + std::to_string(number)));
        rows.back().links = {crawl::hash_url(copy)};
      }
      BOOST_TEST(!fold(rows).contains(page), copy);
      BOOST_TEST(fold(rows).contains(copy + "?x"));
    }
  }
  // The domain is above its hosts, and a host above its users.
  BOOST_TEST(fold({row("http://www.h.org/long.html", "d", text), row("http://m.h.org/l", "d", text)}) ==
             (Folded{{"http://m.h.org/l", "duplicate http://www.h.org/long.html"}}));
  // A page may name another one itself.
  BOOST_TEST(fold({row("http://www.h.org/", "d", text, "http://a.h.org/"), row("http://a.h.org/", "d", text)}) ==
             (Folded{{"http://www.h.org/", "canonical http://a.h.org/"}}));
}

BOOST_AUTO_TEST_SUITE_END()
