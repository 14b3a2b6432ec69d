// Benchmarks of writing an index: documents per second, bytes per document, latency of commits.
#pragma once

namespace pith::bench {

void register_index_benchmarks();

}  // namespace pith::bench
