#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/page/role.h"
#include "core/render/detail/anchors.h"
#include "core/render/detail/node_path.h"
#include "core/render/detail/trail.h"
#include "core/render/render.h"
#include "core/render/structure.h"
#include "core/text/words.h"

namespace pith {
namespace {

std::string_view text_of(const Blocks& blocks, const Block& block) {
  return std::string_view(blocks.text).substr(block.begin, block.end - block.begin);
}

// The blocks of one role.
class Lister {
 public:
  Lister(const Document& document, const Blocks& blocks, StructureWriter& writer)
      : document_(document), blocks_(blocks), positions_(positions_of(document, blocks)), writer_(writer) {}

  void list_content() {
    const Anchors anchors(document_);
    NodeId before = 0;  // the element of the last block
    for (const Block& block : blocks_.blocks) {
      StructureEntry entry{.begin = block.begin_chars, .end = block.end_chars};
      std::vector<std::string> trail;
      if (writer_.has_room()) {
        trail = trail_texts(blocks_, block.trail);
        // Not of text that goes on in an element that began further up.
        if (block.node >= before) entry.anchor = anchors.of(block);
      }
      before = block.node;
      const std::vector<std::string_view> headings(trail.begin(), trail.end());
      entry.trail = headings;
      list(block, entry);
    }
  }

  void list_asides() {
    std::uint32_t blocks = 0, words = 0;  // not listed
    for (const Block& block : blocks_.blocks) {
      const auto words_of_block = static_cast<std::uint32_t>(count_words(text_of(blocks_, block)));
      if (static_cast<std::size_t>(&block - blocks_.blocks.data()) < max_listed_asides) {
        list(block, {.role = Role::aside, .words = words_of_block});
      } else {
        ++blocks;
        words += words_of_block;
      }
    }
    if (blocks > 0) writer_.add({.role = Role::aside, .blocks = blocks, .words = words});
  }

 private:
  void list(const Block& block, StructureEntry entry) {
    const std::string path =
        writer_.has_room() ? node_path(document_, block.node, [&](NodeId n) { return positions_[n]; }) : std::string();
    entry.region = block.region;
    entry.level = block.level;
    entry.tag = step_name(document_, block.node);
    entry.path = path;
    writer_.add(entry);
  }

  const Document& document_;
  const Blocks& blocks_;
  const std::vector<std::uint32_t> positions_;
  StructureWriter& writer_;
};

}  // namespace

std::string render_structure(const Document& document, const Blocks& content, const Blocks& asides,
                             BlockCount site_template) {
  StructureWriter writer;
  Lister(document, content, writer).list_content();
  if (!asides.blocks.empty()) Lister(document, asides, writer).list_asides();
  if (site_template.blocks > 0)
    writer.add({.role = Role::site_template, .blocks = site_template.blocks, .words = site_template.words});
  return writer.take();
}

}  // namespace pith
