#include "plugin/app/map/record_sources.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <system_error>

#include "plugin/app/ingest/byte_stream.h"

namespace pith::map {
namespace {

std::optional<Error> read_source(const std::string& path, const ingest::Input& input, const RecordSources& sources,
                                 const RecordHooks& hooks) {
  ingest::Reading reading(
      {.page_max_bytes = static_cast<std::size_t>(sources.options.page_max_bytes),
       .page_max_ratio = static_cast<std::size_t>(sources.options.page_max_ratio),
       .url_prefix = {}},
      hooks.page, sources.stop, [&](const ingest::Report& now, std::uint64_t, std::uint64_t) { hooks.progress(now); },
      {}, path);
  if (auto error = input.read(path, reading)) return error;
  hooks.ended(reading.report());
  for (const ingest::Loss& loss : reading.report().first_losses) hooks.lost(path, loss);
  return reading.error();
}

// Engines give a task nothing, too.
bool is_empty(const std::string& path, const std::atomic<bool>* stop) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return false;
  auto in = ingest::ByteStream::open(path, stop);
  return in && !(stop && *stop) && in->peek(1).empty() && !in->gap();
}

}  // namespace

std::optional<Error> read_records(const RecordSources& sources, const RecordHooks& hooks) {
  if (std::ranges::count(sources.paths, "-") > 1) return Error{"usage", "-: standard input can be read only once"};
  std::vector<const ingest::Input*> inputs;
  for (const std::string& path : sources.paths) {
    const auto input = ingest::find_input(path, sources.type, sources.stop);
    if (!input && !is_empty(path, sources.stop)) return input.error();
    inputs.push_back(input ? *input : nullptr);
  }
  for (std::size_t i = 0; i < inputs.size() && !(sources.stop && *sources.stop); ++i)
    if (auto error = inputs[i] ? read_source(sources.paths[i], *inputs[i], sources, hooks) : std::nullopt) return error;
  return std::nullopt;
}

}  // namespace pith::map
