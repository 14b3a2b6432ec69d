// What short texts say about the part of the page that they are in: "Read more", "Leave a reply", "© 2024".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace pith {

enum class Phrase : std::uint8_t {
#define PITH_PHRASE(kind, words) kind,
#include "core/extract/main_content/detail/view/phrases.def"
#undef PITH_PHRASE
  count_
};
inline constexpr std::size_t phrase_kinds = static_cast<std::size_t>(Phrase::count_);
constexpr std::uint32_t bit(Phrase kind) { return 1u << static_cast<unsigned>(kind); }
std::string_view name_of(Phrase kind);

// The kinds of the phrases of one or two words in a text with these word hashes
// (core/extract/main_content/detail/view/text_scan.h). O(words).
std::uint32_t phrases_in(std::span<const std::uint32_t> word_hashes);

// How many phrases of a kind the text has. O(words).
std::size_t count_phrases(Phrase kind, std::span<const std::uint32_t> word_hashes);

}  // namespace pith
