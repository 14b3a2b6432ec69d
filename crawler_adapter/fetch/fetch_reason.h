// What happened to a link that the sibling fetch received.
#pragma once

#include <string>

namespace pith::crawl {

enum class FetchReason {
#define PITH_FETCH_REASON(reason, name) reason,
#include "crawler_adapter/fetch/fetch_reasons.def"
#undef PITH_FETCH_REASON
};

// "off_site"; for people and reports.
const char* name_of(FetchReason reason);

// Whether the reason also applies to all further links of the site.
bool ends_site(FetchReason reason);

// Why a URL was not fetched.
struct Refusal {
  FetchReason reason = FetchReason::transfer_failed;
  std::string message;  // for people; may be empty if the reason says it all
};

}  // namespace pith::crawl
