#include "indexer_adapter/query/query.h"

#include <boost/test/unit_test.hpp>

#include "indexer_adapter/lucene/index_error.h"
#include "indexer_adapter/words/analysis.h"

using namespace pith::index;

BOOST_AUTO_TEST_SUITE(query)

BOOST_AUTO_TEST_CASE(orders_have_names) {
  for (const Order order : {Order::relevance, Order::newest, Order::oldest})
    BOOST_TEST((order_of(name_of(order)) == order));
  BOOST_TEST(name_of(Order::newest) == "newest");
  for (const char* none : {"", "Newest", "newest "}) BOOST_TEST(!order_of(none).has_value());
}

BOOST_AUTO_TEST_CASE(tags_become_languages_of_the_index) {
  BOOST_TEST(language_in_index("de-AT") == "de");
  BOOST_TEST(language_in_index("NB_no") == "no");
  for (const char* other : {"", "none of them", "x"}) BOOST_TEST(language_in_index(other) == other);
}

BOOST_AUTO_TEST_CASE(each_error_has_its_code) {
  const pith::Error error = make_error(IndexError::unwritable, "why");
  BOOST_TEST(error.code == "index_unwritable");
  BOOST_TEST(error.message == "why");
  BOOST_TEST(is(error, IndexError::unwritable));
  BOOST_TEST(!is(error, IndexError::write));
  BOOST_TEST(code_of(IndexError::locked) == "index_locked");
}

BOOST_AUTO_TEST_SUITE_END()
