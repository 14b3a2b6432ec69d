#include "crawler_adapter/fetch/fetch_reason.h"

#include <cstddef>

namespace pith::crawl {
namespace {

constexpr const char* names[] = {
#define PITH_FETCH_REASON(reason, name) name,
#include "crawler_adapter/fetch/fetch_reasons.def"
#undef PITH_FETCH_REASON
};

}  // namespace

const char* name_of(FetchReason reason) { return names[static_cast<std::size_t>(reason)]; }

bool ends_site(FetchReason reason) {
  return reason == FetchReason::daily_budget || reason == FetchReason::budget_unavailable ||
         reason == FetchReason::interrupted;
}

}  // namespace pith::crawl
