#include "indexer_adapter/query/detail/forgiving.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/query/detail/dictionary.h"
#include "indexer_adapter/query/detail/synonyms.h"
#include "indexer_adapter/words/detail/compounds.h"
#include "indexer_adapter/words/detail/particles.h"
#include "indexer_adapter/words/detail/stemmer.h"
#include "indexer_adapter/words/detail/tokeniser.h"
#include "indexer_adapter/words/stop_words.h"

namespace pith::index {
namespace {

bool is_stop_word_in(std::span<const std::string> languages, std::wstring_view lower) {
  return std::ranges::any_of(languages, [&](const std::string& language) { return is_stop_word(language, lower); });
}

using Kind = QueryNode::Kind;

constexpr double as_parts = 0.6;      // what a compound's parts count, for the compound
constexpr double as_bare_word = 0.8;  // a Korean word without its particle, for both
constexpr double side_by_side = 0.5;

bool is_digit(wchar_t c) { return c >= L'0' && c <= L'9'; }

std::string in_quotes(std::wstring_view text) { return "\"" + to_utf8(text) + "\""; }

bool may_lack(const QueryNode& node) { return node.kind == Kind::word && node.field == nullptr && !node.required; }

QueryNode word_like(const QueryNode& word, std::wstring text) {
  QueryNode out = word;
  out.text = std::move(text);
  out.synonyms.clear();
  out.replaced = false;
  return out;
}

QueryNode node_of(Kind kind, std::vector<QueryNode> children) {
  QueryNode node;
  node.kind = kind;
  node.children = std::move(children);
  return node;
}

void add_form(QueryNode& node, QueryNode form) {
  if (node.kind != Kind::any_of) node = node_of(Kind::any_of, {std::move(node)});
  node.children.push_back(std::move(form));
}

class Forgiver {
 public:
  Forgiver(const QueryContext& context, const CountPages& count)
      : context_(context),
        count_(count),
        fields_(context.searched_names()),
        compounds_(writes_compounds(context.stem_languages)) {}

  std::optional<Forgiven> forgive(const QueryNode& tree) {
    std::vector<QueryNode> others;
    for (const QueryNode& child : tree.kind == Kind::all_of ? std::span(tree.children) : std::span(&tree, 1))
      if (may_lack(child) && !child.optional)
        add_words(child, others);
      else
        others.push_back(child);
    for (std::size_t i = 0; i < words_.size(); ++i) add_word(i);
    if (out_.words.empty() || (out_.words.size() == 1 && !changed_)) return std::nullopt;
    others.push_back(node_of(Kind::most_of, out_.words));
    out_.tree = node_of(Kind::all_of, std::move(others));
    return std::move(out_);
  }

 private:
  // Each word of a run of Han or Thai by itself; two that stand side by side count more.
  void add_words(const QueryNode& node, std::vector<QueryNode>& others) {
    const std::vector<Token> tokens = tokenise(node.text);
    const auto words = query_words(node.text, tokens);
    if (words.size() < 2) return words_.push_back(node);
    const auto text = [&](std::size_t first, std::size_t last) {
      return node.text.substr(tokens[first].begin, tokens[last - 1].end - tokens[first].begin);
    };
    for (std::size_t i = 0; i < words.size(); ++i) {
      words_.push_back(word_like(node, text(words[i].first, words[i].second)));
      if (i == 0) continue;
      others.push_back(word_like(node, text(words[i - 1].first, words[i].second)));
      others.back().kind = Kind::phrase;
      others.back().optional = true;
      others.back().boost *= side_by_side;
    }
    changed_ = true;
  }

  void add_word(std::size_t number) {
    const QueryNode& word = words_[number];
    const std::wstring single = single_word(word);
    QueryNode forms = word;
    std::wstring name = word.text;
    const bool known = count_(word, false) > 0;
    if (!without_particle(word.text).empty())
      add_bare_word(forms, known);
    else if (!known && !become_compound(forms, compounds_with(number))) {
      if (!replace(forms, single)) return;
      if (!forms.text.empty()) name = forms.text;
    }
    if (!single.empty()) add_compounds(forms, number, single);
    out_.words.push_back(std::move(forms));
    out_.names.push_back(to_utf8(name));
  }

  void add_bare_word(QueryNode& forms, bool known) {
    QueryNode bare = word_like(forms, std::wstring(without_particle(forms.text)));
    bare.boost *= as_bare_word;
    if (known)
      add_form(forms, std::move(bare));
    else
      forms = std::move(bare);
    changed_ = true;
  }

  // `forms` with what stands for a word that no page has; whether there is anything. `word`: see single_word.
  bool replace(QueryNode& forms, const std::wstring& word) {
    changed_ = true;
    if (compounds_)
      if (auto parts = parts_of(forms, word)) {
        std::string names;
        for (const QueryNode& part : parts->children) names += (names.empty() ? "" : " and ") + in_quotes(part.text);
        out_.notes.push_back(no_page_has(forms) + "; searched for " + names);
        forms = std::move(*parts);
        return true;
      }
    if (auto apart = two_words(forms, word)) {
      out_.notes.push_back(no_page_has(forms) + "; searched for " + in_quotes(apart->text));
      forms = *std::move(apart);
      return true;
    }
    if (auto parts = parts_of_symbol(forms); parts && count_(*parts, true) > 0) {
      out_.notes.push_back(no_page_has(forms) + "; searched for its parts");
      forms = std::move(*parts);
      return true;
    }
    // What a menu or footer has is no mistake.
    const bool is_mistyped = !word.empty() && !is_in_template(forms, count_);
    const std::wstring near = is_mistyped ? sure_correction(forms, word) : std::wstring();
    out_.notes.push_back(no_page_has(forms) + (near.empty() ? std::string() : "; searched for " + in_quotes(near)));
    if (near.empty()) return false;
    forms = word_like(forms, near);
    if (context_.synonyms != nullptr) add_synonyms(forms, *context_.synonyms, context_.stem_languages);
    return true;
  }

  std::string no_page_has(const QueryNode& word) const {
    return "no page has " + in_quotes(word.text) + (is_in_template(word, count_) ? " in its main content" : "");
  }

  void add_compounds(QueryNode& forms, std::size_t number, const std::wstring& single) {
    const QueryNode& word = words_[number];
    if (compounds_ && forms.kind == Kind::word)
      if (auto parts = parts_of(word, single)) {
        add_form(forms, std::move(*parts));
        changed_ = true;
      }
    for (const std::wstring& joined : compounds_with(number)) {
      if (joined == forms.text) continue;
      add_form(forms, word_like(word, joined));
      changed_ = true;
    }
  }

  // Of the word and the one before or behind it, those that the index has: "dishwasher" for "dish washer".
  std::vector<std::wstring> compounds_with(std::size_t number) const {
    std::vector<std::wstring> out;
    for (std::size_t first = number == 0 ? 0 : number - 1; first <= number; ++first) {
      if (first + 1 >= words_.size()) continue;
      const std::wstring a = single_word(words_[first]), b = single_word(words_[first + 1]);
      if (a.empty() || b.empty()) continue;
      for (const std::wstring& joined : {a + b, a + L"s" + b})
        if (documents(joined) > 0) out.push_back(joined);
    }
    return out;
  }

  // A word that no page has by itself. False if no page within the restrictions has the compound either.
  bool become_compound(QueryNode& word, const std::vector<std::wstring>& compounds) {
    const auto found = std::ranges::find_if(
        compounds, [&](const std::wstring& compound) { return count_(word_like(word, compound), true) > 0; });
    if (found == compounds.end()) return false;
    changed_ = true;
    out_.notes.push_back(no_page_has(word) + "; searched for " + in_quotes(*found));
    word = word_like(word, *found);
    return true;
  }

  // "boot camp" for "bootcamp", "node.js" for "nodejs", "RS-232" for "RS232": the phrase that most pages have.
  std::optional<QueryNode> two_words(const QueryNode& word, const std::wstring& single) const {
    constexpr std::size_t shortest = 2, longest = 60;
    if (single.size() > longest) return std::nullopt;  // each place to split at takes a look into the index
    std::optional<QueryNode> best;
    std::size_t most = 0;
    for (std::size_t at = 1; at < single.size(); ++at) {
      const std::wstring first = single.substr(0, at), second = single.substr(at);
      const bool are_words = first.size() >= shortest && second.size() >= shortest;
      if (!(are_words || is_digit(first.back()) != is_digit(second[0])) || documents(first) == 0 ||
          documents(second) == 0)
        continue;
      QueryNode apart = word_like(word, first + L" " + second);
      apart.kind = Kind::phrase;
      const std::size_t pages = count_(apart, true);
      if (pages <= most) continue;
      most = pages;
      best = std::move(apart);
    }
    return best;
  }

  // "str" and "join" for "str.join".
  static std::optional<QueryNode> parts_of_symbol(const QueryNode& word) {
    const std::vector<Token> tokens = tokenise(word.text);
    if (word.kind != Kind::word || tokens.size() < 2 || std::ranges::any_of(tokens, &Token::unspaced))
      return std::nullopt;
    std::vector<QueryNode> parts;
    for (const Token& token : tokens)
      parts.push_back(word_like(word, word.text.substr(token.begin, token.end - token.begin)));
    return all_parts(std::move(parts));
  }

  std::optional<QueryNode> parts_of(const QueryNode& word, const std::wstring& single) const {
    std::vector<QueryNode> parts;
    for (std::wstring& part : split(single)) parts.push_back(word_like(word, std::move(part)));
    if (parts.empty()) return std::nullopt;
    return all_parts(std::move(parts));
  }

  static QueryNode all_parts(std::vector<QueryNode> parts) {
    QueryNode both = node_of(Kind::all_of, std::move(parts));
    both.boost = as_parts;
    return both;
  }

  std::vector<std::wstring> split(const std::wstring& single) const {
    return split_compound(single, [&](std::wstring_view text) { return documents(text); });
  }

  // Folded; empty if the tokeniser splits it.
  static std::wstring single_word(const QueryNode& word) {
    const std::vector<Token> tokens = tokenise(word.text);
    return tokens.size() == 1 && !tokens[0].unspaced ? tokens[0].folded : std::wstring();
  }

  // Of the words that pages within the restrictions have, the only one that is nearest, or the one far more frequent
  // than others as near; empty if there is none. Other forms of it are not other words: "pumps" is as near to "pumpp" as
  // "pump". Nobody who mistypes a word looks for "and".
  std::wstring sure_correction(const QueryNode& node, const std::wstring& folded) const {
    constexpr int far_more = 5;
    if (std::ranges::any_of(folded, is_digit)) return {};  // a number, a code
    const std::vector<NearWord>& near = context_.near_words.of(context_.reader(), fields_, folded);
    const auto finds = [&](const NearWord& word) {
      return !is_stop_word_in(context_.stem_languages, word.text) && count_(word_like(node, word.text), true) > 0;
    };
    const auto best = std::ranges::find_if(near, finds);
    if (best == near.end()) return {};
    const auto other = std::find_if(best + 1, near.end(), [&](const NearWord& word) {
      return !is_form_of(word.text, best->text) &&
             (word.distance > best->distance || best->documents >= far_more * word.documents || finds(word));
    });
    if (other != near.end() && other->distance == best->distance && best->documents < far_more * other->documents)
      return {};
    return best->text;
  }

  bool is_form_of(const std::wstring& a, const std::wstring& b) const {
    return std::ranges::any_of(context_.stem_languages, [&](const std::string& language) {
      Stemmer stemmer(language);
      const std::wstring stem = stemmer.stem(a);
      return stemmer.stem(b) == stem;
    });
  }

  int documents(std::wstring_view folded) const {
    int most = 0;
    for (const std::wstring& field : fields_)
      most = std::max(most, documents_with(context_.reader(), field, std::wstring(folded)));
    return most;
  }

  const QueryContext& context_;
  const CountPages& count_;
  const std::vector<std::wstring> fields_;
  const bool compounds_;
  std::vector<QueryNode> words_;
  Forgiven out_;
  bool changed_ = false;
};

}  // namespace

void free_function_words(QueryNode& tree, std::span<const std::string> languages) {
  if (tree.kind != Kind::all_of) return;
  const auto is_function_word = [&](const QueryNode& node) {
    return may_lack(node) && is_stop_word_in(languages, lower(node.text));
  };
  if (std::ranges::all_of(tree.children,
                          [&](const QueryNode& node) { return node.kind == Kind::none_of || is_function_word(node); }))
    return;
  for (QueryNode& child : tree.children) child.optional = is_function_word(child);
}

std::optional<Forgiven> forgive(const QueryNode& tree, const QueryContext& context, const CountPages& count) {
  return Forgiver(context, count).forgive(tree);
}

}  // namespace pith::index
