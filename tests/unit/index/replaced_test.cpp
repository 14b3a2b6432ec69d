// Indexes that are replaced or damaged under a searcher.
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "pages.h"

namespace pith::index {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& file, const std::string& bytes) { std::ofstream(file, std::ios::binary) << bytes; }

// A file's offset in one of Lucene's compound files, which begin with the number of files, then the offset and name of
// each.
std::pair<std::size_t, std::size_t> part_of(const std::string& compound, std::string_view name) {
  std::size_t at = 1, begin = 0;
  for (int count = compound[0]; count > 0; --count) {  // the count, and each name's length, is under 128: one byte
    std::size_t offset = 0;
    for (int i = 0; i < 8; ++i) offset = offset << 8 | static_cast<unsigned char>(compound[at++]);
    if (begin > 0) return {begin, offset};
    const auto length = static_cast<std::size_t>(compound[at++]);
    if (compound.compare(at, length, name) == 0) begin = offset;
    at += length;
  }
  return {begin, begin > 0 ? compound.size() : 0};
}

void fill(const std::string& path, const std::vector<std::string>& words) {
  auto writer = Writer::open(path, {});
  BOOST_REQUIRE(writer.ok());
  for (const std::string& word : words) {
    BOOST_REQUIRE(!writer->put(record_of(word), page_of(word + " and words of a page that is long enough")));
    BOOST_REQUIRE(!writer->commit());
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(replaced)

BOOST_AUTO_TEST_CASE(a_rebuilt_index_is_noticed) {
  const IndexDirectory directory;
  fill(directory.path(), {"old0", "old1"});
  Searcher searcher = std::move(*Searcher::open(directory.path(), as_written));
  BOOST_TEST(found(searcher, "old0").size() == 1u);
  // In the same directory, with the same segment names, and more commits than the old index.
  for (const auto& entry : fs::directory_iterator(directory.path())) fs::remove(entry.path());
  fill(directory.path(), {"new0", "new1", "new2"});
  BOOST_TEST(*searcher.reopen_if_changed());
  for (const char* word : {"new0", "new1", "new2"}) {
    const std::vector<std::string> expected = {word};
    BOOST_TEST(found(searcher, word) == expected, boost::test_tools::per_element());
  }
  BOOST_TEST(found(searcher, "old0").empty());
  BOOST_TEST(*searcher.count() == 3u);
}

// Postings with numbers of nonexistent documents: they would be written outside the arrays.
BOOST_AUTO_TEST_CASE(wrong_postings_are_an_error) {
  const IndexDirectory directory;
  std::vector<NamedPage> pages;
  for (int i = 0; i < 12; ++i)
    pages.push_back({record_of("p" + std::to_string(i)), page_of("harbour words number" + std::to_string(i))});
  index_of(directory.path(), pages);
  forget_checksums(directory.path());
  const fs::path file = fs::path(directory.path()) / "_0.cfs";
  const std::string bytes = read(file);
  const auto [begin, end] = part_of(bytes, "_0.frq");
  BOOST_REQUIRE(begin < end);
  std::size_t answers = 0, errors = 0;
  for (std::size_t at = begin; at + 4 <= end; ++at) {
    std::string wrong = bytes;
    wrong.replace(at, 4, "\xFF\xFF\xFF\x7F");
    write(file, wrong);
    const auto searcher = Searcher::open(directory.path(), as_written);
    if (!searcher) {
      ++errors;
      continue;
    }
    for (const Query& query : {Query{.text = "harbour", .facets = true}, Query{.text = "num* OR words"},
                               Query{.text = "lang:en", .order = Order::newest}}) {
      const auto hits = searcher->search(query);
      BOOST_TEST((hits.ok() || hits.error().code == "index_read"));
      ++(hits ? answers : errors);
    }
  }
  BOOST_TEST(answers > 0u);
  BOOST_TEST(errors > 0u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::index
