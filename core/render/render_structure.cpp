#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/render/detail/node_path.h"
#include "core/render/render.h"
#include "core/text/white_space.h"

namespace pith {
namespace {

constexpr std::size_t max_trail_bytes = 120;
constexpr std::size_t max_path_and_trail_bytes = 8u << 20;

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

}  // namespace

std::string render_structure(const Document& document, const Blocks& blocks) {
  const std::vector<std::uint32_t> positions = positions_of(document, blocks);
  const auto position = [&](NodeId n) { return positions[n]; };
  std::size_t spent = 0;  // on paths and trails
  std::string out = "[";
  for (const Block& block : blocks.blocks) {
    const bool complete = spent < max_path_and_trail_bytes;
    if (out.size() > 1) out += ',';
    out += "{\"tag\":";
    append_json(out, step_name(document, block.node));
    out += ",\"path\":";
    const std::size_t path_begin = out.size();
    append_json(out, complete ? node_path(document, block.node, position) : std::string());
    spent += out.size() - path_begin;
    out += ",\"region\":\"";
    out += name_of(block.region);
    out += '"';
    if (block.level > 0) {
      out += ",\"level\":";
      append_number(out, block.level);
    }
    out += ",\"trail\":[";
    const std::size_t trail_begin = out.size();
    if (complete) append_trail(out, blocks, block);
    spent += out.size() - trail_begin;
    out += "],\"begin\":";
    append_number(out, block.begin_chars);
    out += ",\"end\":";
    append_number(out, block.end_chars);
    out += '}';
  }
  out += ']';
  return out;
}

}  // namespace pith
