#include "indexer_adapter/hits/detail/snippet.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "core/base/keyed_hash.h"
#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/query/detail/deadline.h"
#include "indexer_adapter/query/detail/pattern.h"
#include "indexer_adapter/words/detail/tokeniser.h"
#include "indexer_adapter/words/detail/written_forms.h"
#include "indexer_adapter/words/stop_words.h"

namespace pith::index {
namespace {

constexpr std::size_t longest_scan = 500'000;
constexpr std::size_t most_fitting = 2'000'000;  // a phrase that repeats one word fits many times everywhere

// A word of the content.
struct Span {
  std::uint32_t begin, end;
};

// Words side by side that a pattern fits.
struct Run {
  std::size_t first_test, words;
  std::size_t pattern;
};

struct Match {
  std::size_t first_token, last_token;
  std::size_t pattern;
};

struct Passage {
  std::size_t first_token = 0, last_token = 0;  // tokens shown
  std::set<std::size_t> patterns;
};

// Chooses the passages of a part of a text, and renders them.
class PassageMaker {
 public:
  // `matches`: in `tokens`, which are those of all of the text.
  PassageMaker(std::wstring_view content, std::size_t begin, std::size_t end, const std::vector<Span>& tokens,
               const std::vector<Match>& matches, std::size_t patterns, const Deadline& deadline)
      : content_(content), begin_(begin), end_(end), tokens_(tokens), patterns_(patterns), deadline_(deadline) {
    const auto token_at = [&](std::size_t place) {
      return static_cast<std::size_t>(std::ranges::lower_bound(tokens, place, {}, &Span::begin) - tokens.begin());
    };
    first_token_ = token_at(begin);
    end_token_ = token_at(end);
    for (auto match = std::ranges::lower_bound(matches, first_token_, {}, &Match::first_token);
         match != matches.end() && match->first_token < end_token_; ++match) {
      deadline_.check();
      if (match->last_token >= end_token_) continue;
      matches_.push_back(*match);
      matched_patterns_.insert(match->pattern);
    }
  }

  Snippet make(std::size_t length) const {
    if (first_token_ == end_token_) return {};
    Snippet snippet = render(length);
    for (std::size_t i = 0; i < std::min(matches_.size(), max_snippet_matches); ++i)
      snippet.matches.push_back(
          {tokens_[matches_[i].first_token].begin, tokens_[matches_[i].last_token].end, matches_[i].pattern});
    return snippet;
  }

 private:
  Snippet render(std::size_t length) const {
    const Passage whole = best_passage(length, {});
    if (whole.patterns.size() < matched_patterns_.size()) {
      const Passage first = widened(best_passage(length / 2, {}), length / 2);
      const Passage second = widened(best_passage(length / 2, first.patterns), length / 2);
      if (!overlaps(first, second))
        return first.first_token < second.first_token ? render({first, second}) : render({second, first});
    }
    return render({widened(whole, length)});
  }

  std::size_t extent(std::size_t first_token, std::size_t last_token) const {
    return tokens_[last_token].end - tokens_[first_token].begin;
  }

  // The run of matches within `length` characters with the most patterns not in `shown`, then the most matches.
  Passage best_passage(std::size_t length, const std::set<std::size_t>& shown) const {
    Passage best{first_token_, first_token_, {}};
    std::size_t best_matches = 0;
    std::vector<unsigned> inside(patterns_);
    std::size_t distinct = 0, begin = 0;
    for (std::size_t end = 0; end < matches_.size(); ++end) {
      deadline_.check();
      if (!shown.contains(matches_[end].pattern) && inside[matches_[end].pattern]++ == 0) ++distinct;
      while (begin < end && extent(matches_[begin].first_token, matches_[end].last_token) > length) {
        if (!shown.contains(matches_[begin].pattern) && --inside[matches_[begin].pattern] == 0) --distinct;
        ++begin;
      }
      const std::size_t matches = end - begin + 1;
      if (distinct == 0 || distinct < best.patterns.size()) continue;
      if (distinct == best.patterns.size() && matches <= best_matches) continue;
      best_matches = matches;
      deadline_.check(static_cast<std::uint32_t>(inside.size()));
      best = {matches_[begin].first_token, matches_[end].last_token, {}};
      for (std::size_t p = 0; p < inside.size(); ++p)
        if (inside[p] > 0) best.patterns.insert(p);
    }
    return best;
  }

  // The passage with as many surrounding words as fit, a third of them before it.
  Passage widened(Passage passage, std::size_t length) const {
    const std::size_t used = extent(passage.first_token, passage.last_token);
    const std::size_t before = used < length ? (length - used) / 3 : 0;
    const std::size_t first = passage.first_token;
    while (passage.first_token > first_token_ &&
           tokens_[first].begin - tokens_[passage.first_token - 1].begin <= before)
      --passage.first_token;
    while (passage.last_token + 1 < end_token_ && extent(passage.first_token, passage.last_token + 1) <= length)
      ++passage.last_token;
    // At the end of the content, the rest of the room goes before the passage.
    while (passage.last_token + 1 == end_token_ && passage.first_token > first_token_ &&
           extent(passage.first_token - 1, passage.last_token) <= length)
      --passage.first_token;
    return passage;
  }

  static bool overlaps(const Passage& a, const Passage& b) {
    return a.first_token <= b.last_token && b.first_token <= a.last_token;
  }

  Snippet render(const std::vector<Passage>& passages) const {
    Snippet snippet;
    std::vector<Piece>& pieces = snippet.pieces;
    std::size_t shown = begin_;  // one past the last character shown
    for (const Passage& passage : passages) {
      const std::size_t begin = passage.first_token == first_token_ ? begin_ : tokens_[passage.first_token].begin;
      const std::size_t end = end_of(passage.last_token);
      if (begin > shown) add(pieces, shown == begin_ ? L"… " : L" … ", false);
      std::size_t at = begin;
      for (const Match& match : matches_) {
        deadline_.check();
        if (match.first_token < passage.first_token || match.last_token > passage.last_token) continue;
        const std::size_t match_begin = std::max<std::size_t>(at, tokens_[match.first_token].begin);
        const std::size_t match_end = tokens_[match.last_token].end;
        if (match_end <= at) continue;
        add(pieces, content_.substr(at, match_begin - at), false);
        add(pieces, content_.substr(match_begin, match_end - match_begin), true);
        if (!snippet.match) snippet.match = static_cast<std::uint32_t>(match_begin);
        at = match_end;
      }
      add(pieces, content_.substr(at, end - at), false);
      shown = end;
    }
    if (passages.back().last_token + 1 < end_token_) add(pieces, L" …", false);
    return snippet;
  }

  // The end of the word, with closing punctuation.
  std::size_t end_of(std::size_t token) const {
    std::size_t end = tokens_[token].end;
    const std::size_t limit = token + 1 < end_token_ ? tokens_[token + 1].begin : end_;
    constexpr std::size_t most = 3;
    while (end < limit && end < tokens_[token].end + most && content_[end] > L' ') ++end;
    return end;
  }

  static void add(std::vector<Piece>& pieces, std::wstring_view text, bool highlighted) {
    std::wstring folded;
    bool after_space = pieces.empty() || pieces.back().text.ends_with(' ');
    for (const wchar_t c : text) {
      const bool space = is_space(c);
      if (space && after_space) continue;
      folded += space ? L' ' : c;
      after_space = space;
    }
    if (folded.empty()) return;
    if (!pieces.empty() && pieces.back().highlighted == highlighted)
      pieces.back().text += to_utf8(folded);
    else
      pieces.push_back({to_utf8(folded), highlighted});
  }

  const std::wstring_view content_;
  const std::size_t begin_, end_;  // of the part
  const std::vector<Span>& tokens_;
  const std::size_t patterns_;
  const Deadline& deadline_;
  std::size_t first_token_ = 0, end_token_ = 0;  // of the part
  std::vector<Match> matches_;                   // in the part
  std::set<std::size_t> matched_patterns_;
};

}  // namespace

class MatchedText::Words {
 public:
  Words(std::wstring_view text, const std::vector<SnippetPattern>& patterns, Stemmer* stemmer, const Deadline& deadline)
      : content_(text.substr(0, longest_scan)), patterns_(patterns), stemmer_(stemmer), deadline_(deadline) {
    for (std::size_t pattern = 0; pattern < patterns.size(); ++pattern) {
      add_words(patterns[pattern].words, pattern);
      for (const WordTests& synonym : patterns[pattern].synonyms) add_words(synonym, pattern);
    }
    read_words();
    find_matches();
  }

  Snippet snippet(std::size_t begin, std::size_t end, std::size_t length) const {
    return PassageMaker(content_, begin, std::min(end, content_.size()), tokens_, matches_, patterns_.size(), deadline_)
        .make(length);
  }

 private:
  void add_words(const WordTests& words, std::size_t pattern) {
    runs_.push_back({tests_, words.size(), pattern});
    for (const WordTest& test : words) add_test(test, tests_++);
  }

  void add_test(const WordTest& test, std::size_t number) {
    for (const auto* words : {&test.folded, &test.respelt})
      for (const std::wstring& word : *words)
        (test.as_signed.empty() ? by_word_ : by_unsigned_)[word].push_back(number);
    if (!test.as_signed.empty()) by_word_[test.as_signed].push_back(number);
    if (stemmer_ && !test.lower.empty()) {
      const std::wstring stem = fold(stemmer_->stem(test.lower));
      by_stem_[stem].push_back(number);
      if (!stem.empty()) stems_begin_.insert(stem[0]);
    }
    if (!test.pattern.empty()) by_first_[test.pattern[0]].emplace_back(test.pattern, number);
  }

  // The tests that the word fits, in order. Only those with wildcards are tried one by one.
  void find_tests(const Token& token, std::wstring_view form, std::vector<std::size_t>& fitting) {
    fitting.clear();
    const auto add = [&](const auto& tests, std::wstring_view key) {
      if (const auto found = tests.find(key); found != tests.end())
        fitting.insert(fitting.end(), found->second.begin(), found->second.end());
    };
    add(by_word_, token.folded);
    if (!form.empty()) {
      add(by_word_, form);
      if (const auto found = by_word_.find(form); found != by_word_.end())
        with_sign_.insert(found->second.begin(), found->second.end());
    } else if (const auto found = by_unsigned_.find(token.folded); found != by_unsigned_.end()) {
      for (const std::size_t test : found->second) without_sign_.emplace_back(tokens_.size(), test);
    }
    if (const std::wstring_view number = without_v(token.folded); !number.empty()) add(by_word_, number);
    // Stemming all words of a long page is the expensive part; stems begin like their words, except in Arabic.
    if (!token.unspaced &&
        (stems_begin_.contains(token.folded[0]) || (!by_stem_.empty() && token.folded[0] >= 0x600))) {
      const std::wstring& stem = stemmer_->stem(token.text);
      const bool is_ascii = std::ranges::all_of(stem, [](wchar_t c) { return c < 0x80; });
      add(by_stem_, is_ascii ? std::wstring_view(stem) : std::wstring_view(folded_stem_ = fold(stem)));
    }
    if (const auto found = by_first_.find(token.folded[0]); found != by_first_.end()) {
      deadline_.check(static_cast<std::uint32_t>(found->second.size()));
      for (const auto& [pattern, number] : found->second)
        if (fits_pattern(token.folded, pattern)) fitting.push_back(number);
    }
    std::sort(fitting.begin(), fitting.end());
    fitting.erase(std::unique(fitting.begin(), fitting.end()), fitting.end());
  }

  // Few words fit a test: for the others, only the position is kept.
  void read_words() {
    Tokeniser words(content_, stemmer_ ? stemmer_->casing() : Casing::common);
    std::vector<std::size_t> fitting;
    Token before{};
    for (Token token{}; fitting_.size() + without_sign_.size() < most_fitting && words.next(token);
         std::swap(before, token)) {
      deadline_.check();
      const std::wstring form = signed_form(content_, token);
      find_tests(token, form, fitting);
      for (const std::size_t test : fitting) fitting_.emplace_back(tokens_.size(), test);
      if (!tokens_.empty()) find_joined(before, token);
      tokens_.push_back({token.begin, token.end});
      if (fitting.empty() || form.empty()) continue;
      if (form.front() == L'.')
        --tokens_.back().begin;
      else
        tokens_.back().end = token.begin + static_cast<std::uint32_t>(form.size());
    }
    add_without_sign();
  }

  // Where the text has "C++", a mere "C" is not what was asked for.
  void add_without_sign() {
    for (const auto& [token, test] : without_sign_)
      if (!with_sign_.contains(test)) fitting_.emplace_back(token, test);
    std::ranges::sort(fitting_);
  }

  // "E-mail" for "email".
  void find_joined(const Token& before, const Token& token) {
    const std::wstring joined = joined_form(content_, before, token);
    const auto found = joined.empty() ? by_word_.end() : by_word_.find(joined);
    if (found == by_word_.end()) return;
    for (const std::size_t test : found->second)
      if (const Run& run = run_of(test); run.words == 1)
        matches_.push_back({tokens_.size() - 1, tokens_.size(), run.pattern});
  }

  const Run& run_of(std::size_t test) const {
    return *(std::upper_bound(runs_.begin(), runs_.end(), test,
                              [](std::size_t t, const Run& r) { return t < r.first_test; }) -
             1);
  }

  void find_matches() {
    for (const auto& [token, test] : fitting_) {
      deadline_.check();
      const Run& run = run_of(test);
      if (run.first_test != test) continue;
      std::size_t k = 1;
      while (k < run.words && std::binary_search(fitting_.begin(), fitting_.end(), std::pair(token + k, test + k))) {
        deadline_.check();
        ++k;
      }
      if (k < run.words) continue;
      matches_.push_back({token, token + k - 1, run.pattern});
    }
    std::ranges::stable_sort(matches_, {}, &Match::first_token);
  }

  const std::wstring_view content_;
  const std::vector<SnippetPattern>& patterns_;
  Stemmer* const stemmer_;
  const Deadline& deadline_;
  std::size_t tests_ = 0;  // of all patterns, numbered consecutively
  KeyedMap<std::wstring, std::vector<std::size_t>> by_word_, by_stem_;
  KeyedMap<std::wstring, std::vector<std::size_t>> by_unsigned_;   // tests with a sign, by the word alone
  std::set<std::size_t> with_sign_;                                // of these, those whose sign the text has
  std::vector<std::pair<std::size_t, std::size_t>> without_sign_;  // tokens and tests, in order
  std::wstring folded_stem_;                                       // reused from word to word
  std::set<wchar_t> stems_begin_;
  // Patterns by their first character, which is never a wildcard (query_builder.cpp).
  std::map<wchar_t, std::vector<std::pair<std::wstring_view, std::size_t>>> by_first_;
  std::vector<Run> runs_;  // by first_test
  std::vector<Span> tokens_;
  std::vector<std::pair<std::size_t, std::size_t>> fitting_;  // tokens and tests, in order
  std::vector<Match> matches_;                                // by first token
};

MatchedText::MatchedText(std::wstring_view text, const std::vector<SnippetPattern>& patterns, Stemmer* stemmer,
                         const Deadline& deadline)
    : words_(std::make_unique<Words>(text, patterns, stemmer, deadline)) {}

MatchedText::~MatchedText() = default;

Snippet MatchedText::snippet(std::size_t length) const { return words_->snippet(0, longest_scan, length); }

Snippet MatchedText::snippet_within(std::uint32_t begin, std::uint32_t end, std::size_t length) const {
  return words_->snippet(begin, end, length);
}

std::vector<SnippetPattern> without_stop_words(const std::vector<SnippetPattern>& patterns, std::string_view language) {
  std::vector<SnippetPattern> telling;
  for (const SnippetPattern& pattern : patterns) {
    const WordTest& test = pattern.words.front();
    if (pattern.words.size() > 1 || test.folded.size() != 1 || test.lower.empty() ||
        !is_stop_word(language, test.lower))
      telling.push_back(pattern);
  }
  return telling.empty() ? patterns : telling;
}

}  // namespace pith::index
