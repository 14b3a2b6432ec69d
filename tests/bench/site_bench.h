// Time that comparing a page with its site takes, on a site of 50 pages and on one of 20,000.
#pragma once

namespace pith::bench {

// Registers them with Google Benchmark; the argument is the number of the site's pages. Each gives the time of one page
// as the counter "page", also what is done once for the whole site.
void register_site_benchmarks();

}  // namespace pith::bench
