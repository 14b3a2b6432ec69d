#include "plugin/cli/open_index.h"

#include "indexer_adapter/lucene/index_error.h"
#include "plugin/index/index_options.h"

namespace pith::cli {

Result<index::Searcher> open_index(const config::Settings& settings) {
  const auto options = pipeline::index_searcher_options(settings);
  if (!options) return options.error();
  auto searcher = index::Searcher::open(settings.index.path, *options);
  if (searcher || !index::is(searcher.error(), index::IndexError::missing)) return searcher;
  return index::make_error(index::IndexError::missing,
                           searcher.error().message +
                               "; `pith crawl URL` or `pith ingest FILE` makes one, or `pith index` from a page cache");
}

}  // namespace pith::cli
