// What became of a link that the sibling fetch was given.
#pragma once

#include <string>

namespace pith::crawl {

enum class FetchReason {
#define PITH_FETCH_REASON(reason, name) reason,
#include "crawler_adapter/fetch_reasons.def"
#undef PITH_FETCH_REASON
};

// "off_site"; for people and reports.
const char* name_of(FetchReason reason);

// What is true of one link is true of those after it.
bool ends_site(FetchReason reason);

// Why a URL was not fetched.
struct Refusal {
  FetchReason reason = FetchReason::transfer_failed;
  std::string message;  // for people; may be empty where the reason says all
};

}  // namespace pith::crawl
