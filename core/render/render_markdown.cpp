#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/render/detail/block_scan.h"
#include "core/render/detail/code_language.h"
#include "core/render/detail/markdown_inline.h"
#include "core/render/detail/markdown_table.h"
#include "core/render/detail/page_urls.h"
#include "core/render/render.h"
#include "core/text/ascii.h"
#include "core/text/white_space.h"

namespace pith {
namespace {

class MarkdownWriter {
 public:
  MarkdownWriter(const Document& document, const std::optional<Url>& base, std::size_t max_bytes)
      : document_(document), urls_(document, base), max_bytes_(max_bytes), inline_(document, urls_), levels_(1) {}

  void add(const ScannedBlock& scanned) {
    if (is_over()) return;
    if (scanned.table != table_.node()) end_table();
    switch (scanned.block.region) {
      case Region::table:
        if (table_.node() == no_node) table_containers_ = scanned.containers;
        table_.add(scanned, inline_.render(scanned, MarkdownInline::Place::cell));
        break;
      case Region::code:
        add_code(scanned);
        break;
      case Region::heading:
        if (const auto text = inline_.render(scanned, MarkdownInline::Place::heading); !text.empty())
          write(scanned.containers, std::string(scanned.block.level, '#') + ' ' + text, false);
        break;
      default:
        if (const auto text = inline_.render(scanned, MarkdownInline::Place::paragraph); !text.empty())
          write(scanned.containers, text, true);
    }
  }

  std::optional<std::string> finish() {
    end_table();
    if (!out_.empty()) out_ += '\n';
    if (is_over()) return std::nullopt;
    return std::move(out_);
  }

 private:
  bool is_over() const { return out_.size() > max_bytes_; }

  // What is known about a place inside this many containers: which list was there last, if nothing has come since, and
  // whether it was written with the second kind of marker. Two lists in a row need different markers to stay separate.
  struct Level {
    NodeId list = no_node;
    bool ordered = false, second_marker = false;
  };
  struct Open {
    Container container;
    std::string indent;  // of the lines after the first
  };

  void end_table() {
    if (table_.node() == no_node) return;
    const std::string rows = table_.finish();
    if (!rows.empty()) write(table_containers_, rows, false);
  }

  void add_code(const ScannedBlock& scanned) {
    std::size_t longest = 2, ticks = 0;
    for (const char c : scanned.text) {
      ticks = c == '`' ? ticks + 1 : 0;
      longest = std::max(longest, ticks);
    }
    const std::string fence(longest + 1, '`');
    std::string lines = fence;
    lines += code_language(document_, scanned.block.node);
    lines += '\n' + scanned.text + '\n' + fence;
    write(scanned.containers, lines, false);
  }

  // Writes a block's lines, after the markers of the items and quotations that begin with it.
  void write(const std::vector<Container>& containers, std::string_view lines, bool paragraph) {
    std::size_t common = 0;
    while (common < open_.size() && common < containers.size() &&
           open_[common].container.node == containers[common].node)
      ++common;
    separate(containers, common);
    open_.resize(common);
    levels_.resize(common + 1);

    for (const Open& open : open_) out_ += open.indent;
    for (std::size_t i = common; i < containers.size(); ++i) open(containers[i]);
    levels_.back() = {};
    write_lines(lines);
    after_paragraph_ = paragraph;
  }

  // An item follows the text before it without an empty line if that keeps the list tight and cannot be misread: a
  // paragraph is interrupted only by an ordered list that begins with 1.
  void separate(const std::vector<Container>& containers, std::size_t common) {
    if (out_.empty()) return;
    out_ += '\n';
    if (after_paragraph_ && common < containers.size() && containers[common].is_item()) {
      const Container& item = containers[common];
      const bool sibling = common < open_.size() && open_[common].container.list == item.list;
      const bool nested = common > 0 && common == open_.size() && open_[common - 1].container.is_item();
      if (sibling || (nested && (!item.ordered || item.number == 1))) return;
    }
    std::string indent;
    for (std::size_t i = 0; i < common; ++i) indent += open_[i].indent;
    out_.append(indent, 0, indent.find_last_not_of(' ') + 1);
    out_ += '\n';
  }

  void open(const Container& container) {
    Level& level = levels_.back();
    std::string marker = "> ";
    if (container.is_item()) {
      const bool same_kind = level.list != no_node && level.ordered == container.ordered;
      const bool other_list = level.list != container.list;
      level = {container.list, container.ordered, same_kind && other_list != level.second_marker};
      marker = container.ordered ? std::to_string(container.number) + (level.second_marker ? ") " : ". ")
                                 : (level.second_marker ? "* " : "- ");
    } else {
      level = {};
    }
    out_ += marker;
    open_.push_back({container, container.is_item() ? std::string(marker.size(), ' ') : marker});
    levels_.emplace_back();
  }

  void write_lines(std::string_view lines) {
    std::string indent;
    for (const Open& open : open_) indent += open.indent;
    const std::size_t bare = indent.find_last_not_of(' ') + 1;
    for (bool first = true;; first = false) {
      const std::size_t end = lines.find('\n');
      const std::string_view line = lines.substr(0, end);
      if (!first) out_.append(indent, 0, line.empty() ? bare : indent.size());
      out_ += line;
      if (end == std::string_view::npos || is_over()) break;
      out_ += '\n';
      lines.remove_prefix(end + 1);
    }
  }

  const Document& document_;
  PageUrls urls_;
  const std::size_t max_bytes_;
  MarkdownInline inline_;
  MarkdownTable table_{document_};
  std::vector<Container> table_containers_;
  std::vector<Open> open_;
  std::vector<Level> levels_;  // one more than open_
  bool after_paragraph_ = false;
  std::string out_;
};

// The letters and digits of a text, in small letters: "1. Title ¶" and "1 title" are alike.
std::string skeleton(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (is_alphanumeric_ascii(c) || is_beyond_ascii(c)) out += c;
  return lower_ascii(out);
}

}  // namespace

std::string with_title(const std::string& markdown, const std::string& title, const Blocks& blocks) {
  const std::string line = collapse_space(title);
  if (line.empty() || markdown.empty()) return markdown;
  for (std::size_t i = 0; i < std::min(blocks.blocks.size(), title_blocks); ++i) {
    const Block& block = blocks.blocks[i];
    if (block.region != Region::heading) continue;
    const std::string_view text = std::string_view(blocks.text).substr(block.begin, block.end - block.begin);
    if (block.level == 1 || skeleton(text) == skeleton(line)) return markdown;
  }
  return "# " + markdown_heading(line) + "\n\n" + markdown;
}

std::string render_markdown(const Document& document, const NodeSet& content, const std::optional<Url>& base) {
  return *render_markdown(document, content, base, std::numeric_limits<std::size_t>::max());
}

std::optional<std::string> render_markdown(const Document& document, const NodeSet& content,
                                           const std::optional<Url>& base, std::size_t max_bytes) {
  MarkdownWriter writer(document, base, max_bytes);
  scan_blocks(document, content, [&](const ScannedBlock& block) { writer.add(block); });
  return writer.finish();
}

}  // namespace pith
