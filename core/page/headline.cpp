#include "core/page/headline.h"

#include "core/dom/collapsed_text.h"
#include "core/page/detail/metadata_fields.h"
#include "core/page/detail/page_title.h"

namespace pith {
namespace {

constexpr NodeId max_heading_nodes = 200;

// A heading with much in it is not one, and nested ones would be read again and again.
bool is_heading_of(const Document& page, NodeId n, std::string_view title) {
  if (heading_level(page[n].tag) == 0 || page[n].subtree_size > max_heading_nodes) return false;
  std::size_t bytes = 0;
  for (NodeId i = n; i < page.end_of(n); ++i) bytes += page.text(i).size();
  if (bytes > 2 * max_metadata_bytes) return false;
  return is_same_name(collapsed_text(page, n, page.end_of(n), [](NodeId) { return true; }), title);
}

}  // namespace

bool has_headline(const Document& page, std::string_view title) {
  if (title.empty()) return false;
  for (NodeId n = 0; n < page.size(); ++n)
    if (is_heading_of(page, n, title)) return true;
  return false;
}

}  // namespace pith
