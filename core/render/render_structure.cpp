#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/page/role.h"
#include "core/render/detail/anchors.h"
#include "core/render/detail/node_path.h"
#include "core/render/render.h"
#include "core/text/white_space.h"
#include "core/text/words.h"

namespace pith {
namespace {

constexpr std::size_t max_trail_bytes = 120;
constexpr std::size_t max_path_and_trail_bytes = 8u << 20;  // with anchors

void append_json(std::string& out, std::string_view text) {
  static constexpr std::string_view hex = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += "\\u00";
      out += hex[static_cast<unsigned char>(c) >> 4];
      out += hex[c & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

void append_number(std::string& out, std::uint32_t number) {
  std::array<char, 10> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

void append_trail(std::string& out, const Blocks& blocks, const Block& block) {
  for (std::size_t i = 0; i < block.trail.size(); ++i) {
    const Block& heading = blocks.blocks[block.trail[i]];
    const std::string_view text = std::string_view(blocks.text).substr(heading.begin, heading.end - heading.begin);
    std::string line(cut_utf8(text, max_trail_bytes));
    std::replace(line.begin(), line.end(), '\n', ' ');
    if (i > 0) out += ',';
    append_json(out, line);
  }
}

class Writer {
 public:
  explicit Writer(const Document& document) : document_(document) {}

  void add_content(const Blocks& blocks) {
    const Anchors anchors(document_);
    NodeId before = 0;  // the element of the last block
    const std::vector<std::uint32_t> positions = positions_of(document_, blocks);
    for (const Block& block : blocks.blocks) {
      const bool complete = add_block(Role::content, block, positions);
      out_ += ",\"trail\":[";
      const std::size_t trail_begin = out_.size();
      if (complete) append_trail(out_, blocks, block);
      spent_ += out_.size() - trail_begin;
      out_ += "],\"begin\":";
      append_number(out_, block.begin_chars);
      out_ += ",\"end\":";
      append_number(out_, block.end_chars);
      if (complete) add_anchor(block, before, anchors);
      before = block.node;
      out_ += '}';
    }
  }

  void add_asides(const Blocks& blocks) {
    const std::vector<std::uint32_t> positions = positions_of(document_, blocks);
    BlockCount rest;
    for (std::size_t i = 0; i < blocks.blocks.size(); ++i) {
      const Block& block = blocks.blocks[i];
      const auto words = static_cast<std::uint32_t>(
          count_words(std::string_view(blocks.text).substr(block.begin, block.end - block.begin)));
      if (i >= max_listed_asides) {
        ++rest.blocks;
        rest.words += words;
        continue;
      }
      add_block(Role::aside, block, positions);
      out_ += ",\"words\":";
      append_number(out_, words);
      out_ += '}';
    }
    add_count(Role::aside, rest);
  }

  void add_count(Role role, BlockCount count) {
    if (count.blocks == 0) return;
    begin(role);
    out_ += ",\"blocks\":";
    append_number(out_, count.blocks);
    out_ += ",\"words\":";
    append_number(out_, count.words);
    out_ += '}';
  }

  std::string take() { return std::move(out_) + ']'; }

 private:
  void begin(Role role) {
    if (out_.size() > 1) out_ += ',';
    out_ += "{\"role\":\"";
    out_ += name_of(role);
    out_ += '"';
  }

  void add_anchor(const Block& block, NodeId before, const Anchors& anchors) {
    if (block.node < before) return;  // text goes on in an element that began further up
    const std::string_view anchor = anchors.of(block);
    if (anchor.empty()) return;
    const std::size_t begin = out_.size();
    out_ += ",\"anchor\":";
    append_json(out_, anchor);
    spent_ += out_.size() - begin;
  }

  // What all listed blocks have. Returns whether there is room for path, trail and anchor.
  bool add_block(Role role, const Block& block, const std::vector<std::uint32_t>& positions) {
    const bool complete = spent_ < max_path_and_trail_bytes;
    begin(role);
    out_ += ",\"tag\":";
    append_json(out_, step_name(document_, block.node));
    out_ += ",\"path\":";
    const std::size_t path_begin = out_.size();
    const auto position = [&](NodeId n) { return positions[n]; };
    append_json(out_, complete ? node_path(document_, block.node, position) : std::string());
    spent_ += out_.size() - path_begin;
    out_ += ",\"region\":\"";
    out_ += name_of(block.region);
    out_ += '"';
    if (block.level > 0) {
      out_ += ",\"level\":";
      append_number(out_, block.level);
    }
    return complete;
  }

  const Document& document_;
  std::string out_ = "[";
  std::size_t spent_ = 0;  // on paths, trails and anchors
};

}  // namespace

std::string render_structure(const Document& document, const Blocks& content, const Blocks& asides,
                             BlockCount site_template) {
  Writer writer(document);
  writer.add_content(content);
  if (!asides.blocks.empty()) writer.add_asides(asides);
  writer.add_count(Role::site_template, site_template);
  return writer.take();
}

}  // namespace pith
