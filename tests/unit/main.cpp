#define BOOST_TEST_MODULE pith
#include <boost/test/unit_test.hpp>
