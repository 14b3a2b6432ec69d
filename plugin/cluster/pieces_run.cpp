#include "plugin/cluster/pieces_run.h"

#include <utility>

#include "plugin/capture/options.h"

namespace pith::map {

Result<PiecesSummary> run_pieces(const config::Config& config, const Sources& sources, std::uint64_t bytes,
                                 const PiecesHooks& hooks) {
  PiecesSummary summary;
  std::optional<ingest::Piece> open;  // may become longer
  std::optional<Error> failed;
  const auto write = [&](const ingest::Piece& piece) {
    ++summary.pieces;
    return hooks.write(piece);
  };
  const auto close = [&] {
    const auto piece = std::exchange(open, std::nullopt);
    return piece ? write(*piece) : std::nullopt;
  };
  RecordHooks reading;
  reading.found = [&](const ingest::Piece& piece) -> std::optional<Error> {
    if (piece.url) return write(piece);
    if (open)
      open->length += piece.length;
    else
      open = piece;
    return open->length >= bytes || piece.damaged ? close() : std::nullopt;
  };
  reading.progress = [&](const ingest::Report& now) {
    if (!hooks.progress) return;
    PiecesSummary so_far = summary;
    so_far.add(now);
    hooks.progress(so_far);
  };
  reading.ended = [&](const ingest::Report& report) {
    summary.add(report);
    if (!failed) failed = close();
  };
  reading.lost = hooks.lost;
  if (auto error = read_records(sources, capture::cache_options(config.settings()), hooks.stop, reading)) return *error;
  if (failed) return *failed;
  summary.stopped = hooks.stop && *hooks.stop;
  return summary;
}

}  // namespace pith::map
