// Time of the stages of processing a page (page_stages.h), over real pages.
#pragma once

namespace pith::bench {

// Registers them with Google Benchmark as "page, STAGE"; the counter "page" is the mean per page. Pages are read when
// the first benchmark runs.
void register_page_benchmarks();

}  // namespace pith::bench
