#include "core/dom/detail/source_lines.h"

#include <algorithm>
#include <string_view>

#include "core/dom/detail/source_tokens.h"

namespace pith {
namespace {

class LineReader {
 public:
  explicit LineReader(const Document& page) : page_(page) {}

  SourceLines read(const std::vector<SourceToken>& tokens) {
    for (const SourceToken& token : tokens) {
      if (token.is_text())
        add_text(token);
      else
        add_tag(token);
    }
    return std::move(out_);
  }

 private:
  // The line for a token that begins on this line of the source.
  SourceLine& line_at(std::uint32_t line) {
    if (break_ || line != line_) out_.lines.emplace_back();
    line_ = line;
    break_ = false;
    return out_.lines.back();
  }

  void add_tag(const SourceToken& token) {
    const Tag tag = page_[token.node].tag;
    if (token.kind == SourceToken::start_tag && is_block(tag)) break_ = true;
    SourceLine& line = line_at(token.line);
    line.code += token.length;
    ++line.tags;
    if ((token.kind == SourceToken::end_tag && is_block(tag)) || tag == Tag::br || tag == Tag::hr) break_ = true;
  }

  void add_text(const SourceToken& token) {
    const std::string_view text = page_.text(token.node);
    std::uint32_t number = token.line;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      const std::string_view piece = text.substr(begin, end - begin);
      if (piece.find_first_not_of(" \t\r\f\v\n") != std::string_view::npos) {
        SourceLine& line = line_at(number);
        const std::uint32_t length = source_length(piece);
        line.text += length;
        out_.pieces.push_back({token.node, static_cast<std::uint32_t>(out_.lines.size() - 1),
                               static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(piece.size()), length});
      }
      begin = end + 1;
      if (number > 0) ++number;
    }
  }

  const Document& page_;
  SourceLines out_;
  std::uint32_t line_ = 0;  // of the source, for the open line
  bool break_ = true;       // the next token begins a line
};

}  // namespace

SourceLines source_lines(const Document& page) { return LineReader(page).read(source_tokens(page)); }

std::vector<bool> text_on(const Document& page, const SourceLines& source, const std::vector<bool>& chosen_lines) {
  std::vector<bool> chosen(page.size());
  for (std::size_t i = 0; i < source.pieces.size();) {
    const NodeId node = source.pieces[i].node;
    std::uint64_t on = 0, all = 0;
    for (; i < source.pieces.size() && source.pieces[i].node == node; ++i) {
      all += source.pieces[i].length;
      if (chosen_lines[source.pieces[i].line]) on += source.pieces[i].length;
    }
    chosen[node] = on * 2 > all;
  }
  return chosen;
}

}  // namespace pith
