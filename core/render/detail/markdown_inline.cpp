#include "core/render/detail/markdown_inline.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/text/ascii.h"
#include "core/text/white_space.h"

namespace pith {
namespace {

constexpr std::uint8_t strong = 1, emphasis = 2;

// By character: 1 if always escaped, 2 if escaped in some places.
constexpr std::array<std::uint8_t, 256> escapes = [] {
  std::array<std::uint8_t, 256> out{};
  for (const char c : std::string_view("\\`*[]<~")) out[static_cast<unsigned char>(c)] = 1;
  for (const char c : std::string_view("_&|#>+-=:.)")) out[static_cast<unsigned char>(c)] = 2;
  return out;
}();

// A run with its link resolved; neighbours that look the same are one piece.
struct Piece {
  std::string_view text;   // empty for images
  std::string alt, image;  // text and URL of an image
  NodeId link = no_node;
  std::string target;  // at the first piece of a link
  Run::Gap gap = Run::none;
  std::uint8_t format = 0;
  bool code = false;

  bool is_image() const { return !image.empty(); }
};

// A character's class in CommonMark's flanking rules. Symbols are punctuation only in some versions of it.
enum class CharClass { space, punctuation, symbol, other };

CharClass class_of(UChar32 c) {
  if (c < 0x80 && u_ispunct(c)) return CharClass::punctuation;
  if (c < 0x80 && u_isgraph(c) && !u_isalnum(c)) return CharClass::punctuation;  // $+<=>^`|~
  if (u_isUWhiteSpace(c)) return CharClass::space;
  if (u_ispunct(c)) return CharClass::punctuation;
  return U_GET_GC_MASK(c) & U_GC_S_MASK ? CharClass::symbol : CharClass::other;
}

CharClass first_class(std::string_view text) {
  if (text.empty()) return CharClass::space;
  std::int32_t at = 0;
  UChar32 c;
  U8_NEXT(text.data(), at, static_cast<std::int32_t>(std::min<std::size_t>(text.size(), 4)), c);
  return class_of(c);
}

CharClass last_class(std::string_view text) {
  if (text.empty()) return CharClass::space;
  const std::string_view tail = text.substr(text.size() - std::min<std::size_t>(text.size(), 4));
  auto at = static_cast<std::int32_t>(tail.size());
  UChar32 c;
  U8_PREV(tail.data(), 0, at, c);
  return class_of(c);
}

// Whether in all versions a `*` between the two characters may open emphasis before `inside`, or close it after.
bool flanks(CharClass outside, CharClass inside) {
  if (inside == CharClass::space) return false;
  return inside == CharClass::other || outside == CharClass::space || outside == CharClass::punctuation;
}

// Whether what follows an '&' could be read as a character reference; at the end of a text that is unknown.
bool may_be_entity(std::string_view rest) {
  constexpr std::size_t longest_name = 33;
  const std::size_t begin = rest.starts_with('#') ? 1 : 0;
  std::size_t end = begin;
  while (end < rest.size() && end <= longest_name && is_alphanumeric_ascii(rest[end])) ++end;
  return end == rest.size() || (end > begin && rest[end] == ';');
}

class Writer {
 public:
  Writer(const std::vector<Piece>& pieces, MarkdownInline::Place place) : pieces_(pieces), place_(place) {}

  std::string write() {
    write_range(0, pieces_.size(), 0, no_node);
    if (place_ == MarkdownInline::Place::heading && out_.ends_with('#')) out_.insert(out_.size() - 1, 1, '\\');
    return std::move(out_);
  }

 private:
  // Writes pieces with the formats `open` and the link `link` already open. Recurses once for each format.
  void write_range(std::size_t begin, std::size_t end, std::uint8_t open, NodeId link) {
    for (std::size_t i = begin; i < end;) {
      if (i > begin) write_gap(pieces_[i].gap);
      std::size_t link_end = i, strong_end = i, emphasis_end = i;
      if (link == no_node && pieces_[i].link != no_node)
        while (link_end < end && pieces_[link_end].link == pieces_[i].link) ++link_end;
      if (!(open & strong)) strong_end = format_end(i, end, strong);
      if (!(open & emphasis)) emphasis_end = format_end(i, end, emphasis);

      const std::size_t next = std::max({link_end, strong_end, emphasis_end});
      if (next == i) {
        write_leaf(pieces_[i++]);
      } else if (next == link_end) {
        if (out_.ends_with('!')) out_.insert(out_.size() - 1, 1, '\\');  // not an image
        out_ += '[';
        write_range(i, next, open, pieces_[i].link);
        out_ += "](";
        write_target(pieces_[i].target);
        out_ += ')';
        i = next;
      } else {
        write_emphasis(i, next, open, link, next == strong_end ? strong : emphasis);
        i = next;
      }
    }
  }

  std::size_t format_end(std::size_t begin, std::size_t end, std::uint8_t format) const {
    while (begin < end && pieces_[begin].format & format) ++begin;
    return begin;
  }

  // A delimiter right after a closing one would be read as part of it, so such emphasis is dropped, too.
  void write_emphasis(std::size_t begin, std::size_t end, std::uint8_t open, NodeId link, std::uint8_t format) {
    const bool possible = out_.size() != closed_at_ && flanks(class_before(), class_at_begin(begin, link)) &&
                          flanks(class_after(end, link), class_at_end(end, link));
    const std::string_view delimiter = !possible ? "" : format == strong ? "**" : "*";
    if (possible && out_.size() != opened_end_) opened_begin_ = out_.size();
    out_ += delimiter;
    if (possible) opened_end_ = out_.size();
    write_range(begin, end, open | format, link);
    out_ += delimiter;
    if (possible) closed_at_ = out_.size();
  }

  CharClass class_before() const {
    return last_class(std::string_view(out_).substr(0, out_.size() == opened_end_ ? opened_begin_ : out_.size()));
  }
  CharClass class_at_begin(std::size_t begin, NodeId link) const {
    const Piece& piece = pieces_[begin];
    const bool text = piece.link == link && !piece.is_image() && !piece.code;
    return text ? first_class(piece.text) : CharClass::punctuation;
  }
  CharClass class_at_end(std::size_t end, NodeId link) const {
    const Piece& piece = pieces_[end - 1];
    const bool text = piece.link == link && !piece.is_image() && !piece.code;
    return text ? last_class(piece.text) : CharClass::punctuation;
  }
  CharClass class_after(std::size_t end, NodeId link) const {
    const bool link_ends = link != no_node && (end == pieces_.size() || pieces_[end].link != link);
    if (link_ends) return CharClass::punctuation;
    if (end == pieces_.size() || pieces_[end].gap != Run::none) return CharClass::space;
    return class_at_begin(end, link);
  }

  void write_gap(Run::Gap gap) {
    if (gap == Run::line) {
      write_line_end();
    } else if (gap == Run::space) {
      out_ += ' ';
    }
  }

  void write_line_end() {
    if (place_ != MarkdownInline::Place::paragraph) {
      out_ += ' ';
      return;
    }
    out_ += "\\\n";
    line_begin_ = out_.size();
  }

  void write_leaf(const Piece& piece) {
    if (piece.is_image()) {
      out_ += "![";
      write_text(piece.alt);
      out_ += "](";
      write_target(piece.image);
      out_ += ')';
    } else if (piece.code) {
      write_code(piece.text);
    } else {
      write_text(piece.text);
    }
  }

  void write_target(std::string_view url) {
    const bool entities = url.find(';') != std::string_view::npos;
    for (const char c : url) {
      if (c == '(' || c == ')' || (c == '&' && entities)) out_ += '\\';
      out_ += c;
    }
  }

  void write_code(std::string_view text) {
    const bool cell = place_ == MarkdownInline::Place::cell;
    if (cell && text.find("\\|") != std::string_view::npos) return write_text(text);  // GFM cannot express it
    std::size_t longest = 0, ticks = 0;
    for (const char c : text) {
      ticks = c == '`' ? ticks + 1 : 0;
      longest = std::max(longest, ticks);
    }
    const bool pad = text.starts_with('`') || text.ends_with('`');
    const std::string fence(longest + 1, '`');
    out_ += fence;
    if (pad) out_ += ' ';
    for (const char c : text) {
      if (cell && c == '|') out_ += '\\';
      out_ += c == '\n' ? ' ' : c;
    }
    if (pad) out_ += ' ';
    out_ += fence;
  }

  void write_text(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') {
        write_line_end();
        continue;
      }
      if (needs_escape(text, i)) out_ += '\\';
      out_ += text[i];
    }
  }

  bool needs_escape(std::string_view text, std::size_t i) const {
    const std::uint8_t escape = escapes[static_cast<unsigned char>(text[i])];
    return escape == 1 || (escape == 2 && needs_escape_here(text, i));
  }

  bool needs_escape_here(std::string_view text, std::size_t i) const {
    // What begins a list, a heading or the like does so only at the beginning of a paragraph's line.
    const bool line_start = place_ == MarkdownInline::Place::paragraph && out_.size() == line_begin_;
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    const bool before_space = next == '\0' || next == ' ' || next == '\n';
    switch (text[i]) {
      case '_':  // not markup between two letters
        return out_.empty() || !is_alphanumeric_ascii(out_.back()) || !is_alphanumeric_ascii(next);
      case '&':
        return may_be_entity(text.substr(i + 1));
      case '|':
        return line_start || place_ == MarkdownInline::Place::cell;
      case '#':
      case '>':
        return line_start;
      case '+':
        return line_start && before_space;
      case '-':
        return line_start && (line_begin_ > 0 || before_space || next == '-');
      case '=':
      case ':':
        return line_start && line_begin_ > 0;
      case '.':
      case ')':
        return before_space && line_is_number();
      default:
        return false;
    }
  }

  // Whether the line so far is a number that a following mark would turn into the start of a list.
  bool line_is_number() const {
    if (place_ != MarkdownInline::Place::paragraph) return false;
    const std::string_view line = std::string_view(out_).substr(line_begin_);
    return !line.empty() && line.size() < 10 && line.find_first_not_of("0123456789") == std::string_view::npos;
  }

  const std::vector<Piece>& pieces_;
  const MarkdownInline::Place place_;
  std::string out_;
  std::size_t line_begin_ = 0;
  // Where the last opening delimiters begin and end, and where the last closing one ends.
  std::size_t opened_begin_ = 0, opened_end_ = std::string::npos, closed_at_ = std::string::npos;
};

bool looks_same(const Piece& a, const Piece& b) {
  return !a.is_image() && !b.is_image() && a.link == b.link && a.format == b.format && a.code == b.code;
}

}  // namespace

std::string markdown_heading(std::string_view text) {
  Piece piece;
  piece.text = text;
  const std::vector<Piece> pieces = {std::move(piece)};
  return Writer(pieces, MarkdownInline::Place::heading).write();
}

std::string MarkdownInline::render(const ScannedBlock& block, Place place) {
  std::vector<Piece> pieces;
  NodeId link = no_node;
  std::string target;
  Run::Gap gap = Run::none;  // of dropped images
  for (const Run& run : block.runs) {
    Piece piece;
    piece.text = std::string_view(block.text).substr(run.begin, run.end - run.begin);
    piece.gap = pieces.empty() ? Run::none : std::max(gap, run.gap);
    piece.code = run.code && run.image == no_node;
    if (!piece.code) piece.format = (run.strong ? strong : 0) | (run.emphasis ? emphasis : 0);
    if (run.image != no_node) {
      piece.image = urls_.image(run.image);
      gap = std::max(gap, run.gap);
      if (piece.image.empty()) continue;
      piece.alt = collapse_space(document_.attribute(run.image, "alt"));
    }
    gap = Run::none;
    if (run.link != link) {
      link = run.link;
      target = link != no_node && link != last_link_ ? urls_.link(link) : std::string();
      piece.target = target;
    }
    if (!target.empty()) piece.link = link;
    if (!pieces.empty() && looks_same(pieces.back(), piece)) {
      Piece& last = pieces.back();
      last.text = {last.text.data(),
                   static_cast<std::size_t>(piece.text.data() + piece.text.size() - last.text.data())};
    } else {
      pieces.push_back(std::move(piece));
    }
  }
  if (link != no_node) last_link_ = link;
  return Writer(pieces, place).write();
}

}  // namespace pith
