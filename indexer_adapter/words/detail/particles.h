// Korean particles, which are written at the end of a word: 서울에서 is 서울 (Seoul) with 에서 (in).
//
// A query for 서울 finds 서울에서 as characters side by side. The reverse needs the word without its particle.
#pragma once

#include <string_view>

namespace pith::index {

// The Hangul word without its particle if at least two syllables are left; else empty. It may be wrong: 어린이 (child)
// ends like a particle.
std::wstring_view without_particle(std::wstring_view hangul);

}  // namespace pith::index
