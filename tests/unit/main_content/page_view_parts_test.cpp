// What the page view finds out about several runs together: groups, separating lines, markers, title, hidden text.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/main_content/detail/view/page_view.h"
#include "core/extract/main_content/detail/view/phrases.h"
#include "tests/support/pages.h"
#include "tests/unit/main_content/random_pages.h"

using namespace pith;
using pith::test::children_of;

namespace {

// Children of one element with equal tag and classes: at least three, with two runs each on average.
std::map<std::pair<NodeId, std::uint64_t>, std::vector<NodeId>> groups_of(const PageView& view) {
  std::map<std::pair<NodeId, std::uint64_t>, std::vector<NodeId>> groups;
  for (NodeId n = 0; n < view.page.size(); ++n)
    for (const NodeId c : children_of(view.page, n))
      if (view.page[c].is_element() && view.page[c].subtree_size > 1 && !(view.page[c].flags & Node::non_content))
        groups[{n, view.elements[c].own}].push_back(c);
  std::erase_if(groups, [&](const auto& entry) {
    std::uint32_t runs = 0;
    for (const NodeId c : entry.second) runs += view.of(c).runs;
    return entry.second.size() < 3 || runs < 2 * entry.second.size();
  });
  return groups;
}

void check_group(const PageView& view, const Group& group, NodeId parent, const std::vector<NodeId>& items) {
  double words = 0, squares = 0, links = 0, linked = 0, dated = 0, pictured = 0, headed = 0, prose = 0, replied = 0,
         authored = 0;
  for (const NodeId c : items) {
    const Totals t = view.of(c);
    words += t.words;
    links += t.link_words;
    squares += static_cast<double>(t.words) * t.words;
    linked += t.links > 0;
    dated += t.dated + t.times > 0;
    pictured += t.images > 0;
    headed += t.headings > 0;
    prose += t.prose > 0;
    std::uint32_t names = 0;  // of the first nodes of the item
    for (NodeId n = c; n < std::min(view.page.end_of(c), c + 12); ++n) names |= view.elements[n].names;
    replied += t.replies > 0 || names & (bit(NameKind::comment) | bit(NameKind::forum));
    authored += t.bylines > 0 || names & bit(NameKind::author);
  }
  const double count = static_cast<double>(items.size()), mean = words / count;
  BOOST_TEST(group.parent == parent);
  BOOST_TEST(group.items == items.size());
  BOOST_TEST(group.totals.words == words);
  BOOST_TEST(group.totals.link_words == links);
  BOOST_TEST(group.mean_words == mean, boost::test_tools::tolerance(1e-5));
  const double deviation = mean > 0 ? std::sqrt(std::max(squares / count - mean * mean, 0.0)) / mean : 0;
  BOOST_TEST(std::abs(group.deviation - deviation) < 1e-3);
  const std::pair<float, double> shares[] = {
      {group.linked, linked}, {group.dated, dated},     {group.pictured, pictured}, {group.headed, headed},
      {group.prose, prose},   {group.replied, replied}, {group.authored, authored}};
  for (const auto& [found, expected] : shares)
    BOOST_TEST(found == expected / count, boost::test_tools::tolerance(1e-5));
}

void check_groups(const PageView& view) {
  const auto expected = groups_of(view);
  BOOST_REQUIRE_EQUAL(view.groups.size(), expected.size());
  std::set<NodeId> all_items;
  for (const auto& [key, items] : expected) {
    const std::uint32_t number = view.groups.by_node[items.front()];
    BOOST_TEST_REQUIRE(number < view.groups.size());
    for (const NodeId c : items) BOOST_TEST(view.groups.by_node[c] == number);
    check_group(view, view.groups[number], key.first, items);
    all_items.insert(items.begin(), items.end());
  }
  for (NodeId n = 0; n < view.page.size(); ++n)
    if (!all_items.contains(n)) BOOST_TEST(view.groups.by_node[n] == no_group);
}

// Lines of 2 to 16 words are of one kind if path and first word are equal. A separator's kind occurs in three or more
// places, with prose between each two.
void check_lines(const PageView& view) {
  const auto is_line = [&](const ViewRun& run) { return run.text.words >= 2 && run.text.words <= 16; };
  const auto alike = [&](RunId a, RunId b) {
    return is_line(view.runs[a]) && is_line(view.runs[b]) && view.paths.by_run[a] == view.paths.by_run[b] &&
           view.words_of(view.runs[a])[0] == view.words_of(view.runs[b])[0];
  };
  for (RunId r = 0; r < view.runs.size(); ++r) {
    const ViewRun& run = view.runs[r];
    BOOST_TEST(view.lines[r].dated == (run.text.years > 0 && run.text.words <= 16));
    int places_of_kind = 0;
    bool prose = true;
    for (RunId o = 0; o < view.runs.size(); ++o) {
      // A line may itself be prose: then it comes after what it separates.
      prose = prose || view.runs[o].prose;
      if (!alike(r, o)) continue;
      places_of_kind += prose;
      prose = false;
    }
    BOOST_TEST(view.lines[r].separator == (places_of_kind >= 3), "run " << r);
    const bool has_next = r + 1 < view.runs.size();
    const bool title = run.text.words >= 3 && run.link_words >= 0.9 * run.text.words && has_next &&
                       view.runs[r + 1].text.words >= 6 &&
                       view.runs[r + 1].link_words < 0.5 * view.runs[r + 1].text.words;
    BOOST_TEST(view.lines[r].linked_title == title, "run " << r);
  }
}

void check_markers(const PageView& view) {
  for (RunId r = 0; r < view.runs.size(); ++r) {
    RunId expected = 2000;
    for (NodeId n = 1; n < view.runs[r].begin; ++n) {
      const bool empty = view.page[n].subtree_size == 1;
      if (!view.page[n].is_element() || (!empty && heading_level(view.page[n].tag) == 0)) continue;
      std::uint32_t names = view.elements[n].names;
      if (empty && view.page[n].tag == Tag::a) names |= kinds_of_names(view.page.attribute(n, "name"));
      if (names & bit(NameKind::comment)) {
        // The first run after the marker.
        RunId after = 0;
        while (view.runs[after].begin < n) ++after;
        expected = r - after;
      }
    }
    BOOST_TEST(view.steps.since_comment_marker[r] == expected, "run " << r);
  }
}

// The number of runs back and ahead to the nearest run of a kind.
template <typename Is>
void check_steps(const PageView& view, const Steps& steps, std::string_view what, Is&& is) {
  const std::size_t count = view.runs.size();
  BOOST_TEST_REQUIRE(steps.since.size() == count, what);
  BOOST_TEST_REQUIRE(steps.until.size() == count, what);
  for (std::size_t r = 0; r < count; ++r) {
    std::size_t since = 0, until = 0;
    while (since <= r && !is(r - since)) ++since;
    while (r + until < count && !is(r + until)) ++until;
    BOOST_TEST(steps.since[r] == (since > r ? Steps::never : since), what << " since, run " << r);
    BOOST_TEST(steps.until[r] == (r + until == count ? Steps::never : until), what << " until, run " << r);
  }
}

void check_all_steps(const PageView& view) {
  for (std::size_t k = 0; k < phrase_kinds; ++k)
    check_steps(view, view.steps.phrases[k], name_of(static_cast<Phrase>(k)), [&](std::size_t r) {
      return (view.runs[r].phrases & bit(static_cast<Phrase>(k))) != 0 && view.runs[r].text.words <= 6;
    });
  check_steps(view, view.steps.prose, "prose", [&](std::size_t r) { return view.runs[r].prose; });
  check_steps(view, view.steps.dated, "dated", [&](std::size_t r) { return view.lines[r].dated; });
  check_steps(view, view.steps.separator, "separator", [&](std::size_t r) { return view.lines[r].separator; });
  check_steps(view, view.steps.linked_title, "linked title", [&](std::size_t r) { return view.lines[r].linked_title; });
  check_steps(view, view.steps.heading, "heading",
              [&](std::size_t r) { return heading_level(view.page[view.runs[r].block].tag) > 0; });
  const auto up = [&](std::size_t r) { return view.around[r].distance(Place::heading); };
  check_steps(view, view.steps.near_heading, "near heading", [&](std::size_t r) { return up(r) <= 3; });
  for (const auto& [since, phrase] : {std::pair{&view.steps.since_heading_comments, Phrase::comments},
                                      {&view.steps.since_heading_related, Phrase::related}}) {
    std::uint16_t last = Steps::never;
    for (std::size_t r = 0; r < view.runs.size(); ++r) {
      if (up(r) < 255 && view.runs[r].phrases & bit(phrase))
        last = 0;
      else if (last != Steps::never)
        ++last;
      BOOST_TEST((*since)[r] == last, name_of(phrase) << " heading, run " << r);
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(page_view_parts)

BOOST_AUTO_TEST_CASE(against_definitions_on_random_pages) {
  test::RandomPages random(12);
  std::size_t groups = 0, separators = 0, teasers = 0, dated = 0, marked = 0, hidden = 0, prose = 0;
  for (int round = 0; round < 600; ++round) {
    const Document page = random.page(5 + random.pick(150));
    const PageView view(page);
    BOOST_TEST_CONTEXT("round " << round) {
      check_groups(view);
      check_lines(view);
      check_markers(view);
      check_all_steps(view);
    }
    groups += view.groups.size();
    separators += view.sums.all.separators;
    teasers += view.sums.all.teasers;
    dated += view.sums.all.dated;
    for (RunId r = 0; r < view.runs.size(); ++r) {
      marked += view.steps.since_comment_marker[r] < 2000;
      hidden += view.runs[r].hidden;
      prose += view.runs[r].prose;
    }
  }
  // The pages have what is tested.
  for (const std::size_t seen : {groups, separators, teasers, dated, marked, hidden, prose}) BOOST_TEST(seen > 20u);
}

BOOST_AUTO_TEST_CASE(groups_need_one_tag_and_one_class) {
  const auto groups = [](std::string_view html) {
    const Document page = test::html(html);
    return PageView(page).groups.size();
  };
  const std::string two = "<b>one</b><p>two</p>";
  BOOST_TEST(groups("<body><div class='post p-1'>" + two + "</div><div class='p-2 post odd'>" + two +
                    "</div><div class='post p-'>" + two + "</div>") == 1u);
  BOOST_TEST(
      groups("<body><div class=a>" + two + "</div><div class=b>" + two + "</div><div class=c>" + two + "</div>") == 0u);
  BOOST_TEST(groups("<body><div>" + two + "</div><section>" + two + "</section><div>" + two + "</div>") == 0u);
  BOOST_TEST(groups("<body><div>" + two + "</div><div>" + two + "</div>") == 0u);
  BOOST_TEST(groups("<body><p>one<p>two<p>three<p>four") == 0u);
}

BOOST_AUTO_TEST_CASE(lines_repeated_between_prose_separate_it) {
  const std::string prose =
      "<p>These are more than sixteen words of prose, for that is what makes a line of words a paragraph, not a "
      "line.</p>";
  std::string posts, menu;
  for (int i = 0; i < 3; ++i) {
    posts += "<div class=by>Posted by user" + std::to_string(i) + "</div>" + prose;
    menu += "<i class=m>Entry number</i><hr>";
  }
  const Document page = test::html("<body>" + menu + posts);
  const PageView view(page);
  BOOST_TEST(view.sums.all.separators == 3u);
  for (RunId r = 0; r < view.runs.size(); ++r)
    BOOST_TEST(view.lines[r].separator == (view.page.attribute(view.runs[r].top, "class") == "by"));
}

BOOST_AUTO_TEST_CASE(markers_of_comments_are_empty_elements_and_headings) {
  const auto since = [](std::string_view marker) {
    const Document page = test::html("<body><p>one</p>" + std::string(marker) + "<p>two</p><p>three</p>");
    const PageView view(page);
    return view.steps.since_comment_marker.back();
  };
  BOOST_TEST(since("<a id=comments></a>") == 1u);
  BOOST_TEST(since("<a name=comments></a>") == 1u);
  BOOST_TEST(since("<div class=comments></div>") == 1u);
  BOOST_TEST(since("<h2 class=comments-title>Said</h2>") == 2u);
  BOOST_TEST(since("<div class=comments>Said</div>") == 2000u, "what holds something is no marker");
  BOOST_TEST(since("<p name=comments></p>") == 2000u);
  BOOST_TEST(since("<h2>Comments</h2>") == 2000u, "this is told by phrases");
}

BOOST_AUTO_TEST_CASE(the_title_run_is_the_heading_with_most_of_the_title) {
  const auto title_of = [](std::string_view html) {
    const Document page = test::html(html);
    const PageView view(page);
    if (view.title.overlap == 0) return std::string();
    const ViewRun& run = view.runs[view.title.run];
    BOOST_TEST(view.title.centre.node == run.top);
    return std::string(page.text(run.begin));
  };
  BOOST_TEST(title_of("<title>Big storm hits town | Daily</title><body><a href=/>Daily</a><h1>Big storm hits "
                      "town</h1><p>A storm.") == "Big storm hits town");
  BOOST_TEST(title_of("<title>Storm</title><body><p>Storm</p><h2>Storm</h2>") == "Storm");
  BOOST_TEST(title_of("<title>big STORM</title><body><div>Big storm</div>") == "Big storm");
  BOOST_TEST(title_of("<meta property=og:title content='Big storm'><body><h3>Big storm here</h3>") == "Big storm here");
  BOOST_TEST(title_of("<title>Storm</title><body><p>nothing of it</p>").empty());
  BOOST_TEST(title_of("<body><h1>Storm</h1>").empty());
  // The first of equals; a heading before a line; a line that is not a link before one that is.
  BOOST_TEST(title_of("<title>a b c d</title><body><h1>a b</h1><h1>c d</h1>") == "a b");
  BOOST_TEST(title_of("<title>a b</title><body><a href=/>a b</a><p>a  b</p>") == "a  b");
  const Document none = test::html("<body><h1>x</h1>");
  BOOST_TEST(PageView(none).title.centre.node == no_node);
}

BOOST_AUTO_TEST_CASE(hidden_text_makes_runs_of_its_own) {
  const std::string prose = "These are more than twelve words of prose, for that is what makes prose of words.";
  const Document page = test::html("<body><p>shown <i hidden>hidden</i> again</p><div hidden>" + prose + "</div><p>" +
                                   prose + "</p><p>" + prose + "</p>");
  const PageView view(page);
  BOOST_TEST_REQUIRE(view.runs.size() == 6u);
  const bool hidden[] = {false, true, false, true, false, false}, prosaic[] = {false, false, false, false, true, true};
  for (RunId r = 0; r < 6; ++r) {
    BOOST_TEST(view.runs[r].hidden == hidden[r], "run " << r);
    BOOST_TEST(view.runs[r].prose == prosaic[r], "run " << r << ": a hidden dialog draws no centre");
  }
  BOOST_TEST(!view.runs.hides_most_prose);
  // If most of the prose is hidden, a script will show it.
  const Document most =
      test::html("<body><div hidden><p>" + prose + "</p><p>" + prose + "</p></div><p>" + prose + "</p>");
  const PageView other(most);
  BOOST_TEST(other.runs.hides_most_prose);
  for (const ViewRun& run : other.runs) BOOST_TEST(run.prose);
}

BOOST_AUTO_TEST_CASE(steps_do_not_wrap_around_on_long_pages) {
  std::string html = "<body><h1>Only heading</h1>";
  for (int i = 0; i < 70'000; ++i) html += "<p>x</p>";
  const Document page = test::html(html);
  const PageView view(page);
  BOOST_TEST(view.steps.heading.since[100] == 100);
  BOOST_TEST(view.steps.heading.since.back() == Steps::never - 1, "far, which is not never");
  BOOST_TEST(view.steps.heading.until[0] == 0);
  BOOST_TEST(view.steps.heading.until[1] == Steps::never);
}

BOOST_AUTO_TEST_CASE(text_that_nobody_reads_is_in_no_run) {
  const Document page =
      test::html("<body><script>var a</script><style>b</style><p>one<script>x</script> two</p><template>t</template>");
  const PageView view(page);
  BOOST_TEST_REQUIRE(view.runs.size() == 1u);
  BOOST_TEST(view.runs[0].text.words == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
