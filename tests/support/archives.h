// Archives as programs write them, record by record, for the tests of inputs.
#pragma once

#include <openssl/evp.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/compress.h"

namespace pith::test {

struct Response {
  std::string url;
  int status = 200;
  std::string headers = "Content-Type: text/html; charset=utf-8\r\n";  // each with its line ending
  std::string body = {};
};

inline std::string http_message(const Response& r) {
  return "HTTP/1.1 " + std::to_string(r.status) + " Reason\r\n" + r.headers + "\r\n" + r.body;
}

inline std::string warc_record(const std::string& type, const std::string& url, const std::string& content_type,
                               const std::string& block, const std::string& more = {},
                               const std::string& version = "1.0") {
  return "WARC/" + version + "\r\nWARC-Type: " + type +
         "\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2026-11-21T21:35:20Z\r\n" +
         (url.empty() ? "" : "WARC-Target-URI: " + url + "\r\n") + "Content-Type: " + content_type + "\r\n" + more +
         "Content-Length: " + std::to_string(block.size()) + "\r\n\r\n" + block + "\r\n\r\n";
}

inline std::string warc_response(const Response& r) {
  return warc_record("response", r.url, "application/http;msgtype=response", http_message(r));
}

inline std::string warc_info() {
  return warc_record("warcinfo", "", "application/warc-fields", "software: a test\r\n");
}

inline std::string base64(const std::string& bytes) {
  std::string out(bytes.size() / 3 * 4 + 5, '\0');
  const int size =
      EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                      reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
  out.resize(static_cast<std::size_t>(size));
  return out;
}

// One entry of HTTrack's new.zip: a local header whose extra field is the response's head as text.
inline std::string httrack_entry(const Response& r, bool in_cache = true) {
  const auto number = [](std::uint64_t value, int width) {
    std::string out;
    for (int i = 0; i < width; ++i) out += static_cast<char>(value >> (8 * i) & 255);
    return out;
  };
  const std::string kept = in_cache ? r.body : "";
  const std::string packed = deflate_bytes(kept, -15);
  const std::string extra = "HTTP/1.1 " + std::to_string(r.status) +
                            " Reason\r\nX-In-Cache: " + (in_cache ? "1" : "0") +
                            "\r\nX-StatusCode: " + std::to_string(r.status) +
                            "\r\nX-Size: " + std::to_string(r.body.size()) + "\r\n" + r.headers;
  const auto crc = crc32(0, reinterpret_cast<const Bytef*>(kept.data()), static_cast<uInt>(kept.size()));
  return std::string("PK\3\4", 4) + number(20, 2) + number(0, 2) + number(8, 2) + number(21 << 11, 2) +
         number((46 << 9) | (11 << 5) | 21, 2) + number(crc, 4) + number(packed.size(), 4) + number(kept.size(), 4) +
         number(r.url.size(), 2) + number(extra.size(), 2) + r.url + extra + packed;
}

// The beginning of the central directory, which follows the entries.
inline std::string zip_end() { return std::string("PK\1\2", 4) + std::string(60, '\0'); }

}  // namespace pith::test
