#include "indexer_adapter/query/query.h"

#include <algorithm>

namespace pith::index {

std::optional<Order> order_of(std::string_view name) {
  const auto found = std::ranges::find(order_names, name);
  if (found == order_names.end()) return std::nullopt;
  return static_cast<Order>(found - order_names.begin());
}

}  // namespace pith::index
