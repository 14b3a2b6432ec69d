// What is kept of every page of a site's sample, whatever the extractor: its shape and which texts it has.
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
  static constexpr std::size_t max_texts = 20'000;  // runs of a page; those beyond are not kept

  PageShape shape;
  std::vector<std::uint64_t> texts;       // ViewRun::site_hash of its runs, sorted, each once
  std::vector<std::uint64_t> long_texts;  // of the long ones, sorted
  bool operator==(const PageSketch&) const = default;
};

// O(nodes + runs log runs).
PageSketch sketch_of(const PageView& page);

// Hashes of the long runs (20 words and up), sorted: what tells copies of a page.
std::vector<std::uint64_t> long_texts(const PageView& page);

// Whether a page is a copy or a reprint of the key page, which tells nothing about the template: it has more than half
// of the key page's long texts, of which there are at least two.
bool is_copy(std::span<const std::uint64_t> key, std::span<const std::uint64_t> other);

// For keeping. A kept shape or sketch of another structure version is not read: what a new version makes of a page
// cannot be compared with what an old one made.
//
// Raised whenever a page's shape or the hashes of its texts may change. The version of Unicode counts too, since ICU
// tells which letters are alike.
inline constexpr std::uint8_t structure_version = 2;
// Of both versions: records that are made of a page with another one are made anew.
std::string structure_digest();

std::string kept_bytes(std::span<const PageShape> shapes);
std::string kept_bytes(const PageSketch& sketch);
// Take any bytes; nullopt if they are of another version, or damaged.
std::optional<std::vector<PageShape>> read_shapes(std::string_view bytes);
std::optional<PageSketch> read_sketch(std::string_view bytes);

}  // namespace pith
