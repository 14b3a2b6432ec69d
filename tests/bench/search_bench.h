// Time of a search in indexes of 1,000 and 100,000 made-up pages.
#pragma once

namespace pith::bench {

// Registers them with Google Benchmark; the argument is the number of pages. The counters p50_ms and p99_ms are for
// single searches. An index is built in a temporary directory when the first of its benchmarks runs. That takes
// minutes: register them only on request.
void register_search_benchmarks();

}  // namespace pith::bench
