#include "indexer_adapter/export/sink.h"

namespace pith::sinks {

#define PITH_SINK(name) extern const SinkInfo name##_sink;
#include "indexer_adapter/export/sinks.def"
#undef PITH_SINK

namespace {

constexpr std::size_t most_refusals_named = 10;

}  // namespace

void ExportCounts::refuse(Refusal refusal) {
  ++refused;
  refused_ids.push_back(refusal.id);
  if (first_refusals.size() < most_refusals_named) first_refusals.push_back(std::move(refusal));
}

std::vector<const SinkInfo*> sinks() {
  return {
#define PITH_SINK(name) &name##_sink,
#include "indexer_adapter/export/sinks.def"
#undef PITH_SINK
  };
}

Result<const SinkInfo*> find_sink(const std::string& name) {
  std::string names;
  for (const SinkInfo* sink : sinks()) {
    if (name == sink->name) return sink;
    names += (names.empty() ? "" : ", ") + std::string(sink->name);
  }
  return Error{"usage", "--to " + name + ": there is no such output; the outputs are: " + names};
}

}  // namespace pith::sinks
