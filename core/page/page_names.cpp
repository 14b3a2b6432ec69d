#include "core/page/page_names.h"

#include <algorithm>

#include "core/dom/permalink.h"
#include "core/page/detail/page_title.h"
#include "core/text/white_space.h"

namespace pith {
namespace {

constexpr std::size_t max_name_bytes = 300;
constexpr NodeId max_name_nodes = 200;

void add(std::vector<PageName>& names, std::string_view text, bool is_of_title) {
  text = trim_space(text);
  const std::uint64_t hash = text.size() > max_name_bytes ? 0 : name_hash(text);
  if (hash == 0 || names.size() == max_page_names) return;
  if (std::ranges::find(names, hash, &PageName::hash) == names.end())
    names.push_back({std::string(text), hash, is_of_title});
}

void add_title(std::vector<PageName>& names, std::string_view title) {
  for (const std::string_view part : title_parts(title)) add(names, part, true);
  if (const std::string_view parenthesis = parenthesis_at_end(title); !parenthesis.empty()) {
    add(names, title.substr(0, title.rfind(" (")), true);
    add(names, parenthesis, true);
  }
}

}  // namespace

std::vector<PageName> page_names(const Document& page) {
  std::vector<PageName> names;
  const NodeId title = page.find(Tag::title);
  if (title != no_node && page[title].subtree_size > 1) add_title(names, collapse_space(page.text(title + 1)));
  for (NodeId n = 0; n < page.size() && names.size() < max_page_names; ++n) {
    if (page[n].tag == Tag::meta && page.attribute(n, "property") == "og:title")
      add_title(names, collapse_space(page.attribute(n, "content")));
    if (page[n].tag == Tag::h1 && page[n].subtree_size <= max_name_nodes)
      add(names, heading_text(page, n, [&](NodeId i) { return page[i].is_content(); }), false);
  }
  return names;
}

}  // namespace pith
