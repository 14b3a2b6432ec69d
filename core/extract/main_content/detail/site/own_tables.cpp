#include "core/extract/main_content/detail/site/own_tables.h"

#include <algorithm>
#include <vector>

#include "core/extract/main_content/detail/site/beside_content.h"
#include "core/extract/main_content/detail/view/fact_rows.h"

namespace pith {
namespace {

struct Words {
  double all = 0, content = 0;

  void add(const PageView& page, NodeId n, std::span<const float> alone) {
    for (RunId r = page.first_run(n); r < page.end_run(n); ++r) {
      all += page.runs[r].text.words;
      content += static_cast<double>(alone[r]) * page.runs[r].text.words;
    }
  }
  bool may_be_content() const { return 4 * content >= all; }
};

bool is_table(const PageView& page, NodeId n) {
  return page.page[n].flags & Node::data_table || page.page[n].tag == Tag::dl;
}

}  // namespace

void keep_own_tables(const PageView& page, const SiteView& view, std::span<const float> alone, std::span<float> p) {
  const auto is_own = [&](NodeId n) {
    const SiteView::PlaceView* place = view.place(page.elements[n].path);
    return place && !place->same;
  };
  // The same texts may be in another order, which the places inside of the element tell.
  const auto has_own_values = [&](NodeId n) {
    return page.first_run(n) < page.end_run(n) && is_own(page.runs[page.end_run(n) - 1].top);
  };
  const auto keep_if_own = [&](std::span<const NodeId> elements) {
    if (!is_own(elements.front()) && !has_own_values(elements.front())) return;
    Words words;
    for (const NodeId n : elements) words.add(page, n, alone);
    if (!words.may_be_content()) return;
    for (const NodeId n : elements)
      for (RunId r = page.first_run(n); r < page.end_run(n); ++r) p[r] = std::max(p[r], alone[r]);
  };
  for (NodeId n = 0; n < page.page.size(); ++n)
    if (is_table(page, n)) keep_if_own(std::span(&n, 1));
  for (const std::vector<NodeId>& rows : find_fact_rows(page))
    if (!is_beside_content(page, page.first_run(rows.front()))) keep_if_own(rows);
}

}  // namespace pith
