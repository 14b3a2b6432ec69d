// Which runs are chosen by their probabilities: core/extract/main_content/detail/main_content.h.
#include <fmt/format.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "core/dom/parse.h"
#include "core/extract/main_content/detail/features/features.h"
#include "core/extract/main_content/detail/main_content.h"
#include "core/extract/main_content/detail/rules/completion.h"

using namespace pith;

namespace {

const std::string one = "It has rained for three days and the river stands higher than anybody here can remember.",
                  two = "The bridge at the mill was closed in the morning and the school bus takes the long way.",
                  three =
                      "Nobody was hurt, says the mayor, who has asked the county for sand and for three more pumps.";

// The texts of the runs chosen from the body. All runs are equally likely, except those that begin with "-" or "?".
std::vector<std::string> taken(const std::string& body) {
  const auto page = parse_html("<body>" + body);
  const PageView view(*page);
  std::vector<float> p;
  for (const ViewRun& run : view.runs) {
    const auto text = page->text(run.begin);
    p.push_back(text.starts_with("-") ? 0.05f : text.starts_with("?") ? 0.2f : 0.9f);
  }
  const std::vector<float> of_page = page_row(view);
  const Choice choice = choose_runs(view, of_page, p, judge_type(view, of_page, builtin_model()), 0, builtin_model());
  std::vector<std::string> out;
  for (RunId r = 0; r < view.runs.size(); ++r) {
    std::string text = view.runs[r].hidden ? "hidden: " : "";
    for (NodeId n = view.runs[r].begin; n < view.runs[r].end; ++n) text += page->text(n);
    if (choice.runs[r]) out.push_back(text);
  }
  return out;
}

std::string p(const std::string& text) { return "<p>" + text + "</p>"; }

using Texts = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(choose_runs_)

BOOST_AUTO_TEST_CASE(one_copy_of_a_text_in_two_places_is_chosen) {
  const std::string elsewhere = "<div><blockquote>" + one + "</blockquote></div>";
  BOOST_TEST(taken(p(one) + p(two) + elsewhere) == (Texts{one, two}), boost::test_tools::per_element());
  BOOST_TEST(taken(p(one) + p(one) + p(two)) == (Texts{one, two}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_list_is_chosen_as_a_whole) {
  const auto list = [](const std::string& items) { return p(one) + "<ul>" + items + "</ul>" + p(two); };
  BOOST_TEST(taken(list("<li>two cups of flour<li>?an egg<li>?a pinch of salt")) ==
                 (Texts{one, "two cups of flour", "?an egg", "?a pinch of salt", two}),
             boost::test_tools::per_element());
  BOOST_TEST(taken(list("<li>flour<li>?an egg of the day before<li>?a pinch of salt")) == (Texts{one, "flour", two}),
             boost::test_tools::per_element());
  BOOST_TEST(taken(list("<li><a href=/x>The first chapter</a><li><a href=/y>?The second</a>")) ==
             (Texts{one, "The first chapter", "?The second", two}));
  BOOST_TEST(taken(list("<li>an egg<li><a href=/x>?two cups of flour</a>")) == (Texts{one, "an egg", two}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_posts_of_a_thread_quote_is_kept) {
  std::string posts = "<title>Rain? - Forum</title><div class=forum>";
  const auto post = [](int number, const std::string& text) {
    return "<div class='post reply'><div class=author>user" + std::to_string(number) +
           "</div><div class=date>3 May 2024, 10:30</div><div class=postbody>" + text + "</div></div>";
  };
  posts += post(1, p(one)) + post(2, p(two)) + post(3, "<div class=quotecontent>" + one + "</div>" + p(three)) +
           post(4, "<blockquote>" + two + "</blockquote>" + p("Then nobody will come.")) + "</div>";
  const Texts all = taken(posts);
  BOOST_TEST(std::ranges::count(all, one) == 2);
  BOOST_TEST(std::ranges::count(all, two) == 2);
}

BOOST_AUTO_TEST_CASE(a_text_repeated_in_the_same_kind_of_place_is_kept) {
  BOOST_TEST(taken(p(one) + p(two) + p(three) + p(one) + p(two)) == (Texts{one, two, three, one, two}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(data_tables_have_no_holes) {
  const auto table = [](const std::string& rows) {
    return p(one) + "<table><caption>-Facts</caption>" + rows + "</table>";
  };
  BOOST_TEST(taken(table("<tr><th>Energy a day<td>-312 kcal<tr><th>-Fat<td>-12 g")) ==
                 (Texts{one, "-Facts", "Energy a day", "-312 kcal", "-Fat", "-12 g"}),
             boost::test_tools::per_element());
  const std::string other = "<tr><th>-Fat<td>-12 g of fifty and more<td hidden>-per cent";
  BOOST_TEST(taken(table("<tr><th>Energy<td>-312 kcal<td hidden>-joule" + other + other)) ==
                 (Texts{one, "Energy", "-312 kcal"}),
             boost::test_tools::per_element());
  const std::string post = "<tr><td>-Reply to this<td>" + one + two + three + one;
  BOOST_TEST(taken(table("<tr><th>Author<th>Post" + post)).size() == 4u);
  BOOST_TEST(taken(table("<tr><th>-Energy<td>-312 kcal")) == Texts{one}, boost::test_tools::per_element());
  BOOST_TEST(taken("<table><tr><td>" + p(one) + p(two) + "<td>-Menu</table>") == (Texts{one, two}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_data_table_within_chosen_runs_is_chosen) {
  const std::string table = "<table><tr><th>-Energy<td>-312 kcal<tr><th>-Fat<td>-12 g</table>",
                    hidden = "<p hidden>-" + three + "</p>";
  const Texts all = {one, "-Energy", "-312 kcal", "-Fat", "-12 g", two};
  BOOST_TEST(taken(p(one) + table + p(two)) == all, boost::test_tools::per_element());
  BOOST_TEST(taken(p(one) + hidden + table + hidden + p(two)) == all, boost::test_tools::per_element());
  BOOST_TEST(taken(p(one) + table) == Texts{one}, boost::test_tools::per_element());
  BOOST_TEST(taken(p(one) + table + p("-" + three) + p(two)) == (Texts{one, two}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(chosen_runs_keep_their_headings) {
  const auto heading = [](int level, const std::string& text) { return fmt::format("<h{0}>{1}</h{0}>", level, text); };
  const std::string functions = heading(2, "-Functions"), open = heading(3, "-open()"), menu = p("-Menu");
  BOOST_TEST(taken(functions + open + p(one)) == (Texts{"-Functions", "-open()", one}),
             boost::test_tools::per_element());
  BOOST_TEST(taken(functions + "<p hidden>-" + two + "</p>" + p(one)) == (Texts{"-Functions", one}),
             boost::test_tools::per_element());
  BOOST_TEST(taken(p(one) + functions + menu + p(two)) == (Texts{one, two}), boost::test_tools::per_element());
  BOOST_TEST(taken(functions + heading(2, "-Types") + p(one)) == (Texts{"-Types", one}),
             boost::test_tools::per_element());
  BOOST_TEST(taken(p(one) + heading(2, "<a href=/t>-A teaser</a>") + p(two)) == (Texts{one, two}),
             boost::test_tools::per_element());
  BOOST_TEST(taken(p(one) + functions) == Texts{one}, boost::test_tools::per_element());
  BOOST_TEST(taken("<h2>Functions <span hidden>-a mark</span></h2>" + p(one)) == (Texts{"Functions ", one}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_term_is_kept_with_its_definition) {
  const std::string rest = "<dt>-MAP_ANON<dd>-Not chosen at all, though it has many words too, as the other ones have.";
  BOOST_TEST(taken("<dl><dt>-RUSAGE_SELF<dt>-RUSAGE_BOTH<dd>" + one + rest + "</dl>" + p(two)) ==
                 (Texts{"-RUSAGE_SELF", "-RUSAGE_BOTH", one, two}),
             boost::test_tools::per_element());
  // Most of the list is chosen.
  BOOST_TEST(taken("<dl><dt>-Days<dd>" + one + "<dt>-Place<dd>-Town hall</dl>").size() == 4u);
  // Facts.
  BOOST_TEST(taken("<dl><dt>Alloy<dd>A4<dt>-Length<dd>-ten metres and a half</dl>") ==
                 (Texts{"Alloy", "A4", "-Length", "-ten metres and a half"}),
             boost::test_tools::per_element());
  // None of it is.
  BOOST_TEST(taken(p(one) + "<dl>" + rest + "</dl>") == Texts{one}, boost::test_tools::per_element());
  // Readers do not see it.
  BOOST_TEST(taken("<dl><dt hidden>-RUSAGE_SELF<dd>" + one + rest + rest + "</dl>") == Texts{one},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_place_is_decided_in_the_same_way) {
  const auto answer = [](const std::string& text) { return "<div class=answer><i>" + text + "</i></div>"; };
  const std::string doubtful = "?On the lead.";
  BOOST_TEST(taken(answer(one) + answer(two) + answer(doubtful) + answer(three)).size() == 4u);
  BOOST_TEST(taken(answer(one) + answer(doubtful) + answer(two)).size() == 2u, "two are too few");
  BOOST_TEST(taken(answer(one) + answer(two) + answer("-Share this") + answer(three)).size() == 3u, "hardly likely");
  BOOST_TEST(taken(answer(one) + answer(two) + answer(three) + answer("<a href=/>?More</a>")).size() == 3u);
  BOOST_TEST(taken(answer(one) + answer(two) + answer(three) + answer(doubtful) + answer("?At the inn.") +
                   answer("?In the park."))
                     .size() == 3u,
             "half of the place");
}

// A shop's list of products: half of it would mislead more than none.
BOOST_AUTO_TEST_CASE(cards_are_kept_together) {
  const auto line = [](const std::string& name) { return "<div class=card>" + name + " <a href=/x>Details</a></div>"; };
  BOOST_TEST(taken(line("Kettle") + line("Cup") + line("Pot") + line("?Jar") + line("?Mug") + line("?Press")).size() ==
             6u);
  BOOST_TEST(taken(line("Kettle") + line("Cup") + line("Pot") + line("?Jar") + line("?Mug") + line("-Press")).size() ==
             5u);
  const std::string long_list = line("?Jar") + line("?Mug") + line("?Press") + line("?Lid");
  BOOST_TEST(taken(line("Kettle") + line("Cup") + line("Pot") + long_list).size() == 3u, "under a half");
  const auto card = [](const std::string& mark, const std::string& name) {
    return "<li class=card><a href=/x>" + mark + name + "</a><div class=price>" + mark + "12 coins</div></li>";
  };
  const auto list = [&](const std::string& more) {
    return "<div>" + card("", "Kettle") + card("", "Cup") + card("", "Pot") + more + "</div>";
  };
  const std::string unlikely = card("?", "Jar") + card("?", "Mug");
  BOOST_TEST(taken(list(unlikely + card("?", "Lid"))).size() == 12u);
  BOOST_TEST(taken(list(unlikely + card("-", "Lid"))).size() == 10u, "hardly likely");
  BOOST_TEST(taken(list(unlikely + card("?", "Lid") + card("?", "Press"))).size() == 6u, "under a half");
}

// Texts that begin with "+" are chosen. Their probability is .4 unless they begin with "++"; that of others .05, or .3.
BOOST_AUTO_TEST_CASE(headings_go_with_their_text) {
  const auto kept = [](const std::string& html, RunId headline = 100) {
    const auto document = parse_html(html);
    const PageView page(*document);
    std::vector<float> p;
    std::vector<char> runs;
    for (const ViewRun& run : page.runs) {
      const auto text = document->text(run.begin);
      runs.push_back(text.starts_with("+"));
      p.push_back(text.starts_with("++") ? 0.6f : text.starts_with("+") ? 0.4f : text.starts_with("?") ? 0.3f : 0.05f);
    }
    drop_bare_headings(page, p, headline, runs);
    return std::ranges::count(runs, 1);
  };
  const std::string heading = "<h2>+Service</h2>", text = "<p>-Shipping and returns</p>";
  BOOST_TEST(kept(heading + text) == 0);
  BOOST_TEST(kept("<h2>+Service</h2><h3>+Letters</h3>" + text + "<h3>+Gifts</h3>" + text) == 0);
  BOOST_TEST(kept(heading + text + "<p>+By hand</p>") == 2);
  BOOST_TEST(kept(heading + text + "<h2>+Hours</h2><p>+At nine</p>") == 2);
  BOOST_TEST(kept(heading + "<h2>+Hours</h2>") == 2, "a list of headings");
  BOOST_TEST(kept(heading) == 1);
  BOOST_TEST(kept("<h2>++Service</h2>" + text) == 1, "likely itself");
  BOOST_TEST(kept(heading + "<p>?Shipping and returns</p>") == 1, "likely text");
  BOOST_TEST(kept("<h2><a href=/>+A story</a></h2>" + text) == 1, "an entry");
  BOOST_TEST(kept("<h1>+Service</h1>" + text) == 1);
  BOOST_TEST(kept(heading + text, 0) == 1, "the headline");
}

BOOST_AUTO_TEST_CASE(a_label_is_kept_with_its_value) {
  const auto field = [](const std::string& label, const std::string& value) {
    return "<div class=field><div>" + label + "</div><div>" + value + "</div></div>";
  };
  BOOST_TEST(taken(field("-Address:", one) + p(two)) == (Texts{"-Address:", one, two}),
             boost::test_tools::per_element());
  BOOST_TEST(taken(field("-Address", one)) == Texts{one}, boost::test_tools::per_element());
  BOOST_TEST(taken(field("<a href=/>-Address:</a>", one)) == Texts{one}, boost::test_tools::per_element());
  BOOST_TEST(taken(field("-Address:", "-Mill Lane 4") + p(one)) == Texts{one}, boost::test_tools::per_element());
  // The value is elsewhere.
  BOOST_TEST(taken("<div><div><div>-Address:</div></div><div>" + one + "</div></div>") == Texts{one},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_caption_at_the_headline_is_chosen) {
  const std::string figure = "<figure><img src=a.png><figcaption>-The bridge at night</figcaption></figure>",
                    article = "<h1>+Bridge opens</h1><p>+It is open.</p>";
  const auto lead = [](const std::string& html, RunId headline) {
    const auto document = parse_html(html);
    const PageView page(*document);
    std::vector<char> runs;
    for (const ViewRun& run : page.runs) runs.push_back(document->text(run.begin).starts_with("+"));
    complete_lead_caption(page, headline, runs);
    return std::ranges::count(runs, 1);
  };
  BOOST_TEST(lead(figure + "<p>-News</p>" + article, 2) == 3);
  BOOST_TEST(lead("<h1>+Bridge opens</h1><p>-By Ann</p>" + figure + "<p>+It is open.</p>", 0) == 3);
  std::string far;
  for (int i = 0; i < 9; ++i) far += "<p>-News</p>";
  BOOST_TEST(lead(figure + far + article, 10) == 2, "of something else");
  BOOST_TEST(lead(figure + article, 3) == 2, "no headline");
  BOOST_TEST(lead("<figure><figcaption><a href=/>-More</a></figcaption></figure>" + article, 1) == 2, "a link");
}

BOOST_AUTO_TEST_CASE(captions_beside_chosen_text_are_chosen) {
  const std::string figure = "<figure><img src=a.png><figcaption>-The bridge at night</figcaption></figure>";
  BOOST_TEST(taken("<main><p>-3 May</p>" + figure + p(one) + p(two) + "</main><footer>-Imprint</footer>") ==
                 (Texts{"-The bridge at night", one, two}),
             boost::test_tools::per_element());
  // Elsewhere on the page, of a link, and not beside chosen text.
  BOOST_TEST(taken("<main>" + p(one) + "</main>" + figure) == Texts{one}, boost::test_tools::per_element());
  BOOST_TEST(taken("<main>" + p(one) + "<figure><figcaption><a href=/>-More photos</a></figcaption></figure></main>") ==
                 Texts{one},
             boost::test_tools::per_element());
  BOOST_TEST(taken("<main>" + p(one) + "<p>-Advertisement</p>" + figure + "<p>-Share</p></main>") == Texts{one},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_visible_copy_of_two_is_chosen) {
  const std::string hidden = "<p hidden>" + one + "</p>";
  for (const std::string& body :
       {p(two) + hidden + p(one), p(two) + p(one) + hidden, p(two) + hidden + p(one) + hidden + p(one)})
    BOOST_TEST(taken(body) == (Texts{two, one}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_text_with_only_hidden_copies_is_chosen_once) {
  BOOST_TEST(taken(p(two) + "<p hidden>" + one + "</p><p hidden>" + one + "</p>") == (Texts{two, "hidden: " + one}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(short_texts_and_code_may_occur_twice) {
  const std::string refrain = "And the rain came down again.";
  BOOST_TEST(taken(p(refrain) + p(one) + p(refrain)) == (Texts{refrain, one, refrain}),
             boost::test_tools::per_element());
  const std::string code = "for each of the pages in the list take the first and put it to the others of its kind";
  BOOST_TEST(taken("<pre>" + code + "</pre>" + p(one) + "<pre>" + code + "</pre>") == (Texts{code, one, code}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
