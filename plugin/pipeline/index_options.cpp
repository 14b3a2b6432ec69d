#include "plugin/pipeline/index_options.h"

namespace pith::pipeline {

Result<index::WriterOptions> index_writer_options(const config::Settings& settings) {
  auto fields = index::FieldMap::make(settings.index.fields);
  if (!fields) return fields.error();
  auto analysers = index::Analysers::make(settings.index.analyzer, settings.index.analyzers);
  if (!analysers) return analysers.error();
  return index::WriterOptions{.fields = std::move(*fields), .analysers = std::move(*analysers)};
}

Result<index::SearcherOptions> index_searcher_options(const config::Settings& settings) {
  auto writing = index_writer_options(settings);
  if (!writing) return writing.error();
  return index::SearcherOptions{.fields = std::move(writing->fields),
                                .boosts = settings.index.boosts,
                                .analysers = std::move(writing->analysers),
                                .ranking = {.k1 = settings.search.k1,
                                            .b = settings.search.b,
                                            .recency = settings.search.recency,
                                            .recency_days = settings.search.recency_days,
                                            .depth = settings.search.depth},
                                .timeout = settings.search.timeout};
}

}  // namespace pith::pipeline
