#include "indexer_adapter/query/detail/synonyms.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/base/keyed_hash.h"
#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/words/detail/letters.h"
#include "indexer_adapter/words/detail/stemmer.h"

namespace pith::index {
namespace {

using Kind = QueryNode::Kind;

constexpr std::size_t max_kept_keys = 8;  // of sets of languages

// Terms are the same if their keys are.
std::wstring key_of(std::span<const std::wstring> words) {
  std::wstring key;
  for (const std::wstring& word : words) key += word + L' ';
  return key;
}

}  // namespace

// Where a term stands, by what a query has to say for it; in the order of the rules.
struct SynonymTable::Keys {
  using Map = KeyedMap<std::wstring, std::vector<Place>>;
  Map exact;
  std::vector<Map> stems;   // by language
  std::size_t longest = 0;  // words
};

SynonymTable::SynonymTable(const std::vector<Rule>& rules) {
  const auto terms_of = [](const std::vector<std::string>& texts) {
    std::vector<Term> terms;
    for (const std::string& text : texts) {
      Term term{to_wide(text), {}, {}};
      term.words = tokenise(term.text);
      for (const Token& token : term.words) term.key += token.folded + L' ';
      terms.push_back(std::move(term));
    }
    return terms;
  };
  for (const Rule& rule : rules) rules_.push_back({terms_of(rule.left), terms_of(rule.right)});
}

SynonymTable::~SynonymTable() = default;

SynonymTable::Words SynonymTable::words_of(std::span<const Token> tokens, const std::vector<std::string>& languages) {
  Words words;
  std::wstring letters;
  for (const std::string& language : languages) letters += letters_of(language);
  for (const Token& token : tokens) {
    words.folded.push_back(token.folded);
    words.exact.push_back(fold(token.text, letters));
  }
  for (const std::string& language : languages) {
    Stemmer stemmer(language);
    std::vector<std::wstring>& stems = words.stems.emplace_back();
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      // "får" is Swedish: its stem in another language is that of "far".
      const bool foreign = fold(tokens[i].text, letters_of(language)) != words.exact[i];
      stems.push_back(foreign ? words.exact[i] : fold(stemmer.stem(tokens[i].text), letters));
    }
  }
  return words;
}

std::shared_ptr<const SynonymTable::Keys> SynonymTable::keys_of(const std::vector<std::string>& languages) const {
  const std::lock_guard lock(mutex_);
  if (const auto known = keys_.find(languages); known != keys_.end()) return known->second;
  const auto keys = std::make_shared<Keys>();
  std::vector<Token> tokens;  // of all terms: a stemmer is dear to make
  for (const MeantAlike& rule : rules_)
    for (const Term& term : rule.left) tokens.insert(tokens.end(), term.words.begin(), term.words.end());
  const Words words = words_of(tokens, languages);
  keys->stems.resize(languages.size());
  std::size_t begin = 0;
  for (std::uint32_t rule = 0; rule < rules_.size(); ++rule)
    for (std::uint32_t term = 0; term < rules_[rule].left.size(); ++term) {
      const std::size_t count = rules_[rule].left[term].words.size();
      const auto add = [&](Keys::Map& map, const std::vector<std::wstring>& forms) {
        map[key_of(std::span(forms).subspan(begin, count))].push_back({rule, term});
      };
      keys->longest = std::max(keys->longest, count);
      add(keys->exact, words.exact);
      for (std::size_t i = 0; i < languages.size(); ++i) add(keys->stems[i], words.stems[i]);
      begin += count;
    }
  if (keys_.size() == max_kept_keys) keys_.clear();
  return keys_[languages] = keys;
}

std::optional<SynonymTable::Match> SynonymTable::match(const Words& words, std::size_t begin, std::size_t most,
                                                       const std::vector<std::string>& languages) const {
  const auto keys = keys_of(languages);
  for (std::size_t count = std::min(most, keys->longest); count > 0; --count) {
    const auto find = [&](const Keys::Map& map, const std::vector<std::wstring>& forms) {
      const auto found = map.find(key_of(std::span(forms).subspan(begin, count)));
      return found == map.end() ? nullptr : &found->second;
    };
    const std::vector<Place>* places = find(keys->exact, words.exact);
    for (std::size_t i = 0; i < languages.size() && places == nullptr; ++i)
      places = find(keys->stems[i], words.stems[i]);
    if (places != nullptr) return match_of(std::span(words.folded).subspan(begin, count), *places);
  }
  return std::nullopt;
}

SynonymTable::Match SynonymTable::match_of(std::span<const std::wstring> folded,
                                           const std::vector<Place>& places) const {
  Match match{folded.size(), {}, true};
  KeyedSet<std::wstring> typed{key_of(folded)};  // and the terms of which it is a form
  for (const Place& place : places) typed.insert(rules_[place.rule].left[place.term].key);
  KeyedSet<std::wstring> known = typed;
  const MeantAlike* last = nullptr;
  for (const Place& place : places) {
    const MeantAlike& rule = rules_[place.rule];
    if (last == &rule) continue;
    last = &rule;
    match.replaced &= !rule.right.empty();
    for (const Term& term : rule.right.empty() ? rule.left : rule.right) {
      match.replaced &= !typed.contains(term.key);
      if (match.synonyms.size() < max_synonyms && known.insert(term.key).second) match.synonyms.push_back(term.text);
    }
  }
  return match;
}

namespace {

bool is_plain_word(const QueryNode& node) {
  return node.kind == Kind::word && (node.field == nullptr || node.field->kind == FieldKind::text);
}

class Expander {
 public:
  Expander(const SynonymTable& table, const std::vector<std::string>& languages)
      : table_(table), languages_(languages) {}

  void expand(QueryNode& node) {
    if (is_plain_word(node)) return expand_words({&node, 1});
    if (node.kind == Kind::all_of) return expand_all(node.children);
    if (node.kind == Kind::any_of)
      for (QueryNode& child : node.children) expand(child);
  }

 private:
  void expand_all(std::span<QueryNode> nodes) {
    for (std::size_t begin = 0, end; begin < nodes.size(); begin = end) {
      end = begin + 1;
      if (!is_plain_word(nodes[begin])) {
        expand(nodes[begin]);
        continue;
      }
      while (end < nodes.size() && is_plain_word(nodes[end]) && nodes[end].field == nodes[begin].field) ++end;
      expand_words(nodes.subspan(begin, end - begin));
    }
  }

  void expand_words(std::span<QueryNode> nodes) {
    std::vector<Token> tokens;
    std::vector<std::size_t> ends;  // by node: tokens up to its end
    for (const QueryNode& node : nodes) {
      for (Token& token : tokenise(node.text)) tokens.push_back(std::move(token));
      ends.push_back(tokens.size());
    }
    const auto words = SynonymTable::words_of(tokens, languages_);
    for (std::size_t node = 0; node < nodes.size();) {
      const std::size_t begin = node == 0 ? 0 : ends[node - 1];
      std::size_t next = node + 1;
      for (std::size_t length = tokens.size() - begin; length > 0;) {
        const auto match = table_.match(words, begin, length, languages_);
        if (!match) break;
        // A term ends where a word of the query does: "foo-bar" is one.
        const auto end = std::find(ends.begin() + static_cast<std::ptrdiff_t>(node), ends.end(), begin + match->words);
        if (end != ends.end()) {
          next = static_cast<std::size_t>(end - ends.begin()) + 1;
          give(nodes.subspan(node, next - node), *match);
          break;
        }
        length = match->words - 1;
      }
      node = next;
    }
  }

  void give(std::span<QueryNode> nodes, const SynonymTable::Match& match) {
    const std::size_t room = std::min(match.synonyms.size(), (max_synonyms - given_) / nodes.size());
    for (QueryNode& node : nodes) {
      node.synonyms.assign(match.synonyms.begin(), match.synonyms.begin() + static_cast<std::ptrdiff_t>(room));
      node.replaced = match.replaced && room > 0;
      given_ += room;
    }
  }

  const SynonymTable& table_;
  const std::vector<std::string>& languages_;
  std::size_t given_ = 0;
};

}  // namespace

void add_synonyms(QueryNode& tree, const SynonymTable& table, const std::vector<std::string>& languages) {
  Expander(table, languages).expand(tree);
}

}  // namespace pith::index
