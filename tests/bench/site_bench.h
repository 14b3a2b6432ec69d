// Time of comparing a page with its site, on sites of 50 to 20,000 pages.
#pragma once

namespace pith::bench {

// Registers them with Google Benchmark; the argument is the number of the site's pages. Each gives the time per page as
// the counter "page", including work done once for the whole site; "site, model" also gives the model's memory as
// "bytes".
void register_site_benchmarks();

}  // namespace pith::bench
