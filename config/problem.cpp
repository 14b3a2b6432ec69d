#include "config/problem.h"

#include <algorithm>
#include <cstdint>

#include "core/text/encoding.h"

namespace pith::config {

namespace {

// The number of bytes of the valid UTF-8 sequence at the start of a nonempty text; 0 if there is none.
std::size_t sequence_length(std::string_view text) {
  const auto first = static_cast<std::uint8_t>(text[0]);
  const std::size_t length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  return length <= text.size() && is_valid_utf8(text.substr(0, length)) ? length : 0;
}

}  // namespace

std::size_t valid_utf8_prefix(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    const std::size_t length = sequence_length(text.substr(i));
    if (length == 0) break;
    i += length;
  }
  return i;
}

std::string printable(std::string_view text, std::size_t longest) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    if (result.size() + length > longest) return result + "...";
    const bool control = length == 1 && (static_cast<unsigned char>(text[0]) < 0x20 || text[0] == 0x7f);
    if (length == 0 || control)
      result += '?';
    else
      result += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

std::string Problem::str() const {
  std::string text = printable(file, 4096);
  if (line > 0) text += ":" + std::to_string(line) + ":" + std::to_string(column);
  if (!path.empty()) text += ": " + printable(path, 200);
  text += ": ";
  if (!expected.empty()) text += "expected " + expected + ", ";
  text += what;
  if (!nearest.empty()) text += "; did you mean " + printable(nearest, 200) + "?";
  return text;
}

std::string to_text(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& problem : problems) {
    if (!text.empty()) text += '\n';
    text += problem.str();
  }
  return text;
}

void Problems::add(Problem problem) {
  if (full()) {
    ++left_out_;
    return;
  }
  problem.file = file_;
  list_.push_back(std::move(problem));
}

void Problems::add(Position at, std::string path, std::string what, std::string expected, std::string nearest) {
  add(Problem{{}, at.line, at.column, std::move(path), std::move(what), std::move(expected), std::move(nearest)});
}

std::vector<Problem> Problems::take() {
  std::stable_sort(list_.begin(), list_.end(), [](const Problem& a, const Problem& b) {
    return std::pair(a.line, a.column) < std::pair(b.line, b.column);
  });
  if (left_out_ > 0)
    list_.push_back({file_, 0, 0, {}, std::to_string(left_out_) + " more problems are not shown", {}, {}});
  return std::move(list_);
}

}  // namespace pith::config
