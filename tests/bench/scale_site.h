// A made-up site: its own skeleton, menus and phrases, and any number of pages of three kinds (articles, listings,
// threads) that link to each other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/bench/skeleton.h"
#include "tests/bench/word_model.h"

namespace pith::bench {

struct ScaleLink {
  std::string url, name;
};

// Everything about a page follows from the seed, the site's number and the page's number: no page depends on another.
class ScaleSite {
 public:
  ScaleSite(std::uint64_t seed, std::uint32_t number, std::uint32_t pages, const Skeleton& skeleton);

  std::uint32_t pages() const { return pages_; }
  std::string url(std::uint32_t page) const;  // absolute
  // Replaces the contents of `out`.
  void html(std::uint32_t page, std::string& out) const;

 private:
  struct Rendering;
  Random of_page(std::uint32_t page, std::uint64_t what) const;
  std::string kind(std::uint32_t page) const;
  std::string title(std::uint32_t page) const;
  std::string path(std::uint32_t page) const;
  std::vector<ScaleLink> links(Random& random, std::uint32_t count, const char* folder) const;

  void render(const Skeleton& nodes, Rendering& r) const;
  void section(const SkeletonNode& node, Rendering& r) const;
  void value(const std::string& name, Rendering& r) const;
  void paragraph(Rendering& r) const;

  const std::uint64_t seed_;
  const std::uint32_t pages_;
  const Skeleton& skeleton_;
  std::string host_, name_;
  std::vector<std::string> sections_, fixed_;
  std::vector<ScaleLink> menu_, footer_, popular_;
};

}  // namespace pith::bench
