#include "plugin/index/index_options.h"

#include <cstddef>
#include <utility>

namespace pith::pipeline {

namespace {

constexpr const char* asides = "asides";  // the field that index.asides is about

}  // namespace

Result<index::WriterOptions> index_writer_options(const config::Settings& settings) {
  auto names = settings.index.fields;
  if (settings.index.asides)
    names.try_emplace(asides, asides);
  else
    names[asides] = "";
  auto fields = index::FieldMap::make(names);
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
                                            .title = settings.search.title,
                                            .depth = settings.search.depth,
                                            .links = settings.search.links},
                                .query_limits = {.max_bytes = static_cast<std::size_t>(settings.search.max_bytes),
                                                 .max_depth = static_cast<unsigned>(settings.search.max_depth),
                                                 .max_clauses = static_cast<unsigned>(settings.search.max_clauses)},
                                .enough = static_cast<std::size_t>(settings.search.enough),
                                .timeout = settings.search.timeout};
}

}  // namespace pith::pipeline
