// The content cut into chunks: pieces of a size that embedding models take, each with the headings that say what it is
// about.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/dom/document.h"
#include "core/dom/node_set.h"
#include "core/text/url.h"

namespace pith {

struct ChunkSize {
  std::uint32_t tokens = 400;  // of a chunk, at most
  std::uint32_t overlap = 0;   // of these, the most that repeat the end of the chunk before in its section
  double per_word = 1.3;       // tokens are counted as words (core/text/words.h) times this, rounded up
};

struct Chunk {
  std::vector<std::string> trail;    // the headings that it is under, outermost first; of each at most 120 bytes
  std::string text;                  // a part of Blocks::text
  std::string markdown;              // the same; a table's rows are below its header
  std::size_t repeated = 0;          // bytes at the beginning of `text` that repeat the chunk before
  std::uint32_t begin = 0, end = 0;  // code points of Blocks::text
  std::uint32_t tokens = 0;          // of each block, row or sentence, together
};

// Cuts at each heading, which stays with what follows it; within a section between blocks, and where a block or table
// has too many tokens, between its sentences (Unicode Standard Annex 29, with the abbreviations that ICU knows in
// `language`) or rows. Never inside of code, a row or a sentence: one with too many tokens is a chunk of its own.
//
// Without overlap, each word of the content is in one chunk. In a section that is cut, the borders are chosen by the
// text after them, where a chunk is at least half full: a change moves those near it and leaves the others.
// O(nodes + text).
std::vector<Chunk> cut_chunks(const Document& document, const NodeSet& content, const std::optional<Url>& base,
                              std::string_view language = {}, const ChunkSize& size = {});

}  // namespace pith
