#include "bm25_oracle.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/words/analysis.h"
#include "indexer_adapter/words/detail/letters.h"
#include "indexer_adapter/words/detail/stemmer.h"
#include "indexer_adapter/words/detail/tokeniser.h"

namespace pith::index {
namespace {

using Kind = OracleQuery::Kind;

std::vector<std::wstring> words_of(std::string_view text) {
  std::vector<std::wstring> words;
  for (const Token& token : tokenise(to_wide(text))) words.push_back(token.text);
  return words;
}

}  // namespace

std::string OracleQuery::text() const {
  std::string text;
  switch (kind) {
    case Kind::word:
      text = words;
      break;
    case Kind::phrase:
      text = "\"" + words + "\"";
      break;
    case Kind::without:
      return "NOT " + parts.front().text();
    default:
      for (const OracleQuery& part : parts)
        text += (text.empty() ? "(" : kind == Kind::any ? " OR " : " ") + part.text();
      text += ")";
  }
  if (!field.empty()) text = field + ":" + text;
  return boost == 1 ? text : text + "^" + std::to_string(static_cast<int>(boost));
}

Oracle::Oracle(const std::vector<NamedPage>& pages, Weights weights, Ranking ranking)
    : weights_(std::move(weights)), ranking_(ranking) {
  std::set<std::string> languages;
  for (const NamedPage& named : pages) {
    const ExtractedPage& from = named.page;
    Page page{named.record.url, Analysers().stems_of(from.metadata.language), {}};
    if (!page.language.empty()) languages.insert(page.language);
    page.fields["title"] = words_of(from.metadata.title);
    page.fields["content"] = words_of(from.blocks.text);
    page.fields["anchors"] = words_of(from.anchors);
    page.fields["inbound"] = words_of(named.inbound_texts.inbound);
    page.fields["ancestors"] = words_of(named.inbound_texts.ancestors);
    for (const Block& block : from.blocks.blocks)
      if (block.region == Region::heading)
        for (const std::wstring& word : words_of(from.blocks.text.substr(block.begin, block.end - block.begin)))
          page.fields["headings"].push_back(word);
    pages_.push_back(std::move(page));
  }
  languages_.assign(languages.begin(), languages.end());
}

double Oracle::average(const std::string& field) const {
  double words = 0, pages = 0;
  for (const Page& page : pages_) {
    const auto found = page.fields.find(field);
    if (found == page.fields.end() || found->second.empty()) continue;
    words += static_cast<double>(found->second.size());
    ++pages;
  }
  return pages == 0 ? 1 : words / pages;
}

double Oracle::frequency(const OracleQuery& query, const Page& page, const std::vector<std::wstring>& words) const {
  const auto wanted = words_of(query.words);
  if (query.kind == Kind::phrase && wanted.size() > 1) {
    double count = 0;
    for (std::size_t i = 0; i + wanted.size() <= words.size(); ++i) {
      std::size_t k = 0;
      while (k < wanted.size() && fold(words[i + k]) == fold(wanted[k])) ++k;
      count += k == wanted.size();
    }
    return count;
  }
  // A word is folded but for the letters of its page's language, which fold to a term of their own.
  const std::wstring_view letters = letters_of(page.language);
  const auto count = [&](const std::wstring& text) {
    return static_cast<double>(std::ranges::count_if(
        words, [&](const std::wstring& word) { return word == text || fold(word, letters) == text; }));
  };
  std::wstring all_letters;
  for (const std::string& language : languages_) all_letters += letters_of(language);
  const bool has_letters = wanted[0].find_first_of(all_letters) != std::wstring::npos;
  double best = (has_letters ? 0.4 : 1) * count(fold(wanted[0]));
  if (wanted[0] != fold(wanted[0])) best = std::max(best, 1.2 * count(wanted[0]));
  if (has_letters && wanted[0] != fold(wanted[0], all_letters))
    best = std::max(best, count(fold(wanted[0], all_letters)));
  const auto of_letters = std::ranges::count_if(words, [&](const std::wstring& word) {
    return word.find_first_of(letters) != std::wstring::npos && fold(word) == fold(wanted[0]);
  });
  best = std::max(best, 0.4 * static_cast<double>(of_letters));
  if (query.kind == Kind::phrase) return best;
  for (const std::string& language : languages_)
    for (const std::wstring& other : respelt(language, wanted[0])) best = std::max(best, count(other));
  if (page.language.empty()) return best;
  // A stem of a language occurs only in pages of that language.
  Stemmer stemmer(page.language);
  const auto stems = [&](const std::wstring& of) {
    const std::wstring stem = stemmer.stem(of);
    return static_cast<double>(
        std::ranges::count_if(words, [&](const std::wstring& word) { return stemmer.stem(word) == stem; }));
  };
  best = std::max(best, 0.8 * stems(wanted[0]));
  for (const std::wstring& other : respelt(page.language, wanted[0])) best = std::max(best, 0.8 * stems(other));
  const std::wstring stem = fold(stemmer.stem(wanted[0]));
  const auto folded_stems = std::ranges::count_if(words, [&](const std::wstring& word) {
    const std::wstring of_word = stemmer.stem(word);
    return of_word.find_first_of(letters) != std::wstring::npos && fold(of_word) == stem;
  });
  return std::max(best, 0.3 * static_cast<double>(folded_stems));
}

double Oracle::weight(const OracleQuery& query, const Page& page) const {
  double sum = 0;
  for (const auto& [field, words] : page.fields) {
    const double weight = query.field.empty() ? weights_.count(field) ? weights_.at(field) : 0 : query.field == field;
    if (weight == 0 || words.empty()) continue;
    const double b = field == "headings" ? 0 : ranking_.b;
    sum += weight * frequency(query, page, words) / (1 - b + b * static_cast<double>(words.size()) / average(field));
  }
  return sum;
}

std::optional<double> Oracle::score(const OracleQuery& query, const Page& page) const {
  double sum = 0;
  bool found = query.kind == Kind::all;
  switch (query.kind) {
    case Kind::word:
    case Kind::phrase: {
      const double w = weight(query, page);
      if (w == 0) return std::nullopt;
      double df = 0;
      for (const Page& other : pages_) df += weight(query, other) > 0;
      const auto n = static_cast<double>(pages_.size());
      return query.boost * std::log(1 + (n - df + 0.5) / (df + 0.5)) * w / (ranking_.k1 + w);
    }
    case Kind::without:
      return score(query.parts.front(), page) ? std::nullopt : std::optional<double>(0);
    default:
      for (const OracleQuery& part : query.parts) {
        const auto value = score(part, page);
        if (!value && query.kind == Kind::all) return std::nullopt;
        found |= value.has_value();
        sum += value.value_or(0);
      }
  }
  if (!found) return std::nullopt;
  return query.boost * sum;
}

std::map<std::string, double> Oracle::scores(const OracleQuery& query) const {
  std::map<std::string, double> scores;
  for (const Page& page : pages_)
    if (const auto value = score(query, page)) scores[page.url] = *value;
  return scores;
}

}  // namespace pith::index
