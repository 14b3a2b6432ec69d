// What became of a link that the sibling fetch was given.
#pragma once

#include <string>

namespace pith::crawl {

enum class FetchReason {
  fetched,
  // not asked for
  enough,
  cached,
  already_asked,
  bad_scheme,
  off_site,
  host_not_allowed,
  port_not_allowed,
  // the site's word
  robots_disallowed,
  robots_unreachable,
  crawl_delay_too_long,
  host_backoff,
  // our bounds
  daily_budget,
  budget_unavailable,
  time_used_up,
  interrupted,
  // no usable answer
  private_address,
  dns_failed,
  connect_failed,
  tls_failed,
  timeout,
  headers_too_large,
  too_large,
  decompression_ratio,
  transfer_failed,
  // an unwanted answer; after a redirect also all of the above, about where it leads
  http_status,
  not_html,
  empty,
  redirect_nowhere,
  redirect_bad_scheme,
  redirect_off_site,
  too_many_redirects,
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
