// Pages of one site of a labelled set, parsed, and which of them a page is compared with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/dom/document.h"
#include "plugin/lab/page_set.h"
#include "plugin/lab/sibling_order.h"

namespace pith::eval {

struct ParsedPage {
  std::optional<Document> document;
  std::string error, digest;
  std::size_t bytes = 0;
  double parse_ms = 0;  // decoding and parsing
};

// Each parsed once, and kept. One thread at a time.
class SitePages {
 public:
  // The set outlives it.
  explicit SitePages(const PageSet& set) : set_(set) {}

  const ParsedPage& get(std::uint32_t page);
  const PageSet& set() const { return set_; }

 private:
  void load(std::uint32_t page, ParsedPage& out) const;

  const PageSet& set_;
  std::map<std::uint32_t, ParsedPage> pages_;
};

struct Siblings {
  std::vector<const Document*> documents;  // of the SitePages
  std::string digests;
  double parse_ms = 0;
};

// The first n that can be parsed and whose bytes differ from the key page's and each other's. The key page has been
// parsed.
Siblings choose_siblings(SitePages& pages, std::uint32_t page, SiblingMode mode, unsigned n, std::uint64_t seed);

}  // namespace pith::eval
