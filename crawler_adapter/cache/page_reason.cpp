#include "crawler_adapter/cache/page_reason.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <utility>

#include "core/text/ascii.h"

namespace pith::crawl {
namespace {

constexpr std::string_view status_prefix = "http_";

constexpr std::string_view reason_names[] = {"",
#define PITH_PAGE_REASON(reason, name) name,
#include "crawler_adapter/cache/page_reasons.def"
#undef PITH_PAGE_REASON
                                             status_prefix, "other"};
static_assert(std::size(reason_names) == PageReason::other + 1);

bool names_a_status(std::string_view name) {
  if (!name.starts_with(status_prefix)) return false;
  name.remove_prefix(status_prefix.size());
  return !name.empty() && std::ranges::all_of(name, is_digit_ascii);
}

}  // namespace

PageReason::PageReason(Kind kind) : PageReason(kind, std::string(reason_names[kind])) {}

PageReason::PageReason(Kind kind, std::string name) : kind_(kind), name_(std::move(name)) {}

PageReason PageReason::of_status(int status) {
  return {http_status, std::string(status_prefix) + std::to_string(status)};
}

PageReason PageReason::named(std::string name) {
  if (names_a_status(name)) return {http_status, std::move(name)};
  const auto end = std::begin(reason_names) + http_status;
  const auto at = std::find(std::begin(reason_names), end, name);
  return {at == end ? other : static_cast<Kind>(at - std::begin(reason_names)), std::move(name)};
}

}  // namespace pith::crawl
