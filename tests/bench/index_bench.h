// Benchmarks of writing an index: documents a second, bytes of a document, latency of commits.
#pragma once

namespace pith::bench {

void register_index_benchmarks();

}  // namespace pith::bench
