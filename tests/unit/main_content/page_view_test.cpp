// The page view against definitions: everything is counted directly from the nodes, on all small pages and on random
// ones.
#include "core/extract/main_content/detail/view/page_view.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/extract/main_content/detail/view/phrases.h"
#include "core/text/white_space.h"
#include "tests/support/pages.h"
#include "tests/unit/main_content/random_pages.h"

using namespace pith;

namespace {

NodeId block_of(const Document& page, NodeId n) {
  for (; n != 0; n = page[n].parent)
    if (page[n].is_element() && is_block(page[n].tag)) break;
  return n;
}

bool is_run_text(const Document& page, NodeId n) { return page[n].is_text() && page[n].is_content(); }

// The first text nodes of the runs. A text begins a run unless the text before it is in the same block and equally
// hidden, and no block begins between them.
std::vector<NodeId> run_begins(const Document& page) {
  std::vector<NodeId> begins;
  NodeId before = no_node;
  for (NodeId n = 0; n < page.size(); ++n) {
    if (!is_run_text(page, n)) continue;
    bool joins = before != no_node && block_of(page, before) == block_of(page, n) &&
                 ((page[before].flags ^ page[n].flags) & Node::hidden) == 0;
    for (NodeId m = before; joins && m < n; ++m) joins = page[m].is_text() || !is_block(page[m].tag);
    if (!joins) begins.push_back(n);
    before = n;
  }
  return begins;
}

// Outermost links with a target count.
bool is_link(const Document& page, NodeId n) { return page[n].tag == Tag::a && page.has_attribute(n, "href"); }

// The bytes of a subtree's text, and its pictures.
std::pair<std::size_t, int> contents(const Document& page, NodeId n) {
  std::size_t bytes = 0;
  int pictures = 0;
  for (NodeId i = n; i < page.end_of(n); ++i) {
    if (page[i].is_text()) bytes += trim_space(page.text(i)).size();
    pictures += page[i].tag == Tag::img;
  }
  return {bytes, pictures};
}

// A card that an empty link lies over.
bool is_covered(const Document& page, NodeId n) {
  if (page[n].tag == Tag::p || !is_block(page[n].tag) || page[n].subtree_size > 100) return false;
  std::vector<NodeId> links;
  for (NodeId i = n + 1; i < page.end_of(n); ++i)
    if (is_link(page, i)) links.push_back(i);
  const auto [bytes, pictures] = contents(page, n);
  return links.size() == 1 && page[links[0]].parent == n && page[links[0]].subtree_size < 3 &&
         contents(page, links[0]) == std::pair<std::size_t, int>(0, 0) && pictures > 0 && bytes > 0 && bytes <= 400;
}

bool in_link(const Document& page, NodeId n) {
  for (; n != no_node; n = page[n].parent)
    if (is_link(page, n) || is_covered(page, n)) return true;
  return false;
}

bool holds(const Document& page, NodeId element, NodeId n) { return element == n || page.is_ancestor(element, n); }

Totals totals_between(const PageView& view, NodeId begin, NodeId end) {
  Totals t;
  for (RunId r = 0; r < view.runs.size(); ++r) {
    const ViewRun& run = view.runs[r];
    const Line& line = view.lines[r];
    if (run.begin < begin || run.begin >= end) continue;
    ++t.runs;
    t.words += run.text.words;
    t.link_words += run.link_words;
    t.letters += run.text.letters;
    t.commas += run.text.commas;
    t.sentences += run.text.sentences;
    t.prose += run.prose ? run.text.words : 0;
    t.digits += run.text.digits;
    t.capitals += run.text.capitals;
    t.dated += line.dated;
    t.long_runs += run.text.words >= 20;
    t.replies += (run.phrases & bit(Phrase::reply)) != 0;
    t.bylines += (run.phrases & bit(Phrase::byline)) != 0;
    t.teasers += line.linked_title;
    t.separators += line.separator;
  }
  for (NodeId n = begin; n < end; ++n) {
    const Node& node = view.page[n];
    if (node.is_text() || node.flags & Node::non_content) continue;
    t.links += node.tag == Tag::a;
    t.images += node.tag == Tag::img || node.tag == Tag::picture || node.tag == Tag::video || node.tag == Tag::iframe;
    t.headings += heading_level(node.tag) > 0;
    t.paragraphs += node.tag == Tag::p;
    t.times += node.tag == Tag::time;
    t.controls +=
        node.tag == Tag::input || node.tag == Tag::select || node.tag == Tag::textarea || node.tag == Tag::button;
    t.breaks += node.tag == Tag::br;
  }
  return t;
}

bool equal(const Totals& a, const Totals& b) {
  const auto all = [](const Totals& t) {
    return std::vector<std::uint32_t>{t.runs,       t.words,   t.link_words, t.letters, t.commas,    t.sentences,
                                      t.prose,      t.digits,  t.capitals,   t.dated,   t.long_runs, t.replies,
                                      t.bylines,    t.teasers, t.separators, t.links,   t.images,    t.headings,
                                      t.paragraphs, t.times,   t.controls,   t.breaks};
  };
  return all(a) == all(b);
}

void check_runs(const PageView& view) {
  const Document& page = view.page;
  const std::vector<NodeId> begins = run_begins(page);
  BOOST_REQUIRE_EQUAL(view.runs.size(), begins.size());
  std::uint32_t first_word = 0;
  for (std::size_t r = 0; r < begins.size(); ++r) {
    const ViewRun& run = view.runs[r];
    const NodeId end = r + 1 < begins.size() ? begins[r + 1] : page.size();
    NodeId last = begins[r];
    TextCounts text;
    std::vector<std::uint32_t> words;
    std::uint32_t link_words = 0;
    bool after_link = false;
    for (NodeId n = begins[r]; n < end; ++n) {
      if (!is_run_text(page, n)) continue;
      TextCounts counts = scan_text(page.text(n), words);
      if (counts.words > 0 && in_link(page, n)) {
        counts.masked = after_link ? 0 : 2;
        counts.masked_words = after_link ? 0 : 1;
      }
      after_link = counts.words > 0 ? in_link(page, n) : after_link;
      text.add(counts);
      link_words += in_link(page, n) ? counts.words : 0;
      last = n;
    }
    NodeId top = page[last].parent;
    while (!holds(page, top, begins[r])) top = page[top].parent;
    BOOST_REQUIRE_EQUAL(run.begin, begins[r]);
    BOOST_REQUIRE_EQUAL(run.end, last + 1);
    BOOST_REQUIRE_EQUAL(run.block, block_of(page, begins[r]));
    BOOST_REQUIRE_EQUAL(run.top, top);
    BOOST_REQUIRE_EQUAL(run.first_word, first_word);
    BOOST_REQUIRE_EQUAL(run.text.words, words.size());
    BOOST_REQUIRE_EQUAL(run.link_words, link_words);
    BOOST_REQUIRE_EQUAL(run.text.masked, text.masked);
    BOOST_REQUIRE_EQUAL(run.text.masked_words, text.masked_words);
    BOOST_REQUIRE(std::ranges::equal(view.words_of(run), words));
    BOOST_REQUIRE_EQUAL(run.hidden, (page[run.begin].flags & Node::hidden) != 0);
    first_word += run.text.words;
  }
  for (RunId r = 0; r < view.runs.size(); ++r) {
    const ViewRun& run = view.runs[r];
    std::uint32_t copies = 0;
    for (RunId o = 0; o < view.runs.size(); ++o) {
      const ViewRun& other = view.runs[o];
      const bool same_path = view.paths.by_run[r] == view.paths.by_run[o];
      const bool same = std::ranges::equal(view.words_of(run), view.words_of(other));
      copies += same;
      BOOST_REQUIRE_EQUAL(run.hash == other.hash, same);
      const bool heading = heading_level(page[run.block].tag) > 0,
                 other_heading = heading_level(page[other.block].tag) > 0;
      BOOST_REQUIRE_EQUAL(run.site_hash == other.site_hash,
                          same && heading == other_heading && (!heading || same_path));
      BOOST_REQUIRE_EQUAL(same_path, view.elements[run.top].path == view.elements[other.top].path);
    }
    BOOST_REQUIRE_EQUAL(run.copies, copies);
  }
}

void check_sums(const PageView& view) {
  const Document& page = view.page;
  BOOST_REQUIRE(equal(view.sums.all, totals_between(view, 0, page.size())));
  for (NodeId n = 0; n < page.size(); ++n) {
    BOOST_REQUIRE(equal(view.of(n), totals_between(view, n, page.end_of(n))));
    BOOST_REQUIRE(equal(view.before(n), totals_between(view, 0, n)));
    BOOST_REQUIRE(equal(view.between(n / 2, n), totals_between(view, n / 2, n)));
    RunId first = 0, end = 0;
    for (const ViewRun& run : view.runs) {
      first += run.begin < n;
      end += run.begin < page.end_of(n);
    }
    BOOST_REQUIRE_EQUAL(view.first_run(n), first);
    BOOST_REQUIRE_EQUAL(view.end_run(n), end);
  }
  std::uint32_t words = 0;
  for (const Path& path : view.paths.list) words += path.words;
  BOOST_REQUIRE_EQUAL(words, view.sums.all.words);
}

void check_surroundings(const PageView& view) {
  const Document& page = view.page;
  const auto held = [&](NodeId n) { return view.end_run(n) - view.first_run(n); };
  for (RunId r = 0; r < view.runs.size(); ++r) {
    const ViewRun& run = view.runs[r];
    const Surroundings& around = view.around[r];
    // Each level is the smallest element around the run with more runs than the level before; then the root.
    std::uint32_t before = 1;
    for (const NodeId level : around.levels) {
      NodeId expected = run.top;
      while (expected != 0 && held(expected) <= before) expected = page[expected].parent;
      BOOST_REQUIRE_EQUAL(level, expected);
      before = std::max(before, held(expected));
    }
    for (std::size_t k = 0; k < places + name_kinds; ++k) {
      unsigned expected = 255, steps = 0;
      for (NodeId n = run.top; n != no_node && expected == 255; n = page[n].parent, ++steps) {
        const ElementInfo& e = view.elements[n];
        if (k < places ? e.places >> k & 1 : e.names >> (k - places) & 1) expected = steps;
      }
      BOOST_REQUIRE_EQUAL(k < places ? around.distances->place[k] : around.distances->name[k - places], expected);
    }
    std::vector<NodeId> items;
    for (NodeId n = run.top; n != no_node; n = page[n].parent)
      if (view.groups.by_node[n] != no_group) items.push_back(n);
    BOOST_REQUIRE_EQUAL(around.inner_item, items.empty() ? no_node : items.front());
    BOOST_REQUIRE_EQUAL(around.outer_item, items.empty() ? no_node : items.back());
    BOOST_REQUIRE_EQUAL(around.inner_group, items.empty() ? no_group : view.groups.by_node[items.front()]);
    BOOST_REQUIRE_EQUAL(around.outer_group, items.empty() ? no_group : view.groups.by_node[items.back()]);
  }
}

// The smallest element with this share of the prose: of those that have it, the innermost.
NodeId smallest_with(const PageView& view, double share) {
  NodeId smallest = 0;
  for (NodeId n = 0; n < view.page.size(); ++n)
    if (view.page[n].is_element() && view.of(n).prose >= share * view.sums.all.prose &&
        view.page.is_ancestor(smallest, n))
      smallest = n;
  return smallest;
}

void check_centres(const PageView& view) {
  const Document& page = view.page;
  const auto check = [&](const Centre& centre) {
    if (centre.node == no_node) return;
    BOOST_REQUIRE_EQUAL(centre.common_depth.size(), view.runs.size());
    for (RunId r = 0; r < view.runs.size(); ++r) {
      NodeId both = view.runs[r].block;
      while (!holds(page, both, centre.node)) both = page[both].parent;
      BOOST_REQUIRE_EQUAL(centre.common_depth[r], page[both].depth);
    }
  };
  for (const Centre& centre : view.centres) check(centre);
  check(view.title.centre);
  const bool prose = view.sums.all.prose > 0;
  BOOST_REQUIRE_EQUAL(view.centres[by_most].node, prose ? smallest_with(view, 0.6) : no_node);
  BOOST_REQUIRE_EQUAL(view.centres[by_nearly_all].node, prose ? smallest_with(view, 0.85) : no_node);
  float best = 0, second = 0;
  for (NodeId n = 0; n < page.size(); ++n) best = std::max(best, view.scores.by_node[n]);
  BOOST_REQUIRE_EQUAL(view.scores.best, best);
  const NodeId centre = view.centres[by_score].node;
  BOOST_REQUIRE_EQUAL(centre == no_node, best == 0);
  if (centre == no_node) return;
  BOOST_REQUIRE_EQUAL(view.scores.by_node[centre], best);
  for (NodeId n = 0; n < page.size(); ++n)
    if (!holds(page, n, centre) && !holds(page, centre, n)) second = std::max(second, view.scores.by_node[n]);
  BOOST_REQUIRE_EQUAL(view.scores.second, second);
}

// The interval of runs with most words and fewest links.
void check_interval(const PageView& view) {
  const auto value = [&](std::size_t begin, std::size_t end) {
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) sum += view.runs[i].text.words - 1.7 * view.runs[i].link_words - 5;
    return sum;
  };
  double best = 0;
  for (std::size_t begin = 0; begin < view.runs.size(); ++begin)
    for (std::size_t end = begin; end <= view.runs.size(); ++end) best = std::max(best, value(begin, end));
  BOOST_REQUIRE_LE(view.interval.end, view.runs.size());
  BOOST_REQUIRE_SMALL(value(view.interval.begin, view.interval.end) - best, 1e-6);
}

void check(const Document& page) {
  const PageView view(page);
  check_runs(view);
  check_sums(view);
  check_surroundings(view);
  check_centres(view);
  check_interval(view);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(page_view)

BOOST_AUTO_TEST_CASE(all_small_pages) {
  for (int nodes = 0; nodes <= 5; ++nodes)
    for (const Document& page : test::all_pages(nodes)) check(page);
}

BOOST_AUTO_TEST_CASE(random_pages) {
  test::RandomPages random(11);
  for (int round = 0; round < 400; ++round)
    BOOST_TEST_CONTEXT("round " << round) check(random.page(5 + random.pick(120)));
}

// More nodes than a byte counts, and longer texts than 16 bits do, in one run and together.
BOOST_AUTO_TEST_CASE(sums_go_on_beyond_a_step) {
  std::string html = "<body>";
  for (int i = 0; i < 150; ++i) {
    html += "<p><a href=x>link</a><br>";
    for (int words = i == 70 ? 70'000 : 300; words > 0; --words) html += "Word, 1. ";
  }
  const Document page = test::html(html);
  BOOST_TEST(page.size() > 600u);
  const PageView view(page);
  BOOST_TEST(view.sums.all.words > 200'000u);
  check_sums(view);
}

BOOST_AUTO_TEST_CASE(json_makes_no_run) {
  const std::string json =
      R"({"id": 4021, "title": "Red jacket", "variants": [{"size": "M", "price": 8900}, {"size": "L", "price": 8900}]})";
  const auto runs = [&](const std::string& before, const std::string& after) {
    const Document page = test::html("<body><p>Red jacket</p>" + before + json + after);
    return PageView(page).runs.size();
  };
  BOOST_TEST(runs("<div class=variants>", "</div>") == 1u);
  BOOST_TEST(runs("<div hidden>", "</div>") == 1u);
  BOOST_TEST(runs("<pre>", "</pre>") == 2u);
  BOOST_TEST(runs("<p><code>", "</code></p>") == 2u);
}

BOOST_AUTO_TEST_CASE(an_empty_link_leads_from_all_of_its_card) {
  const auto is_linked = [](const std::string& card) {
    const Document page = test::html("<body>" + card + "<p>Text</p>");
    const PageView view(page);
    return view.runs[0].link_words == view.runs[0].text.words;
  };
  BOOST_TEST(is_linked("<div><img src=a><h4>A title</h4><a href=/x></a></div>"));
  BOOST_TEST(is_linked("<article><span><img src=a></span><a href=/x> </a><div><h4>A title</h4></div></article>"));
  BOOST_TEST(!is_linked("<div><img src=a><h4>A title</h4><a name=x></a></div>"), "it leads nowhere");
  BOOST_TEST(!is_linked("<div><h4>A title</h4><a href=/x></a></div>"), "no picture");
  BOOST_TEST(!is_linked("<div><h4>A title</h4><a href=/x><img src=a></a></div>"), "the picture is the link");
  BOOST_TEST(!is_linked("<div><img src=a><h4>A title</h4><a href=/x>More</a></div>"), "so is its text");
  BOOST_TEST(!is_linked("<div><img src=a><h4>A title</h4><a href=/x></a><a href=/y></a></div>"), "one of several");
  BOOST_TEST(!is_linked("<div><img src=a><h4>A title</h4><i><a href=/x></a></i></div>"), "over the icon alone");
  BOOST_TEST(!is_linked("<div><img src=a><p>" + std::string(401, 'x') + "</p><a href=/x></a></div>"), "a long text");
}

BOOST_AUTO_TEST_CASE(the_target_of_a_link_is_not_part_of_its_place) {
  const auto path = [](const std::string& body) {
    const Document page = test::html("<body>" + body);
    const PageView view(page);
    return view.elements[view.runs[0].top].path;
  };
  const std::uint64_t plain = path("<div><p>Text</p></div>");
  BOOST_TEST(path("<div><a id=part></a><p>Text</p></div>") == plain);
  BOOST_TEST(path("<div><a id=part /><p>Text</p></div>") == plain);
  BOOST_TEST(path("<div><a href=/><p>Text</p></a></div>") != plain);
}

BOOST_AUTO_TEST_SUITE_END()
