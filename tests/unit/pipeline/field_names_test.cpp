// The configuration's names of fields are the index's.
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "config/schema.h"
#include "indexer_adapter/schema.h"

BOOST_AUTO_TEST_SUITE(field_names)

BOOST_AUTO_TEST_CASE(configuration_and_index_have_the_same) {
  const auto all = pith::config::index_fields(), texts = pith::config::text_fields();
  const auto has = [](auto names, auto name) { return std::find(names.begin(), names.end(), name) != names.end(); };
  BOOST_TEST(all.size() == pith::index::fields().size());
  for (const pith::index::FieldInfo& info : pith::index::fields()) {
    BOOST_TEST(has(all, info.name), info.name);
    BOOST_TEST(has(texts, info.name) == (info.kind == pith::index::FieldKind::text), info.name);
  }
}

BOOST_AUTO_TEST_SUITE_END()
