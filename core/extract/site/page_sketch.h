// What is stored for every page of a site's sample, with any extractor: its shape and its texts.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/site/page_shape.h"

namespace pith {

class PageView;

struct PageSketch {
  static constexpr std::size_t max_texts = 20'000;  // runs of a page; more are not kept

  PageShape shape;
  std::vector<std::uint64_t> texts;       // ViewRun::site_hash of its runs, sorted, each once
  std::vector<std::uint64_t> long_texts;  // of the long ones, sorted
  bool operator==(const PageSketch&) const = default;
};

// O(nodes + runs log runs).
PageSketch sketch_of(const PageView& page);

// Hashes of the long runs (at least 20 words), sorted: by them copies of a page are recognised.
std::vector<std::uint64_t> long_texts(const PageView& page);

// Whether a page is a copy or a reprint of the key page, from which nothing can be learned about the template: the key
// page has at least two long texts, and the other has more than half of them.
bool is_copy(std::span<const std::uint64_t> key, std::span<const std::uint64_t> other);

// To be stored. A stored shape or sketch of another structure version is not read: the results of different versions
// cannot be compared.
//
// Raised whenever a page's shape or the hashes of its texts may change. The version of Unicode counts too, since ICU
// decides which letters are alike.
inline constexpr std::uint8_t structure_version = 3;
// Covers both versions, and the parser: records of a page that have another digest are remade.
std::string structure_digest();

std::string kept_bytes(std::span<const PageShape> shapes);
std::string kept_bytes(const PageSketch& sketch);
// Accept any bytes; nullopt if they are of another version, or damaged.
std::optional<std::vector<PageShape>> read_shapes(std::string_view bytes);
std::optional<PageSketch> read_sketch(std::string_view bytes);

}  // namespace pith
