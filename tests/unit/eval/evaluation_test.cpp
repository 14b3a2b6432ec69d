#include "plugin/lab/evaluation.h"

#include <algorithm>
#include <atomic>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "core/dom/parse.h"
#include "core/text/encoding.h"
#include "plugin/lab/evaluation_summary.h"
#include "tests/support/labelled_pages.h"

using namespace pith;
using namespace pith::eval;
namespace fs = std::filesystem;

namespace {

struct Corpus {
  test::TemporaryDirectory directory;
  fs::path set = fs::path(directory.path()) / "set";
  Corpus() { test::write_labelled_pages(set); }

  Evaluation run(const std::vector<std::string>& specs, Options options, SiblingMode mode = SiblingMode::nearest,
                 unsigned n = 4) const {
    std::vector<System> systems;
    for (const std::string& spec : specs) systems.push_back(std::move(*parse_system(spec, mode, n)));
    options.metrics.fill(true);
    auto evaluation = evaluate({set.string()}, std::move(systems), options);
    BOOST_REQUIRE_MESSAGE(evaluation.ok(), (evaluation.ok() ? "" : evaluation.error().message));
    return std::move(*evaluation);
  }
  std::vector<std::uint32_t> order(const std::string& id, SiblingMode mode, std::uint64_t seed = 1) const {
    const auto pages = read_page_set(set);
    for (std::uint32_t i = 0; i < pages->pages.size(); ++i)
      if (pages->pages[i].id == id)
        return order_siblings(*pages, i, *parse_html(decode_html(*pages->html(i)).text), mode, seed);
    BOOST_FAIL("no page " << id);
    return {};
  }
};

std::vector<std::string> ids(const Evaluation& evaluation) {
  std::vector<std::string> out;
  for (const PageOutcome& page : evaluation.sets[0].pages) out.push_back(evaluation.sets[0].set.pages[page.page].id);
  return out;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(evaluation, Corpus)

BOOST_AUTO_TEST_CASE(reads_a_manifest) {
  const auto pages = read_page_set(set);
  BOOST_REQUIRE(pages.ok());
  BOOST_TEST(pages->name == "set");
  BOOST_TEST(pages->pages.size() == 6u);
  BOOST_TEST(pages->pages[4].siblings.size() == 1u);  // "lost" is not in the manifest
  BOOST_TEST(!pages->pages[4].url.has_value());
  BOOST_TEST(read_page_set(set.string() + "/")->name == "set");
}

BOOST_AUTO_TEST_CASE(a_broken_manifest_is_named_with_its_line) {
  for (const char* line : {"{", "[]", "{\"id\": 3}", "{\"id\": \"../x\"}", "{\"id\": \"a1\"}"}) {
    fs::copy(set, fs::path(directory.path()) / "copy", fs::copy_options::recursive);
    std::ofstream(fs::path(directory.path()) / "copy" / "manifest.jsonl", std::ios::app) << line << "\n";
    const auto pages = read_page_set(fs::path(directory.path()) / "copy");
    BOOST_REQUIRE(!pages.ok());
    BOOST_TEST(pages.error().message.find("manifest.jsonl:7: ") != std::string::npos, pages.error().message);
    fs::remove_all(fs::path(directory.path()) / "copy");
  }
  BOOST_TEST(read_page_set(directory.path()).error().message.find("manifest.jsonl") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(measures_pages_that_have_gold) {
  const Evaluation evaluation = run({"conex"}, {});
  BOOST_TEST(ids(evaluation) == (std::vector<std::string>{"a1", "a2", "a3", "a4", "b1"}),
             boost::test_tools::per_element());
  for (const PageOutcome& page : evaluation.sets[0].pages) {
    BOOST_TEST(page.skipped.empty());
    BOOST_TEST(page.gold_words > 5u);
    BOOST_REQUIRE(page.systems.size() == 1u);
    BOOST_TEST(page.systems[0].siblings == (page.page == 4 ? 1u : 3u));
    for (std::size_t m = 0; m < metric_count; ++m) {
      const bool nodes = static_cast<Metric>(m) == Metric::nodes;
      BOOST_TEST(page.systems[0].scores[m].has_value() == (!nodes || page.page == 0));
    }
  }
  BOOST_TEST(evaluation.sets[0].node_golds == 1u);
  BOOST_TEST(evaluation.corpus_digest.size() == 64u);
}

BOOST_AUTO_TEST_CASE(scores_are_those_of_the_extraction) {
  const Evaluation evaluation = run({"conex", "conex:threshold=64"}, {});
  // With that threshold every node is a candidate: the whole page is chosen, with full recall but lower precision.
  const auto& whole = evaluation.sets[0].pages[0].systems[1].scores[0];
  BOOST_TEST(whole->recall == 1.0);
  BOOST_TEST(whole->precision < 1.0);
}

BOOST_AUTO_TEST_CASE(selects_by_split_limit_siblings_and_fold) {
  Options options;
  options.split = "test";
  BOOST_TEST(ids(run({"conex"}, options)) == (std::vector<std::string>{"a3", "a4"}), boost::test_tools::per_element());
  options = {};
  options.limit = 2;
  BOOST_TEST(ids(run({"conex"}, options)).size() == 2u);
  options = {};
  options.min_siblings = 2;
  BOOST_TEST(ids(run({"conex"}, options)).size() == 4u);
  options = {};
  options.min_linked = 1;
  BOOST_TEST(ids(run({"conex"}, options)).size() == 3u);
  std::multiset<std::string> in_folds;
  for (unsigned fold = 1; fold <= 3; ++fold) {
    options = {};
    options.fold = fold;
    options.folds = 3;
    const auto chosen = ids(run({"conex"}, options));
    in_folds.insert(chosen.begin(), chosen.end());
    BOOST_TEST((std::count(chosen.begin(), chosen.end(), "a1") == std::count(chosen.begin(), chosen.end(), "a4")),
               "a site is in one fold");
  }
  BOOST_TEST(in_folds.size() == 5u);
}

BOOST_AUTO_TEST_CASE(threads_change_nothing) {
  Options one, four;
  one.threads = 1;
  four.threads = 4;
  const Evaluation a = run({"conex"}, one), b = run({"conex"}, four);
  BOOST_TEST(a.corpus_digest == b.corpus_digest);
  for (std::size_t i = 0; i < a.sets[0].pages.size(); ++i)
    BOOST_TEST(a.sets[0].pages[i].systems[0].scores[0]->f1 == b.sets[0].pages[i].systems[0].scores[0]->f1);
}

BOOST_AUTO_TEST_CASE(the_digest_depends_on_pages_and_golds) {
  const std::string before = run({"conex"}, {}).corpus_digest;
  std::ofstream(set / "gold" / "a2.txt", std::ios::app) << "more";
  BOOST_TEST(run({"conex"}, {}).corpus_digest != before);
}

BOOST_AUTO_TEST_CASE(sibling_orders) {
  const auto linked = order("a2", SiblingMode::linked), nearest = order("a2", SiblingMode::nearest);
  BOOST_TEST(linked == std::vector<std::uint32_t>{2}, boost::test_tools::per_element());
  BOOST_TEST(nearest == (std::vector<std::uint32_t>{2, 0, 3}), boost::test_tools::per_element());
  BOOST_TEST(order("a2", SiblingMode::none).empty());
  const auto drawn = order("a2", SiblingMode::random);
  BOOST_TEST(std::set<std::uint32_t>(drawn.begin(), drawn.end()).size() == 3u);
  BOOST_TEST(drawn == order("a2", SiblingMode::random), boost::test_tools::per_element());
  std::set<std::vector<std::uint32_t>> orders;
  for (std::uint64_t seed = 0; seed < 40; ++seed) orders.insert(order("a2", SiblingMode::random, seed));
  BOOST_TEST(orders.size() == 6u, "every order is drawn by some seed");
}

BOOST_AUTO_TEST_CASE(pages_with_the_same_bytes_are_no_siblings) {
  for (int i = 2; i <= 4; ++i)
    fs::copy_file(set / "html" / "a1.html", set / "html" / ("a" + std::to_string(i) + ".html"),
                  fs::copy_options::overwrite_existing);
  BOOST_TEST(run({"conex"}, {}).sets[0].pages[0].systems[0].siblings == 0u);
}

BOOST_AUTO_TEST_CASE(a_missing_page_is_skipped_with_its_reason) {
  fs::remove(set / "html" / "a3.html");
  std::ofstream(set / "gold" / "a4.txt").flush();
  const Evaluation evaluation = run({"conex"}, {});
  BOOST_TEST(evaluation.sets[0].pages[2].skipped == "no such file");
  BOOST_TEST(evaluation.sets[0].pages[3].skipped == "empty gold");
  const auto groups = by_set(evaluation, nullptr);
  BOOST_TEST(groups[0].pages == 3u);
  BOOST_TEST(groups[0].skipped == 2u);
}

BOOST_AUTO_TEST_CASE(files_that_are_none_are_skipped) {
  fs::remove(set / "html" / "a1.html");
  fs::create_directory(set / "html" / "a1.html");
  fs::remove(set / "gold" / "a2.txt");
  fs::create_directory(set / "gold" / "a2.txt");
  const Evaluation evaluation = run({"conex"}, {});
  BOOST_TEST(ids(evaluation) == (std::vector<std::string>{"a1", "a3", "a4", "b1"}), boost::test_tools::per_element());
  BOOST_TEST(evaluation.sets[0].pages[0].skipped == "no such file");
}

BOOST_AUTO_TEST_CASE(the_digest_depends_on_node_gold_siblings_and_manifest) {
  std::set<std::string> digests{run({"conex"}, {}).corpus_digest};
  test::put_file(set / "gold_nodes" / "a1.json", "{\"nodes\": [\"/html/body\"]}");
  BOOST_TEST(digests.insert(run({"conex"}, {}).corpus_digest).second);
  std::ofstream(set / "html" / "b2.html", std::ios::app) << "<p>more";  // a page without gold
  BOOST_TEST(digests.insert(run({"conex"}, {}).corpus_digest).second);
  std::ofstream(set / "manifest.jsonl", std::ios::app) << "\n";
  BOOST_TEST(digests.insert(run({"conex"}, {}).corpus_digest).second);
}

BOOST_AUTO_TEST_CASE(every_set_counts_the_same_in_times_and_siblings) {
  const fs::path other = fs::path(directory.path()) / "other";
  test::write_labelled_pages(other, 12);
  std::vector<System> systems;
  systems.push_back(std::move(*parse_system("conex", SiblingMode::nearest, 4)));
  const auto evaluation = evaluate({set.string(), other.string()}, std::move(systems), {});
  const auto groups = by_set(*evaluation, nullptr);
  BOOST_TEST(groups[2].name == "mean of sets");
  const auto mean = [&](double SystemSummary::*value) {
    return (groups[0].systems[0].*value + groups[1].systems[0].*value) / 2;
  };
  BOOST_TEST(groups[2].systems[0].siblings == mean(&SystemSummary::siblings), boost::test_tools::tolerance(1e-9));
  BOOST_TEST(groups[2].systems[0].extract_s_per_mb == mean(&SystemSummary::extract_s_per_mb),
             boost::test_tools::tolerance(1e-9));
  BOOST_TEST(groups[0].systems[0].siblings != groups[1].systems[0].siblings);
}

BOOST_AUTO_TEST_CASE(time_after_parsing_is_the_median_over_pages_of_each_ones_ratio) {
  Evaluation evaluation = run({"conex"}, {});
  double ratio = 0;
  for (PageOutcome& page : evaluation.sets[0].pages) {
    BOOST_TEST(page.parse_ms > 0);
    BOOST_TEST(page.parse_ms < page.systems[0].parse_ms, "siblings are parsed too");
    page.parse_ms = 2;
    page.systems[0].parse_ms = 1000;                                           // includes the siblings: must not count
    page.systems[0].extract_ms = 2 * (ratio = ratio == 0 ? 100 : ratio / 10);  // 100, 10, 1, …
  }
  const auto median = [&] { return by_set(evaluation, nullptr)[0].systems[0].extract_per_parse; };
  BOOST_TEST(median() == 1, boost::test_tools::tolerance(1e-9));
  evaluation.sets[0].pages.back().parse_ms = 0;  // the clock is too coarse: no ratio
  BOOST_TEST(median() == 5.5, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(systems_are_read_with_their_parameters) {
  BOOST_TEST(parse_system("conex", SiblingMode::nearest, 7)->n == 7u);
  BOOST_TEST(parse_system("conex:n=2", SiblingMode::nearest, 7)->n == 2u);
  BOOST_TEST(parse_system("cnr", SiblingMode::nearest, 7)->n == 0u);
  BOOST_TEST(parse_system("conex:threshold=1:equality=tag", SiblingMode::nearest, 4).ok());
  for (const char* wrong :
       {"conx", "conex:threshold", "conex:threshold=x", "conex:threshold=99", "conex:equality=no", "conex:z=1"})
    BOOST_TEST(!parse_system(wrong, SiblingMode::nearest, 4).ok(), wrong);
}

BOOST_AUTO_TEST_CASE(a_family_is_in_one_fold_and_sets_without_stay_where_they_are) {
  LabelledPage page, other;
  page.domain = "a.example";
  other.domain = "b.example";
  BOOST_TEST(fold_of(page, 1000) == 961u);
  BOOST_TEST(fold_of(page, 1000) != fold_of(other, 1000));
  page.family = other.family = "docs-theme";
  BOOST_TEST(fold_of(page, 1000) == fold_of(other, 1000));
}

BOOST_AUTO_TEST_CASE(the_manifest_says_what_the_gold_has) {
  std::ofstream(set / "manifest.jsonl") << R"({"id": "a1", "family": "f", "title_in_gold": true}
{"id": "a2", "title_in_gold": false, "captions_in_gold": "unknown"}
{"id": "a3", "title_in_gold": null, "captions_in_gold": false})";
  const auto pages = read_page_set(set)->pages;
  BOOST_TEST(pages[0].family == "f");
  BOOST_TEST((pages[0].title_in_gold == true && !pages[0].captions_in_gold));
  BOOST_TEST((pages[1].title_in_gold == false && !pages[1].captions_in_gold));
  BOOST_TEST((!pages[2].title_in_gold && pages[2].captions_in_gold == false));
}

BOOST_AUTO_TEST_CASE(the_better_way_of_a_set_counts) {
  const auto f1 = [](const Evaluation& evaluation) { return evaluation.sets[0].pages[0].systems[0].scores[0]->f1; };
  const auto way = [](const Evaluation& evaluation) { return name_of(evaluation.sets[0].ways[0]); };
  const auto figure = [&](const std::string& id) {
    std::ofstream(set / "html" / (id + ".html"), std::ios::app)
        << "<figure><img src=x><figcaption>A caption of the picture</figcaption></figure>";
  };
  for (const char* id : {"a1", "a2", "a3", "a4", "b1"}) figure(id);
  // With this threshold everything is content.
  const Evaluation before = run({"conex:threshold=64"}, {});
  BOOST_TEST(way(before) == "captions out");
  BOOST_TEST((before.sets[0].pages[0].systems[0].way.title && !before.sets[0].pages[0].systems[0].way.captions));
  BOOST_TEST(extract_text(before.sets[0].set, 0, before.systems[0], {}, 1).find("caption") != std::string::npos);
  BOOST_TEST(extract_text(before.sets[0].set, 0, before.systems[0], {.captions = false}, 1).find("caption") ==
             std::string::npos);
  Options one_way;
  one_way.both_ways = false;
  const Evaluation usual = run({"conex:threshold=64"}, one_way);
  BOOST_TEST(way(usual).empty());
  BOOST_TEST(f1(usual) < f1(before));
  BOOST_TEST(usual.corpus_digest == before.corpus_digest);
  // One page more or less does not decide, except where its manifest says.
  for (const char* id : {"a1", "a2", "a3", "a4", "b1"})
    std::ofstream(set / "gold" / (std::string(id) + ".txt"), std::ios::app) << "A caption of the picture";
  BOOST_TEST(way(run({"conex:threshold=64"}, {})).empty());
}

BOOST_AUTO_TEST_CASE(what_the_manifest_says_comes_before_the_better_way) {
  std::string manifest;
  std::ifstream in(set / "manifest.jsonl");
  for (std::string line; std::getline(in, line);)
    manifest +=
        "{\"title_in_gold\": " + std::string(line.find("\"a1\", \"url") != std::string::npos ? "false" : "true") +
        ", " + line.substr(1) + "\n";
  test::put_file(set / "manifest.jsonl", manifest);
  const Evaluation evaluation = run({"pith"}, {});
  BOOST_TEST(name_of(evaluation.sets[0].ways[0]).empty());
  const auto title = [&](std::size_t page) { return evaluation.sets[0].pages[page].systems[0].way.title; };
  BOOST_TEST(!title(0));
  BOOST_TEST(title(1));
  const auto text = [&](std::uint32_t page) {
    return extract_text(evaluation.sets[0].set, page, evaluation.systems[0],
                        evaluation.sets[0].pages[page].systems[0].way, 1);
  };
  BOOST_TEST(text(0).find("Title 1") == std::string::npos, text(0));
  BOOST_TEST(text(1).find("Title 2") != std::string::npos, text(1));
}

BOOST_AUTO_TEST_CASE(a_model_of_the_whole_site_without_the_page_itself) {
  const fs::path large = fs::path(directory.path()) / "large";
  test::write_labelled_pages(large, 40);
  const auto measure = [&](unsigned threads) {
    std::vector<System> systems;
    for (const char* spec : {"pith", "pith:site=false", "conex"})
      systems.push_back(std::move(*parse_system(spec, SiblingMode::site, 3)));
    Options options;
    options.threads = threads;
    options.metrics[0] = true;
    return std::move(*evaluate({large.string()}, std::move(systems), options));
  };
  const Evaluation evaluation = measure(1);
  BOOST_TEST(evaluation.systems[0].learns_from_site());
  BOOST_TEST(!evaluation.systems[2].learns_from_site());
  BOOST_TEST(evaluation.systems[0].n == 0u);
  const auto& pages = evaluation.sets[0].pages;
  BOOST_TEST(pages.size() == 41u);
  for (const PageOutcome& page : pages) {
    const bool alone = evaluation.sets[0].set.pages[page.page].id == "b1";  // b2 has the other template's few pages
    BOOST_TEST(page.systems[0].siblings >= (alone ? 1u : 8u));
    BOOST_TEST(page.systems[0].siblings <= SiteModel::max_members);
    BOOST_TEST(page.systems[1].siblings == 0u);
    BOOST_TEST(page.systems[2].siblings == (alone ? 1u : 3u), "as for the nearest");
    BOOST_TEST(page.systems[0].parse_ms == page.parse_ms);
  }
  const Evaluation again = measure(3);
  BOOST_TEST(again.corpus_digest == evaluation.corpus_digest);
  for (std::size_t i = 0; i < pages.size(); ++i)
    BOOST_TEST(again.sets[0].pages[i].systems[0].scores[0]->f1 == pages[i].systems[0].scores[0]->f1);
  const Score words = *pages[5].systems[0].scores[0];
  Metrics metrics{};
  metrics[0] = true;
  const std::string text =
      extract_text(evaluation.sets[0].set, pages[5].page, evaluation.systems[0], pages[5].systems[0].way, 1);
  BOOST_TEST(GoldText(*evaluation.sets[0].set.gold(pages[5].page), metrics).compare(text)[0]->f1 == words.f1);
  std::ofstream(large / "html" / "a30.html", std::ios::app) << "<p>more";
  std::ofstream(large / "manifest.jsonl", std::ios::app) << "\n";
  BOOST_TEST(measure(2).corpus_digest != evaluation.corpus_digest);
}

BOOST_AUTO_TEST_CASE(the_digest_depends_on_all_pages_of_a_site_that_is_learned_from) {
  const auto digest = [&](SiblingMode mode) {
    Options options;
    options.split = "train";  // a1 and a2
    return run({"pith"}, options, mode, 1).corpus_digest;
  };
  const std::string nearest = digest(SiblingMode::nearest), site = digest(SiblingMode::site);
  std::ofstream(set / "html" / "a4.html", std::ios::app) << "<p>more";  // neither measured nor nearest
  BOOST_TEST(digest(SiblingMode::nearest) == nearest);
  BOOST_TEST(digest(SiblingMode::site) != site);
}

BOOST_AUTO_TEST_CASE(a_stop_ends_the_run_with_an_error) {
  std::atomic<bool> stop{true};
  Options options;
  options.stop = &stop;
  std::vector<System> systems;
  systems.push_back(std::move(*parse_system("conex", SiblingMode::nearest, 4)));
  BOOST_TEST(evaluate({set.string()}, std::move(systems), options).error().code == "interrupted");
}

BOOST_AUTO_TEST_SUITE_END()
