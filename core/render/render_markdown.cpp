#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/render/detail/block_scan.h"
#include "core/render/detail/markdown_inline.h"
#include "core/render/detail/markdown_table.h"
#include "core/render/detail/markdown_writer.h"
#include "core/render/render.h"
#include "core/text/ascii.h"
#include "core/text/white_space.h"

namespace pith {
namespace {

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
  MarkdownBlocks blocks(document, base);
  MarkdownTable table(document);
  MarkdownWriter writer(max_bytes);
  std::vector<Container> around_table;
  const auto end_table = [&] {
    if (table.node() != no_node) writer.write({around_table, table.finish()});
  };
  scan_blocks(document, content, [&](const ScannedBlock& block) {
    if (writer.is_over()) return;
    if (block.table != table.node()) end_table();
    if (block.block.region != Region::table) return writer.write(blocks.make(block));
    if (table.node() == no_node) around_table = block.containers;
    table.add(block, blocks.cell(block));
  });
  end_table();
  return writer.finish();
}

}  // namespace pith
