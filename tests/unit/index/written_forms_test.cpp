#include "indexer_adapter/words/detail/written_forms.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "indexer_adapter/lucene/detail/text.h"
#include "pages.h"

namespace pith::index {
namespace {

// The signed and joined forms in a text.
std::string forms(std::string_view utf8) {
  const std::wstring text = to_wide(utf8);
  const std::vector<Token> tokens = tokenise(text);
  std::string out;
  const auto add = [&](const std::wstring& form) {
    if (!form.empty()) out += (out.empty() ? "" : " ") + to_utf8(form);
  };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    add(signed_form(text, tokens[i]));
    if (i + 1 < tokens.size()) add(joined_form(text, tokens[i], tokens[i + 1]));
  }
  return out;
}

NamedPage page(const std::string& name, const std::string& title, const std::string& text) {
  return {record_of(name), page_of(text, "en", title)};
}

std::string first(const Searcher& searcher, const std::string& text) {
  const auto hits = searcher.search(Query{.text = text});
  BOOST_REQUIRE_MESSAGE(hits, message_of(hits));
  if (hits->hits.empty()) return {};
  const std::string& url = hits->hits.front().url;
  return url.substr(url.rfind('/') + 1);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(written_forms)

BOOST_AUTO_TEST_CASE(signs_that_belong_to_a_word) {
  BOOST_TEST(forms("C, C++, c#, F#; (C++) C++17 g++-12") == "c++ c# f# c++ c++ g++");
  BOOST_TEST(forms(".NET (.htaccess) \".env\"") == ".net .htaccess .env");
  BOOST_TEST(forms("ASP.NET node.js end. Next ...more 3.14 .5 a+b C#m page#top 5++ #tag A+") == "");
}

BOOST_AUTO_TEST_CASE(words_with_a_hyphen) {
  BOOST_TEST(forms("e-mail Wi-Fi co\u2011operate") == "email wifi cooperate");
  BOOST_TEST(forms("a - b --c 2024-05 x-1 北-京 a--b") == "");
  BOOST_TEST(forms(std::string(20, 'a') + "-" + std::string(20, 'b')) == "");
}

BOOST_AUTO_TEST_CASE(versions_with_a_v) {
  BOOST_TEST((without_v(L"v14") == L"14"));
  for (const wchar_t* other : {L"v", L"14", L"v1a", L"vv1"}) BOOST_TEST(without_v(other).empty());
}

BOOST_AUTO_TEST_CASE(the_exact_form_comes_first) {
  const IndexDirectory directory;
  const std::string rest = " is a language that many people write programs in every day.";
  const Searcher searcher = index_of(
      directory.path(), {page("c", "C", "C" + rest), page("cpp", "C++", "C++" + rest), page("cs", "C#", "C#" + rest),
                         page("net", ".NET", ".NET runs programs."), page("fish", "Fish net", "The net is for fish."),
                         page("mail", "Post", "Write an e-mail."), page("email", "Letters", "Write an email."),
                         page("v14", "Version", "New in v14.2.1."), page("14", "Version", "Fixed in 14.2.2.")});
  for (const auto& [query, name] : std::vector<std::pair<std::string, std::string>>{{"C", "c"},
                                                                                    {"C++", "cpp"},
                                                                                    {"C#", "cs"},
                                                                                    {"\"C++\"", "cpp"},
                                                                                    {"c++ language", "cpp"},
                                                                                    {".NET", "net"},
                                                                                    {"fish net", "fish"},
                                                                                    {"e-mail", "mail"},
                                                                                    {"email", "email"},
                                                                                    {"14.2.1", "v14"},
                                                                                    {"v14.2.2", "14"}})
    BOOST_TEST(first(searcher, query) == name, query);
  using Names = std::vector<std::string>;
  BOOST_TEST(found(searcher, "e-mail") == (Names{"email", "mail"}));
  BOOST_TEST(found(searcher, "email") == (Names{"email", "mail"}));
  BOOST_TEST(found(searcher, "C") == (Names{"c", "cpp", "cs"}));
  BOOST_TEST(found(searcher, "-C language") == (Names{"c", "cpp", "cs"}));  // an option, no exclusion
  BOOST_TEST(found(searcher, "language -people").empty());
  BOOST_TEST(found(searcher, "net") == (Names{"fish", "net"}));
}

BOOST_AUTO_TEST_CASE(a_sign_that_no_page_has_is_named) {
  const IndexDirectory directory;
  const Searcher searcher = index_of(
      directory.path(), {page("c", "C", "C is a language."), page("fs", "F#", "F# is a language, written on a net.")});
  const auto notes = [&](const std::string& query) { return searcher.search(Query{.text = query})->notes; };
  BOOST_TEST(found(searcher, "C#") == std::vector<std::string>{"c"});
  for (const std::string query : {"C#", "C# language", "\"C# is\"", "title:C#"})
    BOOST_TEST(notes(query) == std::vector<std::string>{"no page has \"C#\"; searched for \"C\""}, query);
  BOOST_TEST(notes(".net") == std::vector<std::string>{"no page has \".net\"; searched for \"net\""});
  for (const std::string query : {"F#", "C", "F# NOT C#"}) BOOST_TEST(notes(query).empty(), query);
}

BOOST_AUTO_TEST_CASE(snippets_show_what_was_found) {
  const std::string text = "C, C++, C# and F#. ASP.NET or .NET: an e-mail, an email, Wi-Fi, v14.2 and 14.2, all here.";
  const IndexDirectory directory;
  const Searcher searcher = index_of(directory.path(), {page("all", "Forms", text)});
  const auto shown = [&](const std::string& query) {
    const auto hits = searcher.search(Query{.text = query});
    BOOST_REQUIRE_MESSAGE(hits, message_of(hits));
    std::string words;
    for (const Piece& piece : hits->hits.at(0).snippet)
      if (piece.highlighted) words += (words.empty() ? "" : "|") + piece.text;
    return words;
  };
  BOOST_TEST(shown("C++") == "C++");
  BOOST_TEST(shown("C#") == "C#");
  BOOST_TEST(shown("F#") == "F#");
  BOOST_TEST(shown(".NET") == ".NET");
  BOOST_TEST(shown("C") == "C|C++|C#");
  BOOST_TEST(shown("email") == "e-mail|email");
  BOOST_TEST(shown("e-mail") == "e-mail|email");
  BOOST_TEST(shown("wifi") == "Wi-Fi");
  BOOST_TEST(shown("14.2") == "v14.2|14.2");
  BOOST_TEST(shown("v14.2") == "v14.2|14.2");
}

// As in a manual of Python's API for C.
BOOST_AUTO_TEST_CASE(one_exact_form_weighs_more_than_many_without_the_sign) {
  const IndexDirectory directory;
  std::string names, text;
  for (int i = 0; i < 500; ++i) names += "c_name ";
  for (int i = 0; i < 3000; ++i) text += "word ";
  const Searcher searcher = index_of(directory.path(), {page("names", "Names in C", names),
                                                        page("guide", "Guide", text + "It links with C++ programs."),
                                                        page("other", "Other", "Nothing of it.")});
  BOOST_TEST(found(searcher, "C++") == (std::vector<std::string>{"guide", "names"}));
  BOOST_TEST(first(searcher, "C++") == "guide");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::index
