#include "plugin/cli/chunk_options.h"

#include "plugin/terminal/usage.h"

namespace pith::cli {

void add_chunk_options(CLI::App& command, ChunkSize& size) {
  command
      .add_option("--chunk-tokens", size.tokens,
                  "Of a chunk, at most; a longer sentence, row or piece of code stays whole")
      ->check(whole_number(1, 1'000'000))
      ->type_name("TOKENS")
      ->capture_default_str();
  command.add_option("--chunk-overlap", size.overlap, "Of these, how many may repeat the end of the chunk before")
      ->check(whole_number(0, 500'000))
      ->type_name("TOKENS")
      ->capture_default_str();
  command
      .add_option("--tokens-per-word", size.per_word, "How tokens are counted; 1.3 suits English, more other languages")
      ->check(CLI::Range(0.1, 20.0))
      ->type_name("NUMBER")
      ->capture_default_str();
}

}  // namespace pith::cli
