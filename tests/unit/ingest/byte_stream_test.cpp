#include "crawler_adapter/inputs/byte_stream.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tests/support/compress.h"
#include "tests/support/read_input.h"
#include "tests/support/zstd.h"

using namespace pith::test;
using pith::ingest::ByteStream;

namespace {

// All output, with segments separated by "|".
std::string drain(const std::string& bytes, std::size_t step = 7) {
  const TemporaryDirectory directory;
  put_file(directory / "f", bytes);
  auto stream = ByteStream::open(directory / "f");
  BOOST_REQUIRE(stream.ok());
  std::string out;
  while (true) {
    const std::string_view part = stream->peek(step);
    if (part.empty()) {
      if (!stream->gap()) return out;
      out += "|";
      if (!stream->next_segment()) return out;
      continue;
    }
    const std::size_t taken = std::min(step, part.size());
    out += part.substr(0, taken);
    stream->skip(taken);
  }
}

// Text that compresses badly, so that a member spans several blocks.
std::string noise(std::size_t bytes, std::uint32_t state = 1) {
  std::string out;
  while (out.size() < bytes) {
    state = state * 1664525u + 1013904223u;
    out += static_cast<char>('!' + (state >> 24) % 90);
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(byte_stream)

BOOST_AUTO_TEST_CASE(plain_and_compressed_bytes) {
  const std::string text = noise(700'000);
  BOOST_TEST((drain(text, 1000) == text));
  BOOST_TEST((drain(gzip(text), 1000) == text));
  BOOST_TEST((drain(gzip(text.substr(0, 99)) + gzip("") + gzip(text.substr(99)), 300'000) == text));
  BOOST_TEST((drain(gzip("a") + std::string(600'000, '\0') + gzip("b")) == "ab"));
  BOOST_TEST(drain("") == "");
  BOOST_TEST(drain("\x1f\x8b") == "\x1f\x8b");  // too short to be gzip
}

BOOST_AUTO_TEST_CASE(zstandard_frames) {
  const std::string text = noise(700'000);
  BOOST_TEST((drain(zstd(text), 1000) == text));
  BOOST_TEST((drain(zstd(text.substr(0, 99)) + zstd("") + skippable_frame("of another use") + zstd(text.substr(99)),
                    300'000) == text));
  // The last block fills what is unpacked at once, and no byte of the file is left.
  for (const std::size_t size : {64 << 10, 128 << 10, 192 << 10, 256 << 10})
    BOOST_TEST((drain(zstd(std::string(size, 'x')), 1000) == std::string(size, 'x')));

  const std::string a = zstd(noise(3000, 1)), b = zstd(noise(300'000, 2)), c = zstd(noise(5000, 3));
  std::string damaged = b;
  for (std::size_t i = 1000; i < 1010; ++i) damaged[i] = static_cast<char>(~damaged[i]);
  BOOST_TEST((drain(a + damaged + c, 4096).ends_with("|" + noise(5000, 3))));
  BOOST_TEST((drain(a + "garbage between" + c) == noise(3000, 1) + "|" + noise(5000, 3)));
  BOOST_TEST((drain(a + c.substr(0, c.size() - 1)) == noise(3000, 1) + noise(5000, 3) + "|"));
}

BOOST_AUTO_TEST_CASE(zstandard_dictionaries) {
  const std::string dictionary = zstd_dictionary(), frame = zstd("<html><p>Page 17", dictionary);
  for (const std::string& stored : {dictionary, zstd(dictionary)})
    BOOST_TEST(drain(skippable_frame(stored, 0x184D2A5D) + frame + frame) == "<html><p>Page 17<html><p>Page 17");
  BOOST_TEST(drain(frame) == "|");                                                         // none
  BOOST_TEST(drain(skippable_frame(dictionary) + frame) == "|");                           // for another use
  BOOST_TEST(drain(zstd("a") + skippable_frame(dictionary, 0x184D2A5D) + frame) == "a|");  // not at the beginning
  BOOST_TEST(drain(skippable_frame(dictionary, 0x184D2A5D).substr(0, 900)) == "|");
  BOOST_TEST(drain(skippable_frame(std::string(5 << 20, 'x'), 0x184D2A5D) + frame) == "|");
  BOOST_TEST(drain(skippable_frame(zstd(std::string(5 << 20, 'x')), 0x184D2A5D) + frame) == "|");  // unpacked
}

// A window that no program writes unasked would take memory, and a few bytes all time.
BOOST_AUTO_TEST_CASE(zstandard_frames_that_ask_for_too_much) {
  const std::string frame_of_2_gb_window = std::string("\x28\xb5\x2f\xfd\x00\xa8", 6) + std::string("\x09\0\0x", 4);
  BOOST_TEST(drain(frame_of_2_gb_window + zstd("after")) == "|after");

  // Blocks of 128 kB of one byte, in four bytes each (RFC 8878, §3.1.1.2).
  std::string bomb("\x28\xb5\x2f\xfd\x00\x38", 6);
  for (int i = 0; i < 40'000; ++i) bomb.append("\x02\x00\x10x", 4);
  const TemporaryDirectory directory;
  put_file(directory / "f", bomb + zstd("after"));
  auto stream = ByteStream::open(directory / "f");
  BOOST_REQUIRE(stream.ok());
  std::uint64_t unpacked = 0;
  for (std::string_view part; !(part = stream->peek(1)).empty(); stream->skip(part.size())) unpacked += part.size();
  BOOST_TEST(unpacked < std::uint64_t{1100} << 20);
  BOOST_REQUIRE(stream->gap().has_value());
  BOOST_TEST(stream->gap()->what.find("1,100 times") != std::string::npos);
  BOOST_TEST(stream->next_segment());
  BOOST_TEST(stream->peek(5) == "after");
}

BOOST_AUTO_TEST_CASE(reading_goes_on_after_damage) {
  const std::string a = gzip(noise(3000, 1)), b = gzip(noise(300'000, 2)), c = gzip(noise(5000, 3));
  std::string damaged = b;
  for (std::size_t i = 1000; i < 1010; ++i) damaged[i] = static_cast<char>(~damaged[i]);
  const std::string out = drain(a + damaged + c, 4096);
  BOOST_TEST(out.starts_with(noise(3000, 1)));
  BOOST_TEST(out.ends_with("|" + noise(5000, 3)));
  BOOST_TEST((drain(a + "garbage between" + c) == noise(3000, 1) + "|" + noise(5000, 3)));
  const std::string cut = drain(a + c.substr(0, c.size() - 3));
  BOOST_TEST(cut.starts_with(noise(3000, 1)));
  BOOST_TEST(cut.ends_with("|"));
}

BOOST_AUTO_TEST_CASE(checksum_is_verified) {
  std::string bytes = gzip("some text");
  bytes[bytes.size() - 8] = static_cast<char>(~bytes[bytes.size() - 8]);
  BOOST_TEST(drain(bytes + gzip("more")) == "some text|more");
}

BOOST_AUTO_TEST_CASE(offsets_are_those_of_the_file) {
  const TemporaryDirectory directory;
  const std::string first = gzip("12345");
  put_file(directory / "f", first + gzip("6789"));
  auto stream = ByteStream::open(directory / "f");
  BOOST_TEST(stream->peek(9) == "123456789");
  BOOST_TEST(stream->offset() == 0u);
  stream->skip(4);
  BOOST_TEST(stream->offset() == 0u);
  stream->skip(1);
  BOOST_TEST(stream->offset() == first.size());
  BOOST_TEST(stream->size() == first.size() + gzip("6789").size());

  put_file(directory / "p", "0123456789");
  auto plain = ByteStream::open(directory / "p");
  plain->peek(10);
  plain->skip(7);
  BOOST_TEST(plain->offset() == 7u);
  BOOST_TEST(plain->go_back(2));
  BOOST_TEST(plain->peek(3).substr(0, 3) == "234");
  BOOST_TEST(plain->offset() == 2u);
  BOOST_TEST(!plain->go_back(100));
}

BOOST_AUTO_TEST_CASE(a_member_that_begins_a_record_ends_the_visible_part) {
  const auto begins_record = [](std::string_view bytes) { return bytes.starts_with("MARK"); };
  const TemporaryDirectory directory;
  const std::string long_text = noise(200'000);
  put_file(directory / "f", gzip("one") + gzip("") + gzip("two") + gzip("MA") + gzip("RK" + long_text) + gzip("MARK"));
  auto stream = ByteStream::open(directory / "f");
  stream->stop_before_member(begins_record);  // nothing is known yet: no bound
  BOOST_TEST(stream->peek(300'000).size() == 200'014u);
  stream->stop_before_member(begins_record);
  BOOST_TEST(stream->peek(300'000) == "onetwo");
  stream->skip(3);
  BOOST_TEST(stream->peek(4) == "two");
  stream->skip(100);
  BOOST_TEST(stream->peek(1).empty());
  BOOST_TEST(!stream->gap());
  stream->stop_before_member(nullptr);
  BOOST_TEST(stream->peek(4).starts_with("MARK"));
  stream->stop_before_member(begins_record);
  BOOST_TEST(stream->peek(300'000) == "MARK" + long_text);
  stream->skip(4);
  stream->stop_before_member(begins_record);  // within a member
  BOOST_TEST(stream->peek(300'000) == long_text + "MARK");
}

// A member could begin at each byte of this file, but none does. Trying each from its beginning would take minutes.
BOOST_AUTO_TEST_CASE(magic_numbers_everywhere_end_in_time) {
  std::string bytes = gzip("good");
  // A stored block of 64 KB after each header, which contains the next headers.
  const std::string header("\x1f\x8b\x08\0\0\0\0\0\0\0\0\xff\xff\0\0", 15);
  while (bytes.size() < 4 << 20) bytes += header;
  BOOST_TEST(drain(bytes, 60'000).starts_with("good"));
}

BOOST_AUTO_TEST_CASE(sources_that_cannot_be_opened) {
  const TemporaryDirectory directory;
  BOOST_TEST(ByteStream::open(directory / "none").error().code == "no_input");
  BOOST_TEST(ByteStream::open(directory.path()).error().code == "no_input");
}

BOOST_AUTO_TEST_SUITE_END()
