#include "indexer_adapter/query/detail/hints.h"

#include <algorithm>
#include <span>

#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/query/detail/dictionary.h"
#include "indexer_adapter/query/detail/field_name.h"
#include "indexer_adapter/query/detail/field_value.h"
#include "indexer_adapter/words/detail/tokeniser.h"

namespace pith::index {
namespace {

using Kind = QueryNode::Kind;

void collect_wanted(const QueryNode& node, std::vector<const QueryNode*>& leaves) {
  if (node.kind == Kind::none_of) return;
  if (node.children.empty() && node.kind != Kind::everything) leaves.push_back(&node);
  for (const QueryNode& child : node.children) collect_wanted(child, leaves);
}

bool is_text(const QueryNode& leaf) { return leaf.field == nullptr || leaf.field->kind == FieldKind::text; }

std::string pages(std::size_t count) { return std::to_string(count) + (count == 1 ? " page" : " pages"); }
std::string quoted(const std::string& text) { return "\"" + text + "\""; }
std::string did_you_mean(const std::string& text) { return "; did you mean " + quoted(text) + "?"; }

// As the user wrote it, without its field.
std::string shown(const QueryNode& leaf) {
  return quoted(to_utf8(shown_pattern(leaf.text)) + (leaf.kind == Kind::fuzzy ? "~" : ""));
}

// The similarly spelled words to try: the nearest ones. Not std::views::take, which the fuzzers' compiler, clang 14,
// does not know.
std::span<const NearWord> tried(const std::vector<NearWord>& words) {
  constexpr std::size_t most = 10;
  return std::span(words).first(std::min(words.size(), most));
}

QueryNode elsewhere_of(QueryNode leaf) {
  leaf.field = nullptr;
  return leaf;
}

QueryNode word_of(const FieldInfo* field, const std::wstring& text) {
  QueryNode node;
  node.kind = Kind::word;
  node.field = field;
  node.text = text;
  return node;
}

class Adviser {
 public:
  Adviser(const QueryContext& context, std::wstring query, const CountPages& count)
      : context_(context), query_(std::move(query)), count_(count) {}

  // "nofield:x" is text. A user who meant a field finds nothing, and is told here which fields exist.
  void look_for_unknown_fields(const std::vector<const QueryNode*>& leaves, Advice& advice) const {
    for (const QueryNode* leaf : leaves) {
      if (leaf->kind != Kind::word || leaf->field != nullptr) continue;
      const std::string name = field_like(leaf->begin);
      if (name.empty()) continue;
      std::string hint = "there is no field " + quoted(name) + "; the fields are";
      for (const FieldInfo& info : fields())
        if (info.kind != FieldKind::packed && info.field != Field::generator)
          hint += (&info == fields().data() ? " " : ", ") + std::string(info.name);
      return advice.hints.push_back(hint);
    }
  }

  void look_for_unknown_words(const std::vector<const QueryNode*>& leaves, const FindsPages& finds,
                              Advice& advice) const {
    // From the end, so that replacements do not shift earlier words.
    std::wstring corrected = query_;
    std::vector<UnknownWord> unknown;
    for (auto leaf = leaves.rbegin(); leaf != leaves.rend(); ++leaf)
      if (is_text(**leaf)) look_for_unknown_words_of(**leaf, unknown, corrected);
    if (corrected != query_ && finds(to_utf8(corrected))) advice.suggestion = to_utf8(corrected);
    for (const UnknownWord& word : unknown)
      advice.hints.push_back(
          (word.in_template ? "no page has " + word.shown + " in its main content"
           : word.field == nullptr
               ? "no page contains " + word.shown
               : "no page has " + word.shown + " in " + std::string(word.field->name) + ":" + elsewhere(word)) +
          (word.near.empty() || !advice.suggestion.empty() ? std::string() : did_you_mean(to_utf8(word.near))));
  }

  // The dictionary also has words of documents that no search shows: deleted ones, templates, other programs'.
  // If sites are domains, "www.example.org" is in the index as "example.org".
  std::string near_keyword(const Restriction& restriction) const {
    if (restriction.node.field->kind == FieldKind::derived) return {};
    if (restriction.node.field->field == Field::site)
      for (std::size_t dot = restriction.value.find('.'); dot != std::string::npos;
           dot = restriction.value.find('.', dot + 1)) {
        const std::string domain = restriction.value.substr(dot + 1);
        if (count_(word_of(restriction.node.field, to_wide(domain)), false) > 0) return domain;
      }
    const std::wstring field = context_.index_name(restriction.node.field->field);
    for (const NearWord& near : tried(context_.near_words.of(context_.reader(), {field}, to_wide(restriction.value))))
      if (count_(word_of(restriction.node.field, near.text), false) > 0) return to_utf8(near.text);
    return {};
  }

 private:
  struct UnknownWord {
    std::string shown;
    std::wstring near;                 // like it in spelling; empty: none
    const FieldInfo* field = nullptr;  // where it was looked for; nullptr: in the fields searched by default
    std::size_t elsewhere = 0;         // pages that have it in these
    bool in_template = false;          // without a field: is_in_template
    bool operator==(const UnknownWord&) const = default;
  };

  static std::string elsewhere(const UnknownWord& word) {
    if (word.elsewhere == 0) return {};
    return "; " + pages(word.elsewhere) + (word.elsewhere == 1 ? " has" : " have") + " it elsewhere: leave out " +
           std::string(word.field->name) + ":";
  }

  void look_for_unknown_words_of(const QueryNode& leaf, std::vector<UnknownWord>& unknown,
                                 std::wstring& corrected) const {
    const bool as_written = leaf.kind == Kind::word || leaf.kind == Kind::phrase;
    const auto tokens = as_written ? tokenise(leaf.text) : std::vector<Token>();
    bool all_known = true;
    for (const Token& token : tokens) {
      if (count_(word_of(leaf.field, token.text), false) > 0) continue;
      all_known = false;
      UnknownWord word{quoted(to_utf8(token.text)), token.unspaced ? std::wstring() : near_word(leaf, token),
                       leaf.field, leaf.field == nullptr ? 0 : count_(word_of(nullptr, token.text), false),
                       leaf.field == nullptr && is_in_template(word_of(nullptr, token.text), count_)};
      if (!word.near.empty()) replace(corrected, leaf, token.text, word.near);
      if (std::find(unknown.begin(), unknown.end(), word) == unknown.end())
        unknown.insert(unknown.begin(), std::move(word));
    }
    // Patterns, and words of several parts: "北京大学", "foo-bar".
    if (leaf.kind != Kind::phrase && all_known && tokens.size() != 1 && count_(leaf, false) == 0)
      unknown.insert(unknown.begin(), {shown(leaf),
                                       {},
                                       leaf.field,
                                       leaf.field == nullptr ? 0 : count_(elsewhere_of(leaf), false),
                                       leaf.field == nullptr && is_in_template(leaf, count_)});
  }

  std::wstring near_word(const QueryNode& leaf, const Token& token) const {
    const auto fields =
        leaf.field == nullptr ? context_.searched_names() : std::vector{context_.index_name(leaf.field->field)};
    for (const NearWord& near : tried(context_.near_words.of(context_.reader(), fields, token.folded)))
      if (count_(word_of(leaf.field, near.text), true) > 0) return near.text;
    return {};
  }

  // "nofield" if the query has "nofield:x" there; empty for "https://x", "std::vector" and the like.
  std::string field_like(std::size_t begin) const {
    const std::string name = field_name_at(query_, begin);
    if (name.empty() || begin + name.size() + 1 >= query_.size()) return {};
    const std::wstring_view rest = std::wstring_view(query_).substr(begin + name.size() + 1);
    return rest[0] <= L' ' || rest[0] == L':' || rest.starts_with(L"//") ? std::string() : name;
  }

  static void replace(std::wstring& text, const QueryNode& leaf, const std::wstring& word, const std::wstring& by) {
    const std::size_t end = std::min<std::size_t>(leaf.end, text.size());
    const std::size_t found = lower(text).find(word, leaf.begin);
    if (found != std::wstring::npos && found + word.size() <= end) text.replace(found, word.size(), by);
  }

  const QueryContext& context_;
  const std::wstring query_;
  const CountPages& count_;
};

void check_keywords(const std::vector<Restriction>& restrictions, const Adviser& adviser, const CountPages& count,
                    Advice& advice) {
  for (const Restriction& restriction : restrictions) {
    const FieldKind kind = restriction.node.field->kind;
    if ((kind != FieldKind::keyword && kind != FieldKind::derived) || count(restriction.node, false) > 0) continue;
    std::string hint = "the index has no page with " + restriction.name + " " + quoted(restriction.value);
    if (const std::string near = adviser.near_keyword(restriction); !near.empty())
      hint += did_you_mean(near);
    else if (restriction.node.field->field == Field::lang && restriction.value.size() > 3)
      hint += "; languages are written in two letters, as de or en";
    else if (restriction.value.find("://") != std::string::npos)
      hint += "; leave out the scheme and the path";
    advice.hints.push_back(hint);
  }
}

// If no page has a date at all, any date in the query finds nothing.
void check_dates(std::vector<const QueryNode*> asked, const std::vector<Restriction>& restrictions,
                 const CountPages& count, Advice& advice) {
  for (const Restriction& restriction : restrictions) asked.push_back(&restriction.node);
  for (const QueryNode* node : asked) {
    if (node->field == nullptr || node->field->kind != FieldKind::date) continue;
    QueryNode any = word_of(node->field, {});
    any.kind = Kind::range;
    if (count(any, false) > 0) continue;
    return advice.hints.push_back(
        "no page has a date (" + std::string(node->field->name) + ")" +
        (node->field->field == Field::published ? ": after: and before: can find nothing" : ": it can find nothing"));
  }
}

// Plain words are not searched in menus and footers. Makes those in `node` search the template; whether there are any.
bool look_into_template(QueryNode& node) {
  bool any = false;
  for (QueryNode& child : node.children) any |= look_into_template(child);
  if (!node.children.empty() || node.kind == Kind::everything || node.field != nullptr) return any;
  node.field = find_field("template");
  return true;
}

void check_templates(QueryNode tree, std::string_view query, const CountPages& count, const FindsPages& finds,
                     Advice& advice) {
  if (!look_into_template(tree)) return;
  const std::size_t found = count(tree, true);
  const std::string there = "template:(" + std::string(query) + ")";
  if (found > 0 && finds(there)) advice.hints.push_back(pages(found) + " with that outside the main content: " + there);
}

// "site:x" in the query restricts it like Query::site.
std::vector<Restriction> keywords_of(const std::vector<const QueryNode*>& leaves, std::vector<Restriction> keywords) {
  for (const QueryNode* leaf : leaves)
    if (leaf->field != nullptr && leaf->kind == Kind::word)
      keywords.push_back({std::string(leaf->field->name), to_utf8(lower(leaf->text)), *leaf});
  return keywords;
}

std::string joined(const std::string& list, const std::string& item) {
  return list.empty() ? item : list + " and " + item;
}

// The hint if there are pages outside the restrictions.
std::string hint_at_other_pages(const QueryNode& tree, const std::vector<Restriction>& restrictions,
                                const CountPages& count) {
  if (restrictions.empty()) return {};
  const std::size_t elsewhere = count(tree, false);
  std::string names;
  for (const Restriction& restriction : restrictions) names = joined(names, restriction.name);
  return elsewhere == 0 ? std::string() : pages(elsewhere) + " without the restriction to a " + names;
}

// Removes what must not occur, and lists it.
void take_exclusions(QueryNode& node, std::string& excluded) {
  for (const QueryNode& child : node.children) {
    if (child.kind != Kind::none_of) continue;
    std::vector<const QueryNode*> leaves;
    for (const QueryNode& unwanted : child.children) collect_wanted(unwanted, leaves);
    for (const QueryNode* leaf : leaves) excluded = joined(excluded, shown(*leaf));
  }
  std::erase_if(node.children, [](const QueryNode& child) { return child.kind == Kind::none_of; });
  for (QueryNode& child : node.children) take_exclusions(child, excluded);
}

// The hint if there are pages with what must not occur.
std::string hint_at_exclusions(QueryNode tree, const CountPages& count) {
  std::string excluded;
  take_exclusions(tree, excluded);
  if (excluded.empty()) return {};
  const std::size_t found = count(tree, true);
  return found == 0 ? std::string()
                    : pages(found) + (found == 1 ? " matches " : " match ") + "the rest, but also " +
                          (found == 1 ? "contains " : "contain ") + excluded;
}

// The hint if there are pages with all words, or with some of them, or with the words of a phrase.
std::string hint_at_fewer_words(const std::vector<const QueryNode*>& leaves, const CountPages& count) {
  QueryNode words;
  std::string filters;
  for (const QueryNode* leaf : leaves)
    if (is_text(*leaf))
      words.children.push_back(*leaf);
    else
      filters = joined(filters, std::string(leaf->field->name) + ":");
  words.kind = Kind::all_of;
  if (!filters.empty() && !words.children.empty())
    if (const std::size_t found = count(words, true); found > 0) return pages(found) + " if you leave out " + filters;
  words.kind = Kind::any_of;
  if (words.children.size() > 1)
    if (const std::size_t found = count(words, true); found > 0)
      return "no page has all of it; " + pages(found) + " have some of it: put OR between the words";
  const bool phrases = std::any_of(leaves.begin(), leaves.end(), [](const QueryNode* leaf) {
    return leaf->kind == Kind::phrase && tokenise(leaf->text).size() > 1;
  });
  return phrases ? "the words occur, but not side by side: leave out the quotes" : "";
}

}  // namespace

bool is_in_template(QueryNode leaf, const CountPages& count) {
  look_into_template(leaf);
  return count(leaf, false) > 0;
}

Advice advise(const QueryNode& tree, std::string_view query, const std::vector<Restriction>& restrictions,
              const QueryContext& context, const CountPages& count, const FindsPages& finds) {
  Advice advice;
  std::vector<const QueryNode*> leaves;
  collect_wanted(tree, leaves);
  const Adviser adviser(context, to_wide(query), count);
  adviser.look_for_unknown_fields(leaves, advice);
  adviser.look_for_unknown_words(leaves, finds, advice);
  check_keywords(keywords_of(leaves, restrictions), adviser, count, advice);
  check_dates(leaves, restrictions, count, advice);
  if (!leaves.empty()) check_templates(tree, query, count, finds, advice);
  if (!advice.hints.empty()) return advice;
  std::string hint = hint_at_other_pages(tree, restrictions, count);
  if (hint.empty() && !leaves.empty()) hint = hint_at_exclusions(tree, count);
  if (hint.empty()) hint = hint_at_fewer_words(leaves, count);
  if (!hint.empty()) advice.hints.push_back(std::move(hint));
  return advice;
}

}  // namespace pith::index
