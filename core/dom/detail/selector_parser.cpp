#include "core/dom/detail/selector_parser.h"

#include <unicode/utf8.h>

#include <optional>
#include <string>

#include "core/text/white_space.h"

namespace pith {
namespace {

constexpr std::size_t max_bytes = 4096;
constexpr std::size_t max_compounds = 256;
constexpr std::size_t max_compounds_in_one = 64;  // the bits of a match state

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }
bool is_name(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

// Recursive descent without recursion: the grammar does not nest. Each read_ function leaves `error_` set if it fails.
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
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
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
    if (!take('*') && (is_name(peek()) || peek() == '\\')) compound.tag = lower(read_name());
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
    test.name = lower(read_name());
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

  // Behind a backslash: up to six hexadecimal digits and one optional space, or any character.
  void read_escape(std::string& out) {
    if (at_ >= text_.size()) return fail("unexpected end");
    if (hex_digit(peek()) < 0) {
      out += text_[at_++];
      return;
    }
    UChar32 c = 0;
    for (int i = 0; i < 6 && hex_digit(peek()) >= 0; ++i) c = c * 16 + hex_digit(text_[at_++]);
    if (at_ < text_.size() && is_space(peek())) ++at_;
    if (c == 0 || c > 0x10ffff || U_IS_SURROGATE(c)) c = 0xfffd;
    char bytes[U8_MAX_LENGTH];
    std::int32_t size = 0;
    U8_APPEND_UNSAFE(bytes, size, c);
    out.append(bytes, static_cast<std::size_t>(size));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t compounds_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Result<SelectorSyntax> parse_selector(std::string_view text) { return Parser(text).parse(); }

}  // namespace pith
