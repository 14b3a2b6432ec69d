// Statistics as bytes: a header, then the tables, each with the number of its rows and a column after the other.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/little_endian.h"
#include "core/extract/main_content/detail/site/site_statistics.h"

namespace pith {
namespace {

using Text = SiteStatistics::Text;
using Place = SiteStatistics::Place;

constexpr char format_version = 3;
constexpr std::size_t header_bytes = 1 + 2 * sizeof(std::uint32_t);
constexpr float most = 1e9f;  // of any value

constexpr std::array text_values = {&Text::pages, &Text::content};
constexpr std::array place_values = {&Place::pages,      &Place::words,    &Place::elements, &Place::share,
                                     &Place::link_words, &Place::repeated, &Place::content,  &Place::expected_f1,
                                     &Place::same,       &Place::deviation};

// The first bytes of all numbers, then the second ones, and so on, the highest first: sorted and rounded numbers
// compress well this way. `number_of` a row of the table.
template <typename Table, typename NumberOf>
void put_column(std::string& out, const Table& table, const NumberOf& number_of) {
  using Number = decltype(number_of(table[0]));
  for (std::size_t byte = sizeof(Number); byte-- > 0;)
    for (const auto& row : table) out += static_cast<char>(number_of(row) >> (8 * byte) & 0xff);
}

// The bytes are enough.
template <typename Number>
std::vector<Number> take_column(std::string_view& bytes, std::size_t rows) {
  std::vector<Number> out(rows);
  for (std::size_t byte = 0; byte < sizeof(Number); ++byte)
    for (std::size_t row = 0; row < rows; ++row)
      out[row] = out[row] << 8 | static_cast<unsigned char>(bytes[byte * rows + row]);
  bytes.remove_prefix(rows * sizeof(Number));
  return out;
}

template <typename Table, typename Values>
void put_table(std::string& out, const Table& table, const Values& values) {
  put_little_endian(out, static_cast<std::uint32_t>(table.size()));
  put_column(out, table, [](const auto& row) { return row.first; });
  for (const auto value : values)
    put_column(out, table, [&](const auto& row) { return std::bit_cast<std::uint32_t>(row.second.*value); });
}

template <typename Table, typename Values>
bool take_table(std::string_view& bytes, Table& table, const Values& values) {
  if (bytes.size() < sizeof(std::uint32_t)) return false;
  const auto rows = take_little_endian<std::uint32_t>(bytes);
  if (bytes.size() / (sizeof(std::uint64_t) + values.size() * sizeof(std::uint32_t)) < rows) return false;
  const auto keys = take_column<std::uint64_t>(bytes, rows);
  for (const std::uint64_t key : keys) {
    if (!table.empty() && key < table.back().first) return false;
    table.push_back({key, {}});
  }
  for (const auto value : values) {
    const auto column = take_column<std::uint32_t>(bytes, rows);
    for (std::size_t row = 0; row < rows; ++row) {
      const auto number = std::bit_cast<float>(column[row]);
      if (!(number >= 0 && number <= most)) return false;
      table[row].second.*value = number;
    }
  }
  return true;
}

}  // namespace

std::string SiteStatistics::bytes() const {
  std::string out(1, format_version);
  put_little_endian(out, pages_);
  put_little_endian(out, static_cast<std::uint32_t>(page_share_));
  for (const Table<Text>* table :
       {&tables_.texts, &tables_.masked, &tables_.texts_in, &tables_.place_texts, &tables_.around, &tables_.names})
    put_table(out, *table, text_values);
  put_table(out, tables_.places, place_values);
  return out;
}

std::optional<SiteStatistics> SiteStatistics::read(std::string_view bytes) {
  if (bytes.size() < header_bytes || bytes[0] != format_version) return std::nullopt;
  bytes.remove_prefix(1);
  SiteStatistics out;
  out.pages_ = take_little_endian<std::uint32_t>(bytes);
  out.page_share_ = take_little_endian<std::uint32_t>(bytes);
  Tables& tables = out.tables_;
  for (Table<Text>* table :
       {&tables.texts, &tables.masked, &tables.texts_in, &tables.place_texts, &tables.around, &tables.names})
    if (!take_table(bytes, *table, text_values)) return std::nullopt;
  if (!take_table(bytes, tables.places, place_values) || !bytes.empty()) return std::nullopt;
  return out;
}

}  // namespace pith
