// The table of elements (core/dom/tags.def) and its lookup by name.
#include "core/dom/tag.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "core/base/stable_hash.h"
#include "core/dom/tag_set.h"
#include "core/extract/main_content/detail/view/places.h"

using namespace pith;

BOOST_AUTO_TEST_SUITE(tags_table)

BOOST_AUTO_TEST_CASE(every_name_leads_to_its_tag_and_no_other) {
  std::set<std::string_view> names;
  for (std::size_t i = 1; i < static_cast<std::size_t>(Tag::count_); ++i) {
    const Tag tag = static_cast<Tag>(i);
    BOOST_TEST((tag_of(name_of(tag)) == tag), name_of(tag));
    BOOST_TEST(names.insert(name_of(tag)).second, name_of(tag));
    for (const std::string& other : {std::string(name_of(tag)) + "x", "x" + std::string(name_of(tag)),
                                     std::string(name_of(tag).substr(1)), std::string(name_of(tag)) + '\0'})
      BOOST_TEST(name_of(tag_of(other)) == (tag_of(other) == Tag::unknown ? "" : other));
  }
  for (const std::string& unknown :
       {std::string(), std::string("DIV"), std::string("my-element"), std::string(10'000, 'a')})
    BOOST_TEST((tag_of(unknown) == Tag::unknown), unknown.substr(0, 20));
}

BOOST_AUTO_TEST_CASE(the_columns_agree) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(Tag::count_); ++i) {
    const Tag tag = static_cast<Tag>(i);
    if (heading_level(tag) > 0) BOOST_TEST(name_of(tag) == "h" + std::to_string(heading_level(tag)));
    if (is_raw_text(tag)) BOOST_TEST((!is_void(tag) && nesting_of(tag) == Nesting::element), name_of(tag));
    if (is_void(tag)) BOOST_TEST((nesting_of(tag) != Nesting::formatting && clean_name(tag).empty()), name_of(tag));
    // Cleaning cleaned HTML changes nothing.
    if (!clean_name(tag).empty()) BOOST_TEST(clean_name(tag_of(clean_name(tag))) == clean_name(tag));
    const bool is_reading = tag == Tag::rt || tag == Tag::rp;  // kept in HTML, but no text
    BOOST_TEST((!is_non_content(tag) || clean_name(tag).empty() || is_reading), name_of(tag));
  }
}

// Page shapes in caches are stored with these numbers. A new element adds a number; existing ones never change.
BOOST_AUTO_TEST_CASE(kept_numbers_are_what_they_were) {
  std::map<unsigned, std::string_view> names;
  for (std::size_t i = 1; i < static_cast<std::size_t>(Tag::count_); ++i) {
    const Tag tag = static_cast<Tag>(i);
    BOOST_TEST(names.emplace(kept_number(tag), name_of(tag)).second, name_of(tag));
  }
  BOOST_TEST(kept_number(Tag::unknown) == 0);
  std::uint64_t hash = hash_seed;
  for (unsigned number = 1; number <= 144; ++number) hash = hash_bytes(mix(hash, number), names[number]);
  BOOST_TEST(hash == 15079324338977535217u);
}

BOOST_AUTO_TEST_CASE(some_rows) {
  BOOST_TEST((is_block(Tag::div) && is_block(Tag::td) && !is_block(Tag::span) && !is_block(Tag::unknown)));
  BOOST_TEST((is_non_content(Tag::script) && is_non_content(Tag::head) && !is_non_content(Tag::p)));
  BOOST_TEST((is_void(Tag::br) && !is_void(Tag::a)));
  BOOST_TEST((nesting_of(Tag::b) == Nesting::formatting && nesting_of(Tag::div) == Nesting::element));
  BOOST_TEST((nesting_of(Tag::p) == Nesting::none && nesting_of(Tag::unknown) == Nesting::element));
  BOOST_TEST((is_raw_text(Tag::title) && !is_raw_text(Tag::pre)));
  BOOST_TEST(clean_name(Tag::strike) == "s");
  BOOST_TEST(clean_name(Tag::div) == "");
  BOOST_TEST(places_of(Tag::nav) == bit(Place::nav));
  BOOST_TEST(places_of(Tag::button) == bit(Place::button));
  BOOST_TEST(places_of(Tag::div) == 0);
  BOOST_TEST(places_of(Tag::unknown) == 0);
}

BOOST_AUTO_TEST_CASE(a_set_holds_what_it_was_made_of) {
  constexpr TagSet set = {Tag::p, Tag::unknown};
  static_assert(set.contains(Tag::p) && set.contains(Tag::unknown) && !set.contains(Tag::div));
  static_assert(!TagSet({}).contains(Tag::unknown));
}

BOOST_AUTO_TEST_SUITE_END()
