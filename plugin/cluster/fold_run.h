// `pith fold`: from the pages of `pith map --models` to documents, once all pieces of a site are together.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/load.h"
#include "core/base/result.h"
#include "plugin/cluster/format.h"
#include "plugin/cluster/mapped_outcome.h"
#include "plugin/cluster/site_documents.h"

namespace pith::map {

struct FoldRequest {
  std::vector<std::string> paths = {"-"};  // of frames; "-": standard input
  const Format* format = nullptr;          // that of the documents in the frames
  std::size_t memory = 256 << 20;          // for documents of a site; beyond, a temporary file
  std::size_t together = folded_together;
};

struct FoldSummary {
  std::int64_t sites = 0;
  PageCounts counts;
  bool stopped = false;  // by the flag; the site in work lacks documents
};

struct FoldHooks {
  std::function<std::optional<Error>(std::string_view)> write;  // an error ends the run
  std::function<void(const FoldSummary&)> progress;             // called often; may be empty
  const std::atomic<bool>* stop = nullptr;
};

// The pages of a site follow each other, in any order; those of a site with more than `together` pages in order of URL.
// With all of a site's pages, the documents are those that `pith map` makes of the whole site. Holds `together` pages,
// about 2 kB for each, and `memory`. Errors: "no_input", "damaged", "bad_frame", "not_sorted", and those of BodyStore and
// `write`.
Result<FoldSummary> run_fold(const config::Config& config, const FoldRequest& request, const FoldHooks& hooks);

}  // namespace pith::map
