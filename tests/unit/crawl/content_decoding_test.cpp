#include "crawler_adapter/page/content_decoding.h"

#include <brotli/encode.h>
#include <zstd.h>

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "crawler_adapter/page/http_page.h"
#include "tests/support/compress.h"

using namespace pith;
using namespace pith::crawl;
using pith::test::deflate_bytes;
using pith::test::gzip;

namespace {

std::string brotli(const std::string& bytes) {
  std::size_t size = BrotliEncoderMaxCompressedSize(bytes.size()) + 64;
  std::string out(size, '\0');
  BOOST_REQUIRE(BrotliEncoderCompress(5, 22, BROTLI_MODE_GENERIC, bytes.size(),
                                      reinterpret_cast<const std::uint8_t*>(bytes.data()), &size,
                                      reinterpret_cast<std::uint8_t*>(out.data())));
  out.resize(size);
  return out;
}

std::string zstd(const std::string& bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3));
  return out;
}

// Without the size of its content.
std::string streamed_zstd(const std::string& bytes) {
  const std::unique_ptr<ZSTD_CStream, std::size_t (*)(ZSTD_CStream*)> stream(ZSTD_createCStream(), ZSTD_freeCStream);
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  ZSTD_inBuffer input{bytes.data(), bytes.size() / 2, 0};
  ZSTD_outBuffer output{out.data(), out.size(), 0};
  ZSTD_compressStream2(stream.get(), &output, &input, ZSTD_e_continue);
  input.size = bytes.size();
  BOOST_REQUIRE_EQUAL(ZSTD_compressStream2(stream.get(), &output, &input, ZSTD_e_end), 0u);
  out.resize(output.pos);
  return out;
}

const std::string page = [] {
  std::string text = "<html><body>";
  for (int i = 0; i < 20000; ++i) text += "word" + std::to_string(i * 7919 % 1000) + " ";
  return text;
}();

const std::vector<std::pair<std::string, std::string>> packed = {{"gzip", gzip(page)},
                                                                 {"x-gzip", gzip(page)},
                                                                 {"deflate", deflate_bytes(page, 15)},
                                                                 {"deflate", deflate_bytes(page, -15)},
                                                                 {"br", brotli(page)},
                                                                 {"zstd", zstd(page)}};

std::string decoded(const std::string& body, const std::string& encodings, const DecodingBounds& bounds = {}) {
  const auto out = decode_content(body, encodings, bounds);
  if (!out) return out.error().code;
  return (out->complete ? "" : "cut:") + out->bytes;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(content_decoding)

BOOST_AUTO_TEST_CASE(every_encoding) {
  for (const auto& [name, bytes] : packed) {
    BOOST_TEST((decoded(bytes, name) == page), name);
    BOOST_TEST((decoded(bytes, " " + name + " , identity") == page), name);
  }
  BOOST_TEST((decoded(gzip(page), "GZip") == page));
  BOOST_TEST(decoded("plain", "") == "plain");
  BOOST_TEST((decoded(brotli(gzip(page)), "gzip, br") == page));
  BOOST_TEST((decoded(gzip("<p>a") + gzip("<p>b"), "gzip") == "<p>a<p>b"));
  BOOST_TEST(decoded(gzip("<p>a") + "padding", "gzip") == "<p>a");
}

BOOST_AUTO_TEST_CASE(frames_of_zstd) {
  const std::string whole = zstd(page);
  BOOST_TEST((decoded(whole + zstd("<p>b"), "zstd") == page + "<p>b"));
  BOOST_TEST((decoded(streamed_zstd(page), "zstd") == page), "a frame that does not say how large it is");
  BOOST_TEST((decoded(streamed_zstd(page) + whole, "zstd") == page + page));
  std::string damaged = whole;
  damaged[damaged.size() / 2] ^= 0x55;
  BOOST_TEST(decoded(damaged, "zstd").starts_with("cut:"));
  BOOST_TEST((decoded(whole, "zstd") == page), "after one that is damaged");
  BOOST_TEST((decoded(whole, "zstd", {.max_bytes = page.size()}) == page));
  BOOST_TEST(decoded(whole, "zstd", {.max_bytes = page.size() - 1}) == "too_large");
}

BOOST_AUTO_TEST_CASE(header_that_lies) {
  for (const char* name : {"gzip", "x-gzip", "deflate", "br", "zstd"}) {
    BOOST_TEST(decoded(" <html>already unpacked", name) == " <html>already unpacked", name);
    BOOST_TEST(decoded("", name) == "", name);
  }
}

BOOST_AUTO_TEST_CASE(cut_bodies_give_what_stands_before) {
  for (const auto& [name, bytes] : packed) {
    const auto out = decode_content(bytes.substr(0, bytes.size() / 2), name);
    BOOST_REQUIRE(out.ok());
    BOOST_TEST(!out->complete, name);
    BOOST_TEST((page.starts_with(out->bytes)), name);
    if (name != "zstd") BOOST_TEST(out->bytes.size() > 100u, name);
  }
}

BOOST_AUTO_TEST_CASE(every_cut_and_every_flipped_byte_ends) {
  const std::string text = "<p>some text of a page, some text of a page";
  for (const auto& [name, bytes] : std::vector<std::pair<std::string, std::string>>{
           {"gzip", gzip(text)}, {"deflate", deflate_bytes(text, 15)}, {"br", brotli(text)}, {"zstd", zstd(text)}}) {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      BOOST_TEST((decoded(bytes.substr(0, i), name) != text), name << " cut at " << i);
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ 0x55);
      const auto out = decode_content(damaged, name, {.max_bytes = 1 << 16});
      if (out.ok()) BOOST_TEST(out->bytes.size() <= 1u << 16);
    }
  }
}

BOOST_AUTO_TEST_CASE(bounds_hold) {
  const std::string zeros(40 << 20, '\0');
  for (const auto& [name, bytes] :
       std::vector<std::pair<std::string, std::string>>{{"gzip", gzip(zeros)},
                                                        {"deflate", deflate_bytes(zeros, 15)},
                                                        {"br", brotli(zeros)},
                                                        {"zstd", zstd(zeros)}}) {
    const bool by_ratio = name == "br" || name == "zstd";  // gzip cannot reach the ratio
    BOOST_TEST(decoded(bytes, name) == (by_ratio ? "decompression_ratio" : "too_large"), name);
    BOOST_TEST(decoded(bytes, name, {.max_bytes = 1000}) == "too_large", name);
  }
  // A few hundred bytes that decompress to 15 MB, below the size limit: the ratio limit applies.
  const std::string bomb = brotli(std::string(15 << 20, 'a'));
  BOOST_TEST(decoded(bomb, "br") == "decompression_ratio");
  BOOST_TEST((decoded(bomb, "br", {.max_bytes = 16 << 20, .max_ratio = 1 << 24}) == std::string(15 << 20, 'a')));
  BOOST_TEST((decoded(gzip(page), "gzip", {.max_bytes = page.size()}) == page));
  BOOST_TEST(decoded(gzip(page), "gzip", {.max_bytes = page.size() - 1}) == "too_large");
}

BOOST_AUTO_TEST_CASE(unknown_encodings) {
  BOOST_TEST(decoded("x", "compress") == "unknown_encoding");
  BOOST_TEST(decoded("x", "gzip, gzip, gzip, gzip") == "unknown_encoding");
}

BOOST_AUTO_TEST_CASE(page_of_a_response) {
  HttpFields fields = parse_fields(
      "Content-Type: text/html; charset=koi8-r\r\nContent-Encoding: gzip\r\nTransfer-Encoding: Chunked\r\n"
      "ETag: \"e\"\r\nLast-Modified: yesterday\r\nLocation: /there\r\n");
  const std::string body = gzip("<p>text");
  std::string chunked;
  for (const char c : body) chunked += "1\r\n" + std::string(1, c) + "\r\n";
  const auto made = page_of_response("http://a.example/", 200, fields, chunked + "0\r\n\r\n", {.max_bytes = 1000});
  BOOST_REQUIRE(made.ok());
  BOOST_TEST(made->complete);
  BOOST_TEST(made->page.body == "<p>text");
  BOOST_TEST(made->page.content_type == "text/html");
  BOOST_TEST(made->page.charset == "koi8-r");
  BOOST_TEST(made->page.etag == "\"e\"");
  BOOST_TEST(made->page.last_modified == "yesterday");
  BOOST_TEST(made->page.redirect_to == "/there");
  BOOST_TEST(
      !page_of_response("http://a.example/", 200, fields, chunked.substr(0, chunked.size() / 2), {.max_bytes = 1000})
           ->complete);
  BOOST_TEST(page_of_response("http://a.example/", 200, {}, std::string(1001, 'x'), {.max_bytes = 1000}).error().code ==
             "too_large");
  BOOST_TEST(
      page_of_response("http://a.example/", 200, parse_fields("content-type: image/png"), "", {.max_bytes = 1000})
          .error()
          .code == "not_html");
  BOOST_TEST(
      page_of_response("http://a.example/a.png", 404, parse_fields("content-type: text/html"), "", {.max_bytes = 1000})
          .error()
          .code == "not_html");
  BOOST_TEST(page_of_response("http://a.example/robots.txt", 404, {}, "", {.max_bytes = 1000}).error().code ==
             "not_html");
  BOOST_TEST(
      page_of_response("http://a.example/a", 404, parse_fields("content-type: text/plain"), "", {.max_bytes = 1000})
          .ok());
}

BOOST_AUTO_TEST_SUITE_END()
