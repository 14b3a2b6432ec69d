#include "core/render/detail/markdown_writer.h"

#include <algorithm>
#include <utility>

#include "core/render/detail/code_language.h"

namespace pith {

MarkdownBlock MarkdownBlocks::make(const ScannedBlock& block) {
  MarkdownBlock out{.containers = block.containers, .lines = {}};
  switch (block.block.region) {
    case Region::code:
      out.lines = code(block);
      break;
    case Region::heading:
      out.lines = inline_.render(block, MarkdownInline::Place::heading);
      if (!out.lines.empty()) out.lines.insert(0, std::string(block.block.level, '#') + ' ');
      break;
    default:
      out.lines = inline_.render(block, MarkdownInline::Place::paragraph);
      out.paragraph = true;
  }
  return out;
}

std::string MarkdownBlocks::code(const ScannedBlock& block) const {
  std::size_t longest = 2, ticks = 0;
  for (const char c : block.text) {
    ticks = c == '`' ? ticks + 1 : 0;
    longest = std::max(longest, ticks);
  }
  const std::string fence(longest + 1, '`');
  return fence + std::string(code_language(document_, block.block.node)) + '\n' + block.text + '\n' + fence;
}

void MarkdownWriter::write(const MarkdownBlock& block) {
  if (block.lines.empty() || is_over()) return;
  const std::vector<Container>& containers = block.containers;
  std::size_t common = 0;
  while (common < open_.size() && common < containers.size() && open_[common].container.node == containers[common].node)
    ++common;
  separate(containers, common);
  open_.resize(common);
  levels_.resize(common + 1);

  for (const Open& open : open_) out_ += open.indent;
  for (std::size_t i = common; i < containers.size(); ++i) open(containers[i]);
  levels_.back() = {};
  write_lines(block.lines);
  after_paragraph_ = block.paragraph;
}

std::optional<std::string> MarkdownWriter::finish() {
  if (!out_.empty()) out_ += '\n';
  if (is_over()) return std::nullopt;
  return std::move(out_);
}

// An item follows the text before it without an empty line if that keeps the list tight and cannot be misread: a
// paragraph is interrupted only by an ordered list that begins with 1.
void MarkdownWriter::separate(const std::vector<Container>& containers, std::size_t common) {
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

void MarkdownWriter::open(const Container& container) {
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

void MarkdownWriter::write_lines(std::string_view lines) {
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

}  // namespace pith
