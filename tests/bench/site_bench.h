// Time that comparing a page with its site takes, on sites of 50 to 20,000 pages.
#pragma once

namespace pith::bench {

// Registers them with Google Benchmark; the argument is the number of the site's pages. Each gives the time of one page
// as the counter "page", also what is done once for the whole site; "site, model" also the model's memory as "bytes".
void register_site_benchmarks();

}  // namespace pith::bench
