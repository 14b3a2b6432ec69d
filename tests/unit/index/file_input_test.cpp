// Files of an index as Lucene++ reads them, against the bytes themselves.
#include "indexer_adapter/lucene/detail/file_input.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "pages.h"

namespace pith::index {
namespace {

std::string random_bytes(std::mt19937& random, std::size_t count) {
  std::string bytes(count, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random() % 3 == 0 ? random() % 256 : random() % 128);
  return bytes;
}

std::string file_of(const IndexDirectory& directory, const std::string& bytes) {
  const std::string path = directory.path() + "/file";
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(file_input)

BOOST_AUTO_TEST_CASE(random_reads_seeks_and_clones) {
  std::mt19937 random(23);
  for (const std::size_t size : {1u, 1'000u, 5'000u, 300'000u}) {
    const IndexDirectory directory;
    const std::string bytes = random_bytes(random, size);
    const auto input = open_input(file_of(directory, bytes));
    BOOST_TEST(input->length() == static_cast<std::int64_t>(size));
    struct Reader {
      Lucene::IndexInputPtr input;
      std::size_t at = 0;
    };
    std::vector<Reader> readers = {{input}};
    for (int i = 0; i < 20'000; ++i) {
      Reader& reader = readers[random() % readers.size()];
      switch (random() % 6) {
        case 0:
          // Often near where the reader is: inside of its buffer, at its ends, right before it.
          reader.at = random() % 2 == 0 ? random() % (size + 1)
                                        : reader.at - std::min(reader.at, random() % std::size_t{3'000});
          reader.input->seek(static_cast<std::int64_t>(reader.at));
          break;
        case 1: {
          std::vector<std::uint8_t> got(
              std::min(size - reader.at, random() % std::size_t{random() % 10 == 0 ? 80'000u : 200u}) + 1);
          const std::size_t count = got.size() - 1;
          reader.input->readBytes(got.data(), 1, static_cast<std::int32_t>(count));
          BOOST_REQUIRE((std::string(got.begin() + 1, got.end()) == bytes.substr(reader.at, count)));
          reader.at += count;
          break;
        }
        case 2:
          if (readers.size() < 5)
            readers.push_back({boost::dynamic_pointer_cast<Lucene::IndexInput>(reader.input->clone()), reader.at});
          break;
        default:
          if (reader.at < size)
            BOOST_REQUIRE(reader.input->readByte() == static_cast<std::uint8_t>(bytes[reader.at++]));
      }
      const Reader& any = readers[random() % readers.size()];
      BOOST_REQUIRE(any.input->getFilePointer() == static_cast<std::int64_t>(any.at));
    }
  }
}

BOOST_AUTO_TEST_CASE(numbers) {
  const IndexDirectory directory;
  const auto input = open_input(file_of(directory, "\x05\x80\x01\xFF\xFF\xFF\xFF\x07\xFF\xFF\xFF\xFF\xFF\x01"));
  BOOST_TEST(input->readVInt() == 5);
  BOOST_TEST(input->readVInt() == 128);
  BOOST_TEST(input->readVInt() == 0x7FFFFFFF);
  std::vector<std::int32_t> all(3);
  input->seek(0);
  read_sums(*input, -3, all);
  constexpr std::int32_t gone_around = std::numeric_limits<std::int32_t>::min() + 129;
  BOOST_TEST((all == std::vector<std::int32_t>{2, 130, gone_around}));
  input->seek(0);
  BOOST_TEST(read_number(*input) == 5);
  skip_numbers(*input, 1);
  BOOST_TEST(input->getFilePointer() == 3);
  BOOST_TEST(read_number(*input) == 0x7FFFFFFF);
  BOOST_CHECK_THROW(input->readVInt(), Lucene::CorruptIndexException);
}

BOOST_AUTO_TEST_CASE(what_is_not_there) {
  const IndexDirectory directory;
  BOOST_CHECK_THROW(open_input(directory.path() + "/missing"), Lucene::FileNotFoundException);
  const auto input = open_input(file_of(directory, "abc"));
  std::uint8_t bytes[4];
  BOOST_CHECK_THROW(input->readBytes(bytes, 0, 4), Lucene::IOException);
  for (const std::int64_t nowhere : {std::int64_t{3}, std::int64_t{1} << 40, std::int64_t{-1}}) {
    input->seek(nowhere);
    BOOST_CHECK_THROW(input->readByte(), Lucene::IOException);
  }
  const auto clone = boost::dynamic_pointer_cast<Lucene::IndexInput>(input->clone());
  clone->seek(0);
  input->close();
  BOOST_TEST(clone->readByte() == 'a');
  BOOST_CHECK_THROW(input->length(), Lucene::AlreadyClosedException);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::index
