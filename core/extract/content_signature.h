// By what pages of a site are compared, to find duplicates.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/extract/extracted_page.h"

namespace pith {

using KeyedSimhash = std::array<std::uint64_t, 4>;

struct ContentSignature {
  std::string digest;  // of comparable_text, by a hash of the caller's choice; empty: there is nothing to compare
  std::uint64_t simhash = 0;  // titled_simhash; 0: only the same digest makes a duplicate
  std::int64_t words = 0;     // of the main content
  KeyedSimhash keyed = {};    // keyed_simhash_of the main content, with the same key for all that are compared
  std::string body = {};      // of the page's bytes, by a hash of the caller's choice; empty: not known
};

// The SimHashes of near duplicates differ in at most this many bits.
inline constexpr int near_distance = 3;
// The same for keyed SimHashes, a fifth of the bits: about two thirds of the shingles are the same. Pages that are near
// by the first bound are far within this one, unless that was arranged on purpose.
inline constexpr int keyed_distance = 51;

// Main content that does not distinguish a page from others without its title: it has less than 30 words ("Click to
// enlarge" is below many pictures), or the page is kept whole, and most of it may be a template around what a script
// fetches. It has no SimHash: one word more or less changes too much.
bool is_vague(const ExtractedPage& page);

// What exact duplicates have in common: the main content with white space collapsed, letter case and punctuation as
// they are, and the title if the content is vague. Empty if the content has no words.
std::string comparable_text(const ExtractedPage& page);

// Charikar's SimHash ("Similarity estimation techniques from rounding algorithms", 2002) of the text's distinct
// shingles of three words: texts that share most of these differ in few bits. A repeated shingle counts once, so that a
// table full of "n/a" does not outweigh what differs. 0 if there are fewer than three words; words after the 200,000th
// do not count. Expects valid UTF-8. O(n log n).
std::uint64_t simhash_of(std::string_view utf8);

// Of the main content; under another title, another half of the bits: the pages of a series, such as screws of all
// sizes, share all words but a few, and these are what they are about. 0 if the content is vague.
std::uint64_t titled_simhash(const ExtractedPage& page);

// The author of a page can search for words that give it the simhash_of another page. So near duplicates must also be
// near by a second SimHash of 256 bits, whose key authors do not know. All 0 if there are fewer than three words. O(n
// log n).
KeyedSimhash keyed_simhash_of(std::string_view utf8, std::uint64_t key);

int distance(std::uint64_t simhash, std::uint64_t other);
int distance(const KeyedSimhash& simhash, const KeyedSimhash& other);

// Exact or near duplicates: they differ in at most near_distance bits, keyed_distance keyed bits and a tenth of the
// longer page's words. Near ones have the same title. Pages with the same bytes are duplicates too, whatever their
// siblings made of them. Symmetric, not transitive.
bool are_duplicates(const ContentSignature& a, const ContentSignature& b);

}  // namespace pith
