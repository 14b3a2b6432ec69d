#include "indexer_adapter/query/query.h"

#include <algorithm>

#include "core/text/language.h"

namespace pith::index {

std::optional<Order> order_of(std::string_view name) {
  const auto found = std::ranges::find(order_names, name);
  if (found == order_names.end()) return std::nullopt;
  return static_cast<Order>(found - order_names.begin());
}

std::string language_in_index(std::string_view tag) {
  std::string primary = primary_language(tag);
  return primary.empty() ? std::string(tag) : primary;
}

}  // namespace pith::index
