#include "core/text/white_space.h"

#include <algorithm>

namespace pith {
namespace {

enum class Kind { plain, space, invisible };

struct Step {
  Kind kind;
  std::size_t size;
};

unsigned char byte_at(std::string_view text, std::size_t i) {
  return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
}

// Bytes that cannot begin a space or an invisible character: nearly all of them.
bool is_plain(unsigned char byte) {
  return (byte > 0x20 && byte < 0x7f) ||
         (byte >= 0x80 && byte != 0xc2 && byte != 0xe1 && byte != 0xe2 && byte != 0xe3 && byte != 0xef);
}

Step step_at(std::string_view text, std::size_t i) {
  const unsigned char byte = byte_at(text, i), second = byte_at(text, i + 1), third = byte_at(text, i + 2);
  switch (byte) {
    case ' ':
    case '\t':
    case '\n':
    case '\f':
    case '\r':
    case '\v':
      return {Kind::space, 1};
    case 0xc2:  // U+0080 to U+00BF
      if (second == 0xa0 || second == 0x85) return {Kind::space, 2};
      if (second == 0xad || second < 0xa0) return {Kind::invisible, 2};
      return {Kind::plain, 2};
    case 0xe1:  // U+1680
      return {second == 0x9a && third == 0x80 ? Kind::space : Kind::plain, 3};
    case 0xe2:  // U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F
      if (second == 0x80 && (third <= 0x8a || third == 0xa8 || third == 0xa9 || third == 0xaf)) return {Kind::space, 3};
      return {second == 0x81 && third == 0x9f ? Kind::space : Kind::plain, 3};
    case 0xe3:  // U+3000
      return {second == 0x80 && third == 0x80 ? Kind::space : Kind::plain, 3};
    case 0xef:  // U+FEFF
      return {second == 0xbb && third == 0xbf ? Kind::invisible : Kind::plain, 3};
    default:
      return {byte < 0x20 || byte == 0x7f ? Kind::invisible : Kind::plain, 1};
  }
}

}  // namespace

std::size_t leading_space(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    const Step step = step_at(text, i);
    if (step.kind == Kind::plain) return i;
    i += step.size;
  }
  return text.size();
}

std::string_view trim_space(std::string_view text) {
  text.remove_prefix(leading_space(text));
  while (!text.empty()) {
    std::size_t last = text.size() - 1;
    while (last > 0 && (text[last] & 0xc0) == 0x80) --last;
    if (step_at(text, last).kind == Kind::plain) break;
    text = text.substr(0, last);
  }
  return text;
}

void append_collapsed(std::string& out, std::string_view text) {
  text = trim_space(text);
  bool space = false;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_plain(byte_at(text, end))) ++end;
    if (end == i) {
      const Step step = step_at(text, i);
      if (step.kind == Kind::plain) {
        end = std::min(i + step.size, text.size());
      } else {
        space |= step.kind == Kind::space;
        i += step.size;
        continue;
      }
    }
    if (space) out += ' ';
    space = false;
    out.append(text, i, end - i);
    i = end;
  }
}

std::string collapse_space(std::string_view text) {
  std::string out;
  append_collapsed(out, text);
  return out;
}

void append_verbatim(std::string& out, std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '\r') {
      if (byte_at(text, i + 1) != '\n') out += '\n';
      ++i;
      continue;
    }
    const Step step = step_at(text, i);
    if (step.kind != Kind::invisible) out.append(text, i, step.size);
    i += step.size;
  }
}

std::string_view cut_utf8(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  while (max_bytes > 0 && (text[max_bytes] & 0xc0) == 0x80) --max_bytes;
  return text.substr(0, max_bytes);
}

std::size_t count_chars(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::size_t count_ink(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size();) {
    const unsigned char byte = byte_at(text, i);
    if (is_plain(byte)) {
      count += (byte & 0xc0) != 0x80;
      ++i;
    } else {
      const Step step = step_at(text, i);
      count += step.kind == Kind::plain;
      i += step.size;
    }
  }
  return count;
}

}  // namespace pith
