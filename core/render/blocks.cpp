#include "core/render/blocks.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "core/render/detail/block_scan.h"
#include "core/render/detail/node_path.h"
#include "core/text/encoding.h"
#include "core/text/white_space.h"

namespace pith {
namespace {

// Whether all text is in links that lead away: "#part" leads to a place of the page itself.
bool is_linked(const Document& document, const ScannedBlock& scanned) {
  return std::ranges::all_of(scanned.runs, [&](const Run& run) {
    if (run.image != no_node || run.begin == run.end) return true;
    return run.link != no_node && !trim_space(document.attribute(run.link, "href")).starts_with('#');
  });
}

// Turns scanned blocks into the text and the offsets into it.
class Reader {
 public:
  explicit Reader(const Document& document) : document_(document), started_(document) { above_.fill(no_heading); }

  void add(const ScannedBlock& scanned) {
    if (scanned.text.empty()) return;
    if (!out_.text.empty()) {
      out_.text += '\n';
      ++chars_;
    }
    Block block = scanned.block;
    block.begin = static_cast<std::uint32_t>(out_.text.size());
    block.begin_chars = chars_;
    add_text(scanned.text);
    block.end = static_cast<std::uint32_t>(out_.text.size());
    block.end_chars = chars_;

    block.starts_item = scanned.item != no_node && !started_.contains(scanned.item);
    for (const Container& container : scanned.containers) started_.add(container.node);
    if (scanned.item != no_node) started_.add(scanned.item);
    block.starts_row = scanned.row != no_node && scanned.row != row_;
    row_ = scanned.row;

    block.linked = is_linked(document_, scanned);
    read_trail(block);
    out_.blocks.push_back(std::move(block));
  }

  Blocks finish() { return std::move(out_); }

 private:
  static constexpr std::uint32_t no_heading = 0xffffffff;

  void add_text(const std::string& text) {
    const std::size_t chars = count_chars(text);
    const bool ascii = chars == text.size();  // which is in normal form
    if (const std::string nfc = ascii ? std::string() : to_nfc(text); !ascii && nfc != text) {
      out_.text += nfc;
      chars_ += static_cast<std::uint32_t>(count_chars(nfc));
    } else {
      out_.text += text;
      chars_ += static_cast<std::uint32_t>(chars);
    }
  }

  void read_trail(Block& block) {
    const bool is_heading = block.region == Region::heading;
    const std::size_t levels = is_heading ? block.level - 1u : above_.size();
    for (std::size_t i = 0; i < levels; ++i)
      if (above_[i] != no_heading) block.trail.push_back(above_[i]);
    if (!is_heading) return;
    std::fill(above_.begin() + block.level - 1, above_.end(), no_heading);
    above_[block.level - 1u] = static_cast<std::uint32_t>(out_.blocks.size());
  }

  const Document& document_;
  Blocks out_;
  std::uint32_t chars_ = 0;
  std::array<std::uint32_t, 6> above_;  // the open heading of each level
  NodeSet started_;                     // items whose marker has been seen
  NodeId row_ = no_node;
};

}  // namespace

Blocks read_blocks(const Document& document, const NodeSet& content) {
  Reader reader(document);
  scan_blocks(document, content, [&](const ScannedBlock& block) { reader.add(block); });
  return reader.finish();
}

std::string path_of(const Document& document, NodeId n) {
  return node_path(document, n, [&](NodeId element) { return position_of(document, element); });
}

}  // namespace pith
