#include "core/render/structure.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "core/text/encoding.h"

namespace pith {
namespace {

constexpr char version = 1;
constexpr std::size_t max_trail = 64;

// The first byte of an entry: its role, and what it has.
constexpr unsigned role_bits = 3, is_count = 4, has_level = 8, has_anchor = 16, all_bits = 31;

void put_number(std::string& out, std::uint32_t number) {
  for (; number >= 0x80; number >>= 7) out += static_cast<char>(number | 0x80);
  out += static_cast<char>(number);
}

void put_text(std::string& out, std::string_view text) {
  put_number(out, static_cast<std::uint32_t>(text.size()));
  out += text;
}

// The functions that take return false where the bytes end, or are none of these.
bool take_number(std::string_view& bytes, std::uint32_t& number) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 35 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    if (byte & 0x80) continue;
    number = static_cast<std::uint32_t>(value);
    return value <= UINT32_MAX;
  }
  return false;
}

bool take_text(std::string_view& bytes, std::string_view& text) {
  std::uint32_t size = 0;
  if (!take_number(bytes, size) || size > bytes.size()) return false;
  text = bytes.substr(0, size);
  bytes.remove_prefix(size);
  return true;
}

std::size_t bytes_of(const StructureEntry& entry) {
  std::size_t bytes = entry.path.size() + entry.anchor.size();
  for (const std::string_view heading : entry.trail) bytes += heading.size();
  return bytes;
}

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

void append_json(std::string& out, std::uint32_t number) {
  std::array<char, 10> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

template <typename Value>
void append_member(std::string& out, std::string_view name, Value value) {
  if (out.back() != '{') out += ',';
  append_json(out, name);
  out += ':';
  append_json(out, value);
}

void append_json(std::string& out, const StructureEntry& entry) {
  out += '{';
  append_member(out, "role", name_of(entry.role));
  if (entry.blocks > 0) {
    append_member(out, "blocks", entry.blocks);
  } else {
    append_member(out, "tag", entry.tag);
    append_member(out, "path", entry.path);
    append_member(out, "region", name_of(entry.region));
    if (entry.level > 0) append_member(out, "level", std::uint32_t{entry.level});
  }
  if (entry.role == Role::content && entry.blocks == 0) {
    out += ",\"trail\":[";
    for (std::size_t i = 0; i < entry.trail.size(); ++i) {
      if (i > 0) out += ',';
      append_json(out, entry.trail[i]);
    }
    out += ']';
    append_member(out, "begin", entry.begin);
    append_member(out, "end", entry.end);
    if (!entry.anchor.empty()) append_member(out, "anchor", entry.anchor);
  } else {
    append_member(out, "words", entry.words);
  }
  out += '}';
}

}  // namespace

void StructureWriter::add(const StructureEntry& entry) {
  if (out_.empty()) out_ += version;
  const bool counts = entry.blocks > 0, in_room = has_room();
  const std::string_view anchor = in_room ? entry.anchor : std::string_view();
  out_ += static_cast<char>(static_cast<unsigned>(entry.role) | (counts ? is_count : 0) |
                            (entry.level > 0 ? has_level : 0) | (anchor.empty() ? 0 : has_anchor));
  if (counts) {
    put_number(out_, entry.blocks);
    put_number(out_, entry.words);
    return;
  }
  if (in_room) spent_ += bytes_of(entry);
  out_ += static_cast<char>(entry.region);
  if (entry.level > 0) out_ += static_cast<char>(entry.level);
  put_text(out_, entry.tag);
  const std::string_view path = in_room ? entry.path : std::string_view();
  const auto same = static_cast<std::size_t>(std::ranges::mismatch(path, path_).in1 - path.begin());
  put_number(out_, static_cast<std::uint32_t>(same));
  put_text(out_, path.substr(same));
  path_ = path;
  if (entry.role != Role::content) return put_number(out_, entry.words);
  const auto trail = in_room ? entry.trail.first(std::min(entry.trail.size(), max_trail)) : decltype(entry.trail)();
  const auto kept = static_cast<std::size_t>(std::ranges::mismatch(trail, trail_).in1 - trail.begin());
  put_number(out_, static_cast<std::uint32_t>(kept));
  put_number(out_, static_cast<std::uint32_t>(trail.size() - kept));
  trail_.resize(kept);
  for (const std::string_view heading : trail.subspan(kept)) put_text(out_, trail_.emplace_back(heading));
  put_number(out_, entry.begin - end_);
  put_number(out_, entry.end - entry.begin);
  end_ = entry.end;
  if (!anchor.empty()) put_text(out_, anchor);
}

std::string StructureWriter::take() {
  if (out_.empty()) out_ += version;
  return std::move(out_);
}

StructureReader::StructureReader(std::string_view packed) : rest_(packed) {
  damaged_ = packed.empty() || packed.front() != version;
  if (damaged_)
    rest_ = {};
  else
    rest_.remove_prefix(1);
}

const StructureEntry* StructureReader::next() {
  if (rest_.empty()) return nullptr;
  if (read_entry()) return &entry_;
  damaged_ = true;
  rest_ = {};
  return nullptr;
}

bool StructureReader::read_entry() {
  const auto head = static_cast<unsigned char>(rest_.front());
  rest_.remove_prefix(1);
  entry_ = {};
  if (head > all_bits || (head & role_bits) >= role_count) return false;
  entry_.role = static_cast<Role>(head & role_bits);
  if (head & is_count)
    return take_number(rest_, entry_.blocks) && entry_.blocks > 0 && take_number(rest_, entry_.words);
  if (rest_.empty() || static_cast<unsigned char>(rest_.front()) >= region_names.size()) return false;
  entry_.region = static_cast<Region>(rest_.front());
  rest_.remove_prefix(1);
  if (head & has_level) {
    if (rest_.empty()) return false;
    entry_.level = static_cast<std::uint8_t>(rest_.front());
    rest_.remove_prefix(1);
  }
  if (!take_text(rest_, entry_.tag) || !read_path()) return false;
  const bool whole = entry_.role == Role::content ? read_content(head & has_anchor) : take_number(rest_, entry_.words);
  if (!whole) return false;
  const std::size_t bytes = bytes_of(entry_);
  if (bytes > 0 && spent_ >= max_path_bytes) return false;  // StructureWriter leaves them out
  spent_ += bytes;
  return true;
}

bool StructureReader::read_content(bool with_anchor) {
  std::uint32_t gap = 0, size = 0;
  if (!read_trail() || !take_number(rest_, gap) || !take_number(rest_, size)) return false;
  if (gap > UINT32_MAX - end_ || size > UINT32_MAX - end_ - gap) return false;
  entry_.begin = end_ + gap;
  entry_.end = end_ = entry_.begin + size;
  return !with_anchor || (take_text(rest_, entry_.anchor) && entry_.anchor.size() <= max_anchor_bytes);
}

bool StructureReader::read_path() {
  std::uint32_t same = 0;
  std::string_view text;
  if (!take_number(rest_, same) || !take_text(rest_, text) || same > path_.size()) return false;
  path_.resize(same);
  path_ += text;
  entry_.path = path_;
  return true;
}

bool StructureReader::read_trail() {
  std::uint32_t kept = 0, added = 0;
  if (!take_number(rest_, kept) || !take_number(rest_, added) || kept > trail_.size() || added > max_trail - kept)
    return false;
  trail_.resize(kept);
  for (; added > 0; --added)
    if (!take_text(rest_, trail_.emplace_back())) return false;
  entry_.trail = trail_;
  return true;
}

std::optional<std::string> structure_json(std::string_view packed, std::size_t max_bytes) {
  StructureReader reader(packed);
  std::string out = "[";
  while (const StructureEntry* entry = reader.next()) {
    if (out.size() > 1) out += ',';
    append_json(out, *entry);
    if (out.size() > max_bytes) return out;
  }
  out += ']';
  return reader.damaged() || !is_valid_utf8(out) ? std::nullopt : std::optional(std::move(out));
}

}  // namespace pith
