#include "core/extract/site/page_sketch.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>

#include "core/base/little_endian.h"
#include "core/dom/parse.h"
#include "core/extract/main_content/detail/view/page_view.h"

namespace pith {
namespace {

constexpr std::uint32_t long_text = 20;  // words

// At the start of all stored bytes.
std::string header() {
  UVersionInfo unicode;
  u_getUnicodeVersion(unicode);
  return {static_cast<char>(structure_version), static_cast<char>(unicode[0])};
}

// Removes the header; false if it is a different one.
bool take_header(std::string_view& bytes) {
  static const std::string expected = header();
  if (!bytes.starts_with(expected)) return false;
  bytes.remove_prefix(expected.size());
  return true;
}

PageShape take_shape(std::string_view& bytes) {  // needs enough bytes
  PageShape shape;
  std::transform(bytes.begin(), bytes.begin() + PageShape::size, shape.minima.begin(),
                 [](char c) { return static_cast<std::uint8_t>(c); });
  bytes.remove_prefix(PageShape::size);
  return shape;
}

void put_shape(std::string& out, const PageShape& shape) { out.append(shape.minima.begin(), shape.minima.end()); }

}  // namespace

std::string structure_digest() {
  std::string out = "structure/" + std::string(parser_name());
  for (const char byte : header()) out += "/" + std::to_string(static_cast<unsigned char>(byte));
  return out;
}

PageSketch sketch_of(const PageView& page) {
  PageSketch out{.shape = shape_of(page), .texts = {}, .long_texts = {}};
  for (const ViewRun& run : std::span(page.runs).first(std::min(page.runs.size(), PageSketch::max_texts))) {
    out.texts.push_back(run.site_hash);
    if (run.text.words >= long_text) out.long_texts.push_back(run.site_hash);
  }
  std::ranges::sort(out.long_texts);
  std::ranges::sort(out.texts);
  out.texts.erase(std::unique(out.texts.begin(), out.texts.end()), out.texts.end());  // std::ranges: not with clang 14
  return out;
}

std::vector<std::uint64_t> long_texts(const PageView& page) {
  std::vector<std::uint64_t> out;
  for (const ViewRun& run : page.runs)
    if (run.text.words >= long_text) out.push_back(run.site_hash);
  std::ranges::sort(out);
  return out;
}

bool is_copy(std::span<const std::uint64_t> key, std::span<const std::uint64_t> other) {
  std::size_t shared = 0;
  for (const std::uint64_t text : key) shared += std::ranges::binary_search(other, text);
  return key.size() >= 2 && shared * 2 > key.size();
}

std::string kept_bytes(std::span<const PageShape> shapes) {
  std::string out = header();
  for (const PageShape& shape : shapes) put_shape(out, shape);
  return out;
}

std::string kept_bytes(const PageSketch& sketch) {
  std::string out = header();
  put_shape(out, sketch.shape);
  for (const auto* list : {&sketch.texts, &sketch.long_texts})
    put_little_endian(out, static_cast<std::uint32_t>(list->size()));
  for (const auto* list : {&sketch.texts, &sketch.long_texts})
    for (const std::uint64_t hash : *list) put_little_endian(out, hash);
  return out;
}

std::optional<std::vector<PageShape>> read_shapes(std::string_view bytes) {
  if (!take_header(bytes) || bytes.size() % PageShape::size != 0) return std::nullopt;
  std::vector<PageShape> out;
  while (!bytes.empty()) out.push_back(take_shape(bytes));
  return out;
}

std::optional<PageSketch> read_sketch(std::string_view bytes) {
  if (!take_header(bytes) || bytes.size() < PageShape::size + 2 * sizeof(std::uint32_t)) return std::nullopt;
  PageSketch out{.shape = take_shape(bytes), .texts = {}, .long_texts = {}};
  std::array<std::size_t, 2> sizes;
  for (std::size_t& size : sizes) size = take_little_endian<std::uint32_t>(bytes);
  if (sizes[0] > PageSketch::max_texts || sizes[1] > PageSketch::max_texts ||
      bytes.size() != (sizes[0] + sizes[1]) * sizeof(std::uint64_t))
    return std::nullopt;
  out.texts.resize(sizes[0]);
  out.long_texts.resize(sizes[1]);
  for (auto* list : {&out.texts, &out.long_texts}) {
    for (std::uint64_t& hash : *list) hash = take_little_endian<std::uint64_t>(bytes);
    if (!std::ranges::is_sorted(*list)) return std::nullopt;
  }
  if (std::ranges::adjacent_find(out.texts) != out.texts.end()) return std::nullopt;
  return out;
}

}  // namespace pith
