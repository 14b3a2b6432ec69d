// The text of a site's template: the menus, the footer with the address, the notices that are repeated on every page.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/keyed_hash.h"
#include "core/dom/node_set.h"
#include "core/extract/site/text_statistics.h"

namespace pith {

class PageView;

// Collected from some pages of a site, one after another; any one page shows most of it.
class TemplateText {
 public:
  static constexpr std::uint32_t enough_pages = 3;  // with fewer, no text counts as repeated

  // Adds the visible texts of a page that are on more than half of the site's pages, in document order, unless already
  // added, as many as fit into max_template_bytes. Text with a node in `left_out` is not added. O(nodes + text).
  void add(const PageView& page, const TextStatistics& site, const NodeSet& left_out);

  // One text per line.
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  KeyedSet<std::uint64_t> known_;  // hashes of the texts
};

}  // namespace pith
