// Synonyms and best bets: the files, what they make of queries, and what is found by them.
#include "indexer_adapter/query/rules.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstddef>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/query/detail/synonyms.h"
#include "pages.h"

namespace pith::index {
namespace {

using Strings = std::vector<std::string>;

// Lines that are no comment; " >> " stands between input and result.
struct Case {
  std::string input, result;
};

std::vector<Case> cases_of(const std::string& file) {
  std::ifstream in(std::filesystem::path(PITH_FIXTURES) / "rules" / file);
  BOOST_REQUIRE_MESSAGE(in.good(), file);
  std::vector<Case> cases;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.starts_with("//")) continue;
    const std::size_t arrows = line.find(" >>");
    if (arrows == std::string::npos)
      cases.push_back({line, {}});
    else
      cases.push_back({line.substr(0, arrows), line.substr(std::min(arrows + 4, line.size()))});
  }
  BOOST_TEST(cases.size() > 4u);
  return cases;
}

std::string joined(const Strings& parts, const std::string& between) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : between) + part;
  return out;
}

std::string shown(const Result<std::vector<Rule>>& rules) {
  if (!rules) {
    BOOST_TEST(rules.error().code == "rules");
    BOOST_TEST(rules.error().message.starts_with("x.txt:"));
    return "error " + rules.error().message.substr(6);
  }
  if (rules->empty()) return "";
  const Rule& rule = rules->at(0);
  return joined(rule.left, " | ") + (rule.right.empty() ? "" : " -> ") + joined(rule.right, " | ");
}

Rules synonyms(const std::string& text) {
  const auto rules = parse_synonyms(text, "x.txt");
  BOOST_REQUIRE_MESSAGE(rules.ok(), message_of(rules));
  return Rules::make(*rules, {});
}

Rules best_bets(const std::string& text) {
  const auto rules = parse_best_bets(text, "x.txt");
  BOOST_REQUIRE_MESSAGE(rules.ok(), message_of(rules));
  return Rules::make({}, *rules);
}

std::string shown(const QueryNode& node) {
  using Kind = QueryNode::Kind;
  Strings parts;
  for (const QueryNode& child : node.children) parts.push_back(shown(child));
  if (node.kind == Kind::all_of) return joined(parts, " ");
  if (node.kind == Kind::any_of) return "[" + joined(parts, " ") + "]";
  if (node.kind == Kind::none_of) return "-" + parts.at(0);
  std::string text = to_utf8(node.text);
  std::replace(text.begin(), text.end(), '\1', '*');
  if (node.kind == Kind::phrase) text = "\"" + text + "\"";
  if (node.kind == Kind::fuzzy) text += "~";
  if (node.field != nullptr) text = std::string(node.field->name) + ":" + text;
  if (node.synonyms.empty()) return text;
  Strings synonyms;
  for (const std::wstring& synonym : node.synonyms) synonyms.push_back(to_utf8(synonym));
  return text + (node.replaced ? "(instead: " : "(or: ") + joined(synonyms, ", ") + ")";
}

Strings names_of(const Hits& hits) {
  Strings names;
  for (const Hit& hit : hits.hits)
    names.push_back(hit.url.substr(hit.url.rfind('/') + 1) + (hit.best_bet ? "!" : "") +
                    (hit.without.empty() ? "" : " without " + joined(hit.without, ", ")));
  return names;
}

Strings names(const Searcher& searcher, const Query& query, const Rules& rules) {
  const auto hits = searcher.search(query, rules);
  BOOST_REQUIRE_MESSAGE(hits.ok(), message_of(hits));
  BOOST_TEST(hits->complete <= hits->total);
  return names_of(*hits);
}

double sum_of(const Explanation& explanation) {
  if (explanation.parts.empty()) return explanation.value;
  if (explanation.text.find("sum of") == std::string::npos) return explanation.value;
  double sum = 0;
  for (const Explanation& part : explanation.parts) sum += part.value;
  return sum;
}

// Each sum is that of its parts.
bool adds_up(const Explanation& explanation) {
  const bool here = std::abs(sum_of(explanation) - explanation.value) <= 1e-4 * (1 + std::abs(explanation.value));
  return here && std::all_of(explanation.parts.begin(), explanation.parts.end(), adds_up);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(search_rules)

BOOST_AUTO_TEST_CASE(lines_of_the_files) {
  for (const auto& [line, expected] : cases_of("lines.txt"))
    BOOST_TEST(shown(parse_synonyms(line, "x.txt")) == expected, line);
  for (const auto& [line, expected] : cases_of("best_bets.txt"))
    BOOST_TEST(shown(parse_best_bets(line, "x.txt")) == expected, line);
}

BOOST_AUTO_TEST_CASE(whole_files) {
  const auto rules = parse_synonyms("\xef\xbb\xbf# ours\r\n\r\na, b\r\nc => d", "x.txt");
  BOOST_REQUIRE(rules.ok());
  BOOST_REQUIRE(rules->size() == 2u);
  BOOST_TEST(rules->at(0).origin == "x.txt:3");
  BOOST_TEST(rules->at(1).origin == "x.txt:4");
  BOOST_TEST(shown(parse_synonyms("", "x.txt")).empty());
  const auto message = [](const std::string& text) { return parse_synonyms(text, "x.txt").error().message; };
  BOOST_TEST(message("a, b\nlonely\n").starts_with("x.txt:2: \"lonely\" stands alone"));
  BOOST_TEST(message("a, b\nc, \xff\n") == "x.txt:2: is not UTF-8; save the file as UTF-8");
  BOOST_TEST(message(std::string("a\0\x1b[1m", 6)).find('\x1b') == std::string::npos);
}

BOOST_AUTO_TEST_CASE(files_are_bounded) {
  const auto code = [](const std::string& text) {
    const auto rules = parse_synonyms(text, "x.txt");
    return rules ? std::string() : rules.error().message;
  };
  std::string lines, terms = "t0";
  for (std::size_t i = 0; i < max_rules; ++i) lines += "a" + std::to_string(i) + ", b\n";
  BOOST_TEST(code(lines).empty());
  BOOST_TEST(code(lines + "one, more\n") ==
             "x.txt:10001: is one rule too many: the most is 10000; put the others into another file");
  for (std::size_t i = 1; i < max_rule_terms; ++i) terms += ", t" + std::to_string(i);
  BOOST_TEST(code(terms).empty());
  BOOST_TEST(code(terms + ", u").starts_with("x.txt:1: has more than 50 terms"));
  BOOST_TEST(code(std::string(max_rule_bytes + 1, '#')).starts_with("x.txt: is larger than 1048576 bytes"));
}

BOOST_AUTO_TEST_CASE(what_queries_become) {
  std::string text;
  bool complete = false;  // the rules
  std::shared_ptr<const SynonymTable> table;
  for (const auto& [input, expected] : cases_of("expansion.txt")) {
    if (input.starts_with("rule ")) {
      text = (complete ? "" : text) + input.substr(5) + "\n";
      complete = false;
      continue;
    }
    if (!complete) table = synonyms(text).synonyms;
    complete = true;
    auto tree = parse_query(input.substr(6));
    BOOST_REQUIRE_MESSAGE(tree.ok(), input);
    add_synonyms(*tree, *table, {"en", "sv"});
    BOOST_TEST(shown(*tree) == expected, input);
  }
}

BOOST_AUTO_TEST_CASE(expansions_are_bounded) {
  std::string line = "word";
  for (std::size_t i = 1; i < max_rule_terms; ++i) line += ", s" + std::to_string(i);
  std::string query;
  for (int i = 0; i < 9; ++i) query += "word ";
  auto tree = parse_query(query);
  add_synonyms(*tree, *synonyms(line).synonyms, {});
  std::size_t given = 0;
  for (const QueryNode& word : tree->children) given += word.synonyms.size();
  BOOST_TEST(given == max_synonyms);
  BOOST_TEST(tree->children.at(0).synonyms.size() == max_rule_terms - 1);
  BOOST_TEST(tree->children.back().synonyms.empty());
}

// Reading a file, and preparing it for the languages of an index, takes time in proportion to it.
BOOST_AUTO_TEST_CASE(large_files_are_read_in_time) {
  const auto seconds = [](std::size_t lines) {
    std::string text;
    for (std::size_t i = 0; i < lines; ++i)
      text += "house" + std::to_string(i) + ", houses of " + std::to_string(i) + ", the same start\n";
    const std::clock_t begun = std::clock();
    auto tree = parse_query("the same start again");
    add_synonyms(*tree, *synonyms(text).synonyms, {"de", "en", "sv"});
    BOOST_TEST(tree->children.at(0).synonyms.size() == max_synonyms / 3);
    return static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
  };
  const double some = seconds(max_rules / 10);
  BOOST_TEST(seconds(max_rules) < 30 * some + 0.1);
}

// All pages of up to three of four words, in all orders; all queries of up to three words.
BOOST_AUTO_TEST_CASE(pages_found_are_those_of_the_definition) {
  const Strings words = {"alder", "birch", "cedar", "dogwood"};
  std::vector<Strings> texts{{}};
  for (std::size_t i = 0; i < texts.size(); ++i)
    for (const std::string& word : words)
      if (texts[i].size() < 3) {
        texts.push_back(texts[i]);
        texts.back().push_back(word);
      }
  texts.erase(texts.begin());
  std::vector<NamedPage> pages;
  for (const Strings& text : texts) pages.push_back({record_of(joined(text, "-")), page_of(joined(text, " "))});
  const IndexDirectory directory;
  const Searcher searcher = index_of(directory.path(), pages);

  struct Term {
    Strings words;
    std::vector<Strings> synonyms;
    bool replaced = false;
  };
  struct RuleSet {
    std::string file;
    std::vector<Term> terms;  // by hand, the longest first
  };
  const RuleSet sets[] = {
      {"alder, birch", {{{"alder"}, {{"birch"}}}, {{"birch"}, {{"alder"}}}}},
      {"alder birch, cedar", {{{"alder", "birch"}, {{"cedar"}}}, {{"cedar"}, {{"alder", "birch"}}}}},
      {"alder => birch", {{{"alder"}, {{"birch"}}, true}}},
      {"alder birch => cedar dogwood\ncedar => cedar, dogwood",
       {{{"alder", "birch"}, {{"cedar", "dogwood"}}, true}, {{"cedar"}, {{"dogwood"}}}}},
      {"alder birch, dogwood\nbirch => alder, cedar",
       {{{"alder", "birch"}, {{"dogwood"}}},
        {{"dogwood"}, {{"alder", "birch"}}},
        {{"birch"}, {{"alder"}, {"cedar"}}, true}}},
  };
  const auto has = [](const Strings& text, const Strings& phrase) {
    return std::search(text.begin(), text.end(), phrase.begin(), phrase.end()) != text.end();
  };
  for (const RuleSet& set : sets) {
    const Rules rules = synonyms(set.file);
    for (const Strings& query : texts) {
      // For each word of the query, what a page must have one of.
      std::vector<std::vector<Strings>> wanted;
      for (std::size_t at = 0; at < query.size();) {
        const auto term = std::find_if(set.terms.begin(), set.terms.end(), [&](const Term& t) {
          return at + t.words.size() <= query.size() &&
                 std::equal(t.words.begin(), t.words.end(), query.begin() + static_cast<std::ptrdiff_t>(at));
        });
        const std::size_t count = term == set.terms.end() ? 1 : term->words.size();
        for (std::size_t i = at; i < at + count; ++i) {
          wanted.emplace_back();
          if (term == set.terms.end() || !term->replaced) wanted.back().push_back({query[i]});
          if (term != set.terms.end())
            wanted.back().insert(wanted.back().end(), term->synonyms.begin(), term->synonyms.end());
        }
        at += count;
      }
      Strings expected;
      for (const Strings& text : texts)
        if (std::all_of(wanted.begin(), wanted.end(), [&](const auto& any) {
              return std::any_of(any.begin(), any.end(), [&](const Strings& phrase) { return has(text, phrase); });
            }))
          expected.push_back(joined(text, "-"));
      Strings found = names(searcher, {.text = joined(query, " "), .limit = 100}, rules);
      std::sort(expected.begin(), expected.end());
      std::sort(found.begin(), found.end());
      BOOST_TEST((found == expected), set.file << ": " << joined(query, " "));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_synonym_counts_less_and_the_explanation_adds_up) {
  const IndexDirectory directory;
  const Searcher searcher = index_of(directory.path(), {{record_of("typed"), page_of("The lift is slow today.")},
                                                        {record_of("same"), page_of("The elevator is slow today.")},
                                                        {record_of("phrase"), page_of("A moving room slow today.")},
                                                        {record_of("parts"), page_of("Room for moving stairs.")}});
  const Rules rules = synonyms("lift, elevator, moving room");
  const auto hits = searcher.search({.text = "lift slow", .explain = true}, rules);
  BOOST_REQUIRE_MESSAGE(hits.ok(), message_of(hits));
  BOOST_TEST((names_of(*hits) == Strings{"typed", "same", "phrase"}),
             joined(names_of(*hits), ", "));  // in the index's order
  for (const Hit& hit : hits->hits) {
    BOOST_TEST(adds_up(hit.explanation), hit.url);
    BOOST_TEST(std::abs(hit.explanation.value - hit.score) < 1e-9);
    BOOST_REQUIRE(hit.explanation.parts.size() == 2u);
    BOOST_TEST(hit.explanation.parts[0].text == "lift (or: elevator, moving room): product of");
  }
  // tf is the weight of an occurrence, in BM25F's formula; of words and phrases alike.
  for (std::size_t i = 1; i < hits->hits.size(); ++i) {
    const Explanation& share = hits->hits[i].explanation.parts[0].parts.back().parts[0].parts[0];
    BOOST_TEST(share.text.starts_with("content: weight 1 * tf 0.5 / "), share.text);
    BOOST_TEST(hits->hits[0].score > hits->hits[i].score);
  }
}

BOOST_AUTO_TEST_CASE(snippets_show_synonyms) {
  const IndexDirectory directory;
  const Searcher searcher = index_of(directory.path(), {{record_of("a"), page_of("Take the elevators to the roof.")},
                                                        {record_of("b"), page_of("The moving rooms go to the roof.")},
                                                        {record_of("c"), page_of("A room, moving, and a roof.")}});
  const auto hits = searcher.search({.text = "lift roof"}, synonyms("lift, elevator, moving room"));
  BOOST_REQUIRE(hits->total == 2u);
  for (const Hit& hit : hits->hits)
    BOOST_TEST(marked(hit.snippet) == (hit.url.ends_with("a") ? "Take the [elevators] to the [roof]."
                                                              : "The [moving rooms] go to the [roof]."));
  const auto instead = searcher.search({.text = "lift"}, synonyms("lift => roof, elevator"));
  BOOST_TEST(instead->total == 3u);
  BOOST_TEST(marked(instead->hits.at(0).snippet).find("[roof]") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_page_with_the_synonym_has_the_word) {
  const IndexDirectory directory;
  SearcherOptions options = forgiving;
  const Searcher searcher = index_of(directory.path(),
                                     {{record_of("both"), page_of("An elevator in the tower.")},
                                      {record_of("phrase"), page_of("Moving stairs, and a tower.")},
                                      {record_of("one"), page_of("A tower alone.")},
                                      {record_of("other"), page_of("An elevator alone.")}},
                                     {}, options);
  Strings found = names(searcher, {.text = "lift tower"}, synonyms("lift, elevator, moving stairs"));
  std::sort(found.begin(), found.end());
  BOOST_TEST((found == Strings{"both", "one without lift", "other without tower", "phrase"}), joined(found, "; "));
  BOOST_TEST((names(searcher, {.text = "lift tower"}, {}) !=
              names(searcher, {.text = "lift tower"}, synonyms("lift, elevator"))));
  // Words that mean the same only together.
  found = names(searcher, {.text = "paternoster hall tower"}, synonyms("paternoster hall, elevator"));
  BOOST_TEST(found.at(0) == "both");
  // A correction has the synonyms of what it is.
  const auto hits = searcher.search({.text = "elevatr tower"}, synonyms("elevator, moving stairs"));
  BOOST_TEST(hits->notes.at(0) == "no page has \"elevatr\"; searched for \"elevator\"");
  const Strings corrected = names_of(*hits);
  BOOST_TEST(std::ranges::count(corrected, "phrase") == 1, joined(corrected, "; "));
}

BOOST_AUTO_TEST_CASE(best_bets_come_first_and_once) {
  const IndexDirectory directory;
  const std::string at = "https://example.org/";
  const Searcher searcher = index_of(directory.path(), {{record_of("news"), page_of("Opening hours, opening hours.")},
                                                        {record_of("hours"), page_of("The hours of opening.")},
                                                        {record_of("visit"), page_of("Come and visit.")},
                                                        {record_of("de"), page_of("Geöffnet opening hours", "de")}});
  const Rules rules = best_bets("Opening Hours, öffnungszeiten => " + at + "visit, " + at + "hours, " + at + "gone");
  const auto all = [&](Query query) {
    query.limit = 10;
    return names(searcher, query, rules);
  };
  const Strings first = all({.text = "opening hours"});
  BOOST_REQUIRE(first.size() == 4u);
  BOOST_TEST(first[0] == "visit!");
  BOOST_TEST(first[1] == "hours!");
  for (const char* same : {"opening HOURS", "\"opening hours\"", "opening, hours!", "óffnungszeiten"})
    BOOST_TEST(all({.text = same}).at(0) == "visit!", same);
  for (const char* other : {"hours opening", "opening", "opening hours today", "opening -hours", "title:opening hours",
                            "opening OR hours", "openi* hours"})
    for (const std::string& name : all({.text = other})) BOOST_TEST(!name.ends_with("!"), other);

  // In pages of hits, too.
  Strings paged;
  for (std::size_t offset = 0; offset < 5; ++offset)
    for (const std::string& name : names(searcher, {.text = "opening hours", .offset = offset, .limit = 1}, rules))
      paged.push_back(name);
  BOOST_TEST((paged == first), joined(paged, ", "));
  BOOST_TEST(searcher.search({.text = "opening hours", .limit = 0}, rules)->total == 4u);
  BOOST_TEST(searcher.search({.text = "opening hours", .facets = true}, rules)->facets->sites.values.at(0).count == 4u);

  // Only within what the reader asks for.
  BOOST_TEST((all({.text = "opening hours", .lang = "de"}) == Strings{"de"}));
  BOOST_TEST(all({.text = "opening hours", .site = "other.example"}).empty());
  for (const std::string& name : all({.text = "opening hours", .order = Order::newest}))
    BOOST_TEST(!name.ends_with("!"));
  BOOST_TEST(!all({.text = "opening hours", .templates = true}).size());

  const auto explained = searcher.search({.text = "opening hours", .explain = true}, rules);
  BOOST_TEST(explained->hits[0].explanation.text == "best bet without the query's words");
  BOOST_TEST(explained->hits[0].score == 0);
  BOOST_TEST(explained->hits[1].score > 0);
  for (const Hit& hit : explained->hits) BOOST_TEST(std::abs(hit.explanation.value - hit.score) < 1e-9);
}

BOOST_AUTO_TEST_CASE(best_bets_where_pages_lack_words) {
  const IndexDirectory directory;
  const Searcher searcher = index_of(directory.path(),
                                     {{record_of("all"), page_of("walrus orchard")},
                                      {record_of("some"), page_of("walrus alone")},
                                      {record_of("none"), page_of("nothing of it")}},
                                     {}, forgiving);
  const Rules rules = best_bets("walrus orchard => https://example.org/some, https://example.org/none");
  const auto hits = searcher.search({.text = "walrus orchard"}, rules);
  BOOST_TEST((names_of(*hits) == Strings{"some!", "none!", "all"}), joined(names_of(*hits), ", "));
  BOOST_TEST(hits->total == 3u);
  BOOST_TEST(hits->complete == 3u);
  const auto nothing = searcher.search({.text = "zeppelin"}, best_bets("zeppelin => https://example.org/none"));
  BOOST_TEST((names_of(*nothing) == Strings{"none!"}));
  BOOST_TEST(nothing->hints.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::index
