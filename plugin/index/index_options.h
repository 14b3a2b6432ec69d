// From the configuration to the index's options.
#pragma once

#include "config/config.h"
#include "core/base/result.h"
#include "indexer_adapter/documents/writer.h"
#include "indexer_adapter/hits/searcher.h"

namespace pith::pipeline {

Result<index::WriterOptions> index_writer_options(const config::Settings& settings);
Result<index::SearcherOptions> index_searcher_options(const config::Settings& settings);

}  // namespace pith::pipeline
