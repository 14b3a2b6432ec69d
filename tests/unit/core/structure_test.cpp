#include "core/render/structure.h"

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/structures.h"
#include "tests/unit/core/page_fixtures.h"

namespace pith {
namespace {

using Json = nlohmann::ordered_json;

// Entries of any kind, as the JSON that they must become.
class Blocks {
 public:
  explicit Blocks(unsigned seed) : random_(seed) {}

  Json make(std::size_t count) {
    Json out = Json::array();
    for (std::size_t i = 0; i < count; ++i) out.push_back(entry());
    return out;
  }

 private:
  std::uint32_t below(std::uint32_t n) { return std::uniform_int_distribution<std::uint32_t>(0, n - 1)(random_); }

  // Numbers of one byte to five.
  std::uint32_t number() { return below(2) == 0 ? below(200) : below(1u << (7 + below(25))); }

  std::string text() {
    constexpr auto letters = std::to_array<std::string_view>({"a", "b", "/", "\"", "\\", "\n", "\x01", "é", "😀"});
    std::string out;
    for (std::uint32_t i = below(300) == 0 ? 200 : below(6); i > 0; --i) out += letters[below(letters.size())];
    return out;
  }

  Json entry() {
    const auto role = static_cast<Role>(below(role_count));
    if (role == Role::site_template || below(9) == 0)
      return {{"role", name_of(role)}, {"blocks", 1 + number()}, {"words", number()}};
    Json out = {{"role", name_of(role)}, {"tag", text()}, {"path", path()}, {"region", name_of(region())}};
    if (const std::uint32_t level = below(4); level > 0) out["level"] = level;
    if (role == Role::aside) {
      out["words"] = number();
      return out;
    }
    trail_.resize(std::min<std::size_t>(trail_.size(), below(4)));
    while (trail_.size() < 5 && below(2) == 0) trail_.push_back(text());
    const std::uint32_t begin = end_ + below(3);
    end_ = begin + below(1 << 16);
    out["trail"] = trail_;
    out["begin"] = begin;
    out["end"] = end_;
    if (const std::string anchor = text(); !anchor.empty() && anchor.size() <= max_anchor_bytes) out["anchor"] = anchor;
    return out;
  }

  // Shares its beginning with the one before it.
  std::string path() {
    path_.resize(std::min<std::size_t>(path_.size(), below(40)));
    while (below(3) > 0) path_ += "/p[" + std::to_string(below(20)) + "]";
    return path_;
  }

  Region region() { return static_cast<Region>(below(region_names.size())); }

  std::mt19937 random_;
  std::string path_;
  std::vector<std::string> trail_;
  std::uint32_t end_ = 0;
};

std::size_t entries_of(std::string_view packed) {
  StructureReader reader(packed);
  std::size_t entries = 0;
  while (reader.next()) ++entries;
  return entries;
}

BOOST_AUTO_TEST_SUITE(structure)

BOOST_AUTO_TEST_CASE(what_is_packed_is_read) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    const Json blocks = Blocks(seed).make(seed % 40);
    const auto json = structure_json(test::pack(blocks));
    BOOST_REQUIRE(json.has_value());
    BOOST_TEST(Json::parse(*json).dump() == blocks.dump());
  }
}

BOOST_AUTO_TEST_CASE(a_structure_that_is_cut_has_its_first_entries) {
  const Json blocks = Blocks(7).make(30);
  std::vector<std::size_t> sizes;  // of the first so many entries
  for (std::size_t count = 0; count <= blocks.size(); ++count)
    sizes.push_back(test::pack(Json(blocks.begin(), blocks.begin() + static_cast<std::ptrdiff_t>(count))).size());
  const std::string whole = test::pack(blocks);
  for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
    std::size_t entries = 0;
    while (entries < blocks.size() && sizes[entries + 1] <= cut) ++entries;
    BOOST_TEST(entries_of(whole.substr(0, cut)) == entries, cut);
    BOOST_TEST(structure_json(whole.substr(0, cut)).has_value() == (cut > 0 && sizes[entries] == cut), cut);
  }
}

BOOST_AUTO_TEST_CASE(any_bytes_are_read_or_damaged) {
  std::mt19937 random(3);
  const std::string whole = test::pack(Blocks(5).make(40));
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes = whole;
    for (int flips = 1 + round % 3; flips > 0; --flips) bytes[random() % bytes.size()] = static_cast<char>(random());
    StructureReader reader(bytes);
    std::uint32_t end = 0;
    while (const StructureEntry* entry = reader.next()) {
      if (entry->role != Role::content || entry->blocks > 0) continue;
      BOOST_REQUIRE((entry->begin >= end && entry->end >= entry->begin));
      end = entry->end;
    }
    if (const auto json = structure_json(bytes)) BOOST_REQUIRE(Json::accept(*json));
  }
}

// A path is repeated in two bytes: JSON must not become as long as such bytes could make it.
BOOST_AUTO_TEST_CASE(long_paths_are_left_out_at_the_limit_and_damage_beyond_it) {
  StructureWriter writer;
  const std::string path(4'000, 'p');
  for (std::uint32_t i = 0; i < 10'000; ++i) writer.add({.tag = "p", .path = path, .begin = i, .end = i + 1});
  BOOST_TEST(!writer.has_room());
  const std::string packed = writer.take();
  BOOST_TEST(packed.size() < 150'000u);
  BOOST_TEST(entries_of(packed) == 10'000u);
  const auto json = structure_json(packed);
  BOOST_REQUIRE(json.has_value());
  BOOST_TEST(json->size() < max_path_bytes + 2'000'000);

  // The same, by one who does not leave them out.
  const std::string entry("\x00\x01\x01p\xa0\x1f\x00\x00\x00\x00\x01", 11);
  StructureWriter one;
  one.add({.tag = "p", .path = path, .begin = 0, .end = 1});
  const std::string hostile = one.take() + test::repeated(entry, 100'000);
  BOOST_TEST(entries_of(hostile) < 3'000u);
  BOOST_TEST(!structure_json(hostile).has_value());
}

BOOST_AUTO_TEST_CASE(json_ends_soon_after_the_bound) {
  const std::string packed = test::pack(Blocks(1).make(10'000));
  const auto cut = structure_json(packed, 10'000);
  BOOST_REQUIRE(cut.has_value());
  BOOST_TEST((cut->size() > 10'000 && cut->size() < 20'000));
  BOOST_TEST(!structure_json("").has_value());
  BOOST_TEST(structure_json(StructureWriter().take()).value() == "[]");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace pith
