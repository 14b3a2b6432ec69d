#include "plugin/serve/examples.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/text/ascii.h"
#include "core/text/white_space.h"
#include "indexer_adapter/words/stop_words.h"

namespace pith::http {
namespace {

constexpr std::size_t sampled_pages = 200;
constexpr std::size_t longest = 24;          // words, in bytes
constexpr std::size_t content_bytes = 2000;  // looked at of each page
constexpr std::size_t beginning = 4;         // of a word, for a query such as "inst*"

bool is_letter(char c) { return is_beyond_ascii(c) || (is_alphanumeric_ascii(c) && !is_digit_ascii(c)); }

// Words of letters, in small letters; an empty one stands for anything else but a single space.
std::vector<std::string> words_of(std::string_view text, std::size_t shortest) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_letter(text[end])) ++end;
    if (end > i) {
      const std::string_view word = text.substr(i, end - i);
      words.push_back(word.size() < shortest || word.size() > longest ? std::string() : lower_ascii(word));
      i = end;
    } else if (text[i++] != ' ' || (i < text.size() && text[i] == ' ')) {
      words.emplace_back();
    }
  }
  return words;
}

using Pair = std::pair<std::string, std::string>;

// In how many of the texts words stand, and words side by side.
struct Texts {
  std::size_t shortest;  // word
  std::size_t count = 0;
  std::map<std::string, std::size_t> words = {};
  std::map<Pair, std::size_t> pairs = {};

  void add(std::string_view text, std::string_view language) {
    ++count;
    auto all = words_of(text, shortest);
    for (std::string& word : all)
      if (index::is_stop_word(language, word)) word.clear();
    std::set<std::string> seen;
    std::set<Pair> seen_pairs;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].empty()) continue;
      if (seen.insert(all[i]).second) ++words[all[i]];
      if (i + 1 == all.size() || all[i + 1].empty() || all[i] == all[i + 1]) continue;
      if (seen_pairs.emplace(all[i], all[i + 1]).second) ++pairs[{all[i], all[i + 1]}];
    }
  }

  // What is in every other text is hardly worth searching for: the name of the site.
  bool is_common(const std::string& word) const { return count > 3 && words.at(word) * 2 > count; }
};

struct Sample {
  std::size_t pages = 0;
  Texts titles{.shortest = 4}, contents{.shortest = 6};  // titles have fewer of the words that are everywhere
  std::map<std::string, std::size_t> sites, years;

  void add(const index::StoredPage& page) {
    const auto value = [&](const char* name) {
      const auto found = page.find(name);
      return found == page.end() ? std::string() : found->second;
    };
    ++pages;
    const std::string language = value("lang");
    titles.add(value("title"), language);
    contents.add(cut_utf8(value("content"), content_bytes), language);
    if (const std::string site = value("site"); !site.empty()) ++sites[site];
    if (const std::string year = value("published").substr(0, 4); year.size() == 4) ++years[year];
  }
};

template <typename Counts, typename Allowed>
auto most_frequent(const Counts& counts, Allowed allowed) {
  typename Counts::key_type best{};
  std::size_t most = 0;
  for (const auto& [key, count] : counts)
    if (count > most && allowed(key)) {
      best = key;
      most = count;
    }
  return best;
}

struct Words {
  std::string one, other;  // empty if there are none
  Pair pair;               // side by side; its first is `one`
};

Words choose(const Texts& texts) {
  Words words;
  words.pair = most_frequent(
      texts.pairs, [&](const Pair& pair) { return !texts.is_common(pair.first) && !texts.is_common(pair.second); });
  words.one = words.pair.first;
  if (words.one.empty())
    words.one = most_frequent(texts.words, [&](const std::string& word) { return !texts.is_common(word); });
  if (words.one.empty()) return words;
  words.other = most_frequent(texts.words, [&](const std::string& word) {
    return word != words.one && word != words.pair.second && !texts.is_common(word);
  });
  return words;
}

}  // namespace

std::vector<Example> examples_of(const index::Searcher& searcher) {
  Sample sample;
  const auto failed = searcher.all_documents([&](const index::StoredPage& page) {
    sample.add(page);
    return sample.pages < sampled_pages;
  });
  if (failed) return {};
  auto [one, other, pair] = choose(sample.titles);
  const Words more = choose(sample.contents);
  if (one.empty()) one = more.one;
  if (other.empty() && one != more.one) other = more.one;
  if (other.empty()) other = more.other;
  if (pair.first.empty()) pair = more.pair;
  const auto any = [](const std::string&) { return true; };

  std::vector<Example> examples;
  const auto offer = [&](const std::string& query, std::string meaning) {
    const auto hits = searcher.search({.text = query, .limit = 0});
    if (!hits || hits->complete == 0) return false;
    examples.push_back({query, std::move(meaning)});
    return true;
  };
  const std::string phrase = pair.first + " " + pair.second;
  if (!pair.first.empty()) offer(phrase, "both words");
  if (!other.empty()) offer(one + " OR " + other, "either word");
  if (!pair.first.empty()) offer("\"" + phrase + "\"", "the phrase");
  if (!other.empty()) offer(one + " -" + other, "one without the other");
  if (!one.empty()) {
    offer(std::string(cut_utf8(one, beginning)) + "*", "all words that begin like this");
    offer("title:" + one, "in the title; also headings, code, tables, …");
  }
  const std::string word = one.empty() ? one : " " + one;
  if (const std::string site = "site:" + most_frequent(sample.sites, any); sample.sites.size() > 1)
    if (!offer(site + word, "on one site")) offer(site, "all of one site");
  if (const std::string year = most_frequent(sample.years, any); !year.empty())
    offer("after:" + year + word, "published since");
  return examples;
}

}  // namespace pith::http
