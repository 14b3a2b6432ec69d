#include "crawler_adapter/fetch_reason.h"

#include <cstddef>
#include <iterator>

namespace pith::crawl {
namespace {

constexpr const char* names[] = {"fetched",
                                 "enough",
                                 "cached",
                                 "already_asked",
                                 "bad_scheme",
                                 "off_site",
                                 "host_not_allowed",
                                 "port_not_allowed",
                                 "robots_disallowed",
                                 "robots_unreachable",
                                 "crawl_delay_too_long",
                                 "host_backoff",
                                 "daily_budget",
                                 "budget_unavailable",
                                 "time_used_up",
                                 "interrupted",
                                 "private_address",
                                 "dns_failed",
                                 "connect_failed",
                                 "tls_failed",
                                 "timeout",
                                 "headers_too_large",
                                 "too_large",
                                 "decompression_ratio",
                                 "transfer_failed",
                                 "http_status",
                                 "not_html",
                                 "empty",
                                 "redirect_nowhere",
                                 "redirect_bad_scheme",
                                 "redirect_off_site",
                                 "too_many_redirects"};
static_assert(std::size(names) == static_cast<std::size_t>(FetchReason::too_many_redirects) + 1);

}  // namespace

const char* name_of(FetchReason reason) { return names[static_cast<std::size_t>(reason)]; }

bool ends_site(FetchReason reason) {
  return reason == FetchReason::daily_budget || reason == FetchReason::budget_unavailable ||
         reason == FetchReason::interrupted;
}

}  // namespace pith::crawl
