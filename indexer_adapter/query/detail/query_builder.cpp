#include "indexer_adapter/query/detail/query_builder.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include "indexer_adapter/documents/index_document.h"
#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/lucene/lucene.h"
#include "indexer_adapter/query/detail/bm25_query.h"
#include "indexer_adapter/query/detail/dictionary.h"
#include "indexer_adapter/query/detail/field_value.h"
#include "indexer_adapter/query/detail/most_of_query.h"
#include "indexer_adapter/words/detail/letters.h"
#include "indexer_adapter/words/detail/stemmer.h"
#include "indexer_adapter/words/detail/tokeniser.h"
#include "indexer_adapter/words/detail/written_forms.h"

namespace pith::index {
namespace {

using Kind = QueryNode::Kind;
using Lucene::newLucene;
using Lucene::QueryPtr;

constexpr double as_written_weight = 1.2, folded_weight = 1, stem_weight = 0.8, alike_weight = 0.5;
constexpr double folded_letters_weight = 0.4, folded_letters_stem_weight = 0.3;
constexpr double without_sign_weight = 0.1;
constexpr double side_by_side_boost = 0.5;
constexpr double most_of = 0.25;  // of the importance of a query's words

// Thrown only inside this file, caught in build_query.
struct Failure {
  Error error;
};

[[noreturn]] void fail(const FieldInfo& field, const std::string& message) {
  throw Failure{wrong_request("query_field", "query: " + std::string(field.name) + ": " + message)};
}

// Slots that must be side by side, and the same for snippets.
struct Run {
  std::vector<Leaf::Slot> slots;
  WordTests words;
  bool is_signed = false;  // one word, with two variants: "c++", and "c"
};

class Builder {
 public:
  explicit Builder(const QueryContext& context) : context_(context) {
    bool dotted = context.stem_languages.empty();
    for (const std::string& language : context.stem_languages) {
      letters_ += letters_of(language);
      (casing_of(language) == Casing::dotless_i ? dotless_ : dotted) = true;
    }
    if (!dotted) casing_ = Casing::dotless_i;
  }

  BuiltQuery build(const QueryNode& node) {
    BuiltQuery built;
    built.query = build_node(node);
    built.patterns = std::move(patterns_);
    built.wanted = std::move(wanted_);
    built.words = std::move(words_);
    built.scored = scored_;
    return built;
  }

 private:
  QueryPtr build_node(const QueryNode& node) {
    QueryPtr query = build_unweighted(node);
    if (node.boost != 1) query->setBoost(query->getBoost() * node.boost);
    return query;
  }

  QueryPtr build_unweighted(const QueryNode& node) {
    switch (node.kind) {
      case Kind::everything:
        return every_document();
      case Kind::all_of:
        return build_all(node.children);
      case Kind::any_of:
        return build_any(node);
      case Kind::none_of:
        return build_all({&node, 1});
      case Kind::most_of:
        return build_most(node.children);
      default:
        break;
    }
    if (node.field == nullptr || node.field->kind == FieldKind::text) return build_text(node);
    return build_value(node);
  }

  QueryPtr build_all(std::span<const QueryNode> children) {
    const auto query = newLucene<Lucene::BooleanQuery>();
    bool positive = false;
    for (const QueryNode& child : children) {
      if (child.kind == Kind::none_of) {
        const std::size_t patterns = patterns_.size(), words = words_.size();
        const bool scored = scored_;
        query->add(build_node(child.children.front()), Lucene::BooleanClause::MUST_NOT);
        patterns_.resize(patterns);
        words_.resize(words);
        scored_ = scored;
      } else {
        query->add(build_node(child), child.optional ? Lucene::BooleanClause::SHOULD : Lucene::BooleanClause::MUST);
        positive |= !child.optional;
      }
    }
    if (!positive) query->add(every_document(), Lucene::BooleanClause::MUST);
    return query;
  }

  QueryPtr build_any(const QueryNode& node) {
    const auto query = newLucene<Lucene::BooleanQuery>();
    for (const QueryNode& child : node.children) query->add(build_node(child), Lucene::BooleanClause::SHOULD);
    query->setMinimumNumberShouldMatch(static_cast<std::int32_t>(node.at_least));
    return query;
  }

  QueryPtr build_most(std::span<const QueryNode> children) {
    std::vector<WantedPart> parts;
    for (const QueryNode& child : children) {
      parts.push_back({build_node(child), 0});
      parts.back().importance = importance(count_documents(parts.back().query));
      wanted_.push_back(parts.back().query);
    }
    return most_of_query(std::move(parts), most_of);
  }

  std::size_t count_documents(const QueryPtr& query) const {
    const IndexView& view = context_.leaves.view();
    const auto weight = query->weight(view.searcher());
    std::size_t count = 0;
    for (const Segment& segment : view.segments())
      if (const auto scorer = weight->scorer(segment.reader, true, false))
        while (scorer->nextDoc() != Lucene::DocIdSetIterator::NO_MORE_DOCS) {
          context_.deadline.check();
          ++count;
        }
    return count;
  }

  double importance(std::size_t documents) const { return idf(context_.leaves.documents(), documents); }

  Leaf leaf_of(const QueryNode& node, std::wstring_view text) const {
    Leaf leaf;
    const bool exact = node.kind == Kind::phrase;
    if (node.field != nullptr) leaf.label = std::string(node.field->name) + ":";
    leaf.label += (exact ? "\"" : "") + to_utf8(text) + (exact ? "\"" : "");
    if (node.field == nullptr) {
      for (const auto& [searched, boost] : context_.searched)
        leaf.fields.push_back(
            {context_.index_name(searched), boost, is_inbound_text(searched), length_counts(searched)});
    } else {
      const Field field = source_of(node.field->field);
      if (!context_.fields.has(field)) fail(*node.field, "this index has no such field");
      leaf.fields.push_back({context_.index_name(field), 1.0, is_inbound_text(field), length_counts(field)});
      leaf.scored = node.field->kind == FieldKind::text;
    }
    return leaf;
  }

  QueryPtr read(Leaf leaf) {
    scored_ |= leaf.scored;
    return bm25_query(std::move(leaf), context_.leaves);
  }

  QueryPtr build_text(const QueryNode& node) {
    if (node.kind == Kind::pattern) return build_pattern(node);
    const auto tokens = tokenise(node.text, casing_);
    const bool exact = node.kind == Kind::phrase;
    std::vector<QueryPtr> parts;
    for (const auto& [first, last] : exact ? whole(tokens) : query_words(node.text, tokens)) {
      Run run = make_run(node.text, {&tokens[first], last - first}, exact);
      Leaf leaf = leaf_of(
          node, std::wstring_view(node.text).substr(tokens[first].begin, tokens[last - 1].end - tokens[first].begin));
      if (node.kind == Kind::fuzzy) add_alike(run, leaf.fields);
      if (node.field == nullptr) words_.insert(words_.end(), run.slots.begin(), run.slots.end());
      leaf.slots = std::move(run.slots);
      leaf.slop = node.slop;
      SnippetPattern pattern{std::move(run.words)};
      if (!exact && last - first == 2)
        add_joined(leaf, pattern, joined_form(node.text, tokens[first], tokens[first + 1]));
      if (!node.synonyms.empty()) add_synonyms(node, leaf, pattern);
      const bool is_signed = run.is_signed && !leaf.slots.empty();  // none: only synonyms are wanted
      parts.push_back(is_signed ? read_signed(std::move(leaf)) : read(std::move(leaf)));
      add_pattern(std::move(pattern), node);
    }
    if (parts.size() < 2) return conjunction(std::move(parts));
    const auto query = newLucene<Lucene::BooleanQuery>();
    query->add(conjunction(std::move(parts)), Lucene::BooleanClause::MUST);
    query->add(side_by_side(node, tokens), Lucene::BooleanClause::SHOULD);
    return query;
  }

  // The word without its sign in a leaf of its own: any number of them weighs less than one with it.
  QueryPtr read_signed(Leaf leaf) {
    Leaf without = leaf;
    without.synonyms.clear();
    auto& variants = without.slots.front().variants;
    variants.erase(variants.begin());
    variants.front().weight = folded_weight;
    leaf.slots.front().variants.resize(1);
    const auto query = newLucene<Lucene::BooleanQuery>();
    query->add(read(std::move(leaf)), Lucene::BooleanClause::SHOULD);
    QueryPtr weak = read(std::move(without));
    weak->setBoost(without_sign_weight);
    query->add(weak, Lucene::BooleanClause::SHOULD);
    return query;
  }

  // "e-mail" is found as "email", too.
  static void add_joined(Leaf& leaf, SnippetPattern& pattern, const std::wstring& joined) {
    if (joined.empty()) return;
    leaf.synonyms.push_back({{{{joined, folded_weight}}, 0}});
    pattern.synonyms.push_back({{.folded = {joined}, .lower = {}, .pattern = {}}});
  }

  // What was written without spaces, found as it was written.
  QueryPtr side_by_side(const QueryNode& node, std::span<const Token> tokens) {
    Leaf leaf = leaf_of(node, node.text);
    leaf.slots = make_run(node.text, tokens, true).slots;
    QueryPtr query = read(std::move(leaf));
    query->setBoost(side_by_side_boost);
    return query;
  }

  void add_synonyms(const QueryNode& node, Leaf& leaf, SnippetPattern& pattern) {
    if (node.replaced) {
      leaf.slots.clear();
      pattern.words.clear();
    }
    leaf.label += node.replaced ? " (instead:" : " (or:";
    for (const std::wstring& text : node.synonyms) {
      Run run = make_run(text, tokenise(text, casing_), false);
      leaf.label += (leaf.synonyms.empty() ? " " : ", ") + to_utf8(text);
      leaf.synonyms.push_back(std::move(run.slots));
      if (pattern.words.empty())
        pattern.words = std::move(run.words);
      else
        pattern.synonyms.push_back(std::move(run.words));
    }
    leaf.label += ")";
  }

  static QueryPtr conjunction(std::vector<QueryPtr> parts) {
    if (parts.size() == 1) return parts.front();
    const auto query = newLucene<Lucene::BooleanQuery>();  // without parts (a word of 300 letters): finds nothing
    for (const QueryPtr& part : parts) query->add(part, Lucene::BooleanClause::MUST);
    return query;
  }

  void add_pattern(SnippetPattern pattern, const QueryNode& node) {
    if (node.field != nullptr && node.field->field == Field::template_text) return;
    if (node.slop == 0) {
      patterns_.push_back(std::move(pattern));
    } else {
      for (WordTest& test : pattern.words) patterns_.push_back({{std::move(test)}});
    }
  }

  using Range = std::pair<std::size_t, std::size_t>;

  static std::vector<Range> whole(const std::vector<Token>& tokens) {
    if (tokens.empty()) return {};
    return {{0, tokens.size()}};
  }

  // Whether the token and the next one are indexed as a pair.
  static bool joined(std::span<const Token> tokens, std::size_t i) {
    return i + 1 < tokens.size() && tokens[i].unspaced && tokens[i + 1].unspaced &&
           tokens[i].end == tokens[i + 1].begin;
  }

  static WordTest test_of(std::wstring_view text, const Token& token, bool exact) {
    WordTest test{.folded = {token.folded}, .lower = {}, .pattern = {}, .as_signed = signed_form(text, token)};
    if (!exact && !token.unspaced && test.as_signed.empty()) test.lower = token.text;
    if (const std::wstring_view number = without_v(token.folded); !number.empty()) test.folded.emplace_back(number);
    return test;
  }

  Run make_run(std::wstring_view text, std::span<const Token> tokens, bool exact) {
    Run run;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const Token& token = tokens[i];
      run.words.push_back(test_of(text, token, exact));
      if (!exact)
        for (const std::string& language : context_.stem_languages)
          for (const std::wstring& other : respelt(language, token.text))
            run.words.back().respelt.push_back(fold(other));
      if (i > 0 && joined(tokens, i - 1) && !joined(tokens, i)) continue;  // the pair before covers it
      run.slots.push_back({{}, static_cast<std::int32_t>(token.position - tokens[0].position)});
      if (joined(tokens, i))
        run.slots.back().variants.push_back({token.folded + tokens[i + 1].folded, folded_weight});
      else
        run.is_signed = add_forms(run.slots.back(), text, token, exact) && tokens.size() == 1;
    }
    return run;
  }

  // The word in the small letters of languages with a dotless i: ISPARTA may be isparta or ısparta.
  std::wstring in_dotless(std::wstring_view text, const Token& token) const {
    if (!dotless_ || casing_ == Casing::dotless_i) return token.text;
    return tokenise(text.substr(token.begin, token.end - token.begin), Casing::dotless_i).front().text;
  }

  // Whether the word has a sign that counts, as in C++.
  bool add_forms(Leaf::Slot& slot, std::wstring_view text, const Token& token, bool exact) {
    if (std::wstring form = signed_form(text, token); !form.empty()) {
      slot.variants = {{std::move(form), as_written_weight}, {token.folded, without_sign_weight}};
      return true;
    }
    add_variants(slot, token, in_dotless(text, token), exact);
    if (const std::wstring_view number = without_v(token.folded); !number.empty())
      slot.variants.push_back({std::wstring(number), folded_letters_weight});
    return false;
  }

  void add_variants(Leaf::Slot& slot, const Token& token, const std::wstring& dotless, bool exact) {
    const bool has_letters = token.text.find_first_of(letters_) != std::wstring::npos;
    slot.variants.push_back({token.folded, has_letters ? folded_letters_weight : folded_weight});
    if (token.folded != token.text) slot.variants.push_back({token.text, as_written_weight});
    if (token.unspaced) return;
    if (has_letters)
      if (const std::wstring kept = fold(token.text, letters_); kept != token.text)
        slot.variants.push_back({kept, folded_weight});
    if (dotless != token.text) slot.variants.push_back({fold(dotless, letters_), folded_weight});
    slot.variants.push_back({folded_letters(token.folded), folded_letters_weight});
    if (!exact) add_stems(slot, token.text, dotless);
  }

  void add_stems(Leaf::Slot& slot, const std::wstring& common, const std::wstring& dotless) {
    if (stemmers_.empty())
      for (const std::string& language : context_.stem_languages) stemmers_.emplace_back(language, Stemmer(language));
    for (auto& [language, stemmer] : stemmers_) {
      const std::wstring& lower = stemmer.casing() == Casing::dotless_i ? dotless : common;
      const std::wstring stem = stemmer.stem(lower);
      slot.variants.push_back({stem_term(language, stem), stem_weight});
      if (!letters_of(language).empty())
        slot.variants.push_back({stem_term(language, folded_letters(fold(stem))), folded_letters_stem_weight});
      for (const std::wstring& other : respelt(language, lower)) {
        slot.variants.push_back({other, folded_weight});
        slot.variants.push_back({stem_term(language, stemmer.stem(other)), stem_weight});
      }
    }
  }

  void add_alike(Run& run, const std::vector<Leaf::SearchedField>& places) const {
    if (run.slots.size() != 1) return;
    std::vector<std::wstring> fields;
    for (const Leaf::SearchedField& place : places) fields.push_back(place.name);
    for (const NearWord& word : context_.near_words.of(context_.reader(), fields, run.words.front().folded.front())) {
      run.slots.front().variants.push_back({word.text, alike_weight});
      if (!letters_.empty()) run.slots.front().variants.push_back({folded_letters(word.text), alike_weight});
      run.words.front().folded.push_back(word.text);
    }
  }

  // "foo-ba*" means foo and ba*.
  QueryPtr build_pattern(const QueryNode& node) {
    std::vector<QueryPtr> parts;
    const auto is_wildcard = [](wchar_t c) { return c == QueryNode::any_run || c == QueryNode::any_one; };
    const auto is_part = [&](wchar_t c) { return is_wildcard(c) || is_word_character(c); };
    const std::wstring& text = node.text;
    for (std::size_t begin = 0, end; begin < text.size(); begin = end) {
      end = begin + 1;
      if (!is_part(text[begin])) continue;
      while (end < text.size() && is_part(text[end])) ++end;
      QueryNode part = node;
      part.boost = 1;
      part.text = text.substr(begin, end - begin);
      while (!part.text.empty() && is_wildcard(part.text.front())) part.text.erase(0, 1);
      if (part.text.empty()) continue;
      if (std::none_of(part.text.begin(), part.text.end(), is_wildcard) ||
          std::any_of(part.text.begin(), part.text.end(), is_unspaced)) {
        std::replace_if(part.text.begin(), part.text.end(), is_wildcard, L' ');  // such scripts match anywhere in a run
        part.kind = Kind::word;
        parts.push_back(build_text(part));
      } else {
        parts.push_back(pattern_query(part, fold(lower(part.text))));
        patterns_.push_back({{WordTest{{}, {}, fold(lower(part.text))}}});
      }
    }
    return conjunction(std::move(parts));
  }

  QueryPtr pattern_query(const QueryNode& node, std::wstring pattern) {
    Leaf leaf = leaf_of(node, shown_pattern(pattern));
    leaf.terms.pattern = std::move(pattern);
    return read(std::move(leaf));
  }

  QueryPtr build_value(const QueryNode& node) {
    auto value = field_value(node);
    if (!value) throw Failure{value.error()};
    Leaf leaf = leaf_of(node, value->shown);
    leaf.slots = std::move(value->slots);
    leaf.terms = std::move(value->terms);
    leaf.host = std::move(value->host);
    return read(std::move(leaf));
  }

  const QueryContext& context_;
  std::vector<SnippetPattern> patterns_;
  std::vector<QueryPtr> wanted_;
  std::vector<Leaf::Slot> words_;
  bool scored_ = false;
  std::vector<std::pair<std::string, Stemmer>> stemmers_;
  std::wstring letters_;            // of all stem languages
  bool dotless_ = false;            // whether one of them has a dotless i
  Casing casing_ = Casing::common;  // dotless_i: all of them have it
};

}  // namespace

std::wstring QueryContext::index_name(Field field) const { return to_wide(fields[field]); }

std::vector<std::wstring> QueryContext::searched_names() const {
  std::vector<std::wstring> names;
  for (const auto& [field, boost] : searched) names.push_back(index_name(field));
  return names;
}

Result<BuiltQuery> build_query(const QueryNode& node, const QueryContext& context) {
  try {
    return Builder(context).build(node);
  } catch (Failure& failure) {
    return std::move(failure.error);
  }
}

}  // namespace pith::index
