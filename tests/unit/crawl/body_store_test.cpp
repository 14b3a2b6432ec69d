#include "crawler_adapter/cache/body_store.h"

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "tests/support/temporary.h"

using namespace pith;
using namespace pith::crawl;

namespace {

// Pages of one template, an empty text, bytes that cannot be compressed, and what looks like a dictionary of zstd's.
std::vector<std::string> some_bodies() {
  std::mt19937 random(1);
  const std::string menu(3000, 'm');
  std::vector<std::string> out = {"\x37\xA4\x30\xEC" + menu, ""};
  for (int i = 0; i < 40; ++i) {
    std::string noise(random() % 2000, '\0');
    for (char& c : noise) c = static_cast<char>(random());
    out.push_back(menu + "page " + std::to_string(i) + noise);
  }
  return out;
}

class TemporaryFilesIn {
 public:
  explicit TemporaryFilesIn(const std::string& directory) { ::setenv("TMPDIR", directory.c_str(), 1); }
  ~TemporaryFilesIn() { ::unsetenv("TMPDIR"); }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(body_store)

BOOST_AUTO_TEST_CASE(gives_back_what_was_put_wherever_it_is) {
  const test::TemporaryDirectory directory;
  const TemporaryFilesIn here(directory / ".");
  const auto bodies = some_bodies();
  std::size_t all = 0;
  for (const std::string& body : bodies) all += body.size();
  for (const std::size_t memory : {std::size_t{1} << 30, std::size_t{20'000}, std::size_t{0}}) {
    BodyStore store(memory);
    for (int site = 0; site < 2; ++site) {
      store.clear();
      for (std::size_t i = 0; i < bodies.size(); ++i) {
        const auto number = store.put(bodies[i]);
        BOOST_REQUIRE(number.ok());
        BOOST_TEST(*number == i);
      }
      for (std::size_t i = bodies.size(); i-- > 0;) BOOST_TEST((*store.get(i) == bodies[i]), "body " << i);
      if (memory > 1'000'000)
        BOOST_TEST(store.stored_bytes() == all);
      else
        BOOST_TEST(store.stored_bytes() < all / 2);
    }
    BOOST_TEST(std::filesystem::is_empty(directory / "."));
  }
}

BOOST_AUTO_TEST_CASE(the_first_body_is_the_dictionary_of_the_others) {
  BodyStore store(0);
  std::mt19937 random(2);
  std::string page(10'000, '\0');
  for (char& c : page) c = static_cast<char>(random());
  BOOST_REQUIRE(store.put(page).ok());
  const std::size_t first = store.stored_bytes();
  BOOST_TEST(first > 10'000u);
  BOOST_REQUIRE(store.put(page + "one more word").ok());
  BOOST_TEST(store.stored_bytes() < first + 200);
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_made_is_an_error) {
  const TemporaryFilesIn nowhere("/nonexistent");
  BodyStore store(12);
  BOOST_TEST(store.put("bytes").ok());  // needs no file
  const auto second = store.put(std::string(1000, 'x'));
  BOOST_REQUIRE(!second.ok());
  BOOST_TEST(second.error().code == "io");
  BOOST_TEST(second.error().message.find("TMPDIR") != std::string::npos);
  BOOST_TEST(*store.get(0) == "bytes");
}

BOOST_AUTO_TEST_SUITE_END()
