#include "plugin/site/site_inbound_texts.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "crawler_adapter/cache/cache_ledger.h"
#include "plugin/site/inbound_texts.h"
#include "plugin/site/link_texts.h"
#include "plugin/site/url_hierarchy.h"

namespace pith::pipeline {
namespace {

using crawl::InboundRow;

const std::string host = "https://example.org";

struct Links {
  std::vector<std::pair<std::string, std::string>> list;  // path, text
};

InboundRow page(const std::string& path, const std::string& title = "", const Links& links = {},
                const std::vector<std::string>& breadcrumb = {}) {
  LinkTexts texts{.title = title, .language = "en", .breadcrumb = breadcrumb, .links = {}};
  for (const auto& [to, text] : links.list) texts.links.push_back({address_key(*parse_url(host + to)), text});
  return {.id = 0,
          .url = host + path,
          .stands_for = {},
          .in_index = true,
          .link_texts = to_bytes(texts),
          .inbound_digest = {}};
}

InboundRow leads(const std::string& path, const std::string& to) {
  return {
      .id = 0, .url = host + path, .stands_for = host + to, .in_index = false, .link_texts = {}, .inbound_digest = {}};
}

// A site in memory.
class Site {
 public:
  explicit Site(std::vector<InboundRow> pages) : pages_(std::move(pages)) {
    std::ranges::sort(pages_, {}, &InboundRow::url);
    for (std::size_t i = 0; i < pages_.size(); ++i) pages_[i].id = static_cast<std::int64_t>(i) + 1;
  }

  InboundRow& operator[](const std::string& path) { return *std::ranges::find(pages_, host + path, &InboundRow::url); }

  // The pages whose inbound texts changed, by path. The index then has them.
  std::map<std::string, PageInboundTexts> update(const std::string& settings = "") {
    const SiteInboundTexts::Rows rows = [&](const std::function<void(InboundRow &&)>& visit) -> std::optional<Error> {
      for (const InboundRow& row : pages_) visit(InboundRow(row));
      return std::nullopt;
    };
    const auto inbound_texts = SiteInboundTexts::read(rows, settings);
    BOOST_REQUIRE(inbound_texts.ok());
    std::map<std::string, PageInboundTexts> out;
    BOOST_REQUIRE(!inbound_texts->visit_changes(rows, [&](PageInboundTexts&& found) -> std::optional<Error> {
      InboundRow& row = pages_[static_cast<std::size_t>(found.page) - 1];
      BOOST_TEST(row.url == found.inbound_texts.url);
      row.inbound_digest = found.digest;
      out[row.url.starts_with(host) ? row.url.substr(host.size()) : row.url] = std::move(found);
      return std::nullopt;
    }));
    BOOST_TEST(out.size() == inbound_texts->changes());
    return out;
  }

  std::string inbound(const std::string& path) { return update()[path].inbound_texts.inbound; }
  std::string ancestors(const std::string& path) { return update()[path].inbound_texts.ancestors; }

 private:
  std::vector<InboundRow> pages_;
};

// So many pages that link nowhere, so that few pages are a small part of the site.
std::vector<InboundRow> with_others(std::vector<InboundRow> pages, std::size_t others = 100) {
  for (std::size_t i = 0; i < others; ++i)
    pages.push_back(page("/other-" + std::to_string(i), "Other " + std::to_string(i)));
  return pages;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(site_inbound_texts)

BOOST_AUTO_TEST_CASE(texts_of_links_by_pages_that_have_them) {
  Site site({page("/to", "To"),
             page("/1", "1", {{{"/to", "ferry"}, {"/to", "the boat"}, {"/to", "Ferry!"}, {"/nowhere", "gone"}}}),
             page("/2", "2", {{{"/to", "the boat"}}}), page("/3", "3", {{{"/to", "THE BOAT"}, {"/3", "itself"}}})});
  auto changes = site.update();
  BOOST_TEST(changes.size() == 1u);
  BOOST_TEST(changes["/to"].inbound_texts.inbound == "THE BOAT\nFerry!");
  BOOST_TEST(changes["/to"].inbound_texts.language == "en");
  BOOST_TEST(!changes["/to"].digest.empty());
}

BOOST_AUTO_TEST_CASE(links_mean_what_their_target_leads_to) {
  Site site(
      {page("/to"), leads("/old", "/older"), leads("/older", "/to"), leads("/loop-a", "/loop-b"),
       leads("/loop-b", "/loop-a"), leads("/self", "/self"), leads("/lost", "/nowhere"),
       page("/1", "1", {{{"/old", "by two steps"}, {"/loop-a", "round"}, {"/self", "self"}, {"/lost", "lost"}}})});
  auto changes = site.update();
  BOOST_TEST(changes.size() == 1u);
  BOOST_TEST(changes["/to"].inbound_texts.inbound == "by two steps");
}

BOOST_AUTO_TEST_CASE(links_as_mirrors_have_them) {
  Site site({page("/a/"), page("/b"), page("/c.html"), page("/d/"),
             page("/1", "1", {{{"/a/index.html", "a"}, {"/b/", "b"}, {"/c", "not c"}, {"/d/?x=1", "not d"}}})});
  auto changes = site.update();
  BOOST_TEST(changes.size() == 2u);
  BOOST_TEST(changes["/a/"].inbound_texts.inbound == "a");
  BOOST_TEST(changes["/b"].inbound_texts.inbound == "b");
}

BOOST_AUTO_TEST_CASE(chains_of_redirects_end) {
  std::vector<InboundRow> pages = {page("/end"), page("/1", "1", {{{"/r0", "too far"}, {"/r4", "near"}}})};
  for (int i = 0; i < 12; ++i)
    pages.push_back(leads("/r" + std::to_string(i), i == 11 ? "/end" : "/r" + std::to_string(i + 1)));
  BOOST_TEST(Site(pages).inbound("/end") == "near");
}

BOOST_AUTO_TEST_CASE(folded_pages_say_nothing_and_stand_for_another) {
  InboundRow copy = page("/copy", "Copy", {{{"/to", "from the copy"}}});
  copy.in_index = false;
  copy.stands_for = host + "/original";
  Site site({copy, page("/original", "Original", {{{"/to", "from the original"}, {"/copy", "to itself"}}}), page("/to"),
             page("/1", "1", {{{"/copy", "the copy"}}})});
  auto changes = site.update();
  BOOST_TEST(changes["/to"].inbound_texts.inbound == "from the original");
  BOOST_TEST(changes["/original"].inbound_texts.inbound == "the copy");
  BOOST_TEST(changes.size() == 2u);
}

BOOST_AUTO_TEST_CASE(texts_that_lead_to_many_pages_do_not_count) {
  Links list, few;
  for (int i = 0; i < 8; ++i) {
    list.list.emplace_back("/other-" + std::to_string(i), "Read more");
    if (i < 5) few.list.emplace_back("/other-" + std::to_string(i), "Islands");
  }
  Site site(with_others({page("/1", "1", list), page("/2", "2", few)}));
  auto changes = site.update();
  BOOST_TEST(changes.size() == 8u);
  BOOST_TEST(changes["/other-0"].inbound_texts.inbound == "Islands");
  BOOST_TEST(changes["/other-7"].inbound_texts.inbound == "");
  BOOST_TEST(changes["/other-7"].inbound_texts.links == 1u, "what the link says does not matter to that");
}

// Whatever pages of another host say, and however many they are.
BOOST_AUTO_TEST_CASE(other_areas_displace_no_texts) {
  std::vector<InboundRow> pages = {page("/a/", "Boats"), page("/a/to", "To"), page("/1", "1", {{{"/a/to", "ferry"}}})};
  for (int i = 0; i < 8; ++i) {
    pages.push_back(page("/n" + std::to_string(i), std::to_string(i)));
    for (int copy = 0; copy < 10; ++copy) {
      Links links{{{"/a/to", "noise " + std::to_string(copy)}, {"/n" + std::to_string(i), "ferry"}}};
      InboundRow row = page("/evil-" + std::to_string(i) + "-" + std::to_string(copy), "Boats", links);
      row.url.replace(0, host.size(), "https://evil.example.org");
      pages.push_back(row);
    }
  }
  Site site(pages);
  const auto changes = site.update();
  BOOST_TEST(changes.at("/a/to").inbound_texts.inbound.starts_with("ferry\nnoise"));
  BOOST_TEST(changes.at("/a/to").inbound_texts.ancestors == "Boats");
  BOOST_TEST(changes.at("/n0").inbound_texts.inbound.empty(), "it leads to many pages");
}

// However much pages of another host, or of a user's area, say of each other.
BOOST_AUTO_TEST_CASE(what_other_areas_say_of_themselves_takes_nothing) {
  for (const std::string area : {"https://blog.example.org", "https://example.org/~evil"}) {
    std::vector<InboundRow> pages = {page("/a/to", "To", {}, {"Sea", "Ferries"}),
                                     page("/1", "1", {{{"/a/to", "zebra crossings"}}})};
    const auto add = [&](int number, const Links& links) {
      InboundRow row = page("/x" + std::to_string(number), "", links, {"Sea", "Ferries"});
      row.url.replace(0, host.size(), area);
      pages.push_back(row);
    };
    for (int i = 0; i < 60; ++i) {
      LinkTexts texts{.title = "X", .language = "en", .breadcrumb = {"Sea", "Ferries"}, .links = {}};
      // Texts that each lead from two pages to one; the victim's own text to many; more links than are counted at once.
      for (int j = 0; j < 300; ++j)
        texts.links.push_back({address_key(*parse_url(area + "/x" + std::to_string((i + j) % 60))),
                               j < 10 ? "zebra crossings" : std::to_string(i / 2) + "-" + std::to_string(j)});
      add(i, {});
      pages.back().link_texts = to_bytes(texts);
    }
    Site site(pages);
    const auto changes = site.update();
    BOOST_REQUIRE(changes.contains("/a/to"));
    BOOST_TEST(changes.at("/a/to").inbound_texts.inbound == "zebra crossings");
    BOOST_TEST(changes.at("/a/to").inbound_texts.links == 1u);
    BOOST_TEST(changes.at("/a/to").inbound_texts.ancestors == "Ferries\nSea");
  }
}

BOOST_AUTO_TEST_CASE(links_are_counted_in_parts_of_a_site_that_has_many) {
  constexpr int size = 400, each = 150;  // 60,000 links; a part has at most 25,600
  std::vector<InboundRow> pages;
  for (int i = 0; i < size; ++i) {
    Links links;
    for (int j = 1; j <= each; ++j) links.list.emplace_back("/p" + std::to_string((i + j) % size), "to");
    for (int j = 0; j < 5; ++j) links.list.emplace_back("/p0", "to the first, " + std::to_string(j));
    pages.push_back(page("/p" + std::to_string(i), "", links));
  }
  Site site(pages);
  const auto changes = site.update();
  BOOST_TEST(changes.size() == static_cast<std::size_t>(size));
  for (const auto& [path, change] : changes)  // 249, since /p0 links back to 150; 149 or 150
    BOOST_TEST(change.inbound_texts.links == (path == "/p0" ? 224u : 128u), path);
}

BOOST_AUTO_TEST_CASE(links_count_by_pages) {
  std::vector<InboundRow> pages = {page("/to"),
                                   leads("/old", "/to"),
                                   page("/one", "", {{{"/two", "two"}}}),
                                   page("/two", "", {{{"/to", "a"}, {"/to", "b"}, {"/old", "c"}}}),
                                   page("/next", "", {{{"/previous", "<"}}}),
                                   page("/previous", "", {{{"/next", ">"}}})};
  Site site(pages);
  auto changes = site.update();
  BOOST_TEST(changes["/to"].inbound_texts.links == 1u);
  BOOST_TEST(changes["/two"].inbound_texts.links == 1u);
  BOOST_TEST(!changes.contains("/one"));
  BOOST_TEST(!changes.contains("/next"), "a text without words, and a link back");
}

BOOST_AUTO_TEST_CASE(numbers_of_links_are_rounded_so_that_few_documents_change) {
  const auto links_of = [](std::size_t count) {
    std::vector<InboundRow> pages = {page("/to")};
    for (std::size_t i = 0; i < count; ++i) pages.push_back(page("/p" + std::to_string(i), "", {{{"/to", "same"}}}));
    return Site(pages).update()["/to"];
  };
  std::size_t digests = 0;
  std::string last;
  for (std::uint32_t count = 1; count < 200; ++count) {
    const PageInboundTexts found = links_of(count);
    digests += found.digest != last;
    last = found.digest;
    BOOST_TEST(found.inbound_texts.links <= count);
    BOOST_TEST(found.inbound_texts.links * 5 > count * 4);
    if (count <= 8) BOOST_TEST(found.inbound_texts.links == count);
  }
  BOOST_TEST(digests == 26u);
}

BOOST_AUTO_TEST_CASE(bounds_of_what_is_said_of_a_page) {
  std::vector<InboundRow> pages = {page("/many"), page("/long")};
  for (int i = 0; i < 40; ++i) {
    const std::string n = std::to_string(i);
    pages.push_back(
        page("/p" + n, n, {{{"/many", "name " + n}, {"/many", "always"}, {"/long", n + std::string(110, 'x')}}}));
  }
  auto changes = Site(pages).update();
  const std::string many = changes["/many"].inbound_texts.inbound, lengthy = changes["/long"].inbound_texts.inbound;
  BOOST_TEST(std::ranges::count(many, '\n') + 1 == static_cast<std::ptrdiff_t>(max_inbound_texts));
  BOOST_TEST(many.starts_with("always\n"));
  BOOST_TEST(lengthy.size() > max_inbound_bytes / 2);
  BOOST_TEST(lengthy.size() <= max_inbound_bytes);
}

BOOST_AUTO_TEST_CASE(titles_of_the_pages_above) {
  Site site(with_others({page("/", "Example"), page("/a/", "Travel"), page("/a/b/index.html", "Islands"),
                         page("/a/b/c.html", "Ferry"), page("/a/b.html", "Not the first choice"),
                         page("/a/b/c.html?page=2", "Ferry, page 2"), page("/x/y/z", "Alone")}));
  auto changes = site.update();
  BOOST_TEST(changes["/a/b/c.html"].inbound_texts.ancestors == "Islands\nTravel");
  BOOST_TEST(changes["/a/b/c.html?page=2"].inbound_texts.ancestors == "Ferry\nIslands\nTravel");
  BOOST_TEST(changes["/a/b/index.html"].inbound_texts.ancestors == "Travel");
  BOOST_TEST(!changes.contains("/a/"));
  BOOST_TEST(!changes.contains("/x/y/z"));
}

BOOST_AUTO_TEST_CASE(a_page_above_may_lead_to_another) {
  Site site(with_others({leads("/a", "/travel"), page("/travel", "Travel"), page("/a/b", "Ferry")}));
  BOOST_TEST(site.ancestors("/a/b") == "Travel");
}

BOOST_AUTO_TEST_CASE(a_page_above_most_others_is_as_good_as_the_root) {
  std::vector<InboundRow> pages = {page("/en/", "English"), page("/en/a/", "Travel"), page("/en/a/b", "Ferry")};
  for (int i = 0; i < 8; ++i) pages.push_back(page("/en/n" + std::to_string(i), std::to_string(i)));
  BOOST_TEST(Site(pages).ancestors("/en/a/b") == "Travel");
  BOOST_TEST(!Site(pages).update().contains("/en/n0"));
  BOOST_TEST(Site(with_others(pages)).ancestors("/en/a/b") == "Travel\nEnglish");
}

BOOST_AUTO_TEST_CASE(titles_of_many_pages_and_the_own_one_name_nothing) {
  std::vector<InboundRow> pages = {page("/a/", "The Site"), page("/a/b/", "Boats"), page("/a/b/c", "Boats"),
                                   page("/a/b/d", "Ferry")};
  for (int i = 0; i < 8; ++i) pages.push_back(page("/n" + std::to_string(i), "The site"));
  Site site(pages);
  BOOST_TEST(site.ancestors("/a/b/d") == "Boats");
  Site again(pages);
  BOOST_TEST(!again.update().contains("/a/b/c"));
}

BOOST_AUTO_TEST_CASE(breadcrumbs_come_first_without_what_most_pages_have) {
  std::vector<InboundRow> pages = {page("/a/", "Travel"), page("/a/b", "Ferry", {}, {"Everything", "Sea", "travel"})};
  for (int i = 0; i < 8; ++i) pages.push_back(page("/n" + std::to_string(i), std::to_string(i), {}, {"Everything"}));
  auto changes = Site(with_others(pages, 3)).update();
  BOOST_TEST(changes["/a/b"].inbound_texts.ancestors == "Travel\nSea");
  BOOST_TEST(changes["/n0"].inbound_texts.ancestors == "");
}

BOOST_AUTO_TEST_CASE(only_what_changed_is_written_again) {
  Site site(with_others({page("/a/", "Travel"), page("/a/b", "Ferry"), page("/1", "1", {{{"/a/b", "boat"}}}),
                         page("/2", "2", {{{"/a/", "trips"}}})}));
  BOOST_TEST(site.update().size() == 2u);
  BOOST_TEST(site.update().empty());
  BOOST_TEST(site.update("another analyser").size() == 2u);
  BOOST_TEST(site.update("another analyser").empty());
  site["/1"].link_texts = page("/1", "1", {{{"/a/b", "ship"}}}).link_texts;
  auto changes = site.update("another analyser");
  BOOST_TEST(changes.size() == 1u);
  BOOST_TEST(changes["/a/b"].inbound_texts.inbound == "ship");
  site["/2"].in_index = false;
  changes = site.update("another analyser");
  BOOST_TEST(changes.size() == 1u);
  BOOST_TEST(changes["/a/"].digest == "");
  BOOST_TEST(changes["/a/"].inbound_texts.inbound + changes["/a/"].inbound_texts.ancestors == "");
  site["/a/"].link_texts = page("/a/", "Journeys").link_texts;
  BOOST_TEST(site.update("another analyser")["/a/b"].inbound_texts.ancestors == "Journeys");
}

BOOST_AUTO_TEST_CASE(pages_that_are_not_in_the_index_have_no_inbound_texts) {
  InboundRow gone = page("/gone", "Gone", {{{"/1", "from a page that is gone"}}});
  gone.in_index = false;
  gone.inbound_digest = "known";
  BOOST_TEST(Site({gone, page("/1", "1", {{{"/gone", "gone"}}})}).update().empty());
}

BOOST_AUTO_TEST_CASE(the_order_of_links_does_not_matter) {
  std::mt19937 random(4);
  for (int round = 0; round < 200; ++round) {
    std::vector<InboundRow> pages, shuffled;
    std::map<std::string, std::set<int>> linking;
    for (int i = 0; i < 12; ++i) {
      Links links;
      for (unsigned n = random() % 12; n-- > 0;)
        links.list.emplace_back("/" + std::to_string(random() % 12),
                                std::string(1, static_cast<char>('a' + random() % 20)));
      for (const auto& [to, text] : links.list)
        if (to != "/" + std::to_string(i)) linking[to].insert(i);
      pages.push_back(page("/" + std::to_string(i), std::to_string(i), links));
      std::shuffle(links.list.begin(), links.list.end(), random);
      shuffled.push_back(page("/" + std::to_string(i), std::to_string(i), links));
    }
    const auto one = Site(pages).update(), other = Site(shuffled).update();
    BOOST_TEST(one.size() == other.size());
    for (const auto& [path, found] : one) {
      BOOST_TEST(found.inbound_texts.inbound == other.at(path).inbound_texts.inbound);
      BOOST_TEST(found.digest == other.at(path).digest);
      const std::string own = path.substr(1);
      const auto links = static_cast<std::uint32_t>(std::ranges::count_if(linking[path], [&](int from) {
        const auto& back = linking["/" + std::to_string(from)];
        return !back.contains(std::stoi(own));
      }));
      BOOST_TEST(found.inbound_texts.links <= links);
      BOOST_TEST(found.inbound_texts.links + 1 >= links);  // of 9 and 11
    }
  }
}

BOOST_AUTO_TEST_CASE(errors_of_the_source_and_of_the_writer_end_it) {
  const SiteInboundTexts::Rows broken = [](const auto&) { return Error{"io", "broken"}; };
  BOOST_TEST(SiteInboundTexts::read(broken, "").error().code == "io");
  const InboundRow to = page("/to"), from = page("/1", "1", {{{"/to", "boat"}}});
  const SiteInboundTexts::Rows rows = [&](const std::function<void(InboundRow &&)>& visit) -> std::optional<Error> {
    for (const InboundRow& row : {from, to}) visit(InboundRow(row));
    return std::nullopt;
  };
  const auto inbound_texts = SiteInboundTexts::read(rows, "");
  BOOST_REQUIRE(inbound_texts.ok());
  BOOST_TEST(inbound_texts->visit_changes(rows,
                                          [](PageInboundTexts&&) {
                                            return Error{"full", "full"};
                                          })
                 ->code == "full");
  BOOST_TEST(inbound_texts->visit_changes(broken, [](PageInboundTexts&&) { return std::nullopt; })->code == "io");
}

BOOST_AUTO_TEST_CASE(any_bytes_are_no_links) {
  InboundRow odd = page("/odd");
  odd.link_texts = "\x01\xff\xff";
  BOOST_TEST(Site({odd, page("/1", "1", {{{"/odd", "odd"}}})}).inbound("/odd") == "odd");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(inbound_texts)

BOOST_AUTO_TEST_CASE(of_too_many_texts_those_on_the_fewest_pages_go) {
  TextCounter counter(10);
  for (TextKey key = 1; key <= 50'000; ++key) {
    counter.add(1, key, key % 5000 == 0);
    counter.add(key % 5 == 0 ? 2 : 3, 7, false);
  }
  const auto kept = counter.take();
  BOOST_TEST(kept.size() == 12u);
  BOOST_TEST(std::ranges::is_sorted(kept, {}, &InboundText::target));
  BOOST_TEST(std::ranges::count_if(kept, &InboundText::own) == 10, "those of its own area");
  for (const auto& [target, pages] : {std::pair(2u, 10'000u), std::pair(3u, 40'000u)}) {
    const auto found = std::ranges::find(kept, target, &InboundText::target);
    BOOST_REQUIRE((found != kept.end()));
    BOOST_TEST(found->pages == pages);
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(url_hierarchy)

BOOST_AUTO_TEST_CASE(addresses_of_the_same_page) {
  const auto key = [](const std::string& url) { return address_key(*parse_url(url)); };
  for (const char* url : {"http://example.org/a", "https://www.example.org/a/", "https://example.org/a/index.html"})
    BOOST_TEST(key(url) == key("https://example.org/a"), url);
  for (const char* url : {"https://example.org/a.html", "https://example.org/a?", "https://example.org/a?b",
                          "https://example.org/", "https://docs.example.org/a", "https://example.org:81/a"})
    BOOST_TEST(key(url) != key("https://example.org/a"), url);
  BOOST_TEST(key("https://example.org/index.php") == key("https://example.org"));
}

BOOST_AUTO_TEST_CASE(stems) {
  const auto stem = [](const std::string& path) { return stem_of(*parse_url(host + path)); };
  const auto known = stem("/a/b");
  BOOST_REQUIRE(known.has_value());
  std::uint8_t rank = 0;
  for (const char* path : {"/a/b/", "/a/b/index.php", "/a/b.html", "/a/b"}) {
    BOOST_REQUIRE(stem(path).has_value());
    BOOST_TEST(stem(path)->stem == known->stem, path);
    BOOST_TEST(stem(path)->rank == rank++, path);
  }
  BOOST_TEST(stem("/a/Index.HTML")->stem == stem("/a/")->stem);
  BOOST_TEST(stem("/a/v1.2")->stem != stem("/a/v1")->stem, "no extension begins with a digit");
  BOOST_TEST(stem("/a/.well")->stem != stem("/a/")->stem);
  for (const char* path : {"/", "/index.html", "/a?x=1"}) BOOST_TEST(!stem(path).has_value(), path);
  BOOST_TEST(stem_of(*parse_url("https://other.org/a/b"))->stem != known->stem);
  BOOST_TEST(stem_of(*parse_url("https://example.org:81/a/b"))->stem != known->stem);
}

BOOST_AUTO_TEST_CASE(above) {
  const auto stem = [](const std::string& path) { return stem_of(*parse_url(host + path))->stem; };
  const auto above = [](const std::string& path) { return stems_above(*parse_url(host + path)); };
  using Stems = std::vector<Stem>;
  for (const char* path : {"/a/b/c.html", "/a/b/c", "/a/b/c/", "/a/b/c/index.htm"})
    BOOST_TEST((above(path) == Stems{stem("/a/b"), stem("/a")}), path);
  BOOST_TEST((above("/a/b.php?page=2") == Stems{stem("/a/b"), stem("/a")}));
  for (const char* path : {"/", "/a", "/a/", "/index.html", "/?a=b"}) BOOST_TEST(above(path).empty(), path);
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += "/d";
  BOOST_TEST(above(deep).size() == max_stems_above);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::pipeline
