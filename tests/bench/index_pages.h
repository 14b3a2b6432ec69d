// Made-up pages for an index, as extraction would produce them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "indexer_adapter/documents/writer.h"

namespace pith::bench {

inline constexpr std::uint64_t index_seed = 6;

// Throws std::runtime_error if there is an error.
void must(const std::optional<Error>& error);

// Throws std::runtime_error if it cannot be opened.
index::Writer open_writer(const std::string& directory);

// A title, some headings, and 10 to 40 sentences. Everything, including the URL, follows from the number. Returns the
// bytes of text. Throws std::runtime_error.
std::size_t put_page(index::Writer& writer, std::uint32_t number);

}  // namespace pith::bench
