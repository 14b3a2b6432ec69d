#include "indexer_adapter/query/query_syntax.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>

#include "core/text/ascii.h"
#include "core/text/encoding.h"
#include "core/text/number.h"
#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/query/detail/field_name.h"
#include "indexer_adapter/query/detail/query_date.h"
#include "indexer_adapter/words/detail/spelling.h"
#include "indexer_adapter/words/detail/tokeniser.h"

namespace pith::index {
namespace {

using Kind = QueryNode::Kind;

bool is_symbol(wchar_t c) {
  return c >= 0x80 && (U_MASK(u_charType(static_cast<UChar32>(c))) & (U_GC_S_MASK | U_GC_M_MASK)) != 0;
}

// Phones and word processors write “a b”, „a b“ or «a b». A single sign, or one among plain quotes, is text.
std::wstring with_plain_quotes(std::wstring text) {
  constexpr std::wstring_view typographic = L"“”„‟«»「」『』＂";
  const auto is_quote = [&](wchar_t c) { return typographic.find(c) != std::wstring_view::npos; };
  if (text.find(L'"') == std::wstring::npos && std::ranges::count_if(text, is_quote) % 2 == 0)
    std::ranges::replace_if(text, is_quote, L'"');
  return text;
}

// Thrown only inside this file, caught in parse_query.
struct Failure {
  Error error;
};

class Parser {
 public:
  Parser(std::wstring text, const FieldInfo* field, const QueryLimits& limits)
      : text_(with_plain_quotes(std::move(text))), default_field_(field), limits_(limits) {}

  QueryNode parse() {
    auto node = parse_any(default_field_);
    if (at_ < text_.size()) fail("query_syntax", at_, "this \")\" has no matching \"(\"");
    if (!node)
      fail("query_empty", 0,
           notes_.empty() ? "there is nothing to search for" : "there is nothing to search for: " + notes_.front());
    return std::move(*node);
  }

  // What was left out or changed.
  std::vector<std::string> take_notes() { return std::move(notes_); }

 private:
  using MaybeNode = std::optional<QueryNode>;  // empty: nothing to search for, as in "()" or "&"

  [[noreturn]] static void fail(std::string code, std::size_t position, const std::string& message) {
    throw Failure{wrong_request(std::move(code), "query, character " + std::to_string(position + 1) + ": " + message)};
  }

  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }
  bool looking_at(wchar_t c) const { return at_ < text_.size() && text_[at_] == c; }
  bool ends_word(std::size_t position) const {
    return position >= text_.size() || is_space(text_[position]) || text_[position] == L'(' || text_[position] == L')';
  }

  // Consumes the operator if the next word is one; `sign` is its other spelling.
  bool take_operator(std::wstring_view name, std::wstring_view sign) {
    skip_space();
    for (const std::wstring_view spelling : {name, sign}) {
      if (spelling.empty() || text_.compare(at_, spelling.size(), spelling) != 0) continue;
      if (!ends_word(at_ + spelling.size())) continue;
      at_ += spelling.size();
      return true;
    }
    return false;
  }

  void operand_follows(std::string_view name, std::size_t position) {
    skip_space();
    const std::size_t here = at_;
    if (at_ == text_.size() || looking_at(L')') || take_operator(L"AND", L"&&") || take_operator(L"OR", L"||"))
      fail("query_syntax", position, std::string(name) + " needs something after it; to search for the word, quote it");
    at_ = here;
  }

  MaybeNode parse_any(const FieldInfo* field) {
    std::vector<QueryNode> choices;
    while (true) {
      if (auto node = parse_all(field)) choices.push_back(std::move(*node));
      const std::size_t position = at_;
      if (!take_operator(L"OR", L"||")) break;
      if (choices.empty())
        fail("query_syntax", position, "OR needs something before it; to search for the word, quote it");
      operand_follows("OR", position);
    }
    return join(Kind::any_of, std::move(choices));
  }

  MaybeNode parse_all(const FieldInfo* field) {
    std::vector<QueryNode> parts;
    while (true) {
      skip_space();
      const std::size_t position = at_;
      const bool insists = take_operator(L"AND", L"&&");
      if (insists) {
        if (parts.empty())
          fail("query_syntax", position, "AND needs something before it; to search for the word, quote it");
        operand_follows("AND", position);
        parts.back().required = true;
      }
      skip_space();
      const std::size_t here = at_;
      if (at_ == text_.size() || looking_at(L')')) break;
      if (take_operator(L"OR", L"||")) {
        at_ = here;
        break;
      }
      if (auto node = parse_signed(field)) {
        node->required |= insists;
        parts.push_back(std::move(*node));
      }
    }
    return join(Kind::all_of, std::move(parts));
  }

  static MaybeNode join(Kind kind, std::vector<QueryNode> children) {
    if (children.empty()) return std::nullopt;
    if (children.size() == 1) return std::move(children.front());
    QueryNode node;
    node.kind = kind;
    node.children = std::move(children);
    return node;
  }

  MaybeNode parse_signed(const FieldInfo* field) {
    bool negated = false, wanted = false;
    while (take_sign(negated, wanted)) {
    }
    auto node = parse_primary(field);
    if (node) node->required |= wanted;
    if (!node || !negated) return node;
    QueryNode without;
    without.kind = Kind::none_of;
    without.children.push_back(std::move(*node));
    return without;
  }

  // Consumes one of NOT, "-", "!" and "+" before a word or group.
  bool take_sign(bool& negated, bool& wanted) {
    const std::size_t position = at_;
    if (take_operator(L"NOT", L"")) {
      operand_follows("NOT", position);
      negated = !negated;
      return true;
    }
    const bool minus = looking_at(L'-') || looking_at(L'!');
    if (!minus && !looking_at(L'+')) return false;
    const bool group_follows = at_ + 1 < text_.size() && text_[at_ + 1] == L'(';
    if (ends_word(at_ + 1) && !group_follows) return false;
    if (looking_at(L'-') && is_option()) {
      std::size_t end = at_;
      while (!ends_word(end)) ++end;
      constexpr std::size_t shown = 40;
      note("\"" + to_utf8(text_.substr(at_, std::min(end - at_, shown))) + "\" was searched as a word");
      return false;
    }
    ++at_;
    negated ^= minus;
    wanted |= !minus;
    return true;
  }

  // "-D" and "--verbose" are options of programs, "-5" is a number. Hardly anyone leaves out pages with a letter.
  bool is_option() const {
    const std::size_t name = at_ + 1;
    if (text_[name] == L'-') return true;
    constexpr wchar_t last_ascii = 0x7f;  // a sign of Chinese is a word
    return text_[name] <= last_ascii && is_word_character(text_[name]) && ends_word(name + 1);
  }

  MaybeNode parse_primary(const FieldInfo* field) {
    skip_space();
    if (looking_at(L'(')) return parse_group(field);
    if (looking_at(L'"')) return parse_phrase(field);
    if (auto bound = take_date_bound()) return bound;
    const std::size_t begin = at_;
    if (const FieldInfo* named = take_field()) {
      if (ends_word(at_) && !looking_at(L'(')) {
        at_ = begin;
        const std::string name(named->name);
        note("\"" + name + ":\" was searched as a word; to search in that field, write " + name +
             ":word, without a space");
        return parse_word(field);
      }
      if (looking_at(L'(')) return parse_group(named);
      if (looking_at(L'"')) return parse_phrase(named);
      const bool ranges = named->kind != FieldKind::derived;  // an IPv6 address is in brackets
      if (ranges && (looking_at(L'[') || looking_at(L'{'))) return parse_range(named);
      return parse_word(named);
    }
    return parse_word(field);
  }

  MaybeNode parse_group(const FieldInfo* field) {
    const std::size_t open = at_++;
    if (++depth_ > limits_.max_depth)
      fail("query_too_deep", open,
           "parentheses are nested more than " + std::to_string(limits_.max_depth) + " deep (search.max_depth)");
    auto node = parse_any(field);
    if (!looking_at(L')')) fail("query_syntax", open, "this \"(\" is not closed");
    ++at_;
    --depth_;
    if (node) node->boost *= take_boost();
    return node;
  }

  // "after:2024-05" or "before:2024", if it comes next: a range of `published`.
  MaybeNode take_date_bound() {
    const std::size_t begin = at_;
    const std::wstring name = lower(std::wstring_view(text_).substr(at_, text_.find(L':', at_) - at_));
    if (name != L"after" && name != L"before") return std::nullopt;
    at_ += name.size() + 1;
    if (ends_word(at_) && !looking_at(L'(')) {
      at_ = begin;
      note("\"" + to_utf8(name) + ":\" was searched as a word; for a date, write " + to_utf8(name) + ":2024-05");
      return std::nullopt;
    }
    QueryNode node = leaf(Kind::range, find_field("published"), begin);
    std::wstring& bound = name == L"after" ? node.low : node.high;
    while (!ends_word(at_)) bound += text_[at_++];
    if (bound.empty()) fail("query_field", begin, wrong_date(to_utf8(name), ""));
    if (bound.find_first_of(L"0123456789") == std::wstring::npos)  // not meant as one
      fail("query_syntax", begin, wrong_date(to_utf8(name), to_utf8(bound)));
    if (!is_query_date(to_utf8(bound))) fail("query_field", begin, wrong_date(to_utf8(name), to_utf8(bound)));
    node.high_included = false;
    node.end = static_cast<std::uint32_t>(at_);
    return node;
  }

  // A field name and its colon, if they come next.
  const FieldInfo* take_field() {
    const std::string name = lower_ascii(field_name_at(text_, at_));
    if (name.empty()) return nullptr;
    const std::size_t value_at = at_ + name.size() + 1;
    const FieldInfo* field = find_field(name);
    if (field != nullptr && field->kind != FieldKind::packed && field->field != Field::generator) {
      at_ = value_at;
      return field;
    }
    const std::wstring_view rest = std::wstring_view(text_).substr(value_at);
    if (rest.empty() || is_space(rest[0]) || rest[0] == L':' || rest.starts_with(L"//")) return nullptr;
    const FieldInfo* nearest = field == nullptr ? nearest_field(name) : nullptr;
    if (field != nullptr) fail("query_field", at_, "the field \"" + name + "\" cannot be searched");
    if (nearest != nullptr)
      fail("query_field", at_,
           "there is no field \"" + name + "\"; did you mean " + std::string(nearest->name) +
               ":? To search for the text itself, quote it");
    return nullptr;
  }

  // The number after "^" or "~", at most `most`; consumes nothing if none comes next.
  std::optional<double> take_number(wchar_t sign, double most) {
    if (!looking_at(sign)) return std::nullopt;
    std::size_t end = at_ + 1;
    std::string digits;
    while (end < text_.size() && ((text_[end] >= L'0' && text_[end] <= L'9') || text_[end] == L'.'))
      digits += static_cast<char>(text_[end++]);
    if (!ends_word(end) && !(end < text_.size() && text_[end] == L'^')) return std::nullopt;
    const std::optional<double> value = to_number(digits);
    if (!value) return value;
    if (*value > most)
      note(to_utf8(text_.substr(at_, end - at_)) + " counts as " + static_cast<char>(sign) +
           std::to_string(static_cast<int>(most)) + ", the most there is");
    at_ = end;
    return std::min(*value, most);
  }

  static std::optional<double> to_number(const std::string& digits) {
    return digits.starts_with('.') ? std::nullopt : parse_number(digits);
  }

  double take_boost() { return std::max(take_number(L'^', 100).value_or(1), 0.01); }

  // Once each: a query may have a thousand of the same.
  void note(std::string text) {
    constexpr std::size_t most = 5;
    if (notes_.size() < most && std::ranges::find(notes_, text) == notes_.end()) notes_.push_back(std::move(text));
  }

  // Of a word or phrase without letters and digits. Punctuation deserves no note, but "🎉" is in pages, and is not found.
  void note_signs(std::wstring_view text) {
    if (std::ranges::any_of(text, is_symbol))
      note("signs without letters or digits, such as " + to_utf8(text.substr(0, 20)) + ", are not searched");
  }

  QueryNode leaf(Kind kind, const FieldInfo* field, std::size_t begin) {
    if (++clauses_ > limits_.max_clauses)
      fail("query_too_many_clauses", begin,
           "there are more than " + std::to_string(limits_.max_clauses) +
               " words and phrases (search.max_clauses); leave some out");
    QueryNode node;
    node.kind = kind;
    node.field = field;
    node.begin = static_cast<std::uint32_t>(begin);
    return node;
  }

  MaybeNode parse_phrase(const FieldInfo* field) {
    const std::size_t open = at_++;
    QueryNode node = leaf(Kind::phrase, field, open);
    while (at_ < text_.size() && text_[at_] != L'"') {
      if (text_[at_] == L'\\' && at_ + 1 < text_.size()) ++at_;
      node.text += is_space(text_[at_]) ? L' ' : text_[at_];
      ++at_;
    }
    if (at_ == text_.size()) fail("query_syntax", open, "this quote is not closed");
    ++at_;
    node.slop = static_cast<unsigned>(take_number(L'~', 1000).value_or(0));
    node.boost = take_boost();
    node.end = static_cast<std::uint32_t>(at_);
    if (count_words(node.text) > 0) return node;
    note_signs(node.text);
    return std::nullopt;
  }

  std::wstring range_end(std::size_t open) {
    skip_space();
    std::wstring value;
    const bool quoted = looking_at(L'"');
    if (quoted) ++at_;
    while (at_ < text_.size() &&
           (quoted ? text_[at_] != L'"' : !is_space(text_[at_]) && text_[at_] != L']' && text_[at_] != L'}'))
      value += text_[at_++];
    if (quoted && at_ < text_.size()) ++at_;
    if (value.empty()) fail("query_syntax", open, "write a range as [2024-01-01 TO 2024-12-31]; \"*\" is an open end");
    if (value == L"*" && !quoted) value.clear();
    return value;
  }

  MaybeNode parse_range(const FieldInfo* field) {
    const std::size_t open = at_;
    if (field->kind == FieldKind::text)
      fail("query_field", open, "ranges work on dates, numbers and keywords; " + std::string(field->name) + " is text");
    QueryNode node = leaf(Kind::range, field, open);
    node.low_included = text_[at_++] == L'[';
    node.low = range_end(open);
    if (!take_operator(L"TO", L"")) fail("query_syntax", open, "write a range as [2024-01-01 TO 2024-12-31]");
    node.high = range_end(open);
    skip_space();
    if (!looking_at(L']') && !looking_at(L'}'))
      fail("query_syntax", open, "this range is not closed by \"]\" or \"}\"");
    node.high_included = text_[at_++] == L']';
    node.boost = take_boost();
    node.end = static_cast<std::uint32_t>(at_);
    return node;
  }

  MaybeNode parse_word(const FieldInfo* field) {
    const std::size_t begin = at_;
    const bool keyword = field != nullptr && field->kind != FieldKind::text;
    QueryNode node = leaf(Kind::word, field, begin);
    while (!ends_word(at_) && text_[at_] != L'"') {
      if (at_ > begin && take_suffix(node)) break;
      node.text += take_character(keyword);
    }
    node.end = static_cast<std::uint32_t>(at_);
    if (node.text == std::wstring(1, QueryNode::any_run)) return every_page(field, std::move(node));
    if (!keyword && count_words(node.text) == 0) {
      note_signs(node.text);
      return std::nullopt;
    }
    check_wildcards(node, begin);
    return node;
  }

  // "^3" or "~", with what may follow it.
  bool take_suffix(QueryNode& node) {
    const std::size_t here = at_;
    if (looking_at(L'^')) {
      node.boost = take_boost();
      return at_ != here;
    }
    if (!looking_at(L'~')) return false;
    if (!ends_word(++at_) && !take_fuzzy_distance(here)) return false;
    node.kind = Kind::fuzzy;
    node.boost = take_boost();
    return true;
  }

  // The next character of a word, escapes and wildcards resolved.
  wchar_t take_character(bool keyword) {
    const wchar_t c = text_[at_];
    if (c == L'\\' && at_ + 1 < text_.size()) {
      const wchar_t escaped = text_[at_ + 1];
      at_ += 2;
      return is_space(escaped) ? L' ' : escaped;
    }
    const bool any_one = c == L'?' && !keyword && question_is_wildcard();
    ++at_;
    return c == L'*' ? QueryNode::any_run : any_one ? QueryNode::any_one : c;
  }

  // "~1", "~2", "~0.7": Lucene's notations are accepted; the number makes no difference.
  bool take_fuzzy_distance(std::size_t tilde) {
    at_ = tilde;
    return take_number(L'~', std::numeric_limits<double>::max()).has_value();
  }

  // "h?t", "?at" and "ca?*" but not "what?": a question mark at the end of a word is one. Asked of each in turn.
  bool question_is_wildcard() {
    if (at_ >= questions_.begin && at_ < questions_.end) return questions_.are_wildcards;
    std::size_t end = at_ + 1;
    while (!ends_word(end) && text_[end] == L'?') ++end;
    questions_ = {at_, end, !ends_word(end) && (is_word_character(text_[end]) || text_[end] == L'*')};
    return questions_.are_wildcards;
  }

  MaybeNode every_page(const FieldInfo* field, QueryNode node) {
    if (field != nullptr && field != default_field_)
      fail("query_wildcard", node.begin, "a word must begin with something other than \"*\"");
    node.kind = Kind::everything;
    node.field = nullptr;
    return node;
  }

  static void check_wildcards(QueryNode& node, std::size_t begin) {
    const auto wildcards = std::count_if(node.text.begin(), node.text.end(),
                                         [](wchar_t c) { return c == QueryNode::any_run || c == QueryNode::any_one; });
    if (wildcards == 0) return;
    const bool short_list = node.field != nullptr && node.field->kind == FieldKind::derived;  // to look through
    if (!short_list && (node.text[0] == QueryNode::any_run || node.text[0] == QueryNode::any_one))
      fail("query_wildcard", begin, "a word cannot begin with \"*\" or \"?\"; write at least its first letter");
    if (wildcards > max_wildcards)
      fail("query_wildcard", begin, "a word can have " + std::to_string(max_wildcards) + " of \"*\" and \"?\" at most");
    if (node.kind == Kind::fuzzy) fail("query_wildcard", begin, "a word cannot have both \"~\" and \"*\" or \"?\"");
    node.kind = Kind::pattern;
  }

  std::wstring text_;
  const FieldInfo* default_field_;
  const QueryLimits limits_;
  std::size_t at_ = 0;
  unsigned depth_ = 0, clauses_ = 0;
  struct {  // the last ones in a row
    std::size_t begin = 0, end = 0;
    bool are_wildcards = false;
  } questions_;
  std::vector<std::string> notes_;
};

struct Parsed {
  Result<QueryNode> tree;
  std::vector<std::string> notes;
};

Parsed parse(std::string_view text, const FieldInfo* field, const QueryLimits& limits) {
  if (text.size() > limits.max_bytes)
    return {wrong_request("query_too_long", "query: it has " + std::to_string(text.size()) + " bytes; the limit is " +
                                                std::to_string(limits.max_bytes) + " (search.max_bytes)"),
            {}};
  if (!is_valid_utf8(text))
    return {wrong_request("query_encoding", "query: it is not valid UTF-8; check the terminal's locale"), {}};
  std::wstring wide = to_wide(text);
  for (wchar_t& c : wide)
    if (is_space(c) || c == 0xFFFD) c = L' ';
  try {
    Parser parser(std::move(wide), field, limits);
    Result<QueryNode> tree = parser.parse();
    return {std::move(tree), parser.take_notes()};
  } catch (Failure& failure) {
    return {std::move(failure.error), {}};
  }
}

// The words of a query: without these signs, and with operators as words.
std::string words_of(std::string_view text, std::string_view signs) {
  std::string words;
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
    end = std::min(text.find_first_of(std::string(signs) + " \t\n", begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    constexpr std::string_view operators[] = {"AND", "OR", "NOT", "&&", "||"};
    if (word.empty()) continue;
    const bool is_operator = std::ranges::find(operators, word) != std::end(operators);
    words += (words.empty() ? "" : " ") + std::string(is_operator ? "\\" : "") + std::string(word);
  }
  return words;
}

}  // namespace

Result<QueryNode> parse_query(std::string_view text, const FieldInfo* field, const QueryLimits& limits) {
  return parse(text, field, limits).tree;
}

ReadQuery read_query(std::string_view text, const FieldInfo* field, const QueryLimits& limits) {
  Parsed parsed = parse(text, field, limits);
  const auto is_careless = [](const Error& error) {
    return error.code == "query_syntax" || error.code == "query_wildcard";
  };
  if (parsed.tree || !is_careless(parsed.tree.error())) return {std::string(text), std::move(parsed.notes)};
  std::string what = parsed.tree.error().message.substr(std::string_view("query, ").size());
  what.resize(std::min(what.find(';'), what.size()));
  for (const char* signs : {"\"()[]{}", "\"()[]{}:*?~^\\+-!"}) {
    std::string words = words_of(text, signs);
    // Notes on the words would speak of signs that were not meant as words.
    if (parse(words, field, limits).tree) return {std::move(words), {what + "; searched for the words alone"}};
  }
  return {std::string(text), {}};
}

std::optional<std::string> with_not_as_word(std::string_view text) {
  constexpr std::string_view name = "NOT";
  text = trim_ascii(text);
  if (!text.starts_with(name) || text.size() == name.size()) return std::nullopt;
  const char next = text[name.size()];
  if (next != '(' && ascii_spaces.find(next) == std::string_view::npos) return std::nullopt;
  return "\\" + std::string(text);
}

}  // namespace pith::index
