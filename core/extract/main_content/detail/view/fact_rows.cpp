#include "core/extract/main_content/detail/view/fact_rows.h"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace pith {
namespace {

bool is_short(const PageView& page, NodeId n) {
  constexpr RunId most_runs = 4;
  constexpr std::uint32_t most_letters = 60;
  const RunId runs = page.end_run(n) - page.first_run(n);
  return runs > 0 && runs <= most_runs && page.of(n).letters <= most_letters;
}

}  // namespace

std::vector<std::vector<NodeId>> find_fact_rows(const PageView& page, std::size_t least) {
  std::vector<std::vector<NodeId>> out;
  for (NodeId around = 0; around < page.page.size(); ++around) {
    // Two elements with text, at least.
    constexpr NodeId smallest = 5;
    if (!page.page[around].is_element() || page.page.end_of(around) - around < smallest) continue;
    std::vector<NodeId> rows;
    std::uint64_t path = 0;  // of the neighbours before
    const auto end_rows = [&] {
      if (rows.size() >= least) out.push_back(std::move(rows));
      rows.clear();
    };
    for (NodeId n = page.page.first_child(around); n != no_node; n = page.page.next_sibling(n)) {
      if (!page.page[n].is_element()) continue;
      if (const std::uint64_t own = page.elements[n].path; std::exchange(path, own) != own) end_rows();
      if (!is_short(page, n))
        end_rows();
      else if (page.of(n).link_words == 0)
        rows.push_back(n);
    }
    end_rows();
  }
  return out;
}

}  // namespace pith
