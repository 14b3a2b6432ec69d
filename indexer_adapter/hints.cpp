#include "indexer_adapter/hints.h"

#include <algorithm>

#include "indexer_adapter/dictionary.h"
#include "indexer_adapter/stemmer.h"
#include "indexer_adapter/text.h"
#include "indexer_adapter/tokeniser.h"

namespace pith::index {
namespace {

using Kind = QueryNode::Kind;

void collect_wanted(const QueryNode& node, std::vector<const QueryNode*>& leaves) {
  if (node.kind == Kind::none_of) return;
  if (node.children.empty() && node.kind != Kind::everything) leaves.push_back(&node);
  for (const QueryNode& child : node.children) collect_wanted(child, leaves);
}

bool is_text(const QueryNode& leaf) {
  return (leaf.field == nullptr || leaf.field->kind == FieldKind::text) &&
         (leaf.kind == Kind::word || leaf.kind == Kind::phrase);
}

std::string pages(std::size_t count) { return std::to_string(count) + (count == 1 ? " page" : " pages"); }
std::string quoted(const std::string& text) { return "\"" + text + "\""; }

class Adviser {
 public:
  Adviser(const QueryContext& context, std::wstring query) : context_(context), query_(std::move(query)) {
    for (const std::string& language : context.stem_languages) stemmers_.emplace_back(language, Stemmer(language));
  }

  void look_for_unknown_words(const std::vector<const QueryNode*>& leaves, Advice& advice) {
    // From the end, so that replacements do not move what is before them.
    std::wstring corrected = query_;
    for (auto leaf = leaves.rbegin(); leaf != leaves.rend(); ++leaf) {
      if (!is_text(**leaf)) continue;
      const auto fields = fields_of(**leaf);
      for (const Token& token : tokenise((*leaf)->text)) {
        if (is_known(token, fields)) continue;
        std::string hint = "no page contains " + quoted(to_utf8(token.text));
        const auto near = token.unspaced ? std::vector<NearWord>()
                                         : near_words(context_.reader(), fields, token.folded, 1, context_.deadline);
        if (!near.empty()) {
          hint += "; did you mean " + quoted(to_utf8(near[0].text)) + "?";
          replace(corrected, **leaf, token.text, near[0].text);
        }
        if (std::find(advice.hints.begin(), advice.hints.end(), hint) == advice.hints.end())
          advice.hints.insert(advice.hints.begin(), hint);
      }
    }
    // What is before a colon is no field as it stands, and may be one, misspelt, when it is corrected.
    if (const std::string text = to_utf8(corrected); corrected != query_ && parse_query(text)) advice.suggestion = text;
  }

 private:
  std::vector<std::wstring> fields_of(const QueryNode& leaf) const {
    if (leaf.field == nullptr) return context_.searched_names();
    return {context_.index_name(leaf.field->field)};
  }

  bool is_known(const Token& token, const std::vector<std::wstring>& fields) {
    for (const std::wstring& field : fields) {
      if (documents_with(context_.reader(), field, token.folded) > 0) return true;
      if (documents_with(context_.reader(), field, token.text) > 0) return true;
      for (auto& [language, stemmer] : stemmers_)
        if (documents_with(context_.reader(), field, stem_term(language, stemmer.stem(token.text))) > 0) return true;
    }
    return false;
  }

  static void replace(std::wstring& text, const QueryNode& leaf, const std::wstring& word, const std::wstring& by) {
    const std::size_t end = std::min<std::size_t>(leaf.end, text.size());
    const std::size_t found = lower(text).find(word, leaf.begin);
    if (found != std::wstring::npos && found + word.size() <= end) text.replace(found, word.size(), by);
  }

  const QueryContext& context_;
  std::wstring query_;
  std::vector<std::pair<std::string, Stemmer>> stemmers_;
};

void check_restrictions(const std::vector<Restriction>& restrictions, const QueryContext& context, Advice& advice) {
  for (const Restriction& restriction : restrictions) {
    if (restriction.node.field->kind != FieldKind::keyword) continue;
    const std::wstring field = context.index_name(restriction.node.field->field);
    const std::wstring value = to_wide(restriction.value);
    if (documents_with(context.reader(), field, value) > 0) continue;
    std::string hint = "the index has no page with " + restriction.name + " " + quoted(restriction.value);
    if (const auto near = near_words(context.reader(), {field}, value, 1, context.deadline); !near.empty())
      hint += "; did you mean " + quoted(to_utf8(near[0].text)) + "?";
    advice.hints.push_back(hint);
  }
}

}  // namespace

Advice advise(const QueryNode& tree, std::string_view query, const std::vector<Restriction>& restrictions,
              const QueryContext& context, const std::function<std::size_t(const QueryNode&, bool restricted)>& count) {
  Advice advice;
  std::vector<const QueryNode*> leaves;
  collect_wanted(tree, leaves);
  Adviser(context, to_wide(query)).look_for_unknown_words(leaves, advice);
  check_restrictions(restrictions, context, advice);
  if (!advice.hints.empty()) return advice;
  if (!restrictions.empty()) {
    if (const std::size_t elsewhere = count(tree, false); elsewhere > 0) {
      std::string names;
      for (const Restriction& restriction : restrictions) names += (names.empty() ? "" : " and ") + restriction.name;
      advice.hints.push_back(pages(elsewhere) + " without the restriction to a " + names);
      return advice;
    }
  }
  if (leaves.size() > 1) {
    QueryNode some;
    some.kind = Kind::any_of;
    for (const QueryNode* leaf : leaves) some.children.push_back(*leaf);
    if (const std::size_t found = count(some, true); found > 0)
      advice.hints.push_back("no page has all of it; " + pages(found) + " have some of it: put OR between the words");
  }
  if (advice.hints.empty()) {
    const bool phrases = std::any_of(leaves.begin(), leaves.end(), [](const QueryNode* leaf) {
      return leaf->kind == Kind::phrase && tokenise(leaf->text).size() > 1;
    });
    if (phrases) advice.hints.push_back("the words occur, but not side by side: leave out the quotes");
  }
  return advice;
}

}  // namespace pith::index
