// Time of the stages of a page's way (page_stages.h), over real pages.
#pragma once

namespace pith::bench {

// Registers them with Google Benchmark as "page, STAGE"; the counter "page" is the mean of a page. Pages are read when
// the first of them runs.
void register_page_benchmarks();

}  // namespace pith::bench
