// `pith merge`: from the indexes of several runs, each of whole sites, one.
#pragma once

#include <string>
#include <vector>

#include "config/config.h"
#include "core/base/result.h"
#include "indexer_adapter/documents/merge.h"

namespace pith::pipeline {

struct MergeRequest {
  std::vector<std::string> indexes;
  std::string output;  // a directory that is empty or does not exist
};

// Writes into "OUTPUT.unfinished", which becomes OUTPUT when the index in it is whole. What a killed run left there is
// removed. Errors: usage (the output is not empty, or an index is named twice), index_scheme (indexes whose documents
// were made otherwise than this Pith and this configuration would), those of merge_indexes, index_unwritable,
// index_locked.
Result<std::vector<index::MergedIndex>> run_merge(const config::Settings& settings, const MergeRequest& request,
                                                  const index::MergeHooks& hooks);

}  // namespace pith::pipeline
