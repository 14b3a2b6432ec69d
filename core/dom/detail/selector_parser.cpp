#include "core/dom/detail/selector_parser.h"

#include <cstdint>
#include <optional>
#include <string>

#include "core/text/ascii.h"
#include "core/text/detail/utf8.h"
#include "core/text/white_space.h"

namespace pith {
namespace {

constexpr std::size_t max_bytes = 4096;
constexpr std::size_t max_compounds = 256;
constexpr std::size_t max_compounds_in_one = 64;  // the number of bits in a match state

bool is_name(char c) { return is_alphanumeric_ascii(c) || c == '-' || c == '_' || is_beyond_ascii(c); }

// Recursive descent without recursion: the grammar does not nest. Each read_ function sets `error_` if it fails.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<SelectorSyntax> parse() {
    SelectorSyntax syntax;
    if (text_.size() > max_bytes) fail("longer than 4096 bytes");
    do {
      if (!error_) syntax.alternatives.push_back(read_complex());
    } while (!error_ && take(','));
    if (!error_ && at_ < text_.size()) fail("unexpected character");
    if (error_) return *error_;
    return syntax;
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool skip_space() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_space_ascii(text_[at_])) ++at_;
    return at_ > begin;
  }

  void fail(std::string_view what) {
    if (error_) return;
    std::string shown(cut_utf8(text_, 200));
    error_ =
        Error{"selector", "selector '" + shown + "', position " + std::to_string(at_ + 1) + ": " + std::string(what)};
  }

  SelectorSyntax::Complex read_complex() {
    SelectorSyntax::Complex complex;
    skip_space();
    bool child = false;
    while (true) {
      complex.push_back(read_compound());
      complex.back().child_of_previous = child;
      if (complex.size() > max_compounds_in_one || ++compounds_ > max_compounds) fail("too many parts");
      if (error_) return complex;
      const bool space = skip_space();
      if (at_ >= text_.size() || peek() == ',') return complex;
      if (peek() == '+' || peek() == '~') fail("only descendant (space) and child (>) combinators are supported");
      child = take('>');
      if (child) skip_space();
      if (!child && !space) fail("unexpected character");
      if (error_) return complex;
    }
  }

  SelectorSyntax::Compound read_compound() {
    SelectorSyntax::Compound compound;
    const std::size_t begin = at_;
    if (!take('*') && (is_name(peek()) || peek() == '\\')) compound.tag = lower_ascii(read_name());
    while (!error_) {
      if (take('#')) {
        compound.id = read_name();
      } else if (take('.')) {
        compound.classes.push_back(read_name());
      } else if (take('[')) {
        compound.attributes.push_back(read_attribute());
      } else {
        break;
      }
    }
    if (peek() == ':') fail("pseudo-classes and pseudo-elements are not supported");
    if (peek() == '|') fail("namespaces are not supported");
    if (at_ == begin) fail(at_ < text_.size() ? "expected a tag, #id, .class or [attribute]" : "unexpected end");
    return compound;
  }

  SelectorSyntax::AttributeTest read_attribute() {
    SelectorSyntax::AttributeTest test{.name = {}, .value = {}, .op = 'e'};
    skip_space();
    test.name = lower_ascii(read_name());
    skip_space();
    if (take(']')) return test;
    const char op = peek();
    if (op == '~' || op == '^' || op == '$' || op == '*' || op == '|') ++at_;
    if (!take('=')) {
      fail("expected one of = ~= ^= $= *= |= or ]");
      return test;
    }
    test.op = op;
    skip_space();
    test.value = peek() == '"' || peek() == '\'' ? read_quoted() : read_name();
    skip_space();
    if (!take(']')) fail("expected ]");
    return test;
  }

  std::string read_name() {
    std::string name;
    while (at_ < text_.size() && !error_) {
      if (take('\\')) {
        read_escape(name);
      } else if (is_name(peek())) {
        name += text_[at_++];
      } else {
        break;
      }
    }
    if (name.empty()) fail("expected a name");
    return name;
  }

  std::string read_quoted() {
    std::string value;
    const char quote = text_[at_++];
    while (at_ < text_.size() && !error_) {
      if (take(quote)) return value;
      if (take('\\')) {
        read_escape(value);
      } else {
        value += text_[at_++];
      }
    }
    fail("missing closing quote");
    return value;
  }

  // After a backslash: up to six hexadecimal digits and one optional space, or any character.
  void read_escape(std::string& out) {
    if (at_ >= text_.size()) return fail("unexpected end");
    if (hex_value(peek()) < 0) {
      out += text_[at_++];
      return;
    }
    std::uint32_t c = 0;
    for (int i = 0; i < 6 && hex_value(peek()) >= 0; ++i)
      c = c * 16 + static_cast<std::uint32_t>(hex_value(text_[at_++]));
    if (at_ < text_.size() && is_space_ascii(peek())) ++at_;
    append_code_point(out, c);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t compounds_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Result<SelectorSyntax> parse_selector(std::string_view text) { return Parser(text).parse(); }

}  // namespace pith
