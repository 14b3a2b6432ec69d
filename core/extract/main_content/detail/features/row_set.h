// Sets of rows of a feature table, as bits: how a forest computes many rows at once (forest.h).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace pith {

template <std::size_t rows>
struct RowSetType {
  using Type [[gnu::vector_size(rows / 8)]] = std::uint64_t;
};
// A set of 64 or of 128 rows, the first in the lowest bit of the first word. Operators & | ^ ~ work on whole sets.
template <std::size_t rows>
using RowSet = typename RowSetType<rows>::Type;

template <std::size_t rows>
inline constexpr RowSet<rows> all_rows = ~RowSet<rows>{};

#ifdef __SSE2__
// Which of 16 numbers are not over the threshold: 4 answers of 32 bits each are packed to 8 bits, and the highest bits
// of these are kept.
inline std::uint64_t sixteen_not_over(const float* numbers, __m128 threshold) {
  const auto four = [&](const float* at) { return _mm_castps_si128(_mm_cmple_ps(_mm_loadu_ps(at), threshold)); };
  const __m128i low = _mm_packs_epi32(four(numbers), four(numbers + 4)),
                high = _mm_packs_epi32(four(numbers + 8), four(numbers + 12));
  return static_cast<std::uint64_t>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
}

// Which of 64 numbers are not over the threshold.
inline std::uint64_t not_over(const float* numbers, float threshold) {
  const __m128 limit = _mm_set1_ps(threshold);
  return sixteen_not_over(numbers, limit) | sixteen_not_over(numbers + 16, limit) << 16 |
         sixteen_not_over(numbers + 32, limit) << 32 | sixteen_not_over(numbers + 48, limit) << 48;
}

// The least and the most of `count` numbers, a multiple of 4.
inline std::pair<float, float> range_of(const float* numbers, std::size_t count) {
  __m128 least = _mm_loadu_ps(numbers), most = least;
  for (std::size_t i = 4; i < count; i += 4) {
    const __m128 four = _mm_loadu_ps(numbers + i);
    least = _mm_min_ps(least, four);
    most = _mm_max_ps(most, four);
  }
  std::array<float, 4> low, high;
  _mm_storeu_ps(low.data(), least);
  _mm_storeu_ps(high.data(), most);
  return {*std::ranges::min_element(low), *std::ranges::max_element(high)};
}

// 64 numbers, a byte each, made bit by bit.
class ByteNumbers {
 public:
  // Adds 2^bit to the numbers of the rows in the set.
  void add_bit(std::uint64_t rows, std::size_t bit) {
    value_ = _mm_set1_epi8(static_cast<char>(1 << bit));
    // Each byte of the set eight times: two of them make 16 bytes, of which each keeps one bit.
    __m128i bytes = _mm_cvtsi64_si128(static_cast<long long>(rows));
    bytes = _mm_unpacklo_epi8(bytes, bytes);
    const __m128i low = _mm_unpacklo_epi16(bytes, bytes), high = _mm_unpackhi_epi16(bytes, bytes);
    add(_mm_unpacklo_epi32(low, low), 0);
    add(_mm_unpackhi_epi32(low, low), 1);
    add(_mm_unpacklo_epi32(high, high), 2);
    add(_mm_unpackhi_epi32(high, high), 3);
  }

  void write(std::uint8_t* to) const {
    for (std::size_t i = 0; i < 4; ++i) _mm_storeu_si128(reinterpret_cast<__m128i*>(to + 16 * i), numbers_[i]);
  }

 private:
  void add(__m128i bytes, std::size_t sixteen) {
    const __m128i own_bit = _mm_set1_epi64x(static_cast<long long>(0x8040201008040201));
    const __m128i is_in = _mm_cmpeq_epi8(_mm_and_si128(bytes, own_bit), own_bit);
    numbers_[sixteen] = _mm_or_si128(numbers_[sixteen], _mm_and_si128(is_in, value_));
  }

  __m128i value_ = {};
  __m128i numbers_[4] = {};
};
#else
inline std::uint64_t not_over(const float* numbers, float threshold) {
  std::uint64_t rows = 0;
  for (std::size_t r = 0; r < 64; ++r) rows |= std::uint64_t{numbers[r] <= threshold} << r;
  return rows;
}

inline std::pair<float, float> range_of(const float* numbers, std::size_t count) {
  const auto [least, most] = std::minmax_element(numbers, numbers + count);
  return {*least, *most};
}

class ByteNumbers {
 public:
  void add_bit(std::uint64_t rows, std::size_t bit) {
    for (std::size_t r = 0; r < numbers_.size(); ++r) numbers_[r] |= static_cast<std::uint8_t>((rows >> r & 1) << bit);
  }
  void write(std::uint8_t* to) const { std::ranges::copy(numbers_, to); }

 private:
  std::array<std::uint8_t, 64> numbers_ = {};
};
#endif

// Each row is in one of `count` sets; writes its set's number. Overwrites the sets, and one more behind them. The
// numbers are found bit by bit, for all rows at once: bit b of all numbers is the union of the sets whose own number
// has it. From one bit to the next, sets are united in pairs.
template <std::size_t rows>
void number_rows(RowSet<rows>* sets, std::size_t count, std::array<std::uint8_t, rows>& numbers) {
  std::array<ByteNumbers, rows / 64> found;
  for (std::size_t bit = 0; count > 1; count /= 2, ++bit) {
    if (count % 2 == 1) sets[count++] = RowSet<rows>{};
    RowSet<rows> odd{};
    for (std::size_t i = 0; i < count / 2; ++i) {
      odd |= sets[2 * i + 1];
      sets[i] = sets[2 * i] | sets[2 * i + 1];
    }
    for (std::size_t word = 0; word < found.size(); ++word) found[word].add_bit(odd[word], bit);
  }
  for (std::size_t word = 0; word < found.size(); ++word) found[word].write(&numbers[64 * word]);
}

}  // namespace pith
