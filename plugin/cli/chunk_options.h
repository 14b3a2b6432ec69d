// --chunk-tokens, --chunk-overlap and --tokens-per-word.
#pragma once

#include <CLI/CLI.hpp>

#include "core/render/chunks.h"

namespace pith::cli {

void add_chunk_options(CLI::App& command, ChunkSize& size);

}  // namespace pith::cli
